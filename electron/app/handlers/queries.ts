/** Questions that the engine answers itself: passed on as they are. */
import type { ContractQuery } from '../../engine/index.ts';
import type { Handlers } from '../../rpc/index.ts';
import type { AppParts } from '../parts.ts';

const QUERIES = [
  'authorizations.list',
  'authorizations.get',
  'usagePoints.list',
  'usagePoints.get',
  'entries.unattached',
  'entries.raw',
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
  'powerQuality.list',
  'customers.list',
  'bills.list',
  'coverage.gaps',
  'coverage.meters',
  'coverage.portfolio',
  'problems.list',
] as const satisfies readonly ContractQuery[];

/** A query that the engine has and this list forgot shows up as a missing handler in `allHandlers`. */
export function queryHandlers({ engine }: AppParts): Pick<Handlers, (typeof QUERIES)[number]> {
  const handlers = Object.fromEntries(
    QUERIES.map((name) => [name, (input: Parameters<Handlers[typeof name]>[0]) => engine.call(name, input)]),
  );
  // Object.fromEntries forgets which key has which function; the map above pairs them by name.
  return handlers as Pick<Handlers, (typeof QUERIES)[number]>;
}
