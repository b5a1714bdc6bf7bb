/** Readings of a series looked at in other ways than over time: by period, by step, by time of day, by size. */
import type { CallInput, CallOutput } from '#shared/contract/index.ts';
import { scaled } from '#shared/espi/units.ts';
import { daySlot } from '#shared/time/index.ts';
import { amounts, FIGURES, pieces } from '../amounts.ts';
import type { SomeHandlers } from '../context.ts';
import type { Connection, Row } from '../database.ts';
import { daysBegunBy } from '../day-sums.ts';
import { leastLonger } from '../intake/gap-rule.ts';
import { gapsBetween } from '../readings-between.ts';
import { number, optionalNumber } from '../row.ts';
import { findSeries, type Series } from '../stored-series.ts';
import { spanSeconds } from './covered.ts';
import { totalsOfDays } from './day-totals.ts';

/** Three years and a bit of quarter hours. */
const MOST_STEPS = 120_000;

export const analysisHandlers = {
  'usage.totals': async ({ workspace, series: id, bounds }, context) => {
    const connection = context.store(workspace).database.reader;
    return await totals(connection, await findSeries(connection, id), bounds);
  },
  'usage.grid': async ({ workspace, series: id, ...input }, context) => {
    const connection = context.store(workspace).database.reader;
    return await grid(connection, await findSeries(connection, id), input);
  },
  'usage.typicalDay': async ({ workspace, series: id, ...input }, context) => {
    const connection = context.store(workspace).database.reader;
    return await typicalDay(connection, await findSeries(connection, id), input);
  },
  'usage.duration': async ({ workspace, series: id, from, to, points }, context) => {
    const connection = context.store(workspace).database.reader;
    return await duration(connection, await findSeries(connection, id), from, to, points);
  },
} satisfies SomeHandlers;

/**
 * SQL over `start` and `stop`: it lasts about a step, so that its amount is one of a known time. A level holds for as long
 * as it lasts, and readings of all lengths have no step. The steps of a register are longer than its readings.
 */
function ofOneStep({ behaviour, grid, step, longest }: Series): string {
  const least = leastLonger(step);
  if (behaviour === 'sample' || (grid !== 'fixed' && grid !== 'day')) return 'TRUE';
  return behaviour === 'interval' && longest < least ? 'TRUE' : `stop - start < ${least}`;
}

/** How many readings are no amounts of one step, as answers have it. */
async function longerThanStep(
  connection: Connection,
  series: Series,
  from: number,
  to: number,
): Promise<{ longer?: number }> {
  const row = await connection.row(
    `SELECT count(*) AS longer FROM (${amounts(series, from, to)}) WHERE v IS NOT NULL AND NOT (${ofOneStep(series)})`,
  );
  const longer = number(row?.longer);
  return longer === 0 ? {} : { longer };
}

/** Readings by size, at equal distances of their rank: the first is the highest, the last the lowest. */
async function duration(
  connection: Connection,
  series: Series,
  from: number,
  to: number,
  points: number,
): Promise<CallOutput<'usage.duration'>> {
  const known = `FROM (${amounts(series, from, to)}) WHERE v IS NOT NULL AND ${ofOneStep(series)}`;
  const count = number((await connection.row(`SELECT count(*) AS count ${known}`))?.count);
  const most = Math.min(points, count);
  const ranks = Array.from({ length: most }, (_, index) => Math.round((index * (count - 1)) / Math.max(1, most - 1)));
  const rows =
    most === 0
      ? []
      : await connection.rows(
          `SELECT v FROM (SELECT v, row_number() OVER (ORDER BY v DESC) - 1 AS rank ${known}) WHERE rank IN (${ranks.join(', ')}) ORDER BY rank`,
        );
  return {
    unit: series.unit,
    count,
    values: rows.map((row) => scaled(number(row.v), series.power)),
    ...(await longerThanStep(connection, series, from, to)),
  };
}

async function totals(
  connection: Connection,
  series: Series,
  bounds: readonly number[],
): Promise<CallOutput<'usage.totals'>> {
  const days = daysBegunBy(series, bounds);
  const rows = await (days === undefined
    ? totalsOfReadings(connection, series, bounds)
    : totalsOfDays(connection, series, bounds, days));
  const summed = series.behaviour !== 'sample';
  const column = (name: string, power: number) =>
    rows.map((row) => {
      const value = optionalNumber(row[name]);
      return value === undefined ? null : scaled(value, power);
    });
  return {
    unit: series.unit,
    ...(series.currency === undefined ? {} : { currency: series.currency }),
    total: summed ? column('total', series.power) : rows.map(() => null),
    mean: column('mean', series.power),
    peak: column('peak', series.power),
    peakAt: column('peak_at', 0),
    least: column('least', series.power),
    cost: series.level === undefined ? column('cost', series.costPower) : rows.map(() => null),
    weight: counts(rows, 'weight'),
    sent: counts(rows, 'sent'),
    count: counts(rows, 'count'),
    implied: counts(rows, 'implied'),
    estimated: counts(rows, 'estimated'),
    covered: counts(rows, 'covered'),
  };
}

/** One row a period: {@link FIGURES}, and the seconds that are `covered`. */
async function totalsOfReadings(connection: Connection, series: Series, bounds: readonly number[]): Promise<Row[]> {
  const { sql, from, to } = pieces(series, bounds);
  return await connection.rows(
    `${sql}, r AS (SELECT i, ${FIGURES} FROM pieces GROUP BY i),
      g AS (SELECT p.i, sum(least(h.stop, p.p1) - greatest(h.start, p.p0)) AS missing
        FROM ${gapsBetween(series, from, to)} h JOIN p ON h.start < p.p1 AND h.stop > p.p0 GROUP BY p.i)
    SELECT p.i, r.*, ${spanSeconds(series)} - coalesce(g.missing, 0) AS covered
    FROM p LEFT JOIN r USING (i) LEFT JOIN g USING (i) ORDER BY p.i`,
  );
}

function counts(rows: readonly Row[], name: string): number[] {
  return rows.map((row) => optionalNumber(row[name]) ?? 0);
}

/** Values of one step as a table with the local time of their start `l`, in seconds since 1970-01-01 of the meter's clock. */
function localAmounts(
  series: Series,
  { from, to, offsets }: Pick<CallInput<'usage.grid'>, 'from' | 'to' | 'offsets'>,
): string {
  const local = offsets
    .toReversed()
    .map(({ from: since, offset }) => `WHEN start >= ${Math.floor(since)} THEN start + ${offset}`)
    .join(' ');
  return `(SELECT *, CASE ${local} ELSE start + ${offsets[0]?.offset ?? 0} END AS l
    FROM (${amounts(series, from, to)}) WHERE v IS NOT NULL AND ${ofOneStep(series)} AND start >= ${Math.floor(from)})`;
}

type GridInput = Omit<CallInput<'usage.grid'>, 'workspace' | 'series'>;

/** What the clock shows twice is two steps. */
async function grid(
  connection: Connection,
  series: Series,
  { step, ...input }: GridInput,
): Promise<CallOutput<'usage.grid'>> {
  const fold = series.behaviour === 'sample' ? 'avg' : 'sum';
  const cells = await connection.columns(
    `SELECT min(start) AS t, ${fold}(v) AS v, avg(CASE WHEN e THEN 1.0 ELSE 0.0 END) AS e
     FROM ${localAmounts(series, input)} GROUP BY l // ${step}, l - start ORDER BY t LIMIT ${MOST_STEPS + 1}`,
  );
  const kept = (name: string) => cells.of(name).slice(0, MOST_STEPS).map(number);
  return {
    unit: series.unit,
    step,
    t: kept('t'),
    v: kept('v').map((value) => scaled(value, series.power)),
    e: kept('e'),
    cut: cells.count > MOST_STEPS,
    ...(await longerThanStep(connection, series, input.from, input.to)),
  };
}

/** The group of a day, from its local time `l` (seconds since 1970-01-01 of the local clock). */
const GROUPS: Readonly<Record<CallInput<'usage.typicalDay'>['split'], string>> = {
  all: '0',
  weekday: 'isodow(make_timestamp(l * 1000000))',
  workday: 'CASE WHEN isodow(make_timestamp(l * 1000000)) >= 6 THEN 1 ELSE 0 END',
  season: 'month(make_timestamp(l * 1000000)) % 12 // 3',
};

type TypicalDayInput = Omit<CallInput<'usage.typicalDay'>, 'workspace' | 'series'>;

/** Readings are first summed by slot of a local day, so that fine and coarse series compare. */
async function typicalDay(
  connection: Connection,
  series: Series,
  { split, ...input }: TypicalDayInput,
): Promise<CallOutput<'usage.typicalDay'>> {
  const step = daySlot(series.step);
  const fold = series.behaviour === 'sample' ? 'avg' : 'sum';
  const rows = await connection.rows(
    `WITH days AS (
      SELECT l // 86400 AS day, l % 86400 // ${step} * ${step} AS slot, any_value(${GROUPS[split]}) AS g, ${fold}(v) AS v
      FROM ${localAmounts(series, input)}
      GROUP BY 1, 2)
    SELECT g, slot, count(*) AS days, avg(v) AS mean, quantile_cont(v, 0.1) AS low, median(v) AS median, quantile_cont(v, 0.9) AS high
    FROM days GROUP BY 1, 2 ORDER BY 1, 2 LIMIT 2000`,
  );
  const at = (value: Row[string] | undefined) => scaled(number(value), series.power);
  return {
    unit: series.unit,
    step,
    rows: rows.map((row) => ({
      group: number(row.g),
      slot: number(row.slot),
      days: number(row.days),
      mean: at(row.mean),
      low: at(row.low),
      median: at(row.median),
      high: at(row.high),
    })),
    ...(await longerThanStep(connection, series, input.from, input.to)),
  };
}
