/** Values by day or month of each meter's own calendar, as SQL. */
import { type Clock, type LocalPeriod, localPeriods, localTime } from '#shared/time/index.ts';
import { FIGURES, pieces } from '../amounts.ts';
import type { Connection } from '../database.ts';
import { spanSeconds } from '../questions/covered.ts';
import { gapsBetween, sentBetween } from '../readings-between.ts';
import { number } from '../row.ts';
import { type Series, seriesOf } from '../stored-series.ts';
import type { ExportClock, ExportFrame, SeriesPart } from './frame.ts';
import { createTable, insertRows, offsetText } from './sql.ts';

/** Series of one statement, and about how many readings these have at most. */
const BATCH_SERIES = 50;
const BATCH_READINGS = 200_000;

/**
 * A reading that is longer than this many times the period says nothing of the period. A billing period of 36 days still
 * says something of February, and a day of 25 hours of one of 23.
 */
const LONGEST_READING = { day: 1.1, month: 1.3 } as const;
/** More time than this no series spans; where one seems to, only the periods around its readings are looked at. */
const MOST_SECONDS = 100 * 366 * 86_400;

const PERIOD_COLUMNS = {
  clock: 'INTEGER',
  n: 'INTEGER',
  label: 'VARCHAR',
  local: 'VARCHAR',
  start: 'BIGINT',
  stop: 'BIGINT',
} as const;

/** Periods of a clock, one after the other; without a label where nothing is exported. */
type Periods = readonly (Pick<LocalPeriod, 'start' | 'end'> & { label: string | undefined })[];

export interface PeriodBatch {
  /** Rows of several series, by usage point, series and period. */
  sql: string;
  readings: number;
}

/** The periods of all series that go on in the span, also where none of their readings begins there; needs the tables of {@link prepareFrame}. */
export async function* periodBatches(
  connection: Connection,
  frame: ExportFrame,
  period: 'day' | 'month',
): AsyncGenerator<PeriodBatch> {
  const calendars = await makePeriods(connection, frame, period);
  let batch: SeriesPart[] = [];
  for (const part of frame.parts) {
    const readings = batch.reduce((sum, one) => sum + one.readings, 0);
    if (batch.length > 0 && (batch.length >= BATCH_SERIES || readings + part.readings > BATCH_READINGS)) {
      yield await batchOf(connection, frame, calendars, batch, LONGEST_READING[period]);
      batch = [];
    }
    batch.push(part);
  }
  if (batch.length > 0) yield await batchOf(connection, frame, calendars, batch, LONGEST_READING[period]);
}

async function batchOf(
  connection: Connection,
  frame: ExportFrame,
  calendars: readonly Periods[],
  parts: readonly SeriesPart[],
  longest: number,
): Promise<PeriodBatch> {
  const rows = await connection.rows(
    `SELECT * FROM series WHERE series IN (${parts.map(({ series }) => series).join(', ')})`,
  );
  const byNumber = new Map(rows.map((row) => [number(row.series), seriesOf(row)]));
  const selects = parts.map(({ series: which, clock: place }) => {
    const [series, clock, periods] = [byNumber.get(which), frame.clocks[place], calendars[place]];
    if (!series || !clock || !periods) throw new Error('A series or its clock is gone.');
    return `(${periodsOf(series, clock, place, periods, longest)})`;
  });
  return { sql: selects.join(' UNION ALL '), readings: parts.reduce((sum, { readings }) => sum + readings, 0) };
}

/** Fills `ex_periods` with the periods of each clock that any of its series has data in, and answers them. */
async function makePeriods(connection: Connection, frame: ExportFrame, period: 'day' | 'month'): Promise<Periods[]> {
  await createTable(connection, 'ex_periods', PERIOD_COLUMNS);
  const spans = await connection.rows(
    `SELECT e.clock, min(greatest(s.first, coalesce(e.since, s.first))) AS first, max(least(s.last_end, coalesce(e.until, s.last_end))) AS last
     FROM series s JOIN ex_series e USING (series) GROUP BY e.clock`,
  );
  const calendars: Periods[] = frame.clocks.map(() => []);
  for (const row of spans) {
    const [place, first, last] = [number(row.clock), number(row.first), number(row.last)];
    const clock = frame.clocks[place]?.clock;
    if (clock === undefined) continue;
    const periods =
      last - first <= MOST_SECONDS
        ? localPeriods(clock, first, Math.max(last, first + 1), period)
        : withPauses(await occupied(connection, clock, place, period));
    calendars[place] = periods;
    await insertRows(
      connection,
      'ex_periods',
      PERIOD_COLUMNS,
      periods.map(({ label, start, end }, n) => ({
        clock: place,
        n,
        label,
        local: label === undefined ? undefined : localStart(clock, start),
        start,
        stop: end,
      })),
    );
  }
  return calendars;
}

/** The local time at which a period begins, with its offset. */
function localStart(clock: Clock, start: number): string | undefined {
  const shown = new Date(localTime(clock, start) * 1000);
  if (Number.isNaN(shown.getTime())) return undefined;
  return `${shown.toISOString().slice(0, -5)}${offsetText(clock.offsetAt(start))}`;
}

/** The periods that readings of a clock begin or end in, where there are centuries between them. */
async function occupied(
  connection: Connection,
  clock: Clock,
  place: number,
  period: 'day' | 'month',
): Promise<LocalPeriod[]> {
  const seconds = period === 'day' ? 86_400 : 31 * 86_400;
  const rows = await connection.rows(
    `SELECT min(start) AS first, max(start + duration) AS last FROM readings
     WHERE series IN (SELECT series FROM ex_series WHERE clock = ${place}) GROUP BY start // ${seconds} ORDER BY first`,
  );
  const periods = rows.flatMap((row) => {
    const first = number(row.first);
    return localPeriods(clock, first, Math.min(Math.max(number(row.last), first + 1), first + 3 * seconds), period);
  });
  const byStart = new Map(periods.map((one) => [one.start, one]));
  return [...byStart.values()].sort((a, b) => a.start - b.start);
}

/** Periods without a label fill the time between those that are not neighbours. */
function withPauses(periods: readonly LocalPeriod[]): Periods {
  return periods.flatMap((one, index) => {
    const before = periods[index - 1];
    const pause = before && before.end < one.start ? [{ label: undefined, start: before.end, end: one.start }] : [];
    return [...pause, one];
  });
}

/**
 * The periods of one series from its first reading to the end of its last, as far as they are in the span. What stands in
 * them is what the screens show: a reading that reaches over a border is shared by time (amounts.ts).
 */
function periodsOf(
  series: Series,
  { since, until }: ExportClock,
  place: number,
  periods: Periods,
  longest: number,
): string {
  const from = Math.max(since ?? -Infinity, series.first ?? -Infinity);
  const to = Math.min(until ?? Infinity, Math.max(series.lastEnd ?? Infinity, from + 1));
  const begin = periods.findIndex(({ end }) => end > from);
  const own = periods.slice(begin).filter(({ start }) => start < to);
  // Of a period that the span cuts, only the part inside the span counts.
  const bounds = [
    ...own.map(({ start }) => Math.max(start, since ?? -Infinity)),
    Math.min(own.at(-1)?.end ?? to, until ?? Infinity),
  ];
  const { sql, from: low, to: high } = pieces(series, bounds);
  const summed = series.behaviour !== 'sample';
  // Of a register, a reading without a value draws nothing; one without an amount, as the last one, was sent with its value.
  const register = series.behaviour === 'register';
  const unread = `SELECT start FROM readings WHERE ${register} AND ${sentBetween(series, low, high)} AND value IS NULL`;
  // A level has no amount, and so no cost.
  const cost = series.level === undefined ? 'cost' : 'NULL::DOUBLE';
  const unlessTooLong = (value: string) => `CASE WHEN NOT too_long THEN ${value} END`;
  return `${sql}, r AS (SELECT i, ${FIGURES}, max(stop - start) AS longest, count(*) FILTER (f < 1) AS shared,
          count(*) FILTER (own AND NOT implied AND v IS NULL AND NOT ${register}) AS empty FROM pieces GROUP BY i),
      u AS (SELECT coalesce(p.i, 0) AS i, count(*) AS unread FROM (${unread}) s ASOF LEFT JOIN p ON s.start >= p.p0 GROUP BY ALL),
      g AS (SELECT p.i, sum(least(h.stop, p.p1) - greatest(h.start, p.p0)) AS missing
        FROM ${gapsBetween(series, low, high)} h JOIN p ON h.start < p.p1 AND h.stop > p.p0 GROUP BY p.i),
      rows AS (SELECT r.*, x.*, coalesce(u.unread, 0) AS unread, coalesce(r.longest, 0) > ${longest} * (x.stop - x.start) AS too_long,
          ${spanSeconds(series)} - coalesce(g.missing, 0) AS covered
        FROM p JOIN ex_periods x ON x.clock = ${place} AND x.n = p.i + ${begin} AND x.label IS NOT NULL
        LEFT JOIN r USING (i) LEFT JOIN u USING (i) LEFT JOIN g USING (i))
    SELECT e.point_text AS usage_point, e.series_id, e.name AS series, label AS period, utc(start) AS start_utc, local AS start_local, c.zone,
      (stop - start) / 3600 AS hours, ${unlessTooLong(`scaled_to(${summed ? 'total' : 'mean'}, e.power)`)} AS value,
      '${summed ? 'total' : 'mean'}' AS value_is, e.unit, ${unlessTooLong('scaled_to(least, e.power)')} AS minimum,
      ${unlessTooLong('scaled_to(peak, e.power)')} AS maximum, ${unlessTooLong(`scaled_to(${cost}, e.cost_power)`)} AS cost,
      CASE WHEN ${cost} IS NOT NULL THEN e.currency END AS currency,
      coalesce(count, 0) + unread AS readings, coalesce(empty, 0) + unread AS without_value, coalesce(shared, 0) AS shared_readings, coalesce(implied, 0) AS zeros_assumed,
      CASE WHEN sent > 0 THEN estimated END AS estimated_share, greatest(0, covered) / (stop - start) AS coverage
    FROM rows CROSS JOIN (SELECT * FROM ex_series WHERE series = ${series.series}) e JOIN ex_clocks c ON c.clock = e.clock ORDER BY n`;
}
