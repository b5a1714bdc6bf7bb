/** What a chart draws of a series: all of its readings where they fit, else those that keep its shape. Every point is a true reading, or marked as implied. */
import type { ChartSeries } from '#shared/contract/usage.ts';
import { RATE_KINDS } from '#shared/espi/rates.ts';
import { scaled } from '#shared/espi/units.ts';
import type { Cell, Columns, Connection, Database, Row } from '../database.ts';
import { qualityClassOf } from '../decisions.ts';
import { drawnBetween, gapsBetween } from '../readings-between.ts';
import { number, optionalNumber } from '../row.ts';
import type { Series } from '../stored-series.ts';

/** Points of a chart, DESIGN section 7. */
const MAX_POINTS = 2000;

interface Range {
  from: number;
  to: number;
}

const POINT =
  'start, duration, amount(value, value_scale) AS value, amount(cost, cost_scale) AS cost, quality, tou, tier, cpp';

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
  const all = () => connection.columns(`SELECT ${POINT} FROM ${readings} ORDER BY start LIMIT ${MAX_POINTS + 1}`);
  if (mayFit(series, range)) {
    const points = await all();
    if (points.count <= MAX_POINTS) return { points, count: points.count };
  }
  const points = await shapeOf(connection, series, { readings, ...range, width });
  const count = number(points.of('all')[0]);
  return count <= MAX_POINTS ? { points: await all(), count } : { points, count };
}

/** False where there seem to be too many readings to draw all of them. */
function mayFit({ step, first, lastEnd }: Series, { from, to }: Range): boolean {
  const seconds = Math.min(to, lastEnd ?? to) - Math.max(from, first ?? from);
  return step === 0 || seconds / step <= MAX_POINTS;
}

interface Wanted extends Range {
  /** A sub-query. */
  readings: string;
  /** Pixels. */
  width: number;
}

/** The readings that show the shape of all, and in `all` how many those are. */
async function shapeOf(
  connection: Connection,
  series: Series,
  { readings, from, to, width }: Wanted,
): Promise<Columns> {
  const starts = await kept(connection, series);
  // One column is left for the reading that reaches into the range from before it.
  const columns = Math.min(width, Math.floor(MAX_POINTS / starts.length) - 1);
  const span = Math.max(1, Math.ceil((to - from) / columns));
  return await connection.columns(
    `WITH shape AS MATERIALIZED (
       SELECT count(*) AS count, [${starts.join(', ')}] AS starts FROM ${readings} GROUP BY (start - ?) // ?)
     SELECT ${POINT}, (SELECT sum(count)::BIGINT FROM shape) AS "all"
     FROM ${readings} WHERE start IN (SELECT unnest(starts) FROM shape) ORDER BY start`,
    [Math.floor(from), span],
  );
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

/**
 * What readings of a series are compared by. Integers as sent where all are on one scale, which costs half as much as
 * their amounts; zone maps answer the question at once.
 */
async function comparable(connection: Connection, { series }: Series, column: 'value' | 'cost'): Promise<string> {
  const scaledOne = await connection.row(
    `SELECT start FROM readings WHERE series = ${series} AND ${column}_scale <> 0 LIMIT 1`,
  );
  return scaledOne === undefined ? column : `amount(${column}, ${column}_scale)`;
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
    c: valued('cost', (cost) => (cost === null || !hasCosts ? null : scaled(number(cost), series.costPower))),
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
