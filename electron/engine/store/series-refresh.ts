/** Brings what is known of a series as a whole up to its readings: counts, sums, span, gaps, behaviour. */
import { suggestZeros } from '#shared/espi/series.ts';
import type { Connection, Row } from './database.ts';
import type { Behaviour } from './decisions.ts';
import { GAP_CONDITION } from './gap-rule.ts';
import { NOTHING_HOLED, suggestHoles } from './holes.ts';
import { number, optionalText, text } from './row.ts';
import type { StagingSink } from './sink.ts';

/** A series whose readings changed. */
export interface RefreshedSeries {
  series: number;
  usagePoint: string | undefined;
  /** Readings that lost against another one for the same time. */
  duplicates: number;
  behaviour: Behaviour;
}

interface Situation {
  /** Some blocks cannot be taken at their word: `st_dirty`. */
  dirty: boolean;
  /** None of the series was there before. */
  alone: boolean;
  /** Of the workspace; stands in where a meter's own time is not known. */
  zone: string;
}

/** Works on `st_affected`. */
export async function refreshSeries(
  connection: Connection,
  sink: StagingSink,
  { dirty, alone, zone }: Situation,
): Promise<RefreshedSeries[]> {
  if (dirty) await refreshGrid(connection);
  await refreshGaps(connection, sink, alone && !dirty);
  const rows = await refreshFigures(connection);
  await suggestHoles(
    connection,
    rows.filter(({ gaps, grid }) => number(gaps) > 0 && number(grid) > 0).map(({ series }) => number(series)),
    zone,
  );
  if (rows.some(({ count }) => number(count) === 0)) {
    await connection.run(
      `DELETE FROM series WHERE count = 0 AND series IN (SELECT series FROM st_affected)
         AND series NOT IN (SELECT series FROM meter_readings WHERE series IS NOT NULL)`,
    );
  }
  return rows.map((row) => ({
    series: number(row.series),
    usagePoint: optionalText(row.usage_point),
    duplicates: number(row.duplicates),
    behaviour: text(row.behaviour) as Behaviour, // the column holds nothing else
  }));
}

/** The usual step between starts: the usual length where readings last, else the usual distance (registers). */
async function refreshGrid(connection: Connection): Promise<void> {
  await connection.run(
    `UPDATE series SET grid = g.grid FROM (
       SELECT series, least(coalesce(nullif(mode(duration), 0), mode(step), 0), 2147483647)::INTEGER AS grid FROM (
         SELECT series, duration, start - lag(start) OVER (PARTITION BY series ORDER BY start) AS step
         FROM readings WHERE series IN (SELECT series FROM st_dirty)) GROUP BY series) g
     WHERE series.series = g.series`,
  );
}

/** @param plain all series are new, and their blocks can be taken at their word. */
async function refreshGaps(connection: Connection, sink: StagingSink, plain: boolean): Promise<void> {
  // New series of plain blocks: the holes were seen while reading; only those between blocks are missing.
  if (!plain) {
    await connection.run(
      `CREATE TEMP TABLE st_new AS SELECT series FROM series WHERE count = 0 AND series IN (SELECT series FROM st_map)
         AND series NOT IN (SELECT series FROM st_dirty)`,
    );
  }
  const fresh = `SELECT series FROM ${plain ? 'st_affected' : 'st_new'}`;
  if (sink.gaps.count > 0) {
    await connection.run(
      `INSERT INTO gaps SELECT m.series, g.start, g.stop FROM st_gaps g JOIN st_map m ON g.block = m.doc_block
       WHERE m.series IN (${fresh})`,
    );
  }
  await connection.run(
    `INSERT INTO gaps SELECT series, previous_end, start FROM (
       SELECT b.series, b.first AS start, s.grid AS length,
         lag(b.last_end) OVER (PARTITION BY b.series ORDER BY b.first) AS previous_end
       FROM interval_blocks b JOIN series s USING (series)
       WHERE b.series IN (${fresh}) AND b.readings > 0)
     WHERE ${GAP_CONDITION}`,
  );
  if (plain) return;
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

/** One pass over the readings, one update: both cost more than what is worked out. Answers the series as they are now. */
async function refreshFigures(connection: Connection): Promise<Row[]> {
  const none = suggestZeros(NOTHING_HOLED);
  return await connection.rows(
    `UPDATE series SET count = coalesce(f.count, 0), sum_value = f.sum_value, sum_cost = f.sum_cost, first = f.first, last = f.last,
       last_end = f.last_end, first_value = f.first_value, last_value = f.last_value, qualities = coalesce(f.qualities, '{}'),
       gaps = coalesce(g.gaps, 0), gap_seconds = coalesce(g.seconds, 0), duplicates = coalesce(d.count, 0), overlapping = a.dirty,
       holes_suggested = CASE WHEN g.gaps > 0 THEN holes_suggested ELSE $value END,
       holes_reason = CASE WHEN g.gaps > 0 THEN holes_reason ELSE $reason END
     FROM (SELECT DISTINCT series, series IN (SELECT series FROM st_dirty) AS dirty FROM st_affected) a
     LEFT JOIN (
       SELECT series, sum(count)::BIGINT AS count, sum(sum_value) AS sum_value, sum(sum_cost) AS sum_cost,
         min(first) AS first, max(last) AS last, max(last_end) AS last_end,
         arg_min(first_value, first_valued) AS first_value, arg_max(last_value, last_valued) AS last_value,
         json_group_object(CASE WHEN missing THEN 'missing' ELSE coalesce(quality::VARCHAR, 'none') END, count) AS qualities
       FROM (
         SELECT series, value IS NULL AS missing, CASE WHEN value IS NOT NULL THEN quality END AS quality, count(*) AS count,
           sum(amount(value, value_scale)) AS sum_value, sum(amount(cost, cost_scale)) AS sum_cost,
           min(start) AS first, max(start) AS last, max(start + duration) AS last_end,
           arg_min(amount(value, value_scale), start) AS first_value, min(start) FILTER (value IS NOT NULL) AS first_valued,
           arg_max(amount(value, value_scale), start) AS last_value, max(start) FILTER (value IS NOT NULL) AS last_valued
         FROM readings WHERE series IN (SELECT series FROM st_affected) GROUP BY ALL) GROUP BY series) f ON f.series = a.series
     LEFT JOIN (SELECT series, count(*) AS gaps, sum(stop - start) AS seconds FROM gaps
       WHERE series IN (SELECT series FROM st_affected) GROUP BY series) g ON g.series = a.series
     LEFT JOIN (SELECT series, count(*) AS count FROM superseded
       WHERE series IN (SELECT series FROM st_affected) GROUP BY series) d ON d.series = a.series
     WHERE series.series = a.series
     RETURNING series.series, series.usage_point, series.count, series.gaps, series.grid, series.duplicates, series.behaviour`,
    { value: none.value, reason: none.reason },
  );
}
