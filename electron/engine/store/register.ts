/**
 * What a register counted between its readings. One that was exchanged or rolled over begins anew: what it counted in that
 * step is not known, and is neither a negative amount nor zero.
 */
import type { Connection } from './database.ts';
import { number } from './row.ts';
import type { Series } from './stored-series.ts';

/** A register of what is delivered less what is received may cross zero without an exchange. */
const NET = 4;

/** True of a register that falls for no other reason than that it begins anew. */
function onlyRises({ behaviour, type }: Pick<Series, 'behaviour' | 'type'>): boolean {
  return behaviour === 'register' && type.flowDirection !== NET;
}

/** SQL: a register begins anew from one value to the next. Lesser falls are corrections. */
function beginsAnew(before: string, after: string): string {
  return `${before} > 0 AND ${after} < ${before} / 2`;
}

/** SQL of what a register counted until its next reading; NULL where that is not known. */
export function countedUntilNext(series: Series, value: string): string {
  const next = `lead(${value}) OVER (ORDER BY start)`;
  const counted = `${next} - ${value}`;
  return onlyRises(series) ? `CASE WHEN ${beginsAnew(value, next)} THEN NULL ELSE ${counted} END` : counted;
}

/** The readings with which registers begin anew, as a sub-query: columns `series`, `start`, `block`, `before`, `after`. */
export function restarts(series: readonly Series[], range = { from: -Infinity, to: Infinity }): string {
  const inRange = [
    ...(Number.isFinite(range.from) ? [`start >= ${Math.floor(range.from)}`] : []),
    ...(Number.isFinite(range.to) ? [`start < ${Math.ceil(range.to)}`] : []),
  ];
  const numbers = series.filter(onlyRises).map((one) => one.series);
  const value = 'amount(value, value_scale)';
  return `(SELECT * FROM (
      SELECT series, start, block, lag(${value}) OVER (PARTITION BY series ORDER BY start) AS before, ${value} AS after
      FROM readings WHERE ${[`series IN (${numbers.join(', ') || 'NULL'})`, 'value IS NOT NULL', ...inRange].join(' AND ')})
    WHERE ${beginsAnew('before', 'after')})`;
}

/** How far registers fell where they began anew, in stored amounts, by number of the series. */
export async function fallen(
  connection: Connection,
  series: readonly Series[],
  range?: { from: number; to: number },
): Promise<Map<number, number>> {
  if (!series.some(onlyRises)) return new Map();
  const rows = await connection.rows(
    `SELECT series, sum(before - after) AS fallen FROM ${restarts(series, range)} GROUP BY series`,
  );
  return new Map(rows.map((row) => [number(row.series), number(row.fallen)]));
}
