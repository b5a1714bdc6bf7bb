/** What the readings of a series come to in each month of its meter's own time (`month-sums.ts`), of the sums of days that there are. */
import type { Migration } from './migration.ts';

export const monthSums: Migration = {
  version: 26,
  name: 'month-sums',
  statements: [
    `CREATE TABLE month_sums (series INTEGER NOT NULL, month INTEGER NOT NULL, total DOUBLE, estimated_seconds DOUBLE NOT NULL,
       peak DOUBLE, peak_at BIGINT, least DOUBLE, least_days INTEGER NOT NULL, step INTEGER NOT NULL)`,
    `INSERT INTO month_sums BY NAME
     SELECT series, month, sum(total) AS total, sum(estimated_seconds) AS estimated_seconds, max(peak) AS peak,
       arg_max(peak_at, (peak, -peak_at)) FILTER (peak IS NOT NULL) AS peak_at,
       sum(least) FILTER (whole) AS least, count(least) FILTER (whole) AS least_days, any_value(step) AS step
     FROM (SELECT d.series, (year(DATE '1970-01-01' + d.day) * 12 + month(DATE '1970-01-01' + d.day) - 1)::INTEGER AS month, s.step,
         sum(d.total) AS total, sum(d.estimated_seconds) AS estimated_seconds, max(d.peak) AS peak,
         arg_max(d.peak_at, (d.peak, -d.peak_at)) FILTER (d.peak IS NOT NULL) AS peak_at, min(d.least) AS least,
         (coalesce(s.holes_decided, '') = 'zeros' AND s.behaviour = 'interval' AND s.step > 0 AND s.grid IN ('fixed', 'day'))
           OR sum(d.weight) * s.step >= 82800 AS whole
       FROM day_sums d JOIN series s USING (series)
       GROUP BY d.series, d.day, s.step, s.holes_decided, s.behaviour, s.grid)
     GROUP BY series, month ORDER BY series, month`,
  ],
};
