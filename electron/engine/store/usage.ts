/** Readings of series: charts, statistics, tables, blocks. Everything that is drawn is a true reading, or marked as implied. */
import type { BlockRow, ChartSeries, QualityClass, ReadingRow, UsageStatistics } from '#shared/contract/usage.ts';
import { RATE_KINDS } from '#shared/espi/rates.ts';
import { scaled } from '#shared/espi/units.ts';
import type { QueryCalls } from '../calls/queries.ts';
import type { Handlers } from './context.ts';
import type { Connection, Row } from './database.ts';
import { ESTIMATED_CODES, IMPLIED_ZERO, qualityClassOf } from './decisions.ts';
import { gapsBetween, readingsBetween } from './readings-between.ts';
import { fallen } from './register.ts';
import { number, optionalNumber, optionalText, text } from './row.ts';
import { findSeries, READING_COST_POWER, type Series } from './stored-series.ts';

type UsageCalls = Pick<QueryCalls, 'usage.chart' | 'usage.statistics' | 'usage.readings' | 'usage.blocks'>;

/** Points of a chart, DESIGN section 7. M4 keeps four of each column. */
const MAX_POINTS = 2000;
const POINTS_PER_COLUMN = 4;
const DEFAULT_LIMIT = 500;

interface Range {
  from: number;
  to: number;
}

/** From where on readings touch the range: their start is in it, or the one before reaches into it. */
async function reachingFrom(connection: Connection, series: Series, range: Range): Promise<number> {
  const from = Math.floor(range.from);
  // The grid bounds how far back a reading begins that is not over yet.
  const before = await connection.row(
    'SELECT min(start) AS start FROM readings WHERE series = ? AND start >= ? AND start < ? AND start + duration > ?',
    [series.series, from - Math.max(series.grid, 1), from, from],
  );
  return optionalNumber(before?.start) ?? from;
}

export const usageHandlers: Handlers<UsageCalls> = {
  'usage.chart': async ({ workspace, series: ids, width, from, to }, context) => {
    const { database } = context.store(workspace);
    return await Promise.all(
      ids.map(async (id) => {
        const connection = database.reader;
        return await chart(connection, await findSeries(connection, id), { from, to }, width);
      }),
    );
  },
  'usage.statistics': async ({ workspace, series: id, from, to }, context) => {
    const connection = context.store(workspace).database.reader;
    return await statistics(connection, await findSeries(connection, id), { from, to });
  },
  'usage.readings': async ({ workspace, series: id, from, to, offset = 0, limit = DEFAULT_LIMIT }, context) => {
    const connection = context.store(workspace).database.reader;
    const series = await findSeries(connection, id);
    const sql = 'series = ? AND start >= ? AND start < ?';
    const parameters = [series.series, await reachingFrom(connection, series, { from, to }), Math.ceil(to)];
    const total = await connection.row(`SELECT count(*) AS count FROM readings WHERE ${sql}`, parameters);
    const rows = await connection.rows(
      `SELECT r.*, value::VARCHAR AS raw, amount(value, value_scale) AS amount, amount(cost, cost_scale) AS money, b.id AS block_id
       FROM (SELECT * FROM readings WHERE ${sql} ORDER BY start, block, ordinal LIMIT ? OFFSET ?) r
       JOIN interval_blocks b USING (block) ORDER BY r.start, r.block, r.ordinal`,
      [...parameters, limit, offset],
    );
    return { rows: rows.map((row) => readingRow(series, row)), matching: number(total?.count) };
  },
  'usage.blocks': async ({ workspace, series: id, from, to, offset = 0, limit = DEFAULT_LIMIT }, context) => {
    const connection = context.store(workspace).database.reader;
    const series = await findSeries(connection, id);
    const condition = 'b.series = ? AND b.last_end >= ? AND b.first < ?';
    const parameters = [series.series, Math.floor(from), Math.ceil(to)];
    const total = await connection.row(
      `SELECT count(*) AS count FROM interval_blocks b WHERE ${condition}`,
      parameters,
    );
    const rows = await connection.rows(
      `SELECT b.*, s.label, s.read_at FROM interval_blocks b JOIN sources s USING (source)
       WHERE ${condition} ORDER BY b.first, b.block LIMIT ? OFFSET ?`,
      [...parameters, limit, offset],
    );
    return { rows: rows.map(blockRow), matching: number(total?.count) };
  },
};

/** The points of one series: all readings where they fit, else first, last, lowest and highest of each pixel column. */
async function chart(connection: Connection, series: Series, range: Range, width: number): Promise<ChartSeries> {
  const readings = readingsBetween(series, await reachingFrom(connection, series, range), range.to);
  // One column is left for the reading that reaches into the range from before it.
  const columns = Math.min(width, MAX_POINTS / POINTS_PER_COLUMN - 1);
  const span = Math.max(1, Math.ceil((range.to - range.from) / columns));
  const picked = await connection.rows(
    `SELECT count(*) AS count, min(start) AS first, max(start) AS last, arg_min(start, v) AS low, arg_max(start, v) AS high
     FROM (SELECT start, ${await comparable(connection, series)} AS v FROM ${readings}) GROUP BY (start - ?) // ?`,
    [Math.floor(range.from), span],
  );
  const count = picked.reduce((sum, row) => sum + number(row.count), 0);
  const all = count <= MAX_POINTS;
  const starts = all ? [] : picked.flatMap(({ first, last, low, high }) => [first, last, low, high].filter(isNumber));
  const rows = await connection.rows(
    `SELECT start, duration, amount(value, value_scale) AS value, amount(cost, cost_scale) AS cost, quality, tou, tier, cpp
     FROM ${readings} ${all ? '' : 'WHERE start IN (SELECT unnest(?::JSON::BIGINT[]))'} ORDER BY start LIMIT ${MAX_POINTS}`,
    all ? [] : [JSON.stringify([...new Set(starts)])],
  );
  const gaps = await connection.rows(`FROM ${gapsBetween(series, range.from, range.to)} ORDER BY start`);
  return { ...columnsOf(series, rows), resolution: all ? 'readings' : 'm4', count, gaps: gaps.map(gapPair) };
}

/**
 * What readings of a series are compared by. Integers as sent where all are on one scale, which costs half as much as
 * their amounts; zone maps answer the question at once.
 */
async function comparable(connection: Connection, series: Series): Promise<string> {
  const scaledOne = await connection.row(
    `SELECT start FROM readings WHERE series = ${series.series} AND value_scale <> 0 LIMIT 1`,
  );
  return scaledOne === undefined ? 'value' : 'amount(value, value_scale)';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function columnsOf(series: Series, rows: readonly Row[]): Omit<ChartSeries, 'resolution' | 'count' | 'gaps'> {
  const qualities: QualityClass[] = [];
  const points = {
    t: [] as number[],
    d: [] as number[],
    v: [] as number[],
    q: [] as number[],
    c: [] as (number | null)[],
  };
  for (const row of rows) {
    // A reading without a value has nothing to draw; it shows as a hole.
    if (row.value === null) continue;
    const found = qualityClassOf(optionalNumber(row.quality), true);
    if (!qualities.includes(found)) qualities.push(found);
    points.t.push(number(row.start));
    points.d.push(number(row.duration));
    points.v.push(scaled(number(row.value), series.power));
    points.q.push(qualities.indexOf(found));
    points.c.push(row.cost === null ? null : scaled(number(row.cost), READING_COST_POWER));
  }
  const rates = ratesOf(rows.filter(({ value }) => value !== null));
  return { series: series.id, unit: series.unit, ...points, ...(rates ? { rates } : {}), qualities };
}

/** How the readings are priced, in columns; undefined where no reading says so. */
function ratesOf(rows: readonly Row[]): ChartSeries['rates'] {
  const found = RATE_KINDS.flatMap((kind) => {
    const codes = rows.map((row) => optionalNumber(row[kind]) ?? null);
    return codes.some((code) => code !== null) ? [[kind, codes] as const] : [];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function gapPair(row: Row): [number, number] {
  return [number(row.start), number(row.stop)];
}

async function statistics(connection: Connection, series: Series, range: Range): Promise<UsageStatistics> {
  const from = Math.floor(range.from);
  const to = Math.ceil(range.to);
  const row = await connection.row(
    `SELECT count(*) FILTER (quality IS DISTINCT FROM ${IMPLIED_ZERO}) AS count, count(*) FILTER (quality = ${IMPLIED_ZERO}) AS implied, sum(v) AS sum, avg(v) AS mean, max(v) AS peak, arg_max(start, v) AS peak_at,
       quantile_cont(v, 0.05) AS base, count(*) FILTER (quality IN (${ESTIMATED_CODES})) AS estimated, sum(c) AS cost,
       arg_min(v, start) AS first_value, arg_max(v, start) AS last_value
     FROM (SELECT start, quality, amount(value, value_scale) AS v, amount(cost, cost_scale) AS c
       FROM ${readingsBetween(series, from, to)})`,
  );
  const count = number(row?.count);
  const at = (value: Row[string] | undefined) => {
    const known = optionalNumber(value);
    return known === undefined ? undefined : scaled(known, series.power);
  };
  const peak = at(row?.peak);
  const mean = at(row?.mean);
  const register = series.behaviour === 'register';
  const [first, last] = [optionalNumber(row?.first_value), optionalNumber(row?.last_value)];
  const restarted = (await fallen(connection, [series], { from, to })).get(series.series) ?? 0;
  const difference = first === undefined || last === undefined ? undefined : at(last - first + restarted);
  const cost = optionalNumber(row?.cost);
  return {
    count,
    implied: number(row?.implied),
    total: register ? difference : series.behaviour === 'sample' ? undefined : at(row?.sum),
    mean: register ? undefined : mean,
    peak: register || peak === undefined ? undefined : { value: peak, at: number(row?.peak_at) },
    base: register ? undefined : at(row?.base),
    loadFactor: register || !peak || mean === undefined ? undefined : mean / peak,
    estimated: count === 0 ? 0 : number(row?.estimated) / count,
    coverage: await coverage(connection, series, { from, to }),
    cost: cost === undefined ? undefined : scaled(cost, READING_COST_POWER),
  };
}

/** Share of the range, as far as it lies between the first and the last reading, that is not a gap. */
async function coverage(connection: Connection, series: Series, range: Range): Promise<number> {
  const from = Math.max(range.from, series.first ?? range.from);
  const to = Math.min(range.to, series.lastEnd ?? range.to);
  if (series.first === undefined || to <= from) return 0;
  const row = await connection.row(
    `SELECT coalesce(sum(least(stop, $to) - greatest(start, $from)), 0) AS missing FROM ${gapsBetween(series, from, to)}`,
    { from, to },
  );
  return 1 - number(row?.missing) / (to - from);
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
    cost: cost === undefined ? undefined : scaled(cost, READING_COST_POWER),
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
