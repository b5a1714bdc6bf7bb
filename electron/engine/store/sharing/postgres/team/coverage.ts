/** What there is of the meters of a server month by month. */
import type { CallInput, CallOutput } from '#shared/contract/index.ts';
import type { Server } from '../server.ts';
import { COUNTS, fullest, monthCells, monthDate } from './cells.ts';
import { COUNTED } from './twins.ts';

interface Cell {
  [name: string]: unknown;
  usage_point: string;
  part: number;
  /** Shares of the month. */
  there: number;
  estimated: number;
  missing: number;
}

/** Cells with data that are known, as shares of their month. */
const KNOWN = `SELECT usage_point, part, length, span, covered, estimated, span - covered AS missing FROM cells WHERE span > 0 AND covered IS NOT NULL`;

type PortfolioAsked = Omit<CallInput<'team.coverage'>, 'workspace' | 'token'>;

export async function coverage(server: Server, { first, count }: PortfolioAsked): Promise<CallOutput<'team.coverage'>> {
  const rows = await server.rows<Record<string, number>>(
    `WITH ${fullest(COUNTED)}, ${monthCells(monthDate(first), count)}, known AS (${KNOWN})
     SELECT part, count(*) FILTER (WHERE missing = 0 AND estimated = 0)::integer AS full, count(*) FILTER (WHERE missing = 0 AND estimated > 0)::integer AS estimated,
       count(*) FILTER (WHERE missing > 0 AND missing < span)::integer AS partial, count(*) FILTER (WHERE missing >= span)::integer AS missing,
       (sum(covered) / sum(length))::float8 AS coverage, (sum(estimated) / sum(length))::float8 AS share FROM known GROUP BY part`,
  );
  const [meters] = await server.rows<{ meters: number; unplaced: number }>(
    `WITH ${fullest(COUNTED)} SELECT count(*)::integer AS meters,
       count(*) FILTER (WHERE NOT EXISTS (SELECT FROM pg_timezone_names z WHERE z.name = m.zone) OR m.gaps > 0 AND NOT ${COUNTS})::integer AS unplaced FROM main m`,
  );
  const column = (name: string) => {
    const list = new Array<number>(count).fill(0);
    for (const row of rows) list[row.part ?? 0] = row[name] ?? 0;
    return list;
  };
  return {
    full: column('full'),
    estimated: column('estimated'),
    partial: column('partial'),
    missing: column('missing'),
    coverage: column('coverage'),
    estimatedShare: column('share'),
    meters: meters?.meters ?? 0,
    unplaced: meters?.unplaced ?? 0,
  };
}

type SharesAsked = Omit<CallInput<'team.shares'>, 'workspace' | 'token'>;

export async function shares(
  server: Server,
  { meters, first, count }: SharesAsked,
): Promise<CallOutput<'team.shares'>> {
  const rows = await server.rows<Cell>(
    `WITH ${fullest('s.usage_point = ANY ($1::text[])')}, ${monthCells(monthDate(first), count)}, known AS (${KNOWN})
     SELECT usage_point, part, (covered / length::float8)::float8 AS there, (estimated / length)::float8 AS estimated, (missing / length::float8)::float8 AS missing
     FROM known ORDER BY usage_point, part`,
    [meters],
  );
  const zeros = () => new Array<number>(count).fill(0);
  const found = new Map<string, CallOutput<'team.shares'>[number]>();
  for (const { usage_point: usagePoint, part, there, estimated, missing } of rows) {
    const one = found.get(usagePoint) ?? { usagePoint, there: zeros(), estimated: zeros(), missing: zeros() };
    found.set(usagePoint, one);
    one.there[part] = there;
    one.estimated[part] = estimated;
    one.missing[part] = missing;
  }
  return [...found.values()];
}
