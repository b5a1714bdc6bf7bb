/** What a chart draws of a series: all of its readings where they fit, else those that keep its shape. Every point is a true reading, or marked as implied. */
import type { ChartSeries } from '#shared/contract/usage.ts';
import { RATE_KINDS } from '#shared/espi/rates.ts';
import { scaled } from '#shared/espi/units.ts';
import { clockOfKey } from '#shared/time/index.ts';
import type { Cell, Columns, Connection, Database, Row } from '../database.ts';
import { wholeDays } from '../day-sums.ts';
import { qualityClassOf } from '../decisions.ts';
import { drawnBetween, gapsBetween } from '../readings-between.ts';
import { number, optionalNumber } from '../row.ts';
import type { Series } from '../stored-series.ts';

/** Points of a chart, DESIGN section 7. */
const MAX_POINTS = 2000;

const DAY = 86_400;

interface Range {
  from: number;
  to: number;
}

/** Columns of a point. Those that would be empty are not asked for: each takes its time. @param rated some reading may have a rate */
function pointOf({ hasCosts }: Series, rated: boolean): string {
  return [
    'start, duration, amount(value, value_scale) AS value, quality',
    ...(hasCosts ? ['amount(cost, cost_scale) AS cost'] : []),
    ...(rated ? RATE_KINDS : []),
  ].join(', ');
}

interface Points {
  points: Columns;
  /** Readings that they stand for. */
  count: number;
}

/** The points of one series: all readings where they fit, else those of each pixel column that {@link kept} names. */
export async function chart(database: Database, series: Series, range: Range, width: number): Promise<ChartSeries> {
  const [{ points, count }, gaps] = await Promise.all([
    choosePoints(database.reader, series, range, width),
    database.reader.rows(`FROM ${gapsBetween(series, range.from, range.to)} ORDER BY start`),
  ]);
  const resolution = points.count === count ? 'readings' : 'm4';
  return { ...drawn(series, points), resolution, count, gaps: gaps.map(gapPair) };
}

async function choosePoints(connection: Connection, series: Series, range: Range, width: number): Promise<Points> {
  const readings = drawnBetween(series, range.from, range.to);
  // Of equal steps there are hardly more than {@link mayFit} reckons; without a limit it takes a fifth less.
  const limit = series.grid === 'fixed' ? '' : `LIMIT ${MAX_POINTS + 1}`;
  const all = (most = '') =>
    connection.columns(`SELECT ${pointOf(series, true)} FROM ${readings} ORDER BY start ${most}`);
  if (mayFit(series, range)) {
    const points = await all(limit);
    if (points.count <= MAX_POINTS) return { points, count: points.count };
  }
  const shape =
    (await dayShape(connection, series, range, width)) ?? (await pixelShape(connection, series, range, width));
  const points = await connection.columns(
    `WITH shape AS MATERIALIZED (${shape.sql(readings)})
     SELECT ${pointOf(series, shape.rated)}, (SELECT coalesce(sum(count), 0)::BIGINT FROM shape) AS "all"
     FROM ${readings} WHERE start IN (SELECT unnest(starts) FROM shape) ${shape.beside} ORDER BY start`,
  );
  const beside = points.of('start').filter((start) => shape.isBeside(number(start))).length;
  const count = number(points.of('all')[0]) + beside;
  return count <= MAX_POINTS ? { points: await all(), count } : { points, count };
}

/** False where there seem to be too many readings to draw all of them. */
function mayFit({ step, first, lastEnd }: Series, { from, to }: Range): boolean {
  const seconds = Math.min(to, lastEnd ?? to) - Math.max(from, first ?? from);
  return step === 0 || seconds / step <= MAX_POINTS;
}

/** Which readings show the shape of all. */
interface Shape {
  /** SQL of a relation: `starts` of the readings that are kept of some, and the `count` of these. @param readings a sub-query */
  sql: (readings: string) => string;
  /** SQL: `OR` a condition of readings that are drawn beside those and counted by themselves. */
  beside: string;
  isBeside: (start: number) => boolean;
  /** Readings may have rates. */
  rated: boolean;
}

/** Pixel columns of a chart, where so many readings of each are drawn. One is left for the reading that reaches into the range from before it. */
function columnsOf(width: number, readings: number): number {
  return Math.min(width, Math.floor(MAX_POINTS / readings) - 1);
}

/** M4: some readings of each pixel column. */
async function pixelShape(connection: Connection, series: Series, { from, to }: Range, width: number): Promise<Shape> {
  const starts = await kept(connection, series);
  const span = Math.max(1, Math.ceil((to - from) / columnsOf(width, starts.length)));
  return {
    sql: (readings) =>
      `SELECT count(*) AS count, [${starts.join(', ')}] AS starts FROM ${readings} GROUP BY (start - ${Math.floor(from)}) // ${span}`,
    beside: '',
    isBeside: () => false,
    rated: true,
  };
}

/** A column of days may be so much wider than one of pixels: a year has 365 days, and 499 pixel columns. */
const WIDER = 1.4;

/**
 * The lowest and the highest reading of each day of the meter's own calendar, or of each few days, which are known without a look at
 * the others; of days that are only partly in the range, every reading. The first and the last of a day are not kept, so a line may end
 * up to a column before its hole. Undefined where days are too wide, or would leave out what
 * else pixel columns keep: costs and rates.
 */
async function dayShape(
  connection: Connection,
  series: Series,
  { from, to }: Range,
  width: number,
): Promise<Shape | undefined> {
  const { dayClock, hasCosts, step } = series;
  if (dayClock === undefined || hasCosts) return undefined;
  const [begin, stop] = [Math.max(from, series.first ?? from), Math.min(to, series.lastEnd ?? to)];
  const days = wholeDays(clockOfKey(dayClock), begin, stop);
  const beside = Math.ceil((days.start - begin + stop - days.end) / step);
  // Pixel columns are as many as four readings of each leave room for, and so are those that are asked for: of days there are two of each.
  const columns = Math.min(2 * width, Math.floor((MAX_POINTS - beside) / 2) - 1);
  const size = Math.ceil((days.last - days.first) / columns);
  const isFine = size > 0 && size * DAY <= (WIDER * (to - from)) / columnsOf(width, 4);
  if (!isFine || (await hasReading(connection, series, `coalesce(${RATE_KINDS.join(', ')}) IS NOT NULL`)))
    return undefined;
  return {
    sql: () =>
      `SELECT sum(count) AS count, [arg_min(least_at, least), arg_max(peak_at, peak)] AS starts FROM day_sums
       WHERE series = ${series.series} AND day >= ${days.first} AND day < ${days.last} GROUP BY (day - ${days.first}) // ${size}`,
    beside: `OR start < ${days.start} OR start >= ${days.end}`,
    isBeside: (start) => start < days.start || start >= days.end,
    rated: false,
  };
}

/** Whether some reading of a series meets an SQL condition. Zone maps answer it at once where none of any series does. */
async function hasReading(connection: Connection, { series }: Series, condition: string): Promise<boolean> {
  const found = await connection.row(`SELECT start FROM readings WHERE series = ${series} AND ${condition} LIMIT 1`);
  return found !== undefined;
}

/**
 * The readings that M4 keeps of each pixel column, as SQL of their starts: first, last, lowest and highest. Where costs
 * were sent, also the cheapest, the dearest and the first that has an amount and no cost, where a line of costs ends.
 */
async function kept(connection: Connection, series: Series): Promise<string[]> {
  const value = series.behaviour === 'register' ? 'value' : await comparable(connection, series, 'value');
  const amounts = ['min(start)', 'max(start)', `arg_min(start, ${value})`, `arg_max(start, ${value})`];
  if (!series.hasCosts) return amounts;
  const cost = await comparable(connection, series, 'cost');
  const unpriced = 'min(start) FILTER (value IS NOT NULL AND cost IS NULL)';
  return [...amounts, `arg_min(start, ${cost})`, `arg_max(start, ${cost})`, unpriced];
}

/** What readings of a series are compared by. Integers as sent where all are on one scale, which costs half as much as their amounts. */
async function comparable(connection: Connection, series: Series, column: 'value' | 'cost'): Promise<string> {
  const isScaled = await hasReading(connection, series, `${column}_scale <> 0`);
  return isScaled ? `amount(${column}, ${column}_scale)` : column;
}

function drawn(series: Series, points: Columns): Omit<ChartSeries, 'resolution' | 'count' | 'gaps'> {
  const { hasCosts } = series;
  const [values, costs] = [points.of('value'), hasCosts ? points.of('cost') : []];
  // A reading without a value is a hole, and has nothing to draw but its cost.
  const shown = (_: Cell, row: number) => values[row] !== null || (costs[row] ?? null) !== null;
  const valued = <T>(name: string, as: (cell: Cell) => T): T[] => points.of(name).filter(shown).map(as);
  const known = values.filter(shown);
  const classes = valued('quality', optionalNumber).map((code, row) => qualityClassOf(code, known[row] !== null));
  const qualities = [...new Set(classes)];
  const rates = ratesOf(valued);
  return {
    series: series.id,
    unit: series.unit,
    t: valued('start', number),
    d: valued('duration', number),
    v: known.map((value) => (value === null ? null : scaled(number(value), series.power))),
    q: classes.map((found) => qualities.indexOf(found)),
    c: hasCosts
      ? valued('cost', (cost) => (cost === null ? null : scaled(number(cost), series.costPower)))
      : known.map(() => null),
    ...(rates ? { rates } : {}),
    qualities,
  };
}

/** How the readings are priced, in columns; undefined where no reading says so. */
function ratesOf(column: (name: string, as: (cell: Cell) => number | null) => (number | null)[]): ChartSeries['rates'] {
  const found = RATE_KINDS.flatMap((kind) => {
    const codes = column(kind, (code) => optionalNumber(code) ?? null);
    return codes.some((code) => code !== null) ? [[kind, codes] as const] : [];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function gapPair(row: Row): [number, number] {
  return [number(row.start), number(row.stop)];
}
