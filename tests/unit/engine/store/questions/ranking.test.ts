import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { number, optionalNumber, text } from '../../../../../electron/engine/store/row.ts';
import type { RankedMeter } from '../../../../../shared/contract/ranking.ts';
import { groupBy } from '../../../../../shared/group.ts';
import { partDaysOf, RANKED_BY } from '../../../../../shared/ranked-by.ts';
import { batchFeed, DAY, ELECTRICITY } from '../../../../fixtures/batch-feed.ts';
import { type Period, periodFeed } from '../../../../fixtures/period-feed.ts';
import { openTestStore, type TestStore, WORKSPACE } from '../store-harness.ts';
import { feedOf, portfolioStore, readPlain, run } from './portfolio-store.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => await store.dispose());

/** Midnight in California, a year and a half before the last day. */
const BEGIN = Date.UTC(2023, 0, 1, 8) / 1000;
const DELIVERED = { service: 0, flow: 1, uom: 72 };
const rows = (sql: string) => store.engine.store(WORKSPACE).database.reader.rows(sql);

const HOURLY =
  '<commodity>1</commodity><flowDirection>1</flowDirection><kind>12</kind><powerOfTenMultiplier>3</powerOfTenMultiplier><uom>72</uom>';

/** Readings of an hour each, in kWh. */
function hours(start: number, count: number, value: (index: number) => number | undefined): Period[] {
  return Array.from({ length: count }, (_, index) => ({
    start: start + index * 3600,
    duration: 3600,
    value: value(index),
  })).filter((one): one is Period => one.value !== undefined);
}

/** A feed of periodFeed as one of electricity, of another unit and direction. */
function electricity(feed: string, type: string): string {
  return feed
    .replaceAll('<kind>1</kind></ServiceCategory>', '<kind>0</kind></ServiceCategory>')
    .replaceAll(/<ReadingType ([^>]*)>.*?<\/ReadingType>/g, `<ReadingType $1>${type}</ReadingType>`);
}

/** Local days of California, without any of the code under test. */
const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles', dateStyle: 'short' });
const dayOf = (at: number) => format.format(at * 1000);
const shifted = (day: string, days: number) => new Date(Date.parse(day) + days * DAY * 1000).toISOString().slice(0, 10);
const daysFrom = (from: string, until: string) => {
  const days: string[] = [];
  for (let day = from; day <= until; day = shifted(day, 1)) days.push(day);
  return days;
};

interface Raw {
  start: number;
  end: number;
  kwh: number | undefined;
  cost: number | undefined;
  estimated: boolean;
}

/** The readings of a meter's delivered energy as they are stored, one by one. */
async function readingsOf(meter: string, flow = 1): Promise<Raw[]> {
  const found = await rows(
    `SELECT r.start, r.duration, r.value::VARCHAR AS value, r.value_scale, r.cost::VARCHAR AS cost, r.quality, s.power FROM readings r JOIN series s USING (series)
     WHERE s.usage_point LIKE '%~${meter}' AND (s.reading_type->>'flowDirection')::INTEGER = ${flow} ORDER BY r.start`,
  );
  return found.map((row) => ({
    start: number(row.start),
    end: number(row.start) + number(row.duration),
    kwh: row.value === null ? undefined : Number(row.value) * 10 ** (number(row.power) - 3),
    cost: row.cost === null ? undefined : Number(row.cost) / 100_000,
    estimated: row.quality === 8,
  }));
}

/** Midnights of California, by trying each quarter of an hour. */
function beginOf(day: string): number {
  for (let at = Date.parse(day) / 1000; ; at += 900) if (dayOf(at) === day) return at;
}

/** The figures of a meter from its readings. */
function plain(readings: readonly Raw[], from: string, until: string) {
  const [p0, p1] = [beginOf(from), beginOf(shifted(until, 1))];
  const inside = readings.filter(({ start }) => start >= p0 && start < p1);
  const valued = inside.filter((one) => one.kwh !== undefined);
  const sum = (list: readonly Raw[]) => list.reduce((total, { kwh = 0 }) => total + kwh, 0);
  const step = (inside[0]?.end ?? 0) - (inside[0]?.start ?? 0);
  const rate = (kwh: number) => (kwh * 3600) / step;
  const byDay = groupBy(readings, ({ start }) => dayOf(start));
  const whole = (day: string) => {
    const own = byDay.get(day) ?? [];
    const seconds = own.reduce((total, { start, end }) => total + end - start, 0);
    return seconds === beginOf(shifted(day, 1)) - beginOf(day) && own.every(({ kwh }) => kwh !== undefined);
  };
  const days = daysFrom(from, until);
  const change = (back: number) => {
    const both = days.filter((day) => whole(day) && whole(shifted(day, -back)));
    const total = (list: readonly string[]) => list.reduce((all, day) => all + sum(byDay.get(day) ?? []), 0);
    const before = total(both.map((day) => shifted(day, -back)));
    const enough = both.length * 2 >= days.length && before > 0;
    return { days: both.length, change: enough ? total(both) / before - 1 : undefined };
  };
  const lows = days.filter(whole).map((day) => Math.min(...(byDay.get(day) ?? []).map(({ kwh = 0 }) => kwh)));
  const peak = Math.max(...valued.map(({ kwh = 0 }) => kwh));
  const costed = days.map((day) => byDay.get(day) ?? []).filter((own) => own.some(({ cost }) => cost !== undefined));
  const cost = inside.some((one) => one.cost !== undefined)
    ? inside.reduce((all, one) => all + (one.cost ?? 0), 0)
    : undefined;
  const weeks = Math.ceil(days.length / 7) * 7;
  const [previous, lastYear] = [change(weeks), change(Math.max(weeks, 364))];
  return {
    amount: valued.length === 0 ? undefined : sum(inside),
    peak: valued.length === 0 ? undefined : rate(peak),
    base: lows.length === 0 ? undefined : rate(lows.reduce((all, low) => all + low, 0) / lows.length),
    loadFactor: valued.length === 0 ? undefined : sum(inside) / valued.length / peak,
    cost,
    price: cost === undefined ? undefined : cost / sum(costed.flat()),
    missing: 1 - inside.reduce((total, { start, end }) => total + end - start, 0) / (p1 - p0),
    estimated: valued.length === 0 ? undefined : valued.filter(({ estimated }) => estimated).length / valued.length,
    previous: previous.change,
    previousDays: previous.days,
    lastYear: lastYear.change,
    lastYearDays: lastYear.days,
  };
}

const quality = '<ReadingQuality><quality>8</quality></ReadingQuality>';

/** Meters of many kinds over some 500 days, each in documents of which the later ones add days. */
async function portfolio() {
  // Quarter hours with costs, estimates, a long gap in the spring and one of an hour.
  await store.batch({
    meter: '2001',
    start: BEGIN,
    days: 500,
    value: (index) =>
      (index > 41_500 && index < 42_100) || (index > 6000 && index < 6004) ? undefined : 200 + ((index * 37) % 611),
    extra: (index) => `${index % 11 === 0 ? quality : ''}<cost>${((index * 13) % 997) * 10}</cost>`,
  });
  // Grows by half from the second year on; every fifth day without a cost.
  await store.batch({
    meter: '2002',
    start: BEGIN,
    days: 500,
    value: (index) => (index < 365 * 96 ? 400 : 600) + (index % 96),
    extra: (index) => (Math.floor(index / 96) % 5 === 0 ? '' : `<cost>${500 + (index % 7)}</cost>`),
  });
  // Began a year late: nothing to compare with last year.
  await store.batch({ meter: '2003', start: BEGIN + 420 * DAY, days: 80, value: (index) => 100 + (index % 50) });
  // Hours, and on another scale.
  await store.ingest(
    electricity(
      periodFeed({
        readings: hours(BEGIN, 500 * 24, (index) => (index > 10_600 && index < 10_650 ? undefined : 1 + (index % 5))),
        point: 'Subscription/1001/UsagePoint/2004',
        prefix: 'h',
        each: 'together',
      }),
      HOURLY,
    ),
  );
  // Solar: more is received than delivered.
  await store.batch({
    meter: '2005',
    start: BEGIN + 400 * DAY,
    days: 100,
    value: (index) => (index % 96 < 30 ? 0 : 90),
  });
  await store.ingest(
    electricity(
      periodFeed({
        readings: hours(BEGIN + 400 * DAY, 100 * 24, (index) => (index % 24) * 10),
        point: 'Subscription/1001/UsagePoint/2005',
        prefix: 'r',
        each: 'together',
      }),
      HOURLY.replace('<flowDirection>1<', '<flowDirection>19<'),
    ),
  );
  // Another service and unit: is never among them.
  await store.ingest(
    periodFeed({
      readings: hours(BEGIN + 400 * DAY, 100 * 24, (index) => index % 3),
      point: 'Subscription/1001/UsagePoint/2006',
      prefix: 'g',
    }),
  );
}

const METERS = ['2001', '2002', '2003', '2004', '2005'];
const list = (input: object) =>
  store.call('ranking.list', {
    quantity: DELIVERED,
    by: 'amount',
    descending: true,
    from: '2024-03-01',
    until: '2024-03-31',
    ...input,
  });

function expectFigures(meter: RankedMeter | undefined, expected: ReturnType<typeof plain>) {
  for (const [name, value] of Object.entries(expected)) {
    const found = meter?.[name as keyof typeof expected];
    if (value === undefined) expect([meter?.uid, name, found]).toEqual([meter?.uid, name, undefined]);
    else
      expect(Math.abs((found ?? Number.NaN) - value), `${meter?.uid} ${name}: ${found}, not ${value}`).toBeLessThan(
        1e-9 * Math.max(1, Math.abs(value)),
      );
  }
}

describe('every figure is as its readings have it', () => {
  beforeEach(portfolio, 60_000);

  it.each([
    ['2024-03-01', '2024-03-31', 'a month with the change to summer time and gaps'],
    ['2023-10-30', '2023-11-12', 'a fortnight with the change to winter time'],
    ['2024-05-01', '2024-05-31', 'a month that is not over'],
    ['2024-01-01', '2024-05-10', 'months'],
    ['2023-05-01', '2024-04-30', 'a year'],
  ])('%s to %s: %s', async (from, until) => {
    const { rows: found, total, unknown } = await list({ from, until, by: 'missing' });
    expect([found.length, total, unknown]).toEqual([5, 5, 0]);
    for (const uid of METERS) {
      expectFigures(
        found.find((one) => one.uid === uid),
        plain(await readingsOf(uid), from, until),
      );
    }
    const received = await list({ from, until, quantity: { ...DELIVERED, flow: 19 }, by: 'missing' });
    expect(received.rows.map(({ uid }) => uid)).toEqual(['2005']);
    expectFigures(received.rows[0], plain(await readingsOf('2005', 19), from, until));
  });

  it('puts meters in order by each of them, and says how many have no place', async () => {
    const all = (await list({ by: 'missing' })).rows;
    for (const by of RANKED_BY) {
      for (const descending of [true, false]) {
        const { rows: found, unknown, matching, total } = await list({ by, descending });
        const known = all.filter((one) => one[by] !== undefined);
        const values = known.map((one) => one[by] ?? 0).toSorted((a, b) => (descending ? b - a : a - b));
        expect([by, found.map((one) => one[by])]).toEqual([by, values]);
        expect(found.map(({ place }) => place)).toEqual(found.map((_, index) => index + 1));
        expect([matching, total, unknown]).toEqual([known.length, 5, 5 - known.length]);
      }
    }
    // 2003 and 2005 have no spring of the year before.
    expect((await list({ by: 'lastYear' })).unknown).toBe(2);
    // Half as much again: only the one that grew.
    const grown = await list({ by: 'lastYear', least: 0.2 });
    expect(grown.rows.map(({ uid, place }) => [uid, place])).toEqual([['2002', 1]]);
    expect(grown.matching).toBe(1);
  });

  it('a page is a part of the order, and a search or a threshold leaves the places as they are', async () => {
    const all = (await list({})).rows;
    const page = await list({ offset: 1, limit: 2 });
    expect(page.rows).toEqual(all.slice(1, 3));
    expect([page.matching, page.total]).toEqual([5, 5]);
    const third = all[2];
    expect((await list({ search: third?.uid ?? '' })).rows).toEqual([third]);
    const most = third?.amount ?? 0;
    expect((await list({ most })).rows).toEqual(all.slice(2));
  });

  it('finds what the list of meters finds: words in any order, of tags, tariffs, services and dates', async () => {
    await store.call('tags.change', { meters: ['1001~2002'], add: ['Roof'] });
    await store.engine
      .store(WORKSPACE)
      .write((connection) => connection.run(`UPDATE usage_points SET tariff = 'E-19' WHERE uid IN ('2002', '2004')`));
    for (const search of ['roof', '2002 meter', 'METER 2002', 'electricity', '2023-01', 'roof 2004', '100%']) {
      const listed = (await store.call('usagePoints.list', { search })).rows.map(({ uid }) => uid);
      const found = (await list({ search })).rows.map(({ uid }) => uid);
      expect([search, found.toSorted()]).toEqual([search, listed.filter((uid) => METERS.includes(uid)).toSorted()]);
    }
    expect((await list({ search: 'roof meter' })).rows.map(({ uid }) => uid)).toEqual(['2002']);
  });

  it('the small picture has the mean day of equal parts of the period; nothing where there is nothing', async () => {
    const { rows: found } = await list({ from: '2024-01-01', until: '2024-05-31' });
    expect(partDaysOf(152)).toBe(3);
    const readings = await readingsOf('2003');
    const parts = found.find(({ uid }) => uid === '2003')?.parts ?? [];
    const days = daysFrom('2024-01-01', '2024-05-31');
    expect(parts).toHaveLength(Math.ceil(days.length / 3));
    for (const [index, part] of parts.entries()) {
      const own = readings.filter(({ start }) => days.slice(index * 3, index * 3 + 3).includes(dayOf(start)));
      const known = new Set(own.filter(({ kwh }) => kwh !== undefined).map(({ start }) => dayOf(start)));
      if (known.size === 0) expect(part).toBeNull();
      else expect(part).toBeCloseTo(own.reduce((sum, { kwh = 0 }) => sum + kwh, 0) / known.size, 9);
    }
  });

  it('the small picture of steady readings is even, though its last part is shorter and a day is missing', async () => {
    const split = 200 * 96 + 48;
    const missing = (index: number) => index >= 49 * 96 && index < 50 * 96;
    const steady = { meter: '2009', start: BEGIN, days: 380 };
    await store.batch({ ...steady, value: (index) => (index >= split || missing(index) ? undefined : 250) });
    // A day that comes in two halves has two sums.
    await store.batch({ ...steady, blocks: 'later-', value: (index) => (index < split ? undefined : 250) });
    const { rows: found } = await list({ from: '2023-01-02', until: '2024-01-01' });
    const parts = found.find(({ uid }) => uid === '2009')?.parts ?? [];
    expect([partDaysOf(365), parts.length]).toEqual([7, 53]);
    // Of equal readings, the day on which summer time begins has an hour less, and that on which it ends one more.
    const odd = parts.filter((part) => Math.abs((part ?? 0) - 24) > 1e-9);
    expect(odd.map((part) => part?.toFixed(6))).toEqual([(24 - 1 / 7).toFixed(6), (24 + 1 / 7).toFixed(6)]);
  });

  it('says what can be compared, and looks at no reading', async () => {
    expect(await store.call('ranking.quantities', {})).toEqual([
      {
        ...DELIVERED,
        label: 'Electricity delivered',
        unit: 'kWh',
        meters: 5,
        currencies: [],
        firstDay: '2023-01-01',
        lastDay: '2024-05-14',
      },
      expect.objectContaining({ service: 0, flow: 19, meters: 1, label: 'Electricity received' }),
      expect.objectContaining({ service: 1, flow: 1, uom: 169, meters: 1, unit: 'therm' }),
    ]);
    const before = await list({ by: 'lastYear' });
    await store.engine.store(WORKSPACE).write((connection) => connection.run('DELETE FROM readings'));
    expect(await list({ by: 'lastYear' })).toEqual(before);
  });

  it('of a group only its meters, and one under two authorizations once', async () => {
    const { id } = await store.call('groups.save', { name: 'Two', meters: ['1001~2001', '1001~2004'] });
    expect((await list({ group: id, by: 'missing' })).rows.map(({ uid }) => uid).toSorted()).toEqual(['2001', '2004']);
    await store.batch({ authorization: '1002', meter: '2001', start: BEGIN, days: 3 });
    expect((await list({ by: 'missing' })).total).toBe(5);
    expect(await store.call('ranking.quantities', { group: id })).toMatchObject([{ ...DELIVERED, meters: 2 }]);
  });
});

it('gas by the day, water by a register and what a solar roof sends back are what their readings come to, over a change of the clock', async () => {
  await portfolioStore(store);
  const meters = await readPlain(store);
  const [from, until] = ['2023-10-20', '2023-11-20'];
  const [p0, p1] = [beginOf(from), beginOf(shifted(until, 1))];
  const kinds = [
    ['1001~2005', { service: 1, flow: 1, uom: 169 }],
    ['1001~2006', { service: 2, flow: 1, uom: 42 }],
    ['1001~2002', { service: 0, flow: 19, uom: 72 }],
  ] as const;
  for (const [id, quantity] of kinds) {
    const key = `${quantity.service}:${quantity.uom}:${quantity.flow}`;
    const pieces = meters.find((one) => one.id === id)?.measures.get(key) ?? [];
    const inside = (start: number, stop: number) => Math.max(0, Math.min(stop, p1) - Math.max(start, p0));
    const amount = pieces.reduce(
      (sum, { start, stop, value }) => sum + (value * inside(start, stop)) / (stop - start),
      0,
    );
    const seconds = pieces.reduce((sum, { start, stop }) => sum + inside(start, stop), 0);
    expect(amount).toBeGreaterThan(0);
    const { rows: found } = await list({ quantity, from, until });
    expect(found.map((one) => one.id)).toEqual([id]);
    expect([id, found[0]?.amount]).toEqual([id, expect.closeTo(amount, 6)]);
    expect([id, found[0]?.missing]).toEqual([id, expect.closeTo(1 - seconds / (p1 - p0), 9)]);
    // A day's reading tells no demand of an hour, a register none at all.
    expect([id, found[0]?.peak === undefined]).toEqual([id, quantity.service !== 0]);
  }
});

it('by bills, shared by time, only where they are for all of the period; a price only where nothing is missing', async () => {
  await portfolioStore(store);
  const meters = await readPlain(store);
  const by = async (figure: 'billed' | 'billedPrice', from: string, until: string) => {
    const [p0, p1] = [beginOf(from), beginOf(shifted(until, 1))];
    const inside = (one: { start: number; stop: number }) =>
      Math.max(0, Math.min(one.stop, p1) - Math.max(one.start, p0));
    const sum = (id: string, key: string) =>
      (meters.find((one) => one.id === id)?.measures.get(key) ?? []).reduce(
        (all, one) => all + (one.value * inside(one)) / (one.stop - one.start),
        0,
      );
    const { rows: found, unknown, billedIn } = await list({ by: figure, from, until });
    for (const one of found) {
      expect(one.billed).toBeCloseTo(sum(one.id, 'cost:840'), 9);
      if (figure === 'billedPrice')
        expect(one.billedPrice).toBeCloseTo(sum(one.id, 'cost:840') / sum(one.id, '0:72:1'), 9);
    }
    expect(billedIn).toBe('USD');
    return { found: found.map(({ uid, billedCurrency }) => `${uid} ${billedCurrency}`), unknown };
  };
  // The bill of 2002 is of 31 days; the one of 2004 is in another currency, and 2001 misses readings.
  expect(await by('billed', '2023-10-12', '2023-10-31')).toEqual({ found: ['2001 USD', '2002 USD'], unknown: 2 });
  expect(await by('billed', '2023-10-20', '2023-11-20')).toEqual({ found: ['2001 USD'], unknown: 3 });
  expect(await by('billedPrice', '2023-10-12', '2023-10-31')).toEqual({ found: ['2002 USD'], unknown: 3 });
});

it('costs of different currencies are never compared', async () => {
  const costly = (meter: string, type: number, code: number, cost: number) =>
    store.ingest(
      batchFeed({
        meter,
        start: BEGIN,
        days: 10,
        extra: () => `<cost>${cost}</cost>`,
        readingType: ELECTRICITY.replace('<commodity>', `<currency>${code}</currency><commodity>`),
      }).replaceAll('ReadingType/7', `ReadingType/${type}`),
    );
  await costly('2001', 7, 840, 3000);
  await costly('2002', 8, 124, 9000);
  await costly('2003', 7, 840, 4000);
  const [kind] = await store.call('ranking.quantities', {});
  expect(kind).toMatchObject({
    meters: 3,
    currencies: [
      { code: 840, label: 'USD' },
      { code: 124, label: 'CAD' },
    ],
  });
  const by = async (currency: number) => {
    const found = await list({ by: 'cost', currency, from: '2023-01-01', until: '2023-01-10' });
    return [found.rows.map((one) => [one.uid, one.currency]), found.unknown];
  };
  expect(await by(840)).toEqual([
    [
      ['2003', 'USD'],
      ['2001', 'USD'],
    ],
    1,
  ]);
  expect(await by(124)).toEqual([[['2002', 'CAD']], 2]);
});

it('a meter counts once, however many series of a kind it has, with the currency of the one that is compared', async () => {
  const sent = (reading: string, length: number, count: number, currency: number) =>
    store.ingest(
      feedOf({ meter: '2001', reading, type: { length }, readings: run(length, count, (i) => 100 + i, BEGIN) }).replace(
        '<defaultQuality>',
        `<currency>${currency}</currency><defaultQuality>`,
      ),
    );
  await sent('7', 900, 480, 840);
  await sent('8', 3600, 120, 124);
  await store.batch({ meter: '2002', start: BEGIN, days: 5 });
  await store.batch({ meter: '2003', start: BEGIN, days: 5 });
  await store.call('usagePoints.setZone', { id: '1001~2003', zone: 'America/New_York' });
  const kinds = await store.call('ranking.quantities', {});
  const { total } = await list({ from: '2023-01-01', until: '2023-01-05' });
  expect(kinds.map(({ meters, currencies }) => [meters, currencies])).toEqual([[total, [{ code: 840, label: 'USD' }]]]);
  expect(total).toBe(3);
});

it.each([
  ['that are all negative', (index: number) => -100 - (index % 5), undefined],
  ['of which more is negative', (index: number) => (index % 4 === 0 ? 50 : -100), undefined],
  ['of which more is positive', (index: number) => (index % 4 === 0 ? -100 : 50), 0.25],
  ['that are all zero', () => 0, undefined],
])('the load factor of readings %s is a share of the peak, or not known', async (_, value, expected) => {
  await store.batch({ meter: '2001', start: BEGIN, days: 3, value });
  const { id } = await store.series('1001~2001');
  const numbers = await store.call('usage.statistics', { series: id, from: BEGIN, to: BEGIN + 3 * DAY });
  const { rows: placed } = await list({ from: '2023-01-01', until: '2023-01-03' });
  expect([numbers.loadFactor, placed[0]?.loadFactor]).toEqual([expected, expected]);
});

it('a meter whose days are not summed yet is counted apart', async () => {
  await store.batch({ meter: '2001', start: BEGIN, days: 3 });
  await store.batch({ meter: '2002', start: BEGIN, days: 3 });
  await store.engine
    .store(WORKSPACE)
    .write((connection) => connection.run(`UPDATE series SET day_clock = NULL WHERE usage_point = '1001~2001'`));
  const found = await list({ from: '2023-01-01', until: '2023-01-03' });
  expect([found.rows.map(({ uid }) => uid), found.total, found.unsummed]).toEqual([['2002'], 1, 1]);
  expect([text(found.rows[0]?.id ?? null), optionalNumber(found.rows[0]?.place ?? null)]).toEqual(['1001~2002', 1]);
});

it('zeros that were left out are in the load factor as they are in that of the meter’s page', async () => {
  // Nothing is sent of the nights, and one reading came without a value.
  const feed = batchFeed({
    meter: '2001',
    start: BEGIN,
    days: 3,
    value: (index) => (index % 96 < 24 || index % 96 >= 68 ? undefined : 700 + (index % 5)),
    extra: (index) => (index % 9 === 0 ? quality : ''),
  });
  await store.ingest(feed.replace('<value>702</value>', ''));
  const [series] = await store.call('series.list', {});
  await store.call('series.setHoles', { series: series?.id ?? '', holes: 'zeros' });
  for (const [from, until] of [
    ['2023-01-01', '2023-01-03'],
    ['2023-01-02', '2023-01-02'],
    ['2022-12-30', '2023-01-05'],
  ] as const) {
    const span = { from: beginOf(from), to: beginOf(shifted(until, 1)) };
    const numbers = await store.call('usage.statistics', { series: series?.id ?? '', ...span });
    const [ranked] = (await list({ from, until, by: 'loadFactor' })).rows;
    expect(numbers.loadFactor).toBeLessThan(0.6);
    expect([from, ranked?.loadFactor]).toEqual([from, expect.closeTo(numbers.loadFactor ?? Number.NaN, 9)]);
    expect([from, ranked?.estimated]).toEqual([from, expect.closeTo(numbers.estimated, 9)]);
    expect([from, ranked?.missing]).toEqual([from, expect.closeTo(1 - numbers.coverage, 9)]);
  }
});

it('a meter one of whose readings lasts much longer than the others has no peak, base load and load factor', async () => {
  const quarters = run(900, 192, () => 250, BEGIN);
  const long = { start: BEGIN + 192 * 900, duration: 21_600, value: 5000 };
  await store.ingest(feedOf({ meter: '2001', readings: [...quarters, long] }));
  await store.ingest(feedOf({ meter: '2002', readings: quarters }));
  const span = { from: '2023-01-01', until: '2023-01-03' };
  for (const by of ['peak', 'base', 'loadFactor'] as const) {
    const { rows: placed, unknown } = await list({ ...span, by });
    expect([by, placed.map(({ id, peak, base, loadFactor }) => [id, peak, base, loadFactor]), unknown]).toEqual([
      by,
      [['1001~2002', 1, 1, 1]],
      1,
    ]);
  }
  const { rows: all } = await list({ ...span, by: 'amount' });
  expect(all.find(({ id }) => id === '1001~2001')).toMatchObject({
    amount: 53,
    peak: undefined,
    loadFactor: undefined,
  });
});

it('a group that has only the other usage point of a meter ranks that meter', async () => {
  await store.batch({ meter: '2001', start: BEGIN, days: 10 });
  await store.batch({ authorization: '1002', meter: '2001', start: BEGIN, days: 2 });
  const { id: group } = await store.call('groups.save', { name: 'One', meters: ['1002~2001'] });
  const quantities = await store.call('ranking.quantities', {});
  expect(quantities).toMatchObject([{ meters: 1 }]);
  expect(await store.call('ranking.quantities', { group })).toEqual(quantities);
  const span = { from: '2023-01-01', until: '2023-01-10' };
  const all = await list(span);
  expect(all.rows.map(({ id }) => id)).toEqual(['1001~2001']);
  expect(await list({ ...span, group })).toEqual(all);
});
