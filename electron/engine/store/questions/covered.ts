/**
 * Coverage, in its one definition: the share of the time that was asked about that readings cover. Time before the first
 * and after the last reading is not covered, and neither are gaps (`gap-rule.ts` says what is one).
 */
import type { Connection } from '../database.ts';
import { gapsBetween } from '../readings-between.ts';
import { number } from '../row.ts';
import type { Series } from '../stored-series.ts';

/** SQL: the seconds of `[p0, p1)` (columns) between the first and the last reading; gaps are still to be taken off. */
export function spanSeconds({ first, lastEnd }: Series): string {
  if (first === undefined || lastEnd === undefined) return '0';
  return `greatest(0, least(p1, ${lastEnd}) - greatest(p0, ${first}))`;
}

/** The coverage of `[from, to)`, 0..1: exactly 1 only where nothing is missing. */
export async function coverageOf(connection: Connection, series: Series, from: number, to: number): Promise<number> {
  const row = await connection.row(
    `SELECT ${spanSeconds(series)} - (SELECT coalesce(sum(least(g.stop, p1) - greatest(g.start, p0)), 0)
       FROM ${gapsBetween(series, from, to)} g) AS covered FROM (SELECT ${from} AS p0, ${to} AS p1)`,
  );
  return to <= from ? 0 : number(row?.covered) / (to - from);
}
