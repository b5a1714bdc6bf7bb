/**
 * What the readings of a series come to in each month of its meter's own time: rows of `month_sums`, made of those of days
 * (`day-sums.ts`) in the same transaction, one a series and month. Pictures of many meters read these.
 */
import type { Connection } from './database.ts';
import { takesZeros } from './stored-series.ts';

/** A day of 23 hours is the shortest whole one. Seconds. */
export const LEAST_OF_DAY = 82_800;

/** SQL: the month of a day of the local calendar since 1970-01-01, as year * 12 + month - 1. */
const MONTH = `(year(DATE '1970-01-01' + d.day) * 12 + month(DATE '1970-01-01' + d.day) - 1)::INTEGER`;

/** Works the months of series out anew, after their days. */
export async function refreshMonthSums(connection: Connection, series: readonly number[]): Promise<void> {
  if (series.length === 0) return;
  const numbers = series.join(', ');
  await connection.run(`DELETE FROM month_sums WHERE series IN (${numbers})`);
  await insert(connection, `d.series IN (${numbers})`);
}

/**
 * The same for series that only got longer.
 * @param month the first that has new readings of any of them; year * 12 + month - 1
 */
export async function growMonthSums(connection: Connection, series: readonly number[], month: number): Promise<void> {
  if (series.length === 0) return;
  const numbers = series.join(', ');
  // Which of its days are whole follows from how long a reading usually lasts.
  const stale = await connection.rows(
    `SELECT DISTINCT s.series FROM month_sums m JOIN series s USING (series) WHERE m.series IN (${numbers}) AND m.step <> s.step`,
  );
  const anew = new Set(stale.map((row) => Number(row.series)));
  await refreshMonthSums(connection, [...anew]);
  const others = series.filter((one) => !anew.has(one)).join(', ');
  if (others === '') return;
  await connection.run(`DELETE FROM month_sums WHERE series IN (${others}) AND month >= ${month}`);
  await insert(connection, `d.series IN (${others}) AND d.day >= ${dayOfMonth(month)}`);
}

/** The month of an instant of the local calendar, or of UTC, in seconds since 1970-01-01; NaN for what no calendar reaches. */
export function monthOf(seconds: number): number {
  const date = new Date(seconds * 1000);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The first day of a month, in days of the calendar since 1970-01-01. @param month year * 12 + month - 1 */
export function dayOfMonth(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12) / 86_400_000;
}

/** A day has several rows where a sync ended in it. */
async function insert(connection: Connection, chosen: string): Promise<void> {
  await connection.run(
    `INSERT INTO month_sums BY NAME
     SELECT series, month, sum(total) AS total, sum(estimated_seconds) AS estimated_seconds, max(peak) AS peak,
       arg_max(peak_at, (peak, -peak_at)) FILTER (peak IS NOT NULL) AS peak_at,
       sum(least) FILTER (whole) AS least, count(least) FILTER (whole) AS least_days, any_value(step) AS step
     FROM (SELECT d.series, ${MONTH} AS month, s.step, sum(d.total) AS total, sum(d.estimated_seconds) AS estimated_seconds,
         max(d.peak) AS peak, arg_max(d.peak_at, (d.peak, -d.peak_at)) FILTER (d.peak IS NOT NULL) AS peak_at, min(d.least) AS least,
         ${takesZeros('s')} OR sum(d.weight) * s.step >= ${LEAST_OF_DAY} AS whole
       FROM day_sums d JOIN series s USING (series) WHERE ${chosen}
       GROUP BY d.series, d.day, s.step, s.holes_decided, s.behaviour, s.grid)
     GROUP BY series, month`,
  );
}
