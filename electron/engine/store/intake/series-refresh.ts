/** Brings what is known of a series as a whole up to its readings: counts, sums, span, gaps, behaviour. */
import { type DurationCount, decideGrid, nearRegularSql } from '#shared/espi/grid.ts';
import { decideSeriesKind, rollsOverSql, saysCumulative } from '#shared/espi/series-kind.ts';
import type { Connection, Row } from '../database.ts';
import { refreshDaySums } from '../day-sums.ts';
import { type Behaviour, behaviourOf, type ReadingType } from '../decisions.ts';
import { json, number, optionalText, text } from '../row.ts';
import { findAppended } from './appended-series.ts';
import { suggestHoles } from './left-out-zeros.ts';
import { UNEVEN } from './series-book.ts';
import { refreshFigures } from './series-figures.ts';
import { refreshGaps, regapSeries } from './series-gaps.ts';

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
  /** Series whose earlier readings changed, came or went: what is known of them is worked out anew. Undefined where that holds for all. */
  reduced: ReadonlySet<number> | undefined;
  /** Those whose grid may be another now, besides what is uneven. */
  regridded: ReadonlySet<number>;
  /** Those whose reading type says something else than before. */
  retyped: ReadonlySet<number>;
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
  { dirty, uneven, alone, reduced, regridded, retyped, zone }: Situation,
): Promise<RefreshedSeries[]> {
  const someUneven = uneven || regridded.size > 0;
  if (regridded.size > 0) await refreshGrid(connection, `series IN (${[...regridded].join(', ')})`);
  if (dirty) await refreshStep(connection);
  if (someUneven) await refreshGrid(connection, UNEVEN);
  const appended = !alone && reduced !== undefined && (await findAppended(connection, reduced));
  await refreshGaps(connection, seen, {
    plain: alone && !dirty && !someUneven,
    appended,
    reduced: reduced ?? new Set(),
  });
  const rows = await refreshFigures(connection, appended);
  const changed = await refreshBehaviour(
    connection,
    rows.filter((row) => retyped.has(number(row.series)) || mayBeRegister(row)).map(({ series }) => number(series)),
  );
  const behaviourNow = (row: Row) => changed.get(number(row.series)) ?? (text(row.behaviour) as Behaviour); // the column holds nothing else
  await regapSeries(
    connection,
    rows.filter((row) => [row.behaviour, behaviourNow(row)].includes('register')).map(({ series }) => number(series)),
  );
  await suggestHoles(
    connection,
    rows.filter(({ gaps, step }) => number(gaps) > 0 && number(step) > 0).map(({ series }) => number(series)),
    zone,
  );
  await refreshDaySums(connection, zone, 's.series IN (SELECT series FROM st_affected)', appended);
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
    behaviour: behaviourNow(row),
  }));
}

/** The usual step between starts: the usual length where readings last, as `decideGrid` has it, else the usual distance (registers). */
async function refreshStep(connection: Connection): Promise<void> {
  await connection.run(
    `UPDATE series SET step = g.step FROM (
       SELECT series, least(coalesce(nullif(${nearRegularSql('mode(duration)')}, 0), mode(step), 0), 2147483647)::INTEGER AS step FROM (
         SELECT series, duration, start - lag(start) OVER (PARTITION BY series ORDER BY start) AS step
         FROM readings WHERE series IN (SELECT series FROM st_dirty)) GROUP BY series) g
     WHERE series.series = g.series`,
  );
}

/** What the readings of series say of their grid, now that there are more of them, or another type. @param chosen SQL: a condition on series */
async function refreshGrid(connection: Connection, chosen: string): Promise<void> {
  const rows = await connection.rows(
    `SELECT series, any_value(reading_type) AS reading_type, json_group_array({'duration': duration, 'count': n}) AS durations
     FROM (SELECT series, duration, count(*) AS n FROM readings
         WHERE series IN (SELECT series FROM series WHERE ${chosen} AND series IN (SELECT series FROM st_affected)) GROUP BY ALL)
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
