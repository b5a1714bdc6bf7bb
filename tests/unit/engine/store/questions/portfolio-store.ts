/** A small portfolio of everything that is awkward, and its figures worked out from the readings one by one. */
import type { OverviewFigures } from '../../../../../shared/contract/overview.ts';
import { unitOf } from '../../../../../shared/espi/units.ts';
import { type Clock, clockOfZone, localPeriods } from '../../../../../shared/time/index.ts';
import { batchFeed, DAY, ELECTRICITY } from '../../../../fixtures/batch-feed.ts';
import { customerFeed } from '../../../../fixtures/customer-feed.ts';
import { type TestStore, WORKSPACE } from '../store-harness.ts';

/** October 2023 to January 2024; the clocks change in November. year * 12 + month - 1 */
export const FIRST = 2023 * 12 + 9;
export const MONTHS = 4;

/** 2023-10-10 00:00 in Los Angeles. */
const BEGIN = Date.UTC(2023, 9, 10, 7) / 1000;
const DAYS = 90;

export interface Sent {
  start: number;
  duration: number;
  value: number;
  quality?: number;
}

export interface Feed {
  authorization?: string;
  meter: string;
  service?: number;
  /** Tells apart the series of a meter. */
  reading?: string;
  /** uom, flowDirection, accumulationBehaviour, intervalLength */
  type?: { uom?: number; flow?: number; accumulation?: number; length?: number; power?: number };
  readings: readonly Sent[];
}

/** A document with the readings of one meter. */
export function feedOf({ meter, service = 0, reading = '7', type = {}, readings, ...rest }: Feed): string {
  const { uom = 72, flow = 1, accumulation = 4, length = 900, power = 0 } = type;
  const rows = readings.map(
    ({ start, duration, value, quality }) =>
      `<IntervalReading>${quality === undefined ? '' : `<ReadingQuality><quality>${quality}</quality></ReadingQuality>`}<timePeriod><duration>${duration}</duration><start>${start}</start></timePeriod><value>${value}</value></IntervalReading>`,
  );
  const readingType = ELECTRICITY.replace('<uom>72', `<uom>${uom}`)
    .replace('<flowDirection>1', `<flowDirection>${flow}`)
    .replace('<accumulationBehaviour>4', `<accumulationBehaviour>${accumulation}`)
    .replace('<intervalLength>900', `<intervalLength>${length}`)
    .replace('<powerOfTenMultiplier>0', `<powerOfTenMultiplier>${power}`)
    .replace('<commodity>1</commodity>', '');
  const first = readings[0]?.start ?? 0;
  const last = readings.at(-1);
  return batchFeed({ meter, days: 1, readingType, ...rest })
    .replace(
      /<interval>.*?<\/IntervalBlock>/s,
      `<interval><duration>${last ? last.start + last.duration - first : 0}</duration><start>${first}</start></interval>${rows.join('')}</IntervalBlock>`,
    )
    .replaceAll('ReadingType/7', `ReadingType/${meter}-${reading}`)
    .replaceAll(`${meter}-15`, `${meter}-${reading}`)
    .replace('<kind>0</kind></ServiceCategory>', `<kind>${service}</kind></ServiceCategory>`);
}

/** Readings one after the other; undefined leaves one out. */
export function run(
  length: number,
  count: number,
  value: (index: number) => number | undefined,
  start = BEGIN,
  quality?: (index: number) => number | undefined,
): Sent[] {
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const found = value(index);
    const said = quality?.(index);
    return found === undefined
      ? []
      : [
          {
            start: start + index * length,
            duration: length,
            value: found,
            ...(said === undefined ? {} : { quality: said }),
          },
        ];
  });
}

/** Fills a store: see the lines. */
export async function portfolioStore(store: TestStore): Promise<void> {
  const put = (feed: Feed) => store.ingest(feedOf(feed));
  const quarters = (days: number) => days * 96;
  // Quarter hours with holes, of whole days too, and estimates.
  await put({
    meter: '2001',
    readings: run(
      900,
      quarters(DAYS),
      (i) => (i % 700 < 30 || (i > 3000 && i < 3400) ? undefined : 200 + ((i * 37) % 301)),
      BEGIN,
      (i) => (i % 11 === 0 ? 8 : undefined),
    ),
  });
  // Solar: received beside delivered, which is also sent by the day.
  await put({ meter: '2002', readings: run(900, quarters(DAYS), (i) => 100 + (i % 96)) });
  await put({
    meter: '2002',
    reading: '8',
    type: { flow: 19 },
    readings: run(900, quarters(60), (i) => (i % 96 > 30 && i % 96 < 60 ? 900 : 0)),
  });
  await put({ meter: '2002', reading: '9', type: { length: DAY }, readings: run(DAY, 20, () => 14_000) });
  // Hours, in another time zone; data only from December on.
  await put({
    meter: '2003',
    type: { length: 3600, power: 1 },
    readings: run(3600, 24 * 40, (i) => 50 + (i % 24), Date.UTC(2023, 11, 1) / 1000 + 1800),
  });
  // Months, which reach over the borders of others.
  await put({
    meter: '2004',
    type: { length: 30 * DAY },
    readings: [
      { start: BEGIN, duration: 30 * DAY, value: 400_000 },
      { start: BEGIN + 30 * DAY, duration: 31 * DAY, value: 500_000, quality: 8 },
    ],
  });
  // Gas by the day.
  await put({
    meter: '2005',
    service: 1,
    type: { uom: 169, length: DAY, power: -2 },
    readings: run(DAY, 70, (i) => (i > 20 && i < 25 ? undefined : 300 + i)),
  });
  // Water by a register that is read every six hours.
  await put({
    meter: '2006',
    service: 2,
    type: { uom: 42, accumulation: 3, length: 0, power: -3 },
    readings: run(21_600, 4 * 50, (i) => 10_000 + i * i).map((one) => ({ ...one, duration: 0 })),
  });
  // A temperature adds up to nothing.
  await put({ meter: '2007', type: { uom: 23, accumulation: 6 }, readings: run(900, 96, () => 20) });
  // The same meter under a second authorization.
  await put({ authorization: '1002', meter: '2001', readings: run(900, quarters(5), () => 999) });
  await store.call('usagePoints.setZone', { id: '1001~2003', zone: 'Asia/Kolkata' });
  await marks(store);
  await bills(store);
}

async function marks(store: TestStore): Promise<void> {
  const place = (meter: string, state: string) =>
    store.ingest(
      customerFeed({ authorization: '1001', meter, street: `${meter} Elm`, serial: undefined }).replace(
        '</streetDetail>',
        `</streetDetail><townDetail><name>Town</name><stateOrProvince>${state}</stateOrProvince></townDetail>`,
      ),
    );
  await place('2001', 'CA');
  await place('2002', 'NV');
  const tariff = (uid: string, name: string) =>
    store.engine
      .store(WORKSPACE)
      .write((connection) => connection.run('UPDATE usage_points SET tariff = ? WHERE uid = ?', [name, uid]));
  await tariff('2001', 'E-19');
  await tariff('2003', 'E-19');
  await tariff('2002', 'E-1');
  await store.call('tags.change', { meters: ['1001~2001', '1001~2003'], add: ['North'] });
  await store.call('tags.change', { meters: ['1001~2001'], add: ['Pilot'] });
  await store.call('serviceRecords.put', {
    at: 1,
    records: [
      { kind: 'authorization', uid: '1001', authorization: '', record: { utility: 'NORTH' } },
      { kind: 'meter', uid: '2002', authorization: '1001', record: { utility: 'SOUTH' } },
    ],
  });
}

/** Bills that follow each other, one in another currency, and one without a period. */
async function bills(store: TestStore): Promise<void> {
  const one = (meter: string, number: number, start: number, days: number, total: number, currency: number) =>
    store.ingest(
      billFeed(
        meter,
        number,
        total,
        currency,
        `<billingPeriod><duration>${days * DAY}</duration><start>${start}</start></billingPeriod>`,
      ),
    );
  await one('2001', 1, BEGIN - 3 * DAY, 30, 12_345_000, 840);
  await one('2001', 2, BEGIN + 27 * DAY, 33, 23_456_000, 840);
  await one('2002', 1, BEGIN, 31, 9_900_000, 840);
  await one('2004', 1, BEGIN, 61, 50_000_000, 124);
  await store.ingest(billFeed('2005', 1, 700_000, 840, ''));
}

function billFeed(meter: string, number: number, total: number, currency: number, period: string): string {
  const point = `https://example.test/DataCustodian/espi/1_1/resource/Subscription/1001/UsagePoint/${meter}`;
  return `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>urn:uuid:${meter}-${number}</id><link rel="self" href="${point}/UsageSummary/${number}"/><link rel="up" href="${point}/UsageSummary"/><link rel="related" href="${point}"/><title>t</title><content><UsageSummary xmlns="http://naesb.org/espi">${period}<billLastPeriod>${total}</billLastPeriod><currency>${currency}</currency><statusTimeStamp>1706700000</statusTimeStamp></UsageSummary></content><updated>2024-02-02T00:00:00Z</updated></entry></feed>`;
}

/** A piece of time with an amount. */
interface Piece {
  start: number;
  stop: number;
  value: number;
  estimated: boolean;
  /** A whole reading of an hour at most. */
  demand: boolean;
}

export interface PlainMeter {
  id: string;
  clock: Clock;
  measures: Map<string, Piece[]>;
  sides: Record<string, string[]>;
}

const PACIFIC = clockOfZone('America/Los_Angeles');

/** All meters that count, with their readings as they stand in the store. */
export async function readPlain(store: TestStore): Promise<PlainMeter[]> {
  const rows = (sql: string) => store.engine.store(WORKSPACE).write((connection) => connection.rows(sql));
  const known: Record<string, Record<string, string[]>> = {
    '1001~2001': { tariff: ['E-19'], tag: ['north', 'pilot'], state: ['CA'] },
    '1001~2002': { tariff: ['E-1'], utility: ['SOUTH'], state: ['NV'] },
    '1001~2003': { tariff: ['E-19'], tag: ['north'] },
    '1001~2005': { service: ['1'] },
    '1001~2006': { service: ['2'] },
  };
  const meters: PlainMeter[] = [];
  for (const number of [2001, 2002, 2003, 2004, 2005, 2006, 2007]) {
    const id = `1001~${number}`;
    const sides = { service: ['0'], tariff: [''], utility: ['NORTH'], tag: [''], state: [''], ...known[id] };
    const measures = new Map<string, Piece[]>();
    const counts = new Map<string, number>();
    const series = await rows(
      `SELECT series, behaviour, power, (reading_type->>'uom')::INTEGER AS uom, (reading_type->>'flowDirection')::INTEGER AS flow FROM series WHERE usage_point = '${id}'`,
    );
    for (const one of series) {
      const unit = unitOf(Number(one.uom));
      if (!['energy', 'volume'].includes(unit.dimension)) continue;
      const readings = await rows(
        `SELECT start, duration, value * pow(10, value_scale) AS value, quality FROM readings WHERE series = ${one.series} ORDER BY start`,
      );
      const key = `${sides.service[0]}:${one.uom}:${one.flow}`;
      if ((counts.get(key) ?? 0) >= readings.length) continue;
      counts.set(key, readings.length);
      const scale = 10 ** Number(one.power) * unit.factor;
      const drawn = readings.flatMap(({ start, duration, value, quality }, place): Piece[] => {
        const next = readings[place + 1];
        const from = Number(start);
        const estimated = quality === 8;
        if (one.behaviour !== 'register') {
          const length = Number(duration);
          return [
            { start: from, stop: from + length, value: Number(value) * scale, estimated, demand: length <= 3600 },
          ];
        }
        return next === undefined
          ? []
          : [
              {
                start: from,
                stop: Number(next.start),
                value: (Number(next.value) - Number(value)) * scale,
                estimated,
                demand: false,
              },
            ];
      });
      measures.set(key, drawn);
    }
    const [delivered, received] = [measures.get('0:72:1'), measures.get('0:72:19')];
    if (delivered || received) {
      const against = received?.map((one) => ({ ...one, value: -one.value })) ?? [];
      measures.set(
        '0:72:net',
        [...(delivered ?? []), ...against].map((one) => ({ ...one, demand: false })),
      );
    }
    for (const bill of await rows(
      `SELECT currency, start, duration, total / money_scale AS total FROM usage_summaries WHERE usage_point = '${id}' AND start IS NOT NULL`,
    )) {
      const key = `cost:${bill.currency}`;
      const start = Number(bill.start);
      measures.set(key, [
        ...(measures.get(key) ?? []),
        { start, stop: start + Number(bill.duration), value: Number(bill.total), estimated: false, demand: false },
      ]);
    }
    meters.push({ id, clock: number === 2003 ? clockOfZone('Asia/Kolkata') : PACIFIC, measures, sides });
  }
  return meters;
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

/** The figures of some months (all, where none are named), from the pieces one by one. */
export function plainFigures(
  meters: readonly PlainMeter[],
  {
    measure,
    months = Array.from({ length: MONTHS }, (_, i) => FIRST + i),
  }: { measure: string; months?: readonly number[] },
): OverviewFigures & { peakAt: number | undefined } {
  const measured = meters.filter((one) => one.measures.has(measure));
  const each = measured.map((meter) => ({ meter, ...meterFigures(meter, measure, months) }));
  const known = each.filter(({ covered }) => covered > 0);
  const peaks = each
    .filter((one): one is typeof one & { peak: Piece } => one.peak !== undefined)
    .map((one) => ({ id: one.meter.id, at: one.peak.start, value: demandOf(one.peak) }));
  const peak = peaks.toSorted((a, b) => b.value - a.value)[0];
  const bases = each.flatMap(({ base }) => base ?? []);
  const totals = each.flatMap(({ total }) => total ?? []);
  return {
    of: measured.length,
    meters: known.length,
    total: totals.length === 0 ? undefined : sumOf(totals),
    coverage:
      known.length === 0 ? 0 : sumOf(known.map(({ covered }) => covered)) / sumOf(known.map(({ length }) => length)),
    estimated: sumOf(each.map(({ estimated }) => estimated)) / (sumOf(each.map(({ covered }) => covered)) || 1),
    demandMeters: peaks.length,
    peak: peak && { value: peak.value, usagePoint: peak.id },
    peakAt: peak?.at,
    peaks: peaks.length === 0 ? undefined : sumOf(peaks.map(({ value }) => value)),
    base: bases.length === 0 ? undefined : sumOf(bases),
    baseMeters: bases.length,
  };
}

const demandOf = (piece: Piece) => (piece.value * 3600) / (piece.stop - piece.start);

function meterFigures({ clock, measures }: PlainMeter, measure: string, months: readonly number[]) {
  const pieces = measures.get(measure) ?? [];
  const spans = localPeriods(
    clock,
    Date.UTC(2023, 9, 1) / 1000 - 2 * DAY,
    Date.UTC(2024, 1, 1) / 1000 + 2 * DAY,
    'month',
  ).filter(({ label }) => {
    const [year, month] = label.split('-').map(Number);
    return months.includes((year ?? 0) * 12 + (month ?? 0) - 1);
  });
  const within = (piece: Piece) =>
    sumOf(spans.map(({ start, end }) => Math.max(0, Math.min(end, piece.stop) - Math.max(start, piece.start))));
  const shares = pieces.map((piece) => ({ piece, seconds: within(piece) })).filter(({ seconds }) => seconds > 0);
  // What is delivered and what is received are both expected.
  const series = measure.endsWith(':net')
    ? [...measures.keys()].filter((key) => key === '0:72:1' || key === '0:72:19').length
    : 1;
  const demands = shares.filter(({ piece }) => piece.demand).map(({ piece }) => piece);
  const days = new Map<string, Piece[]>();
  for (const piece of demands) {
    const label = localPeriods(clock, piece.start, piece.start + 1, 'day')[0]?.label ?? '';
    days.set(label, [...(days.get(label) ?? []), piece]);
  }
  const whole = [...days.values()].filter((list) => sumOf(list.map(({ start, stop }) => stop - start)) >= 23 * 3600);
  const least = whole.map((list) => Math.min(...list.map(demandOf)));
  return {
    total:
      shares.length === 0
        ? undefined
        : sumOf(shares.map(({ piece, seconds }) => (piece.value * seconds) / (piece.stop - piece.start))),
    covered: sumOf(shares.map(({ seconds }) => seconds)),
    estimated: sumOf(shares.filter(({ piece }) => piece.estimated).map(({ seconds }) => seconds)),
    length: series * sumOf(spans.map(({ start, end }) => end - start)),
    peak:
      demands.length === 0 ? undefined : demands.reduce((best, one) => (demandOf(one) > demandOf(best) ? one : best)),
    base: least.length === 0 ? undefined : sumOf(least) / least.length,
  };
}
