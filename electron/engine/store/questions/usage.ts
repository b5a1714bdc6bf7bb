/** Readings of series: charts, statistics, tables, blocks. Everything that is drawn is a true reading, or marked as implied. */
import type { BlockRow, ChartSeries, ReadingOrder, ReadingRow, UsageStatistics } from '#shared/contract/usage.ts';
import { RATE_KINDS } from '#shared/espi/rates.ts';
import { scaled } from '#shared/espi/units.ts';
import { FIGURES, pieces } from '../amounts.ts';
import type { SomeHandlers } from '../context.ts';
import type { Cell, Columns, Connection, Database, Row } from '../database.ts';
import { QUALITY_CLASS, qualityClassOf } from '../decisions.ts';
import { leastLonger } from '../intake/gap-rule.ts';
import { drawnBetween, gapsBetween, sentBetween } from '../readings-between.ts';
import { number, optionalNumber, optionalText, text } from '../row.ts';
import { findSeries, type Series } from '../stored-series.ts';
import { coverageOf } from './covered.ts';

/** Points of a chart, DESIGN section 7. */
const MAX_POINTS = 2000;
const DEFAULT_LIMIT = 500;

/** What readings are put in order by, as SQL over their columns. */
const READING_ORDERS: Readonly<Record<ReadingOrder, string>> = {
  start: 'start',
  duration: 'duration',
  value: 'amount(value, value_scale)',
  quality: QUALITY_CLASS,
  cost: 'amount(cost, cost_scale)',
  tou: 'tou',
  tier: 'tier',
  cpp: 'cpp',
};

interface Range {
  from: number;
  to: number;
}

export const usageHandlers = {
  'usage.chart': async ({ workspace, series: ids, width, from, to }, context) => {
    const { database } = context.store(workspace);
    return await Promise.all(
      ids.map(async (id) => await chart(database, await findSeries(database.reader, id), { from, to }, width)),
    );
  },
  'usage.statistics': async ({ workspace, series: id, from, to }, context) => {
    const connection = context.store(workspace).database.reader;
    return await statistics(connection, await findSeries(connection, id), { from, to });
  },
  'usage.readings': async ({ workspace, series: id, from, to, ...page }, context) => {
    const { offset = 0, limit = DEFAULT_LIMIT, order = { by: 'start', descending: false }, qualities } = page;
    const connection = context.store(workspace).database.reader;
    const series = await findSeries(connection, id);
    const ranged = sentBetween(series, from, to);
    const wanted = qualities ? `${QUALITY_CLASS} IN (SELECT unnest(?::JSON::VARCHAR[]))` : 'TRUE';
    const chosen = qualities ? [JSON.stringify(qualities)] : [];
    const counts = await connection.row(
      `SELECT count(*) AS total, count(*) FILTER (${wanted}) AS matching FROM readings WHERE ${ranged}`,
      chosen,
    );
    const sql = `ORDER BY ${READING_ORDERS[order.by]} ${order.descending ? 'DESC' : 'ASC'} NULLS LAST, start, block, ordinal`;
    const rows = await connection.rows(
      `SELECT r.*, value::VARCHAR AS raw, amount(value, value_scale) AS amount, amount(cost, cost_scale) AS money, block_id
       FROM (SELECT * FROM readings WHERE ${ranged} AND ${wanted} ${sql} LIMIT ? OFFSET ?) r
       JOIN (SELECT block, id AS block_id FROM interval_blocks) USING (block) ${sql}`,
      [...chosen, limit, offset],
    );
    return {
      rows: rows.map((row) => readingRow(series, row)),
      matching: number(counts?.matching),
      total: number(counts?.total),
    };
  },
  'usage.blocks': async ({ workspace, series: id, from, to, offset = 0, limit = DEFAULT_LIMIT }, context) => {
    const connection = context.store(workspace).database.reader;
    const series = await findSeries(connection, id);
    // A reading of no length ends where it begins.
    const condition = 'b.series = $series AND (b.last_end > $from OR b.last >= $from) AND b.first < $to';
    const parameters = { series: series.series, from: Math.floor(from), to: Math.ceil(to) };
    const all = await connection.row(
      `SELECT count(*) AS count, max(s.read_at) AS newest FROM interval_blocks b JOIN sources s USING (source) WHERE ${condition}`,
      parameters,
    );
    const rows = await connection.rows(
      `SELECT b.*, s.label, s.read_at FROM interval_blocks b JOIN sources s USING (source)
       WHERE ${condition} ORDER BY b.first, b.block LIMIT $limit OFFSET $offset`,
      { ...parameters, limit, offset },
    );
    return { rows: rows.map(blockRow), matching: number(all?.count), newestFetch: optionalNumber(all?.newest) };
  },
} satisfies SomeHandlers;

const POINT =
  'start, duration, amount(value, value_scale) AS value, amount(cost, cost_scale) AS cost, quality, tou, tier, cpp';

interface Points {
  points: Columns;
  /** Readings that they stand for. */
  count: number;
}

/** The points of one series: all readings where they fit, else those of each pixel column that {@link kept} names. */
async function chart(database: Database, series: Series, range: Range, width: number): Promise<ChartSeries> {
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

async function statistics(connection: Connection, series: Series, range: Range): Promise<UsageStatistics> {
  const [from, to] = [Math.floor(range.from), Math.ceil(range.to)];
  const row = await connection.row(
    `${pieces(series, [from, to]).sql} SELECT ${FIGURES}, quantile_cont(v, 0.05) AS base, max(stop - start) FILTER (v IS NOT NULL) AS longest,
      arg_max(stop - start, (v, -start)) FILTER (v IS NOT NULL) AS peak_seconds, arg_min(stop - start, (v, start)) FILTER (v IS NOT NULL) AS least_seconds
    FROM pieces`,
  );
  const at = (value: Row[string] | undefined) => {
    const known = optionalNumber(value);
    return known === undefined ? undefined : scaled(known, series.power);
  };
  const extreme = (name: 'peak' | 'least') => {
    const value = at(row?.[name]);
    return value === undefined
      ? undefined
      : { value, at: number(row?.[`${name}_at`]), seconds: number(row?.[`${name}_seconds`]) };
  };
  const peak = extreme('peak');
  const mean = at(row?.mean);
  const sample = series.behaviour === 'sample';
  // Neither amounts of unequal times nor samples say anything of the load.
  const even = series.grid === 'fixed' || series.grid === 'day';
  const longer = (optionalNumber(row?.longest) ?? 0) >= leastLonger(series.step);
  const load = !sample && even && !longer;
  const cost = optionalNumber(row?.cost);
  return {
    count: number(row?.count),
    implied: number(row?.implied),
    cut: number(row?.cut),
    total: sample ? undefined : at(row?.total),
    mean,
    peak,
    least: sample ? extreme('least') : undefined,
    base: load ? at(row?.base) : undefined,
    loadFactor: !load || !peak?.value || mean === undefined ? undefined : mean / peak.value,
    estimated: number(row?.estimated),
    coverage: await coverageOf(connection, series, from, to),
    cost: cost === undefined || series.level !== undefined ? undefined : scaled(cost, series.costPower),
  };
}

function readingRow(series: Series, row: Row): ReadingRow {
  const amount = optionalNumber(row.amount);
  const cost = optionalNumber(row.money);
  const code = optionalNumber(row.quality);
  return {
    start: number(row.start),
    duration: number(row.duration),
    value: amount === undefined ? undefined : scaled(amount, series.power),
    rawValue: optionalText(row.raw),
    cost: cost === undefined ? undefined : scaled(cost, series.costPower),
    quality: qualityClassOf(code, amount !== undefined),
    qualityCode: code,
    tou: optionalNumber(row.tou),
    tier: optionalNumber(row.tier),
    cpp: optionalNumber(row.cpp),
    block: text(row.block_id),
  };
}

function blockRow(row: Row): BlockRow {
  return {
    id: text(row.id),
    entry: text(row.id),
    start: optionalNumber(row.start) ?? optionalNumber(row.first),
    duration: optionalNumber(row.duration),
    readings: number(row.readings),
    updated: optionalNumber(row.updated),
    href: optionalText(row.href),
    source: text(row.label),
    fetchedAt: number(row.read_at),
  };
}
