/** Sums of meters that leave out their zeros, as those of the sun do at night, compared with their readings one by one. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clockOfZone, instantOf } from '../../../../../shared/time/index.ts';
import { openTestStore, type TestStore } from '../store-harness.ts';
import { feedOf, run, type Sent } from './portfolio-store.ts';

const DAY = 86_400;
const HOUR = 3600;
const PACIFIC = clockOfZone('America/Los_Angeles');
/** 2023-11-01, by days since 1970; the clocks go back on November 5. */
const FIRST = Date.UTC(2023, 10, 1) / 1000 / DAY;
const DAYS = 8;
const midnight = (place: number) => instantOf(PACIFIC, (FIRST + place) * DAY);
const BEGIN = midnight(0);

/** Readings of the hours from 6 to 20 of each day, of 24 hours each. */
const sunny = (step: number, value: (index: number) => number, isDark = (_day: number) => false) =>
  run(
    step,
    (DAYS * DAY) / step,
    (index) => {
      const hour = ((index * step) % DAY) / HOUR;
      return hour < 6 || hour >= 20 || isDark(Math.floor((index * step) / DAY)) ? undefined : value(index);
    },
    BEGIN,
  );
const QUARTERS = sunny(900, (index) => 100 + ((index * 37) % 301));
const HOURS = sunny(
  HOUR,
  (index) => 900 + ((index * 53) % 701),
  (day) => day === 3,
);
/** A reading each day, but for two. */
const BY_DAY = Array.from({ length: DAYS }, (_, place) => ({
  start: midnight(place),
  duration: midnight(place + 1) - midnight(place),
  value: 5000 + place,
})).filter((_, place) => place !== 2 && place !== 4);

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => await store.dispose());

async function add(meter: string, length: number, readings: readonly Sent[], holes: 'zeros' | 'gaps'): Promise<void> {
  await store.ingest(feedOf({ meter, type: { flow: 19, length }, readings }));
  const { id } = await store.series(`1001~${meter}`);
  await store.call('series.setHoles', { series: id, holes });
}

/** Of intervals from each start to the next: what their readings come to in kWh, and how many meters are there from their first to their last. */
function plain(starts: readonly number[], meters: readonly (readonly Sent[])[]) {
  return starts.slice(0, -1).map((start, place) => {
    const end = starts[place + 1] ?? start;
    const within = (from: number, to: number) => Math.max(0, Math.min(to, end) - Math.max(from, start));
    const all = meters.flat();
    const v = all.reduce(
      (sum, one) => sum + (one.value * within(one.start, one.start + one.duration)) / one.duration,
      0,
    );
    const n = meters.map((own) => {
      const last = own.at(-1);
      return within(own[0]?.start ?? 0, last ? last.start + last.duration : 0) / (end - start);
    });
    return { v: v / 1000, n: n.reduce((sum, one) => sum + one, 0) };
  });
}

const few = (value: number | null | undefined) => (typeof value === 'number' ? Number(value.toPrecision(9)) : value);

async function sumOf(meters: readonly string[]) {
  const sum = await store.call('sum.profile', { meters: meters.map((one) => `1001~${one}`), measure: '0:72:19' });
  const starts = sum.starts ?? Array.from({ length: sum.v.length + 1 }, (_, place) => sum.from + place * sum.step);
  const rows = sum.v.map((v, place) => ({ v: few(v), n: few(sum.n[place]) }));
  return { ...sum, starts, rows };
}

const rounded = (rows: ReturnType<typeof plain>) => rows.map(({ v, n }) => ({ v: few(v), n: few(n) }));

it('zeros that were left out are in the sum, and their meters are counted', async () => {
  await add('7001', 900, QUARTERS, 'zeros');
  await add('7002', HOUR, HOURS, 'zeros');
  const sum = await sumOf(['7001', '7002']);
  expect([sum.step, sum.rows.length]).toEqual([HOUR, (DAYS - 1) * 24 + 14]);
  expect(sum.rows).toEqual(rounded(plain(sum.starts, [QUARTERS, HOURS])));
  expect([new Set(sum.n), sum.v.filter((value) => value === 0).length]).toEqual([new Set([2]), (DAYS - 1) * 10]);
  expect(new Set(sum.e)).toEqual(new Set([0]));
  // What is asked of a part of a night is a part of it.
  const from = BEGIN + 22 * HOUR;
  const part = await store.call('sum.profile', {
    meters: ['1001~7001', '1001~7002'],
    measure: '0:72:19',
    from,
    to: from + 4 * HOUR,
  });
  expect([part.from, part.v, part.n]).toEqual([from, [0, 0, 0, 0], [2, 2, 2, 2]]);
});

it('a meter that left out its zeros has none of the peak rather than nothing known', async () => {
  const dark = sunny(
    HOUR,
    () => 500,
    (day) => day > 0 && day < DAYS - 1,
  );
  const bright = sunny(900, (index) => (index === 3 * 96 + 48 ? 90_000 : 100));
  await add('7001', 900, bright, 'zeros');
  await add('7002', HOUR, dark, 'zeros');
  const { peak, parts } = await sumOf(['7001', '7002']);
  expect([peak?.at, peak?.meters]).toEqual([BEGIN + 3 * DAY + 12 * HOUR, 2]);
  expect(parts.map(({ uid, atPeak }) => [uid, few(atPeak)])).toEqual([
    ['7001', 90.3],
    ['7002', 0],
  ]);
});

it('of holes that are gaps nothing is known, beside a meter whose holes are zeros', async () => {
  await add('7001', 900, QUARTERS, 'gaps');
  await add('7002', HOUR, HOURS, 'gaps');
  const night = 20 - 6;
  const unknown = await sumOf(['7001', '7002']);
  expect(unknown.rows[night]).toEqual({ v: null, n: 0 });
  const { id } = await store.series('1001~7001');
  await store.call('series.setHoles', { series: id, holes: 'zeros' });
  const one = await sumOf(['7001', '7002']);
  expect(one.rows[night]).toEqual({ v: 0, n: 1 });
});

it('by days, a day is as whole as it is with the zeros that were left out, over a change of the clock', async () => {
  await add('7001', 900, QUARTERS, 'zeros');
  await add('7002', DAY, BY_DAY, 'zeros');
  const sum = await sumOf(['7001', '7002']);
  const wanted = plain(sum.starts, [QUARTERS, BY_DAY]);
  expect([sum.step, sum.starts.length]).toEqual([DAY, DAYS + 1]);
  expect(sum.rows).toEqual(rounded(wanted));
  expect(sum.n.slice(1, -1)).toEqual(new Array(DAYS - 2).fill(2));
});
