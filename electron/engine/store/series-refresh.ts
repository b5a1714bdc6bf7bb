/** Brings what is known of a series as a whole up to its readings: counts, sums, span, gaps, behaviour. */
import type { Connection } from './database.ts';
import { GAP_CONDITION } from './gap-rule.ts';
import { suggestHoles } from './holes.ts';
import { number } from './row.ts';

/** Works on `st_affected`; `st_dirty` are those whose blocks cannot be taken at their word, `zone` is that of the workspace. */
export async function refreshSeries(connection: Connection, zone: string): Promise<void> {
  await refreshGrid(connection);
  await refreshGaps(connection);
  await refreshFigures(connection);
  await suggestHoles(connection, zone);
  await connection.run(
    `DELETE FROM series WHERE count = 0 AND series IN (SELECT series FROM st_affected)
       AND series NOT IN (SELECT series FROM meter_readings WHERE series IS NOT NULL)`,
  );
}

/** The usual step between starts: the usual length where readings last, else the usual distance (registers). */
async function refreshGrid(connection: Connection): Promise<void> {
  const dirty = await connection.row('SELECT count(*) AS count FROM st_dirty');
  if (number(dirty?.count) === 0) return;
  await connection.run(
    `UPDATE series SET grid = g.grid FROM (
       SELECT series, least(coalesce(nullif(mode(duration), 0), mode(step), 0), 2147483647)::INTEGER AS grid FROM (
         SELECT series, duration, start - lag(start) OVER (PARTITION BY series ORDER BY start) AS step
         FROM readings WHERE series IN (SELECT series FROM st_dirty)) GROUP BY series) g
     WHERE series.series = g.series`,
  );
}

async function refreshGaps(connection: Connection): Promise<void> {
  // New series of plain blocks: the holes were seen while reading; only those between blocks are missing.
  await connection.run(
    `CREATE TEMP TABLE st_new AS SELECT series FROM series WHERE count = 0 AND series IN (SELECT series FROM st_map)
       AND series NOT IN (SELECT series FROM st_dirty)`,
  );
  await connection.run(
    `INSERT INTO gaps SELECT m.series, g.start, g.stop FROM st_gaps g JOIN st_map m ON g.block = m.doc_block
     WHERE m.series IN (SELECT series FROM st_new)`,
  );
  await connection.run(
    `INSERT INTO gaps SELECT series, previous_end, start FROM (
       SELECT b.series, b.first AS start, s.grid AS length,
         lag(b.last_end) OVER (PARTITION BY b.series ORDER BY b.first) AS previous_end
       FROM interval_blocks b JOIN series s USING (series)
       WHERE b.series IN (SELECT series FROM st_new) AND b.readings > 0)
     WHERE ${GAP_CONDITION}`,
  );
  // All others: the readings themselves are asked, once more in order.
  const others = 'SELECT series FROM st_affected EXCEPT SELECT series FROM st_new';
  const some = await connection.row(`SELECT count(*) AS count FROM (${others})`);
  if (number(some?.count) === 0) return;
  await connection.run(`DELETE FROM gaps WHERE series IN (${others})`);
  await connection.run(
    `INSERT INTO gaps SELECT series, previous_end, start FROM (
       SELECT r.series, r.start, CASE WHEN r.duration = 0 THEN s.grid ELSE r.duration END AS length,
         lag(r.start + CASE WHEN r.duration = 0 THEN s.grid ELSE r.duration END) OVER line AS previous_end
       FROM readings r JOIN series s USING (series) WHERE r.series IN (${others})
       WINDOW line AS (PARTITION BY r.series ORDER BY r.start))
     WHERE ${GAP_CONDITION}`,
  );
}

async function refreshFigures(connection: Connection): Promise<void> {
  await connection.run(
    `UPDATE series SET count = 0, sum_value = NULL, sum_cost = NULL, first = NULL, last = NULL, last_end = NULL,
       first_value = NULL, last_value = NULL, qualities = '{}' WHERE series IN (SELECT series FROM st_affected)`,
  );
  await connection.run(
    `UPDATE series SET count = f.count, sum_value = f.sum_value, sum_cost = f.sum_cost, first = f.first, last = f.last,
       last_end = f.last_end, first_value = f.first_value, last_value = f.last_value
     FROM (SELECT series, count(*) AS count, sum(amount(value, value_scale)) AS sum_value, sum(amount(cost, cost_scale)) AS sum_cost,
         min(start) AS first, max(start) AS last, max(start + duration) AS last_end,
         arg_min(amount(value, value_scale), start) AS first_value, arg_max(amount(value, value_scale), start) AS last_value
       FROM readings WHERE series IN (SELECT series FROM st_affected) GROUP BY series) f
     WHERE series.series = f.series`,
  );
  await connection.run(
    `UPDATE series SET qualities = q.qualities FROM (
       SELECT series, json_group_object(code, count) AS qualities FROM (
         SELECT series, CASE WHEN value IS NULL THEN 'missing' ELSE coalesce(quality::VARCHAR, 'none') END AS code, count(*) AS count
         FROM readings WHERE series IN (SELECT series FROM st_affected) GROUP BY ALL) GROUP BY series) q
     WHERE series.series = q.series`,
  );
  await connection.run(
    `UPDATE series SET gaps = coalesce(g.gaps, 0), gap_seconds = coalesce(g.seconds, 0), duplicates = coalesce(d.count, 0), overlapping = a.dirty
     FROM (SELECT DISTINCT series, series IN (SELECT series FROM st_dirty) AS dirty FROM st_affected) a
     LEFT JOIN (SELECT series, count(*) AS gaps, sum(stop - start) AS seconds FROM gaps
       WHERE series IN (SELECT series FROM st_affected) GROUP BY series) g ON g.series = a.series
     LEFT JOIN (SELECT series, count(*) AS count FROM superseded
       WHERE series IN (SELECT series FROM st_affected) GROUP BY series) d ON d.series = a.series
     WHERE series.series = a.series`,
  );
}
