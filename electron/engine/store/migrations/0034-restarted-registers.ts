/**
 * Steps in which registers begin anew without having rolled over are gaps. Until here they counted as covered, although no total has
 * them. What rolled over is counted now: the days of such registers are summed again once the store is open.
 */
import type { Migration } from './migration.ts';

const WIDTH = 'pow(10, ceil(log10(greatest(before, 0) + 1)))';
const RATE = '(start - since)::DOUBLE';
const ROLLS_OVER = `before >= 9000 AND after >= 0 AND before >= 0.9 * ${WIDTH} AND after <= 0.1 * ${WIDTH}
  AND (after - before + ${WIDTH}) / ${RATE} <= 2 * coalesce(fastest, 0)`;

export const restartedRegisters: Migration = {
  version: 34,
  name: 'restarted-registers',
  statements: [
    `CREATE TEMP TABLE restarted AS SELECT series, since, start, ${ROLLS_OVER} AS rolled FROM (
       SELECT *, max(CASE WHEN after >= before AND start > since THEN (after - before) / ${RATE} END) OVER (PARTITION BY series) AS fastest FROM (
         SELECT r.series, r.start, lag(r.start) OVER line AS since,
           lag(r.value * pow(10.0, r.value_scale)) OVER line AS before, r.value * pow(10.0, r.value_scale) AS after
         FROM readings r JOIN series s USING (series)
         WHERE r.value IS NOT NULL AND s.behaviour = 'register' AND coalesce((s.reading_type->>'flowDirection')::INTEGER, 0) <> 4
         WINDOW line AS (PARTITION BY r.series ORDER BY r.start)))
     WHERE before > 0 AND after < before / 2 AND start > since`,
    // Holes that lie in such a step are part of it.
    'DELETE FROM gaps WHERE EXISTS (SELECT 1 FROM restarted r WHERE NOT r.rolled AND r.series = gaps.series AND r.start = gaps.stop)',
    'INSERT INTO gaps SELECT series, since, start FROM restarted WHERE NOT rolled',
    `UPDATE series SET gaps = g.count, gap_seconds = g.seconds
     FROM (SELECT series, count(*) AS count, sum(stop - start)::BIGINT AS seconds FROM gaps GROUP BY series) g
     WHERE series.series = g.series AND series.series IN (SELECT series FROM restarted)`,
    'DELETE FROM day_sums WHERE series IN (SELECT series FROM restarted WHERE rolled)',
    'DELETE FROM month_sums WHERE series IN (SELECT series FROM restarted WHERE rolled)',
    'UPDATE series SET day_clock = NULL, day_whole = NULL WHERE series IN (SELECT series FROM restarted WHERE rolled)',
    // They have the coverage of each meter, and are filled again when the store is opened.
    'DELETE FROM usage_point_facts WHERE EXISTS (SELECT 1 FROM restarted)',
    'DROP TABLE restarted',
  ],
};
