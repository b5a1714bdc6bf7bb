/** Sums of meters that are read by the day: gas and water over a change of the clocks, compared with their readings one by one. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clockOfZone, instantOf, localTime } from '../../../../../shared/time/index.ts';
import { openTestStore, type TestStore, WORKSPACE } from '../store-harness.ts';
import { feedOf, run, type Sent } from './portfolio-store.ts';

const DAY = 86_400;
const PACIFIC = clockOfZone('America/Los_Angeles');
/** 2023-10-20: the clocks go back on November 5. Days since 1970. */
const FIRST = Date.UTC(2023, 9, 20) / 1000 / DAY;
const NOV_5 = Date.UTC(2023, 10, 5) / 1000 / DAY;
const DAYS = 40;

const GAS = '1:169:1';
const WATER = '2:42:1';

/** Days of the calendar, of 25 hours where the clocks go back. */
function daily(
  zone: string,
  value: (place: number) => number | undefined,
  quality?: (place: number) => number,
): Sent[] {
  const clock = clockOfZone(zone);
  return Array.from({ length: DAYS }, (_, place) => place).flatMap((place) => {
    const start = instantOf(clock, (FIRST + place) * DAY);
    const duration = instantOf(clock, (FIRST + place + 1) * DAY) - start;
    const found = value(place);
    return found === undefined
      ? []
      : [{ start, duration, value: found, ...(quality ? { quality: quality(place) } : {}) }];
  });
}

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
  const gas = { service: 1, type: { uom: 169, length: DAY, power: -2 } };
  const water = { service: 2, type: { uom: 42, length: DAY, power: -3 } };
  const begin = instantOf(PACIFIC, FIRST * DAY);
  const feeds = [
    {
      ...gas,
      meter: '3001',
      readings: daily(
        'America/Los_Angeles',
        (i) => (i === 7 ? undefined : 100 + ((i * 13) % 29)),
        (i) => (i % 5 === 0 ? 8 : 0),
      ),
    },
    { ...gas, meter: '3002', readings: daily('America/New_York', (i) => 300 - i) },
    // Hours, of which some are missing; from the fourth day on.
    {
      ...gas,
      meter: '3003',
      type: { uom: 169, length: 3600, power: -2 },
      readings: run(3600, 24 * 30 + 1, (i) => (i % 50 === 3 ? undefined : i % 24), begin + 3 * DAY),
    },
    { ...water, meter: '3011', readings: daily('America/Los_Angeles', (i) => 900 + i) },
    {
      ...water,
      meter: '3012',
      type: { uom: 42, length: 21_600, power: -3 },
      readings: run(21_600, 4 * 10, (i) => 50 + i, begin),
    },
  ];
  for (const feed of feeds) await store.ingest(feedOf(feed));
  await store.call('usagePoints.setZone', { id: '1001~3002', zone: 'America/New_York' });
}, 60_000);
afterAll(async () => await store.dispose());

/** By the day of each meter's own time; a reading that reaches over midnight is shared by time. */
async function plainDays(meters: readonly string[]) {
  const sum = new Map<number, number>();
  const each = new Map<string, Map<number, number>>();
  for (const id of meters) {
    const clock = clockOfZone(id === '1001~3002' ? 'America/New_York' : 'America/Los_Angeles');
    const rows = await store.engine.store(WORKSPACE).write((connection) =>
      connection.rows(`SELECT r.start, r.duration, r.value * pow(10, r.value_scale + s.power) AS value
        FROM readings r JOIN series s USING (series) WHERE s.usage_point = '${id}' AND r.value IS NOT NULL`),
    );
    const own = new Map<number, number>();
    each.set(id, own);
    for (const row of rows) {
      const [start, stop] = [Number(row.start), Number(row.start) + Number(row.duration)];
      for (let day = Math.floor(localTime(clock, start) / DAY); instantOf(clock, day * DAY) < stop; day += 1) {
        const share = Math.min(stop, instantOf(clock, (day + 1) * DAY)) - Math.max(start, instantOf(clock, day * DAY));
        const amount = (Number(row.value) * share) / (stop - start);
        own.set(day, (own.get(day) ?? 0) + amount);
        sum.set(day, (sum.get(day) ?? 0) + amount);
      }
    }
  }
  return { sum, each };
}

const few = (value: number | null | undefined) => (typeof value === 'number' ? Number(value.toPrecision(9)) : value);

it.each([
  ['gas', 'therm', GAS, ['1001~3001', '1001~3002', '1001~3003']],
  ['water', 'm3', WATER, ['1001~3011', '1001~3012']],
] as const)(
  '%s that is read by the day is added up by days of each meter’s own time',
  async (_, unit, measure, meters) => {
    const sum = await store.call('sum.profile', { meters: [...meters], measure });
    const wanted = await plainDays(meters);
    expect([sum.step, sum.left, sum.v.length, sum.starts?.length]).toEqual([DAY, 0, DAYS, DAYS + 1]);
    expect(sum.unit).toBe(unit);
    for (const [place, value] of sum.v.entries()) {
      expect([place, few(value)]).toEqual([place, few(wanted.sum.get(FIRST + place) ?? null)]);
    }
    const [day, value] = [...wanted.sum].toSorted((a, b) => b[1] - a[1])[0] ?? [0, 0];
    expect([sum.peak?.at, few(sum.peak?.value)]).toEqual([instantOf(PACIFIC, day * DAY), few(value)]);
    for (const { id, atPeak, peak } of sum.parts) {
      const own = wanted.each.get(id) ?? new Map<number, number>();
      expect([id, few(atPeak), few(peak?.value)]).toEqual([id, few(own.get(day)), few(Math.max(...own.values()))]);
    }
    const peaks = [...wanted.each.values()].reduce((all, own) => all + Math.max(...own.values()), 0);
    expect(few(sum.diversity)).toBe(few(peaks / value));
  },
);

it('begins each day when it begins, also after one of 25 hours, and counts a whole one as whole', async () => {
  const meters = ['1001~3001', '1001~3002', '1001~3003'];
  const sum = await store.call('sum.profile', { meters, measure: GAS });
  expect(sum.from).toBe(instantOf(PACIFIC, FIRST * DAY));
  const place = NOV_5 - FIRST;
  expect((sum.starts?.[place + 1] ?? 0) - (sum.starts?.[place] ?? 0)).toBe(25 * 3600);
  // The hours of 3003 begin on the fourth day, and one in fifty is missing.
  expect([sum.n[0], few(sum.n[7])]).toEqual([2, few(2 - missingHours(4) / 24)]);
  expect(few(sum.n[place])).toBe(few(3 - missingHours(place - 3) / 25));
  expect([sum.e[0], sum.e[1], sum.e[5]]).toEqual([1, 0, 1]);
});

/** Of the day that begins so many days after the first one of 3003. */
function missingHours(day: number): number {
  const clock = PACIFIC;
  const begin = instantOf(clock, (FIRST + 3) * DAY);
  const [from, to] = [day, day + 1].map((one) => (instantOf(clock, (FIRST + 3 + one) * DAY) - begin) / 3600) as [
    number,
    number,
  ];
  return Array.from({ length: to - from }, (_, i) => from + i).filter((i) => i % 50 === 3).length;
}

it('of a year takes the days that begin in it', async () => {
  const input = { meters: ['1001~3001', '1001~3003'], measure: GAS };
  const [from, to] = [instantOf(PACIFIC, (FIRST + 10) * DAY), instantOf(PACIFIC, (FIRST + 20) * DAY)];
  const whole = await store.call('sum.profile', input);
  const part = await store.call('sum.profile', { ...input, from, to });
  expect([part.from, part.starts?.at(-1), part.extent]).toEqual([from, to, whole.extent]);
  expect(part.v).toEqual(whole.v.slice(10, 20));
  const before = await store.call('sum.profile', { ...input, from: from - 100 * DAY, to: from - 90 * DAY });
  expect([before.v, before.peak, before.extent]).toEqual([[], undefined, whole.extent]);
});
