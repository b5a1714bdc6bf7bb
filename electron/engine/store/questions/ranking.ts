/** Meters in the order of a figure: what can be compared, the order of all of them, and the figures of those that are shown. */
import type { Quantity, RankedMeter } from '#shared/contract/ranking.ts';
import { codeLabel } from '#shared/espi/code-lists.ts';
import { isAmount, measuredWords } from '#shared/espi/quantities.ts';
import { unitOf } from '#shared/espi/units.ts';
import { partDaysOf, RANKED_BY, type RankedBy } from '#shared/ranked-by.ts';
import { clockOfKey, localTime } from '#shared/time/index.ts';
import type { SomeHandlers } from '../context.ts';
import type { Connection, Row } from '../database.ts';
import { dayTable } from '../local-time.ts';
import { json, number, optionalNumber, optionalText, text } from '../row.ts';
import { storedSeries } from '../stored-series.ts';
import type { Days } from './day-calendar.ts';
import { countedIds } from './group-members.ts';
import { searched } from './list-page.ts';
import { asksForDays, meterPlan, POINT_CLOCKS } from './meter-list.ts';
import { FLOW } from './overview-cells.ts';
import { comparedSeries, type Figures, figures, SCHEMA_COST_POWER, SERVICE, shiftsOf, UOM } from './ranking-figures.ts';

const DAY = 86_400;

export const rankingHandlers = {
  'ranking.quantities': async ({ workspace, group }, context) => {
    const { reader } = context.store(workspace).database;
    const chosen = group === undefined ? undefined : await countedIds(reader, group);
    const rows = await reader.rows(
      `SELECT ${SERVICE} AS service, ${FLOW} AS flow, ${UOM} AS uom, s.day_clock, coalesce((s.reading_type->>'currency')::INTEGER, 0) AS currency,
         any_value(s.reading_type) AS reading_type, count(*) AS meters, min(s.first) AS first, median(s.last_end) AS last
       FROM series s JOIN usage_points p ON p.id = s.usage_point WHERE s.series IN ${comparedSeries(undefined, chosen)}
         AND s.day_clock IS NOT NULL AND ${UOM} IS NOT NULL GROUP BY ALL ORDER BY meters DESC, service, flow, uom`,
    );
    return quantitiesOf(rows);
  },
  'ranking.list': async ({ workspace, group, quantity, currency, by, descending, ...input }, context) => {
    const { database, zone } = context.store(workspace);
    const { reader } = database;
    const { least, most, search = '', offset = 0, limit = 500 } = input;
    const days = { from: dayNumber(input.from), until: dayNumber(input.until) + 1 };
    const chosen = group === undefined ? undefined : await countedIds(reader, group);
    const all = `(SELECT series FROM series WHERE day_clock IS NOT NULL AND series IN ${comparedSeries(quantity, chosen)})`;
    const asked = { days, uom: quantity.uom, currency };
    const clocks = await clocksOf(reader, all);
    const priced = by === 'cost' || by === 'price';
    const billed = by === 'billed' || by === 'billedPrice';
    const billedIn = billed ? await mostBilledIn(reader, all) : undefined;
    const order = figures({
      ...asked,
      billedIn,
      series: all,
      clocks,
      costPowers: priced ? await costPowers(reader, all) : new Map(),
      wanted: new Set([by]),
    });
    const words: string[] = [];
    const bounds = [
      ...(least === undefined ? [] : [`value >= ${Number(least)}`]),
      ...(most === undefined ? [] : [`value <= ${Number(most)}`]),
      ...(await foundBy(reader, search, zone, words)),
    ];
    const found = await reader.rows(
      `${order}, valued AS MATERIALIZED (SELECT series, usage_point, "${by}" AS value FROM figures),
       placed AS (SELECT *, row_number() OVER (ORDER BY value ${descending ? 'DESC' : 'ASC'}, usage_point) AS place FROM valued WHERE value IS NOT NULL),
       found AS MATERIALIZED (SELECT * FROM placed WHERE ${bounds.join(' AND ') || 'true'})
       SELECT n.*, f.series, f.place FROM (SELECT (SELECT count(*) FROM valued) AS total, (SELECT count(*) FROM placed) AS known,
         (SELECT count(*) FROM found) AS matching) n
       LEFT JOIN (SELECT * FROM found ORDER BY place LIMIT ${limit} OFFSET ${offset}) f ON true ORDER BY f.place`,
      words,
    );
    const places = new Map(
      found.flatMap(({ series, place }) => (series === null ? [] : [[number(series), number(place)] as const])),
    );
    const [counts = {}] = found;
    const shifts = shiftsOf(days);
    return {
      rows: await rankedMeters(reader, { ...asked, clocks, places }),
      matching: number(counts.matching),
      total: number(counts.total),
      unknown: number(counts.total) - number(counts.known),
      unsummed: await unsummed(reader, quantity, chosen),
      unit: unitOf(quantity.uom).name,
      ...(billedIn ? { billedIn: codeLabel('Currency', billedIn) } : {}),
      days: days.until - days.from,
      previousFrom: dayText(days.from - shifts.previous),
      lastYearFrom: dayText(days.from - shifts.lastYear),
    };
  },
} satisfies SomeHandlers;

/** SQL: a search finds what the list of meters finds. @param words gets the parameters */
async function foundBy(connection: Connection, search: string, zone: string, words: string[]): Promise<string[]> {
  const days = asksForDays({ search }) ? await dayTable(connection, POINT_CLOCKS, zone) : undefined;
  const plan = meterPlan({ days });
  const conditions = searched(plan, search, (word) => `$${words.push(word)}`);
  if (conditions.length === 0) return [];
  return [`usage_point IN (SELECT l.id FROM ${plan.table} l WHERE ${conditions.join(' AND ')})`];
}

interface Kind extends Quantity {
  row: Row;
  meters: number;
  firstDay: number;
  lastDay: number;
  currencies: Map<number, number>;
}

/** Rows of clocks and currencies as kinds. What has many clocks ends where that of most of its meters does. */
function quantitiesOf(rows: readonly Row[]) {
  const kinds = new Map<string, Kind>();
  for (const row of rows) {
    const type = json(row.reading_type) as Parameters<typeof measuredWords>[0]; // written from the reader's model
    if (!isAmount(type)) continue;
    const found = { service: number(row.service), flow: number(row.flow), uom: number(row.uom) };
    const clock = clockOfKey(text(row.day_clock));
    const firstDay = Math.floor(localTime(clock, number(row.first)) / DAY);
    const key = `${found.service} ${found.flow} ${found.uom}`;
    const kind = kinds.get(key) ?? {
      ...found,
      row,
      meters: 0,
      firstDay,
      lastDay: Math.floor(localTime(clock, number(row.last)) / DAY) - 1,
      currencies: new Map<number, number>(),
    };
    kinds.set(key, kind);
    kind.meters += number(row.meters);
    kind.firstDay = Math.min(kind.firstDay, firstDay);
    const currency = number(row.currency);
    if (currency !== 0) kind.currencies.set(currency, (kind.currencies.get(currency) ?? 0) + number(row.meters));
  }
  return [...kinds.values()]
    .toSorted((a, b) => b.meters - a.meters)
    .map(({ row, currencies, firstDay, lastDay, service, flow, uom, meters }) => ({
      service,
      flow,
      uom,
      label: measuredWords(json(row.reading_type) as Parameters<typeof measuredWords>[0], service), // as above
      unit: unitOf(uom).name,
      meters,
      currencies: [...currencies]
        .toSorted(([, a], [, b]) => b - a)
        .map(([code]) => ({ code, label: codeLabel('Currency', code) })),
      firstDay: dayText(firstDay),
      lastDay: dayText(Math.max(firstDay, lastDay)),
    }));
}

async function clocksOf(connection: Connection, series: string): Promise<string[]> {
  const rows = await connection.rows(`SELECT DISTINCT day_clock FROM series WHERE series IN ${series} ORDER BY 1`);
  return rows.map(({ day_clock: clock }) => text(clock));
}

/** Of series whose costs are on another scale than the schema's: the power of ten that takes them to their currency. */
async function costPowers(connection: Connection, series: string): Promise<Map<number, number>> {
  const priced = await storedSeries(connection, `sum_cost IS NOT NULL AND series IN ${series}`);
  return new Map(
    priced.flatMap((one) => (one.costPower === SCHEMA_COST_POWER ? [] : [[one.series, one.costPower] as const])),
  );
}

/** The currency that most bills of these series' meters are in; 0 where it is not said. */
async function mostBilledIn(connection: Connection, series: string): Promise<number> {
  const row = await connection.row(
    `SELECT coalesce(currency, 0) AS currency FROM usage_summaries WHERE usage_point IN (SELECT usage_point FROM series WHERE series IN ${series})
     GROUP BY ALL ORDER BY count(*) DESC, currency LIMIT 1`,
  );
  return number(row?.currency ?? 0);
}

/** Meters that have readings of this kind and no sums of their days. */
async function unsummed(connection: Connection, quantity: Quantity, chosen: string | undefined): Promise<number> {
  const row = await connection.row(
    `SELECT count(*) AS count FROM series WHERE day_clock IS NULL AND series IN ${comparedSeries(quantity, chosen)}`,
  );
  return number(row?.count);
}

interface Page extends Pick<Figures, 'days' | 'uom' | 'currency' | 'clocks'> {
  /** By number of the series, in their order. */
  places: ReadonlyMap<number, number>;
}

/** All figures of the meters of a page. */
async function rankedMeters(connection: Connection, { places, ...asked }: Page): Promise<RankedMeter[]> {
  if (places.size === 0) return [];
  const series = `(SELECT unnest([${[...places.keys()].join(', ')}]))`;
  const rows = await connection.rows(
    `${figures({ ...asked, currency: undefined, billedIn: undefined, series, costPowers: await costPowers(connection, series), wanted: new Set(RANKED_BY) })}
     SELECT g.*, s.id AS series_id, (s.reading_type->>'currency')::INTEGER AS currency, p.uid, p.title, f.meter, f.customer, f.address
     FROM figures g JOIN series s USING (series) JOIN usage_points p ON p.id = g.usage_point
     LEFT JOIN usage_point_facts f ON f.usage_point = p.id`,
  );
  const length = asked.days.until - asked.days.from;
  const partDays = partDaysOf(length);
  const parts = await partsOf(connection, series, asked.days, partDays);
  const count = Math.ceil(length / partDays);
  return rows
    .map((row) => meterOf(row, places.get(number(row.series)) ?? 0, parts.get(number(row.series)) ?? new Map(), count))
    .toSorted((a, b) => a.place - b.place);
}

/** Of each series the mean of its days that have readings, by the number of the part, as it is stored: parts may be of unequal length. */
async function partsOf(
  connection: Connection,
  series: string,
  { from, until }: Days,
  partDays: number,
): Promise<Map<number, Map<number, number>>> {
  const rows = await connection.rows(
    `SELECT series, (day - ${from}) // ${partDays} AS i, sum(total) / count(DISTINCT day) AS mean FROM day_sums
     WHERE series IN ${series} AND day >= ${from} AND day < ${until} AND total IS NOT NULL GROUP BY ALL`,
  );
  const parts = new Map<number, Map<number, number>>();
  for (const row of rows) {
    const own = parts.get(number(row.series)) ?? new Map<number, number>();
    parts.set(number(row.series), own.set(number(row.i), number(row.mean)));
  }
  return parts;
}

function meterOf(row: Row, place: number, parts: ReadonlyMap<number, number>, count: number): RankedMeter {
  const factor = number(row.factor);
  const [currency, billedCurrency] = [optionalNumber(row.currency), optionalNumber(row.billed_currency)];
  const values = Object.fromEntries(RANKED_BY.map((one) => [one, optionalNumber(row[one])])) as Partial<
    Record<RankedBy, number>
  >;
  return {
    ...values,
    place,
    id: text(row.usage_point),
    series: text(row.series_id),
    uid: text(row.uid),
    number: optionalText(row.meter),
    title: optionalText(row.title),
    customer: optionalText(row.customer),
    address: optionalText(row.address),
    step: number(row.step),
    ...(currency ? { currency: codeLabel('Currency', currency) } : {}),
    ...(billedCurrency ? { billedCurrency: codeLabel('Currency', billedCurrency) } : {}),
    peakAt: optionalNumber(row.peak_at),
    missing: number(row.missing),
    previousDays: number(row.previousDays),
    lastYearDays: number(row.lastYearDays),
    parts: Array.from({ length: count }, (_, i) => {
      const mean = parts.get(i);
      return mean === undefined ? null : mean * factor;
    }),
  };
}

function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / (DAY * 1000);
}

function dayText(day: number): string {
  return new Date(day * DAY * 1000).toISOString().slice(0, 10);
}
