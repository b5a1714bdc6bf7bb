/** Which answers grow stale when the main side says that something changed. Pure. */
import type { QueryName, TopicPayload } from '#shared/contract/index.ts';

export type Area = TopicPayload<'store.changed'>['areas'][number];

/** The calls whose answers depend on an area of a workspace's store. */
export const callsOfArea: Record<Area, readonly QueryName[]> = {
  authorizations: ['authorizations.list', 'authorizations.get', 'entries.unattached'],
  usagePoints: [
    'coverage.gaps',
    'coverage.meters',
    'coverage.portfolio',
    'usagePoints.list',
    'usagePoints.get',
    'entries.unattached',
  ],
  series: ['series.list', 'usagePoints.list', 'usagePoints.get'],
  readings: [
    'series.list',
    'usage.chart',
    'usage.statistics',
    'usage.readings',
    'usage.blocks',
    'usage.totals',
    'usage.rates',
    'usage.rateTotals',
    'usage.grid',
    'usage.typicalDay',
    'usage.duration',
    'coverage.gaps',
    'coverage.meters',
    'coverage.portfolio',
    'powerQuality.list',
    'usagePoints.list',
    'usagePoints.get',
    'authorizations.list',
    'authorizations.get',
  ],
  bills: ['bills.list', 'usagePoints.list', 'usagePoints.get'],
  customers: [
    'customers.list',
    'bills.list',
    'authorizations.list',
    'authorizations.get',
    'usagePoints.list',
    'usagePoints.get',
  ],
  files: ['files.list'],
  problems: ['problems.list', 'authorizations.list', 'usagePoints.list'],
  events: ['events.get'],
  runs: [],
};

/** True when a cached answer of `name` with `input` is about this workspace (or about none in particular). */
export function concerns(input: unknown, workspace: string): boolean {
  if (typeof input !== 'object' || input === null || !('workspace' in input)) return true;
  return input.workspace === workspace;
}

/** A job's new state in its list; newest jobs first. */
export function upsertJob<J extends { id: string }>(jobs: readonly J[], job: J): J[] {
  return jobs.some(({ id }) => id === job.id) ? jobs.map((old) => (old.id === job.id ? job : old)) : [job, ...jobs];
}
