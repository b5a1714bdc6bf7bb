/**
 * What a register counted between its readings. One that falls to less than half begins anew: after its highest value (it rolled
 * over), or because it was exchanged or started again. What it counted up to a roll-over is known; in any other such step it is not,
 * which is neither a negative amount nor zero but a gap.
 */
import { rollsOverSql, widthSql } from '#shared/espi/series-kind.ts';
import type { Connection } from './database.ts';
import { number } from './row.ts';
import type { Series } from './stored-series.ts';

/** A register of what is delivered less what is received may cross zero without an exchange. */
const NET = 4;

/** A meter that was exchanged may begin at 0, too: a register that rolled over counted at most this many times as fast as ever. */
const FASTER = 2;

/** True of a register that falls for no other reason than that it begins anew. */
function onlyRises({ behaviour, type }: Pick<Series, 'behaviour' | 'type'>): boolean {
  return behaviour === 'register' && type.flowDirection !== NET;
}

/** SQL: a register begins anew from one value to the next. Lesser falls are corrections. */
function beginsAnew(before: string, after: string): string {
  return `${before} > 0 AND ${after} < ${before} / 2`;
}

/**
 * SQL of what a register counted until its next reading; NULL where that is not known: `gaps` has these steps
 * ({@link unknownSteps}), so that an amount and what is said to be missing never contradict each other.
 */
export function countedUntilNext(series: Series, value: string): string {
  const next = `lead(${value}) OVER (ORDER BY start)`;
  const counted = `${next} - ${value}`;
  if (!onlyRises(series)) return counted;
  return `CASE WHEN NOT (${beginsAnew(value, next)}) THEN ${counted}
    WHEN ${rollsOverSql(value, next)} AND start NOT IN (SELECT start FROM gaps WHERE series = ${series.series}) THEN ${counted} + ${widthSql(value)} END`;
}

/**
 * The steps in which registers begin anew without having rolled over, as a sub-query: columns `series`, `start`, `stop`.
 * @param chosen SQL of the numbers of series, of any kind, for `IN`
 */
export function unknownSteps(chosen: string): string {
  const seconds = 'nullif(start - since, 0)';
  const rolledOver = `${rollsOverSql('before', 'after')} AND (after - before + ${widthSql('before')}) / ${seconds} <= ${FASTER} * coalesce(fastest, 0)`;
  return `(SELECT series, since AS start, start AS stop FROM (
      SELECT *, max(CASE WHEN after >= before THEN (after - before) / ${seconds} END) OVER (PARTITION BY series) AS fastest FROM (
        SELECT r.series, start, lag(start) OVER line AS since, lag(amount(value, value_scale)) OVER line AS before, amount(value, value_scale) AS after
        FROM readings r JOIN series s USING (series)
        WHERE r.series IN (${chosen}) AND value IS NOT NULL AND s.behaviour = 'register' AND coalesce((s.reading_type->>'flowDirection')::INTEGER, 0) <> ${NET}
        WINDOW line AS (PARTITION BY r.series ORDER BY start)))
    WHERE ${beginsAnew('before', 'after')} AND NOT (${rolledOver}))`;
}

/**
 * The readings with which registers begin anew, as a sub-query: columns `series`, `start`, `block`, `before`, `after`, and `width`, by
 * which a register fell that rolled over; NULL of others.
 */
export function restarts(series: readonly Series[]): string {
  const numbers = series.filter(onlyRises).map((one) => one.series);
  const value = 'amount(value, value_scale)';
  return `(SELECT r.* EXCLUDE (since), CASE WHEN g.series IS NULL THEN ${widthSql('before')} END AS width FROM (
      SELECT series, start, block, lag(start) OVER line AS since, lag(${value}) OVER line AS before, ${value} AS after
      FROM readings WHERE series IN (${numbers.join(', ') || 'NULL'}) AND value IS NOT NULL
      WINDOW line AS (PARTITION BY series ORDER BY start)) r
    LEFT JOIN gaps g ON g.series = r.series AND g.start = r.since
    WHERE ${beginsAnew('before', 'after')})`;
}

/**
 * What is added to the last less the first reading of registers that began anew, to come to what they counted as far as that is
 * known: in stored amounts, by number of the series.
 */
export async function restarted(connection: Connection, series: readonly Series[]): Promise<Map<number, number>> {
  if (!series.some(onlyRises)) return new Map();
  const rows = await connection.rows(
    `SELECT series, sum(coalesce(width, before - after)) AS restarted FROM ${restarts(series)} GROUP BY series`,
  );
  return new Map(rows.map((row) => [number(row.series), number(row.restarted)]));
}
