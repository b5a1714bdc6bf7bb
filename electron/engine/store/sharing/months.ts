/**
 * What each series has in each month, with a digest: whatever a correction, a decision of the user or a removal changes, the digest of
 * its months is another one. What was shared before is compared with it, so that no writer of the store has to know what was shared.
 */
import type { Connection } from '../database.ts';

/** Whose months: of each meter's own calendar, or of UTC. */
export type Calendar = 'local' | 'utc';

/** SQL of what a meter's own clock is ahead of UTC at `r.start`, in seconds, and of the join that it needs (`f` has the facts of the series). */
export const OFFSET = 'CASE WHEN r.start < w.changes_at THEN w.seconds ELSE w.then_seconds END';
export const OFFSETS = 'LEFT JOIN main.clock_weeks w ON w.clock = f.clock AND w.week = r.start // 604800';

/** SQL: the month of a day, 202503 for March of 2025. @param day an integer, days since 1970-01-01 */
export function monthOfDay(day: string): string {
  const date = `(DATE '1970-01-01' + ${day})`;
  return `year(${date}) * 100 + month(${date})`;
}

/**
 * Fills the temporary table `shared_months`, inside a transaction in which the views are up to date. A row is a series in a month: `period`
 * is 202503 for March of 2025, 0 for times that the calendar does not have; `first` and `last` are starts of readings in epoch seconds,
 * `total` is the sum of the values in `unit`, `digest` a text.
 */
export async function makeMonths(connection: Connection, calendar: Calendar): Promise<void> {
  const local = calendar === 'local';
  // Without an offset there is no local time. Of other years no timestamp can be made.
  const known = local ? 'd.day IS NOT NULL' : 'd.day BETWEEN -719162 AND 2932896';
  // Hashed twice: DuckDB takes the hash of the last column into that of a row by "xor", and in an even number of rows it would cancel itself out.
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE shared_months AS
     WITH days AS (
       SELECT r.series, floor((r.start + ${local ? OFFSET : 0}) / 86400) AS day, count(*) AS readings, min(r.start) AS first, max(r.start) AS last,
         sum(main.amount(r.value, r.value_scale)) AS total,
         bit_xor(hash(hash(r.start, r.duration, r.value, r.value_scale, r.cost, r.cost_scale, r.quality, r.tou, r.tier, r.cpp, ${OFFSET}))) AS digest
       FROM main.readings r JOIN main.series_facts f ON f.series = r.series
       ${OFFSETS}
       GROUP BY ALL),
     months AS (
       SELECT d.series, CASE WHEN ${known} THEN ${monthOfDay('d.day::INTEGER')} ELSE 0 END::INTEGER AS period,
         sum(d.readings)::BIGINT AS readings, min(d.first) AS first, max(d.last) AS last, sum(d.total) AS total, bit_xor(d.digest) AS digest
       FROM days d GROUP BY ALL)
     SELECT m.series, f.series_id, f.usage_point, coalesce(c.words, 'unknown') AS commodity, m.period, m.readings, m.first, m.last,
       main.scaled_to(m.total, f.power) AS total, f.unit,
       hash(m.digest, f.usage_point, f.name, f.unit, f.power, f.cost_power, f.currency)::VARCHAR AS digest
     FROM months m JOIN main.series_facts f ON f.series = m.series LEFT JOIN main.usage_points p ON p.id = f.usage_point
     LEFT JOIN main.code_words c ON c.list = 'service' AND c.code = p.service_kind`,
  );
}
