/** The overview of a portfolio or group: totals by measure, and the pictures that they are broken down into. */
import type { CallInput } from '#shared/contract/index.ts';
import type {
  Overview,
  OverviewBar,
  OverviewFigures,
  OverviewMeasure,
  OverviewMeter,
} from '#shared/contract/overview.ts';
import { codeLabel } from '#shared/espi/code-lists.ts';
import { unitOf } from '#shared/espi/units.ts';
import { OVERVIEW_SIDES, type OverviewSide, sideLabel } from '#shared/overview-sides.ts';
import type { SomeHandlers } from '../context.ts';
import type { Connection, Row } from '../database.ts';
import { monthOf } from '../month-sums.ts';
import { number, optionalNumber, optionalText, text } from '../row.ts';
import { among } from '../sql-text.ts';
import { countedPoints } from './group-members.ts';
import { measureWords } from './measure-words.ts';
import { type MonthCalendar, type Months, monthCalendar } from './month-calendar.ts';
import { BILLS_THAT_COUNT, MEASURES, overviewCells } from './overview-cells.ts';
import { AMOUNT_ENDS, overviewPictures } from './overview-pictures.ts';

export const overviewHandlers = {
  'overview.get': async ({ workspace, group, ...asked }, context) => {
    const { database, zone } = context.store(workspace);
    const { reader } = database;
    const chosen = await countedPoints(reader, group);
    const data = await monthsWithData(reader, chosen);
    const { count } = asked;
    const span = { first: asked.first ?? Math.max(0, data.first + data.count - count), count };
    const calendar = await monthCalendar(reader, zone, span, chosen);
    const found = calendar === undefined ? NOTHING : await overviewOf(reader, calendar, span, asked);
    return { span, data, ...found };
  },
} satisfies SomeHandlers;

type Pictures = Omit<Overview, 'span' | 'data'>;

const NOTHING: Pictures = {
  meters: 0,
  unmeasured: 0,
  unsummed: 0,
  several: 0,
  incompleteBills: 0,
  measures: [],
  months: [],
  sides: { service: [], tariff: [], utility: [], tag: [], state: [] },
  amounts: [],
  largest: [],
};

type Asked = Omit<CallInput<'overview.get'>, 'workspace' | 'group'>;

/**
 * From the oldest reading or bill to the newest, by UTC: a meter's own month may be one beside it. None where there is neither. A bill of a
 * wrong time, or of a year that is not over, leads neither past today nor past the newest reading.
 */
async function monthsWithData(connection: Connection, chosen: string): Promise<Months> {
  const row = await connection.row(
    `WITH chosen AS (SELECT p.id AS usage_point FROM usage_points p WHERE ${chosen}),
     readings AS (SELECT min(first) AS first, max(last) AS last FROM usage_point_facts JOIN chosen USING (usage_point)),
     present AS (SELECT greatest(epoch(now())::BIGINT, coalesce(last, 0)) AS newest FROM readings),
     bills AS (SELECT min(b.start) AS first, max(least(${BILL_LAST_DAY}, newest)) AS last
       FROM usage_summaries b JOIN chosen USING (usage_point) CROSS JOIN present WHERE ${BILLS_THAT_COUNT} AND b.start <= newest)
     SELECT min(first) AS first, max(last) AS last FROM (FROM readings UNION ALL FROM bills)`,
  );
  const [first, last] = [optionalNumber(row?.first), optionalNumber(row?.last)];
  if (first === undefined || last === undefined) return { first: 0, count: 0 };
  return { first: monthWithin(first), count: monthWithin(last) - monthWithin(first) + 1 };
}

/** SQL: when the last day of a bill `b` begins. It ends where the next month begins, by its meter's own time: by UTC that may be in it. */
const BILL_LAST_DAY = 'greatest(b.start, b.start + b.duration - 86400)';

/** The month of an instant by UTC. No calendar reaches to the years of some wrong times. */
function monthWithin(epoch: number): number {
  const month = monthOf(epoch);
  return Number.isNaN(month) ? LAST_MONTH : Math.max(0, Math.min(LAST_MONTH, month));
}

const LAST_MONTH = 119_999;

async function overviewOf(
  connection: Connection,
  calendar: MonthCalendar,
  span: Months,
  asked: Asked,
): Promise<Pictures> {
  const { choice = {} } = asked;
  const { measure: wanted } = asked;
  const parts = `${calendar.sql}, ${overviewCells(span, wanted?.endsWith(':net') === true)}, ${MEASURES}`;
  const rows = await connection.rows(`WITH ${parts}, ${overviewPictures(span, wanted, choice)}`, calendar.parameters);
  const picture = (name: string) => rows.filter((row) => row.picture === name);
  const [counts] = picture('counts');
  const measure = optionalText(counts?.value);
  const measures = picture('measure').map(measureOf).toSorted(byImportance);
  const bars = await Promise.all(
    OVERVIEW_SIDES.map(async (side) => [side, await barsOf(connection, side, picture(side))] as const),
  );
  return {
    meters: number(counts?.meters),
    unmeasured: number(counts?.unmeasured),
    unsummed: number(counts?.unsummed),
    several: number(counts?.several),
    incompleteBills: number(counts?.incomplete_bills),
    measures,
    measure: measures.find(({ key }) => key === measure),
    months: picture('month')
      .map((row) => monthOfRow(span, row))
      .toSorted((a, b) => a.month - b.month),
    sides: Object.fromEntries(bars) as Record<OverviewSide, OverviewBar[]>, // one for each, a line above
    amounts: picture('amount')
      .toSorted((a, b) => number(a.value) - number(b.value))
      .map((row) => ({ ...amountRange(number(row.value)), ...figuresOf(row) })),
    largest: await metersOf(connection, picture('largest')),
  };
}

function measureOf(row: Row): OverviewMeasure {
  const key = text(row.value);
  const figures = figuresOf(row);
  const [service, unit = ''] = key.split(':');
  if (service === 'cost') {
    const currency = unit === '' ? undefined : codeLabel('Currency', Number(unit));
    return { key, label: 'Cost by bills', currency, ...figures };
  }
  return { key, label: measureWords(key), unit: unitOf(Number(unit)).name, ...figures };
}

/** Readings before costs, what most meters have first. */
function byImportance(a: OverviewMeasure, b: OverviewMeasure): number {
  return Number(a.unit === undefined) - Number(b.unit === undefined) || b.of - a.of || (a.key < b.key ? -1 : 1);
}

function figuresOf(row: Row): OverviewFigures {
  const peak = optionalNumber(row.peak);
  return {
    of: number(row.of),
    meters: number(row.meters),
    total: optionalNumber(row.total),
    coverage: number(row.coverage),
    estimated: number(row.estimated),
    demandMeters: number(row.demand_meters),
    peak: peak === undefined ? undefined : { value: peak, usagePoint: text(row.peak_of) },
    peaks: optionalNumber(row.peaks),
    base: optionalNumber(row.base),
    baseMeters: number(row.base_meters),
  };
}

function monthOfRow(span: Months, row: Row) {
  return { month: span.first + number(row.value), ...figuresOf(row), peakAt: optionalNumber(row.peak_at) };
}

/** The bars of a side, the highest first; tags in the letters in which they were written. */
async function barsOf(connection: Connection, side: OverviewSide, rows: readonly Row[]): Promise<OverviewBar[]> {
  const spelt =
    side === 'tag' ? await connection.rows('SELECT lower(tag) AS folded, min(tag) AS tag FROM tags GROUP BY ALL') : [];
  const tags = new Map(spelt.map(({ folded, tag }) => [text(folded), text(tag)]));
  const label = (value: string) => tags.get(value) ?? sideLabel(side, value);
  return rows
    .map((row) => ({ value: text(row.value), label: label(text(row.value)), ...figuresOf(row) }))
    .toSorted((a, b) => (b.total ?? 0) - (a.total ?? 0) || (a.label < b.label ? -1 : 1));
}

function amountRange(place: number): { atLeast?: number; below: number } {
  const below = AMOUNT_ENDS[place] ?? Number.MAX_VALUE;
  return place < 0 ? { below: 0 } : { atLeast: AMOUNT_ENDS[place - 1] ?? 0, below };
}

async function metersOf(connection: Connection, rows: readonly Row[]): Promise<OverviewMeter[]> {
  if (rows.length === 0) return [];
  const names = await connection.rows(
    `SELECT p.id, p.uid, p.title, p.tariff, f.meter, f.customer FROM usage_points p
     LEFT JOIN usage_point_facts f ON f.usage_point = p.id WHERE p.id IN ${among(rows.map(({ value }) => text(value)))}`,
  );
  const named = new Map(names.map((row) => [text(row.id), row]));
  const meters = rows.map((row) => {
    const name = named.get(text(row.value));
    return {
      id: text(row.value),
      uid: text(name?.uid),
      meterNumber: optionalText(name?.meter),
      title: optionalText(name?.title),
      customerName: optionalText(name?.customer),
      tariff: optionalText(name?.tariff),
      ...figuresOf(row),
    };
  });
  return meters.toSorted((a, b) => (b.total ?? 0) - (a.total ?? 0) || (a.id < b.id ? -1 : 1));
}
