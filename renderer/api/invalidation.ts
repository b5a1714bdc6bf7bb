/** Which cached answers a topic's message changes. */
import type { QueryClient } from '@tanstack/react-query';
import type { CallInput, TopicPayload } from '#shared/contract/index.ts';
import { isEventPoll } from '#shared/event-poll.ts';
import { groupBy } from '#shared/group.ts';
import { Throttle } from '#shared/throttle.ts';
import { bridge } from './bridge.ts';
import { invalidate, setAnswer, updateAnswers } from './cache.ts';
import { queryKey } from './hooks.ts';
import { concerns, madeOf, upsertJob } from './stale.ts';

/** After a change was applied, later ones wait this long and are applied together: a running sync sends many a second. */
const throttleMs = 700;
/** The request log keeps this many lines in the window. */
const requestsKept = 1000;

/** Subscribes the cache to the topics. Returns a function that stops it. */
export function followTopics(client: QueryClient): () => void {
  const changes = new Throttle<TopicPayload<'store.changed'>>(
    throttleMs,
    (list) => {
      for (const [workspace, some] of groupBy(list, (change) => change.workspace)) {
        invalidate(
          client,
          madeOf(
            some.flatMap(({ areas }) => areas),
            workspace,
          ),
        );
      }
    },
    { leading: true },
  );

  const stops = [
    bridge.subscribe('store.changed', (change) => changes.add(change)),
    bridge.subscribe('workspaces.changed', () => invalidate(client, madeOf(['workspaces']))),
    bridge.subscribe('connections.changed', ({ workspace }) => invalidate(client, madeOf(['connections'], workspace))),
    bridge.subscribe('demo.changed', () => invalidate(client, madeOf(['demo']))),
    bridge.subscribe('serviceCheck.changed', ({ workspace }) =>
      invalidate(client, madeOf(['serviceCheck'], workspace)),
    ),
    bridge.subscribe('jobs.changed', (job) => {
      const filters = { queryKey: queryKey('jobs.list', { workspace: job.workspace }), exact: true };
      updateAnswers<TopicPayload<'jobs.changed'>[]>(client, filters, (jobs) => upsertJob(jobs, job));
    }),
    bridge.subscribe('waits.changed', (waits) => setAnswer(client, queryKey('waits.list'), waits)),
    bridge.subscribe('requests.added', (request) => {
      updateAnswers<TopicPayload<'requests.added'>[]>(
        client,
        {
          queryKey: queryKey('requests.list'),
          predicate: ({ queryKey: [, input] }) =>
            (request.workspace === undefined || concerns(input, request.workspace)) &&
            belongsTo(input, request) &&
            !(isEventPoll(request) && leavesOutPolls(input)),
        },
        (list) => [request, ...list.filter(({ id }) => id !== request.id)].slice(0, requestsKept),
      );
    }),
    // Calls made meanwhile were refused; of a first one the refusal arrives after this message.
    bridge.subscribe('engine.changed', ({ state }) => {
      if (state !== 'waiting') invalidate(client, {});
    }),
    followConnection(client),
  ];
  return () => {
    for (const stop of stops) stop();
    changes.close();
  };
}

/** Whether a request is one of a list: of all, or of a job. What was made for a run, a collection or an event the store knows. */
function belongsTo(input: unknown, { job }: TopicPayload<'requests.added'>): boolean {
  // As `requests.list` was asked.
  const { about } = (input ?? {}) as Partial<CallInput<'requests.list'>>;
  return about === undefined || (about.kind === 'job' && about.id === job);
}

/** Whether a list of requests was asked for without the polls for events. */
function leavesOutPolls(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'polls' in input && input.polls === false;
}

/** Messages sent while the connection was lost are unknown: after a reconnect every answer is out of date. */
function followConnection(client: QueryClient): () => void {
  let lost = false;
  return bridge.onConnection((connected) => {
    if (connected && lost) invalidate(client, {});
    lost = !connected;
  });
}
