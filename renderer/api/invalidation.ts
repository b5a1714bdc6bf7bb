/** Keeps the cached answers true to what the main side says. */
import type { QueryClient } from '@tanstack/react-query';
import type { QueryName, TopicPayload } from '#shared/contract/index.ts';
import { isEventPoll } from '#shared/event-poll.ts';
import { bridge } from './bridge.ts';
import { queryKey } from './hooks.ts';
import { type Area, callsOfArea, concerns, upsertJob } from './stale.ts';
import { growStale, putInto, putWhole } from './told.ts';

/** After a change was asked for, more are gathered for this long: a running sync brings many times a second some. */
const gatherMs = 700;
/** The request log keeps this many lines in the window. */
const requestsKept = 1000;

/** Keeps the cache true to the topics. Answers a function that stops it. */
export function followTopics(client: QueryClient): () => void {
  const pending = new Map<string, Set<Area>>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    timer = pending.size > 0 ? setTimeout(flush, gatherMs) : undefined;
    for (const [workspace, areas] of pending) {
      const names = new Set([...areas].flatMap((area) => callsOfArea[area]));
      growStale(client, {
        predicate: ({ queryKey: [name, input] }) => names.has(name as QueryName) && concerns(input, workspace), // keys start with the call's name (queryKey)
      });
    }
    pending.clear();
  };

  const stops = [
    bridge.subscribe('store.changed', ({ workspace, areas }) => {
      const known = pending.get(workspace) ?? new Set<Area>();
      for (const area of areas) known.add(area);
      pending.set(workspace, known);
      if (timer === undefined) flush();
    }),
    bridge.subscribe('workspaces.changed', () => {
      growStale(client, { queryKey: queryKey('workspaces.list') });
      growStale(client, { queryKey: queryKey('workspaces.get') });
    }),
    bridge.subscribe('connections.changed', ({ workspace }) => {
      growStale(client, { queryKey: queryKey('secrets.status') });
      growStale(client, {
        queryKey: queryKey('connections.tokens'),
        predicate: ({ queryKey: [, input] }) => workspace === undefined || concerns(input, workspace),
      });
    }),
    bridge.subscribe('jobs.changed', (job) => {
      const filters = { queryKey: queryKey('jobs.list', { workspace: job.workspace }), exact: true };
      putInto<TopicPayload<'jobs.changed'>[]>(client, filters, (jobs) => upsertJob(jobs, job));
    }),
    bridge.subscribe('waits.changed', (waits) => putWhole(client, queryKey('waits.list'), waits)),
    bridge.subscribe('requests.added', (request) => {
      putInto<TopicPayload<'requests.added'>[]>(
        client,
        {
          queryKey: queryKey('requests.list'),
          predicate: ({ queryKey: [, input] }) =>
            (request.workspace === undefined || concerns(input, request.workspace)) &&
            !(isEventPoll(request) && leavesOutPolls(input)),
        },
        (list) => [request, ...list.filter(({ id }) => id !== request.id)].slice(0, requestsKept),
      );
    }),
    // Whatever was asked meanwhile was refused; a first answer hears of its refusal after this.
    bridge.subscribe('engine.changed', ({ state }) => {
      if (state !== 'waiting') growStale(client, {});
    }),
    followConnection(client),
  ];
  return () => {
    for (const stop of stops) stop();
    clearTimeout(timer);
  };
}

/** Whether a list of requests was asked for without the polls for events. */
function leavesOutPolls(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'polls' in input && input.polls === false;
}

/** What was said while the line was down is unknown: after a reconnect everything is asked again. */
function followConnection(client: QueryClient): () => void {
  let lost = false;
  return bridge.onConnection((connected) => {
    if (connected && lost) growStale(client, {});
    lost = !connected;
  });
}
