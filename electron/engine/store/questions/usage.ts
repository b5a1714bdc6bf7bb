/** Readings of series: statistics, tables, blocks; their charts are in `usage-chart.ts`. */
import type { BlockRow, ReadingOrder, ReadingRow, UsageStatistics } from '#shared/contract/usage.ts';
import { scaled } from '#shared/espi/units.ts';
import { FIGURES, pieces } from '../amounts.ts';
import type { SomeHandlers } from '../context.ts';
import type { Connection, Row } from '../database.ts';
import { QUALITY_CLASS, qualityClassOf } from '../decisions.ts';
import { leastLonger } from '../intake/gap-rule.ts';
import { sentBetween } from '../readings-between.ts';
import { number, optionalNumber, optionalText, text } from '../row.ts';
import { findSeries, type Series } from '../stored-series.ts';
import { coverageOf } from './covered.ts';
import { chart } from './usage-chart.ts';

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
    loadFactor: load ? loadFactorOf(mean, peak?.value) : undefined,
    estimated: number(row?.estimated),
    coverage: await coverageOf(connection, series, from, to),
    cost: cost === undefined || series.level !== undefined ? undefined : scaled(cost, series.costPower),
  };
}

/** What part of its peak a load is in the mean. Where more is sent back than used, that says nothing of the load. */
function loadFactorOf(mean: number | undefined, peak: number | undefined): number | undefined {
  if (mean === undefined || peak === undefined) return undefined;
  return peak > 0 && mean >= 0 ? mean / peak : undefined;
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
