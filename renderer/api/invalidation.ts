/** Which answers grow stale when the main side says that something changed. */
import type { QueryClient } from '@tanstack/react-query';
import type { QueryName, TopicPayload } from '#shared/contract/index.ts';
import { bridge } from './bridge.ts';
import { queryKey } from './hooks.ts';

type Area = TopicPayload<'store.changed'>['areas'][number];

/** The calls whose answers depend on an area of a workspace's store. */
export const callsOfArea: Record<Area, readonly QueryName[]> = {
  authorizations: ['authorizations.list', 'authorizations.get', 'entries.unattached'],
  usagePoints: ['usagePoints.list', 'usagePoints.get', 'entries.unattached'],
  series: ['series.list', 'usagePoints.list', 'usagePoints.get'],
  readings: [
    'series.list',
    'usage.chart',
    'usage.statistics',
    'usage.readings',
    'usage.blocks',
    'usagePoints.list',
    'usagePoints.get',
    'authorizations.list',
    'authorizations.get',
  ],
  bills: ['bills.list', 'usagePoints.list', 'usagePoints.get'],
  customers: ['authorizations.list', 'authorizations.get', 'usagePoints.list', 'usagePoints.get'],
  files: ['files.list'],
  problems: ['problems.list', 'authorizations.list', 'usagePoints.list'],
  events: [],
  runs: [],
};

/** True when a cached answer of `name` with `input` is about this workspace (or about none in particular). */
export function concerns(input: unknown, workspace: string): boolean {
  if (typeof input !== 'object' || input === null || !('workspace' in input)) return true;
  return input.workspace === workspace;
}

/** Changes are gathered for this long, so that a running sync does not ask for everything many times a second. */
const gatherMs = 700;
/** The request log keeps this many lines in the window. */
const requestsKept = 1000;

/** Keeps the cache true to the topics. Answers a function that stops it. */
export function followTopics(client: QueryClient): () => void {
  const pending = new Map<string, Set<Area>>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    timer = undefined;
    for (const [workspace, areas] of pending) {
      const names = new Set([...areas].flatMap((area) => callsOfArea[area]));
      void client.invalidateQueries({
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
      timer ??= setTimeout(flush, gatherMs);
    }),
    bridge.subscribe('workspaces.changed', () => {
      void client.invalidateQueries({ queryKey: queryKey('workspaces.list') });
    }),
    bridge.subscribe('jobs.changed', (job) => {
      client.setQueryData<TopicPayload<'jobs.changed'>[]>(queryKey('jobs.list', { workspace: job.workspace }), (jobs) =>
        upsertJob(jobs, job),
      );
    }),
    bridge.subscribe('waits.changed', (waits) => client.setQueryData(queryKey('waits.list'), waits)),
    bridge.subscribe('requests.added', (request) => {
      client.setQueriesData<TopicPayload<'requests.added'>[]>(
        {
          queryKey: queryKey('requests.list'),
          predicate: ({ queryKey: [, input] }) => request.workspace === undefined || concerns(input, request.workspace),
        },
        (list) => list && [request, ...list.filter(({ id }) => id !== request.id)].slice(0, requestsKept),
      );
    }),
    followConnection(client),
  ];
  return () => {
    for (const stop of stops) stop();
    clearTimeout(timer);
  };
}

/** A job's new state in its list; newest jobs first. */
export function upsertJob<J extends { id: string }>(jobs: readonly J[] | undefined, job: J): J[] | undefined {
  if (!jobs) return undefined;
  return jobs.some(({ id }) => id === job.id) ? jobs.map((old) => (old.id === job.id ? job : old)) : [job, ...jobs];
}

/** What was said while the line was down is unknown: after a reconnect everything is asked again. */
function followConnection(client: QueryClient): () => void {
  let lost = false;
  return bridge.onConnection((connected) => {
    if (connected && lost) void client.invalidateQueries();
    lost = !connected;
  });
}
