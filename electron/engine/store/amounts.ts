/** Readings as amounts, and the periods that they are summed over, as SQL that the questions about them share. */
import { ESTIMATED_CODES, IMPLIED_ZERO } from './decisions.ts';
import { readingsBetween } from './readings-between.ts';
import { countedUntilNext } from './register.ts';
import type { Series } from './stored-series.ts';

/**
 * Amounts of the readings that start in a range: columns `start`, `duration`, `v`, `c` (cost), `e` (estimated), `implied`. What a register
 * counted until its next reading belongs to the time from this one on.
 */
export function amounts(series: Series, from: number, to: number): string {
  const raw = 'amount(value, value_scale)';
  const value = series.behaviour === 'register' ? countedUntilNext(series, raw) : raw;
  return `SELECT * FROM (
      SELECT start, duration, tou, tier, cpp, ${value} AS v, amount(cost, cost_scale) AS c, quality IN (${ESTIMATED_CODES}) AS e,
        coalesce(quality = ${IMPLIED_ZERO}, false) AS implied
      FROM ${readingsBetween(series, from - reach(series), to + reach(series))})
    WHERE start >= ${Math.floor(from)} AND start < ${Math.ceil(to)}`;
}

/** A register's difference needs the reading after the range. */
function reach(series: Series): number {
  return series.behaviour === 'register' ? Math.max(series.grid, 86_400) : 0;
}

/** Consecutive periods with the number of each: columns `i`, `p0`, `p1`. */
export function periodsTable(bounds: readonly number[]): { sql: string; from: number; to: number } {
  const edges = bounds.map(Math.floor);
  const [from = 0, to = 0] = [edges[0], edges.at(-1)];
  const list = (part: readonly number[]) => `unnest([${part.join(', ')}])`;
  return {
    sql: `SELECT unnest(range(${edges.length - 1})) AS i, ${list(edges.slice(0, -1))} AS p0, ${list(edges.slice(1))} AS p1`,
    from,
    to,
  };
}
