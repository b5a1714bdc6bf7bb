/** Which cached answers a topic's message changes. */
import type { QueryClient } from '@tanstack/react-query';
import type { Area, TopicPayload } from '#shared/contract/index.ts';
import { groupBy } from '#shared/group.ts';
import { Throttle } from '#shared/throttle.ts';
import { bridge } from './bridge.ts';
import { invalidate, setAnswer, updateAnswers } from './cache.ts';
import { queryKey } from './hooks.ts';
import { madeOf, upsertJob } from './stale.ts';

/** After a change was applied, later ones wait this long and are applied together: a running sync sends many a second. */
const throttleMs = 700;

/** Subscribes the cache to the topics. Returns a function that stops it. */
export function followTopics(client: QueryClient): () => void {
  const throttled = () =>
    new Throttle<{ workspace: string; areas: readonly Area[] }>(
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
  const changes = throttled();
  // On their own: a change of the store that follows a request is not held up by it.
  const requests = throttled();

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
    bridge.subscribe('requests.changed', ({ workspace }) => requests.add({ workspace, areas: ['requests'] })),
    // Calls made meanwhile were refused; of a first one the refusal arrives after this message.
    bridge.subscribe('engine.changed', ({ state }) => {
      if (state !== 'waiting') invalidate(client, {});
    }),
    followConnection(client),
  ];
  return () => {
    for (const stop of stops) stop();
    changes.close();
    requests.close();
  };
}

/** Messages sent while the connection was lost are unknown: after a reconnect every answer is out of date. */
function followConnection(client: QueryClient): () => void {
  let lost = false;
  return bridge.onConnection((connected) => {
    if (connected && lost) invalidate(client, {});
    lost = !connected;
  });
}
