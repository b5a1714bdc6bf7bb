/** Readings as amounts, and the periods that they are summed over, as SQL that the questions about them share. */
import { ESTIMATED_CODES, IMPLIED_ZERO } from './decisions.ts';
import { drawnBetween } from './readings-between.ts';
import type { Series } from './stored-series.ts';

/**
 * What is drawn of a span, as amounts: columns `start`, `stop`, `tou`, `tier`, `cpp`, `v` (value), `c` (cost), `e`
 * (estimated), `implied`.
 */
export function amounts(series: Series, from: number, to: number): string {
  return `SELECT start, start + duration AS stop, tou, tier, cpp, amount(value, value_scale) AS v, amount(cost, cost_scale) AS c,
      coalesce(quality IN (${ESTIMATED_CODES}), false) AS e, coalesce(quality = ${IMPLIED_ZERO}, false) AS implied
    FROM ${drawnBetween(series, from, to)}`;
}

/**
 * A `WITH` of what lies in each of consecutive periods, ending in `pieces`: the columns of {@link amounts}, the period's
 * `i`, `f` (the share of the reading's time that lies in it, 0..1) and `own` (the piece that counts as the reading: the
 * first). A reading that reaches over a border is shared by time, so that periods always add up to the span, whatever
 * their borders. Also there: `p` with the periods (`i`, `p0`, `p1`).
 */
export function pieces(series: Series, bounds: readonly number[]): { sql: string; from: number; to: number } {
  const edges = bounds.map(Math.floor);
  const [from = 0, to = 0] = [edges[0], edges.at(-1)];
  const list = (part: readonly number[]) => `unnest([${part.join(', ')}])`;
  return {
    from,
    to,
    sql: `WITH p AS (SELECT unnest(range(${edges.length - 1})) AS i, ${list(edges.slice(0, -1))} AS p0, ${list(edges.slice(1))} AS p1),
      placed AS (SELECT a.*, p.i AS first_i, p.p1 AS first_end FROM (${amounts(series, from, to)}) a ASOF LEFT JOIN p ON a.start >= p.p0),
      pieces AS (
        SELECT * EXCLUDE (first_i, first_end), first_i AS i, 1.0::DOUBLE AS f, true AS own FROM placed WHERE stop <= first_end
        UNION ALL
        SELECT a.* EXCLUDE (first_i, first_end), p.i, (least(a.stop, p.p1) - greatest(a.start, p.p0)) / (a.stop - a.start)::DOUBLE AS f,
          p.i = coalesce(a.first_i, 0) AS own
        FROM placed a JOIN p ON a.start < p.p1 AND a.stop > p.p0 WHERE a.first_end IS NULL OR a.stop > a.first_end)`,
  };
}

/** The readings that were sent with a value, each by its part: what `estimated` is a share of. */
const SENT = 'sum(f) FILTER (v IS NOT NULL AND NOT implied)';

/** The figures of pieces, to be grouped: `mean` and `estimated` (a share) weigh each reading by its part; of equals the first one is the peak. */
export const FIGURES = `count(*) FILTER (own AND NOT implied) AS count, count(*) FILTER (own AND implied) AS implied,
  coalesce(sum(f) FILTER (e AND v IS NOT NULL) / nullif(${SENT}, 0), 0) AS estimated, count(*) FILTER (own AND f < 1) AS cut, sum(v * f) AS total,
  sum(f) FILTER (v IS NOT NULL) AS weight, ${SENT} AS sent, sum(v * f) / sum(f) FILTER (v IS NOT NULL) AS mean,
  max(v) AS peak, min(v) AS least,
  arg_max(start, (v, -start)) FILTER (v IS NOT NULL) AS peak_at, arg_min(start, (v, start)) FILTER (v IS NOT NULL) AS least_at, sum(c * f) AS cost`;
