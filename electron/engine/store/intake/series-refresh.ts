/** Brings what is known of a series as a whole up to its readings: counts, sums, span, gaps, behaviour. */
import { type DurationCount, decideGrid } from '#shared/espi/grid.ts';
import { suggestZeros } from '#shared/espi/series.ts';
import { decideSeriesKind, rollsOverSql, saysCumulative } from '#shared/espi/series-kind.ts';
import type { Connection, Row } from '../database.ts';
import { type Behaviour, behaviourOf, type ReadingType } from '../decisions.ts';
import { json, number, optionalText, text } from '../row.ts';
import { GAP_CONDITION } from './gap-rule.ts';
import { NOTHING_HOLED, suggestHoles } from './left-out-zeros.ts';
import { UNEVEN } from './series-book.ts';

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
  /** Some series is of days, weeks, months or irregular. */
  uneven: boolean;
  /** None of the series was there before. */
  alone: boolean;
  /** Of the workspace; stands in where a meter's own time is not known. */
  zone: string;
}

/**
 * Works on `st_affected`.
 * @param seen holes that were seen while reading, in `st_gaps`.
 */
export async function refreshSeries(
  connection: Connection,
  seen: { count: number },
  { dirty, uneven, alone, zone }: Situation,
): Promise<RefreshedSeries[]> {
  if (dirty) await refreshStep(connection);
  if (uneven) await refreshGrid(connection);
  await refreshGaps(connection, seen, alone && !dirty && !uneven);
  const rows = await refreshFigures(connection);
  const changed = await refreshBehaviour(
    connection,
    rows.filter(mayBeRegister).map(({ series }) => number(series)),
  );
  await suggestHoles(
    connection,
    rows.filter(({ gaps, step }) => number(gaps) > 0 && number(step) > 0).map(({ series }) => number(series)),
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
    behaviour: changed.get(number(row.series)) ?? (text(row.behaviour) as Behaviour), // the column holds nothing else
  }));
}

/** The usual step between starts: the usual length where readings last, else the usual distance (registers). */
async function refreshStep(connection: Connection): Promise<void> {
  await connection.run(
    `UPDATE series SET step = g.step FROM (
       SELECT series, least(coalesce(nullif(mode(duration), 0), mode(step), 0), 2147483647)::INTEGER AS step FROM (
         SELECT series, duration, start - lag(start) OVER (PARTITION BY series ORDER BY start) AS step
         FROM readings WHERE series IN (SELECT series FROM st_dirty)) GROUP BY series) g
     WHERE series.series = g.series`,
  );
}

/** What the readings of days, weeks, months and irregular series say of their grid, now that there are more of them. */
async function refreshGrid(connection: Connection): Promise<void> {
  const rows = await connection.rows(
    `SELECT series, any_value(reading_type) AS reading_type, json_group_array({'duration': duration, 'count': n}) AS durations
     FROM (SELECT series, duration, count(*) AS n FROM readings
         WHERE series IN (SELECT series FROM series WHERE ${UNEVEN} AND series IN (SELECT series FROM st_affected)) GROUP BY ALL)
       JOIN series USING (series) GROUP BY series`,
  );
  for (const row of rows) {
    const type = json(row.reading_type) as ReadingType; // written from the reader's model
    const grid = decideGrid(type.intervalLength, json(row.durations) as DurationCount[]); // made by the query
    const length = grid.value === 'fixed' ? grid.step : 0;
    await connection.run(
      `UPDATE series SET grid = $grid, interval_length = $length, interval_reason = $reason,
         step = CASE WHEN $step > 0 THEN $step ELSE step END WHERE series = $series`,
      { grid: grid.value, length, reason: grid.reason, step: grid.step, series: number(row.series) },
    );
  }
}

/** @param plain all series are new and even, and their blocks can be taken at their word. */
async function refreshGaps(connection: Connection, seen: { count: number }, plain: boolean): Promise<void> {
  // New series of plain blocks: the holes were seen while reading; only those between blocks are missing.
  if (!plain) {
    await connection.run(
      `CREATE TEMP TABLE st_new AS SELECT series FROM series WHERE count = 0 AND series IN (SELECT series FROM st_map)
         AND series NOT IN (SELECT series FROM st_dirty) AND NOT ${UNEVEN}`,
    );
  }
  const fresh = `SELECT series FROM ${plain ? 'st_affected' : 'st_new'}`;
  if (seen.count > 0) {
    await connection.run(
      `INSERT INTO gaps SELECT m.series, g.start, g.stop FROM st_gaps g JOIN st_map m ON g.block = m.doc_block
       WHERE m.series IN (${fresh})`,
    );
  }
  await connection.run(
    `INSERT INTO gaps SELECT series, previous_end, start FROM (
       SELECT b.series, b.first AS start, s.step AS length,
         lag(b.last_end) OVER (PARTITION BY b.series ORDER BY b.first) AS previous_end
       FROM interval_blocks b JOIN series s USING (series)
       WHERE b.series IN (${fresh}) AND b.readings > 0)
     WHERE ${GAP_CONDITION}`,
  );
  if (plain) return;
  // All others: the readings themselves are read, again in order.
  const others = 'SELECT series FROM st_affected EXCEPT SELECT series FROM st_new';
  const some = await connection.row(`SELECT count(*) AS count FROM (${others})`);
  if (number(some?.count) === 0) return;
  await connection.run(`DELETE FROM gaps WHERE series IN (${others})`);
  await connection.run(
    `INSERT INTO gaps SELECT series, previous_end, start FROM (
       SELECT r.series, r.start, CASE WHEN r.duration = 0 THEN s.step ELSE r.duration END AS length,
         lag(r.start + CASE WHEN r.duration = 0 THEN s.step ELSE r.duration END) OVER line AS previous_end
       FROM readings r JOIN series s USING (series) WHERE r.series IN (${others}) AND r.value IS NOT NULL
       WINDOW line AS (PARTITION BY r.series ORDER BY r.start))
     WHERE ${GAP_CONDITION}`,
  );
}

/** One pass over the readings, one update: both cost more than what is worked out. Answers the series as they are now. */
async function refreshFigures(connection: Connection): Promise<Row[]> {
  const none = suggestZeros(NOTHING_HOLED);
  return await connection.rows(
    `UPDATE series SET count = coalesce(f.count, 0), sum_value = f.sum_value, sum_cost = f.sum_cost, costed_value = f.costed_value, first = f.first, last = f.last,
       last_end = f.last_end, longest = f.longest, first_value = f.first_value, last_value = f.last_value, qualities = coalesce(f.qualities, '{}'),
       gaps = coalesce(g.gaps, 0), gap_seconds = coalesce(g.seconds, 0), duplicates = coalesce(d.count, 0), overlapping = a.dirty,
       holes_suggested = CASE WHEN g.gaps > 0 THEN holes_suggested ELSE $value END,
       holes_reason = CASE WHEN g.gaps > 0 THEN holes_reason ELSE $reason END
     FROM (SELECT DISTINCT series, series IN (SELECT series FROM st_dirty) AS dirty FROM st_affected) a
     LEFT JOIN (
       SELECT series, sum(count)::BIGINT AS count, sum(sum_value) AS sum_value, sum(sum_cost) AS sum_cost, sum(costed_value) AS costed_value,
         min(first) AS first, max(last) AS last, max(last_end) AS last_end, max(longest) AS longest,
         arg_min(first_value, first_valued) AS first_value, arg_max(last_value, last_valued) AS last_value,
         json_group_object(CASE WHEN missing THEN 'missing' ELSE coalesce(quality::VARCHAR, 'none') END, count) AS qualities
       FROM (
         SELECT series, value IS NULL AS missing, CASE WHEN value IS NOT NULL THEN quality END AS quality, count(*) AS count,
           sum(amount(value, value_scale)) AS sum_value, sum(amount(cost, cost_scale)) AS sum_cost,
           sum(amount(value, value_scale)) FILTER (cost IS NOT NULL) AS costed_value,
           min(start) AS first, max(start) AS last, max(start + greatest(duration, 1)) AS last_end, max(duration) AS longest,
           arg_min(amount(value, value_scale), start) AS first_value, min(start) FILTER (value IS NOT NULL) AS first_valued,
           arg_max(amount(value, value_scale), start) AS last_value, max(start) FILTER (value IS NOT NULL) AS last_valued
         FROM readings WHERE series IN (SELECT series FROM st_affected) GROUP BY ALL) GROUP BY series) f ON f.series = a.series
     LEFT JOIN (SELECT series, count(*) AS gaps, sum(stop - start) AS seconds FROM gaps
       WHERE series IN (SELECT series FROM st_affected) GROUP BY series) g ON g.series = a.series
     LEFT JOIN (SELECT series, count(*) AS count FROM superseded
       WHERE series IN (SELECT series FROM st_affected) GROUP BY series) d ON d.series = a.series
     WHERE series.series = a.series
     RETURNING series.series, series.usage_point, series.count, series.gaps, series.step, series.duplicates, series.behaviour, series.decided,
       series.longest, (series.reading_type->>'accumulationBehaviour')::INTEGER AS accumulation`,
    { value: none.value, reason: none.reason },
  );
}

/** What the reading type says of amounts, and of samples, is believed; so are long series that it says nothing of. */
const DELTA = 4;
const MOST_UNDECLARED = 5000;

/** True of a series whose readings, as they are now, may show that it is a register, or none. */
function mayBeRegister({ decided, accumulation, longest, count }: Row): boolean {
  if (decided === 'sample' || number(count) === 0) return false;
  if (decided === 'register' || saysCumulative({ accumulationBehaviour: number(accumulation) })) return true;
  return longest === 0 || (accumulation !== DELTA && number(count) <= MOST_UNDECLARED);
}

/** What all readings of series say of their behaviour; answers those whose behaviour changed by it. */
async function refreshBehaviour(connection: Connection, series: readonly number[]): Promise<Map<number, Behaviour>> {
  const changed = new Map<number, Behaviour>();
  if (series.length === 0) return changed;
  const rows = await connection.rows(
    `SELECT s.series, any_value(s.reading_type) AS reading_type, any_value(s.decided) AS decided, any_value(s.behaviour_reason) AS reason,
       any_value(s.behaviour_by) AS said_by, count(*) AS count, count(*) FILTER (duration = 0) AS zero_durations,
       count(*) FILTER (v > before) AS rises, count(*) FILTER (v < before) AS falls,
       count(*) FILTER (v < before AND ${rollsOverSql('before', 'v')}) AS rollovers,
       arg_min(v, start) AS first, arg_max(v, start) AS last, min(v) AS least
     FROM (SELECT *, lag(v) OVER (PARTITION BY series ORDER BY start, block, ordinal) AS before
       FROM (SELECT series, start, duration, block, ordinal, amount(value, value_scale) AS v FROM readings
         WHERE series IN (${series.join(', ')}) AND value IS NOT NULL))
     JOIN series s USING (series) GROUP BY s.series`,
  );
  for (const row of rows) {
    const kind = decideSeriesKind(json(row.reading_type) as ReadingType, {
      count: number(row.count),
      zeroDurations: number(row.zero_durations),
      rises: number(row.rises),
      falls: number(row.falls),
      rollovers: number(row.rollovers),
      first: number(row.first),
      last: number(row.last),
      least: number(row.least),
    }); // the type is written from the reader's model
    const behaviour = behaviourOf(kind.value);
    if (behaviour === row.decided && kind.reason === row.reason) continue;
    const by = kind.certain ? 'source' : 'detected';
    const own = row.said_by === 'user' ? '' : ', behaviour = $behaviour, behaviour_by = $by';
    const parameters = { behaviour, reason: kind.reason, series: number(row.series) };
    await connection.run(
      `UPDATE series SET decided = $behaviour, behaviour_reason = $reason${own} WHERE series = $series`,
      own === '' ? parameters : { ...parameters, by },
    );
    if (own !== '') changed.set(number(row.series), behaviour);
  }
  return changed;
}
