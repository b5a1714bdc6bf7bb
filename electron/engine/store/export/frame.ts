/** What an export is about: which meters and series, by which clocks, in which span; and how many readings that makes. */
import type { LocalTimeView } from '#shared/contract/portfolio.ts';
import { defusedSql } from '#shared/csv.ts';
import { AppError } from '#shared/errors.ts';
import { type Clock, clockOf, instantOf } from '#shared/time/index.ts';
import type { ExportSelection } from '../../calls/export.ts';
import type { Connection, Row } from '../database.ts';
import { qualityClassOf } from '../decisions.ts';
import { localTimeOf } from '../local-time.ts';
import { groupIds } from '../questions/group-members.ts';
import { number, optionalNumber, optionalText, text } from '../row.ts';
import { seriesOf } from '../stored-series.ts';
import { clockWords, shownSeries, zoneFrom, zoneIn } from './shown.ts';
import { createTable, insertRows } from './sql.ts';

/** A clock that meters of the export have in common. Times are epoch seconds. */
export interface ExportClock {
  clock: Clock;
  /** IANA name, where one is certain. */
  zone: string | undefined;
  /** The span that is asked for, [since, until), by this clock. */
  since: number | undefined;
  until: number | undefined;
}

/** A series that has data before the span ends and after it begins. */
export interface SeriesPart {
  /** Number in the store. */
  series: number;
  /** Id of its usage point. */
  point: string;
  /** Index in {@link ExportFrame.clocks}. */
  clock: number;
  /** Those that begin in the span: none where it lies in a hole, or within one reading. */
  readings: number;
}

/** A series with its readings in the span. */
export interface SeriesShare extends SeriesPart {
  /** Starts of its first and last reading. */
  first: number;
  last: number;
}

export interface ExportFrame {
  /** The first one is the workspace's. */
  clocks: ExportClock[];
  /** No meters or series were chosen: what belongs to no meter is in it, too. */
  isWhole: boolean;
  /** In the order in which they are written: by usage point. All whose days have rows. */
  parts: SeriesPart[];
  /** Only those with readings in the span, in the same order. */
  series: SeriesShare[];
  readings: number;
  /** Usage points with readings in the span. */
  meters: number;
}

/** Usage point of readings that hang on none, for the partitions. */
const NO_USAGE_POINT = 'none';

const POINT_COLUMNS = { id: 'VARCHAR', clock: 'INTEGER' } as const;
const CLOCK_COLUMNS = { clock: 'INTEGER', zone: 'VARCHAR', zone_from: 'VARCHAR', clock_words: 'VARCHAR' } as const;
const SERIES_COLUMNS = {
  series: 'INTEGER',
  series_id: 'VARCHAR',
  usage_point: 'VARCHAR',
  point_text: 'VARCHAR',
  name: 'VARCHAR',
  unit: 'VARCHAR',
  power: 'INTEGER',
  cost_power: 'INTEGER',
  currency: 'VARCHAR',
  behaviour: 'VARCHAR',
  holes_are: 'VARCHAR',
  clock: 'INTEGER',
  since: 'BIGINT',
  until: 'BIGINT',
} as const;

/** Columns of series that are written with each of their rows. */
const TEXTS = ['point_text', 'name', 'unit', 'currency'];

/**
 * Fills temporary tables with what SQL alone cannot know: `ex_points` (usage points), `ex_clocks`, `ex_series`,
 * `ex_qualities`.
 * @param defused texts are written to CSV without what a spreadsheet would run
 * @throws AppError `meter_unknown`, `span_empty`, `day_invalid`
 */
export async function prepareFrame(
  connection: Connection,
  zone: string,
  asked: ExportSelection | undefined,
  defused: boolean,
): Promise<ExportFrame> {
  const selection = await withoutGroup(connection, await namedMeters(connection, asked ?? {}));
  const clocks = await makeClocks(connection, zone, selection);
  await makeSeries(connection, clocks, selection);
  // Once for a series instead of once for a reading.
  if (defused)
    await connection.run(`UPDATE ex_series SET ${TEXTS.map((name) => `${name} = ${defusedSql(name)}`).join(', ')}`);
  await makeQualities(connection);
  const rows = await connection.rows(
    `SELECT e.series, e.usage_point, e.clock, coalesce(r.readings, 0) AS readings, r.first, r.last
     FROM ex_series e JOIN series s USING (series) LEFT JOIN (
       SELECT r.series, count(*) AS readings, min(r.start) AS first, max(r.start) AS last
       FROM readings r JOIN ex_series e USING (series)
       WHERE (e.since IS NULL OR r.start >= e.since) AND (e.until IS NULL OR r.start < e.until)
       GROUP BY r.series) r USING (series)
     WHERE r.readings > 0 OR ((e.since IS NULL OR s.last_end > e.since) AND (e.until IS NULL OR s.first < e.until))
     ORDER BY e.usage_point, e.series`,
  );
  const series = rows
    .filter((row) => number(row.readings) > 0)
    .map((row) => ({ ...partOf(row), first: number(row.first), last: number(row.last) }));
  return {
    clocks,
    isWhole: ofAllPoints(selection) && selection.series === undefined,
    parts: rows.map(partOf),
    series,
    readings: series.reduce((sum, { readings }) => sum + readings, 0),
    meters: new Set(series.map(({ point }) => point)).size,
  };
}

function partOf(row: Row): SeriesPart {
  const { series, usage_point: point, clock, readings } = row;
  return { series: number(series), point: text(point), clock: number(clock), readings: number(readings) };
}

/** The selection with the ids of the usage points that `meters` names. */
async function namedMeters(connection: Connection, selection: ExportSelection): Promise<ExportSelection> {
  if (selection.meters === undefined) return selection;
  const rows = await connection.rows(
    `WITH named AS (SELECT unnest($names::JSON::VARCHAR[]) AS name)
     SELECT n.name, p.id FROM named n LEFT JOIN (
       SELECT p.id, p.uid, s.meter FROM usage_points p LEFT JOIN usage_point_facts s ON s.usage_point = p.id) p
     ON n.name IN (p.id, p.uid, p.meter)`,
    { names: JSON.stringify(selection.meters) },
  );
  const unknown = rows.filter(({ id }) => id === null).map(({ name }) => text(name));
  if (unknown.length > 0) {
    throw new AppError({
      code: 'meter_unknown',
      message: `There is no meter ${unknown.slice(0, 5).join(', ')} in the workspace.`,
      action: 'Name meters by their number or by their uid, as the list of meters shows them.',
      details: { unknown },
    });
  }
  return { ...selection, usagePoints: [...new Set(rows.map(({ id }) => text(id)))] };
}

/** The selection with the ids of the usage points of its group in the group's place. */
async function withoutGroup(connection: Connection, selection: ExportSelection): Promise<ExportSelection> {
  const { group, usagePoints, ...others } = selection;
  if (group === undefined) return selection;
  const rows = await connection.rows(`SELECT id FROM usage_points WHERE id IN ${await groupIds(connection, group)}`);
  const named = usagePoints === undefined ? undefined : new Set(usagePoints);
  return { ...others, usagePoints: rows.map(({ id }) => text(id)).filter((id) => named?.has(id) ?? true) };
}

/** Which usage points are meant (alias `p`); `$series` and so on as {@link parametersOf} binds them. */
const CHOSEN_POINTS = `($points IS NULL OR p.id IN (SELECT unnest($points::JSON::VARCHAR[])))
  AND ($authorization IS NULL OR p.authorization_uid = $authorization)
  AND ($series IS NULL OR p.id IN (SELECT usage_point FROM series WHERE id IN (SELECT unnest($series::JSON::VARCHAR[]))))`;

function parametersOf({ usagePoints, authorization, series }: ExportSelection) {
  return {
    points: usagePoints === undefined ? undefined : JSON.stringify(usagePoints),
    authorization,
    series: series === undefined ? undefined : JSON.stringify(series),
  };
}

/** The clocks of the chosen usage points; the first one is the workspace's, for readings that hang on no usage point. */
async function makeClocks(connection: Connection, zone: string, selection: ExportSelection): Promise<ExportClock[]> {
  const points = await connection.rows(
    `SELECT p.id, p.local_time, d.value AS chosen_zone FROM usage_points p
     LEFT JOIN decisions d ON d.subject = p.id AND d.name = 'zone' WHERE ${CHOSEN_POINTS}`,
    parametersOf(selection),
  );
  const views: LocalTimeView[] = [await localTimeOf(connection, undefined, zone)];
  const known = new Map<string, number>([['|', 0]]);
  const placed = [];
  for (const row of points) {
    const key = `${row.chosen_zone ?? ''}|${row.local_time ?? ''}`;
    let clock = known.get(key);
    if (clock === undefined) {
      clock = views.length;
      known.set(key, clock);
      views.push(await localTimeOf(connection, optionalText(row.local_time), zone, optionalText(row.chosen_zone)));
    }
    placed.push({ id: text(row.id), clock });
  }
  await createTable(connection, 'ex_points', POINT_COLUMNS);
  await insertRows(connection, 'ex_points', POINT_COLUMNS, placed);
  const spans = await connection.rows(
    'SELECT p.clock, min(s.first) AS first, max(s.last_end) AS last FROM series s JOIN ex_points p ON p.id = s.usage_point WHERE s.count > 0 GROUP BY ALL',
  );
  const clocks = views.map((view, place): ExportClock => {
    const clock = clockOf(view);
    const span = spans.find((row) => number(row.clock) === place);
    const [first, last] = [optionalNumber(span?.first), optionalNumber(span?.last)];
    return { clock, zone: zoneIn(view, clock, first, last, zone), ...spanBy(clock, selection) };
  });
  await createTable(connection, 'ex_clocks', CLOCK_COLUMNS);
  await insertRows(
    connection,
    'ex_clocks',
    CLOCK_COLUMNS,
    views.map((view, clock) => ({
      clock,
      zone: clocks[clock]?.zone,
      zone_from: zoneFrom(view),
      clock_words: clockWords(view),
    })),
  );
  return clocks;
}

/** The asked span by a clock: whole days of its calendar where days were asked for. */
function spanBy(clock: Clock, selection: ExportSelection): { since: number | undefined; until: number | undefined } {
  const { firstDay, lastDay } = selection;
  const bounds = {
    since: firstDay === undefined ? undefined : instantOf(clock, startOf(firstDay)),
    until: lastDay === undefined ? undefined : instantOf(clock, startOf(lastDay) + 86_400),
  };
  const since = most([bounds.since, selection.from === undefined ? undefined : Math.floor(selection.from)], Math.max);
  const until = most([bounds.until, selection.to === undefined ? undefined : Math.ceil(selection.to)], Math.min);
  if (since !== undefined && until !== undefined && since >= until) {
    throw new AppError({
      code: 'span_empty',
      message: `The span to export ends before it begins${firstDay && lastDay ? `: ${firstDay} to ${lastDay}` : ''}.`,
      action: 'Choose a last day that is not before the first one.',
    });
  }
  return { since, until };
}

function most(values: readonly (number | undefined)[], pick: (...known: number[]) => number): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : pick(...known);
}

/** Midnight of a date, as seconds since 1970-01-01 of its own calendar. */
function startOf(day: string): number {
  const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(day)) return time / 1000;
  throw new AppError({
    code: 'day_invalid',
    message: `${day} is not a date.`,
    action: 'Write dates as year, month and day: 2025-01-31.',
  });
}

/** Nobody chose usage points. */
function ofAllPoints({ usagePoints, authorization }: ExportSelection): boolean {
  return usagePoints === undefined && authorization === undefined;
}

/** Series that are looked at together: their reading types are text, and a portfolio has many. */
const PAGE = 2000;

async function makeSeries(
  connection: Connection,
  clocks: readonly ExportClock[],
  selection: ExportSelection,
): Promise<void> {
  await createTable(connection, 'ex_series', SERIES_COLUMNS);
  const all = ofAllPoints(selection);
  for (let after = -1; ; ) {
    const rows = await connection.rows(
      `SELECT s.*, p.clock, u.service_kind FROM series s LEFT JOIN ex_points p ON p.id = s.usage_point
       LEFT JOIN usage_points u ON u.id = s.usage_point
       WHERE s.count > 0 AND s.series > $after AND (p.id IS NOT NULL ${all ? 'OR u.id IS NULL' : ''})
         AND ($series IS NULL OR s.id IN (SELECT unnest($series::JSON::VARCHAR[])))
       ORDER BY s.series LIMIT ${PAGE}`,
      { after, series: parametersOf(selection).series },
    );
    await insertRows(
      connection,
      'ex_series',
      SERIES_COLUMNS,
      rows.map((row) => {
        const series = seriesOf(row);
        const clock = number(row.clock);
        return {
          ...shownSeries(series, optionalNumber(row.service_kind)),
          usage_point: series.usagePoint ?? NO_USAGE_POINT,
          point_text: series.usagePoint ?? NO_USAGE_POINT,
          clock,
          since: clocks[clock]?.since,
          until: clocks[clock]?.until,
        };
      }),
    );
    if (rows.length < PAGE) return;
    after = number(rows.at(-1)?.series);
  }
}

async function makeQualities(connection: Connection): Promise<void> {
  const columns = { code: 'SMALLINT', missing: 'BOOLEAN', class: 'VARCHAR' } as const;
  await createTable(connection, 'ex_qualities', columns);
  const rows = await connection.rows(
    'SELECT DISTINCT quality FROM readings WHERE series IN (SELECT series FROM ex_series)',
  );
  await insertRows(
    connection,
    'ex_qualities',
    columns,
    rows.flatMap((row) => {
      const code = optionalNumber(row.quality);
      return [false, true].map((missing) => ({ code, missing, class: qualityClassOf(code, !missing) }));
    }),
  );
}
