import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { monthSums } from '../../../../electron/engine/store/migrations/0026-month-sums.ts';
import { type Clock, clockOfZone, localPeriods } from '../../../../shared/time/index.ts';
import { batchFeed, DAY, ELECTRICITY, START } from '../../../fixtures/batch-feed.ts';
import { openTestStore, type TestStore, WORKSPACE } from './store-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => await store.dispose());

const rows = (sql: string) => store.engine.store(WORKSPACE).write((connection) => connection.rows(sql));

async function tidy(): Promise<void> {
  const keeper = store.engine.store(WORKSPACE).keepTidy();
  await keeper.tidy();
  await keeper.stop();
}

interface DaySum {
  series: number;
  day: string;
  count: number;
  weight: number;
  total: number | null;
  cost: number | null;
  estimated: number;
  peak: number | null;
  peakAt: number | null;
  least: number | null;
}

/** What the store keeps, added up by day. */
async function kept(): Promise<DaySum[]> {
  const found = await rows(
    `SELECT series, strftime(DATE '1970-01-01' + day, '%Y-%m-%d') AS day, sum(count)::INTEGER AS count, sum(weight) AS weight, sum(total) AS total,
       sum(cost) AS cost, sum(estimated) AS estimated, max(peak) AS peak, arg_max(peak_at, (peak, -peak_at)) AS peakAt, min(least) AS least
     FROM day_sums GROUP BY ALL ORDER BY series, day`,
  );
  return found as unknown as DaySum[]; // the columns of the query
}

interface Drawn {
  start: number;
  stop: number;
  value: number | null;
  cost: number | null;
  quality: number | null;
}

/** The same, worked out from the readings one by one. */
async function recomputed(zoneOf: (series: number) => Clock): Promise<DaySum[]> {
  const series = await rows('SELECT series, behaviour FROM series WHERE count > 0 ORDER BY series');
  const answer: DaySum[] = [];
  for (const { series: id, behaviour } of series) {
    const readings = (await rows(
      `SELECT start, duration, value * pow(10, value_scale) AS value, cost * pow(10, cost_scale) AS cost, quality
       FROM readings WHERE series = ${id} ORDER BY start`,
    )) as unknown as (Drawn & { duration: number })[]; // the columns of the query
    const drawn =
      behaviour === 'register' ? steps(readings) : readings.map((one) => ({ ...one, stop: one.start + one.duration }));
    answer.push(...byDay(Number(id), drawn, zoneOf(Number(id))));
  }
  return answer;
}

/** What a register counted until its next reading; what falls began anew. */
function steps(readings: readonly Drawn[]): Drawn[] {
  const valued = readings.filter(({ value }) => value !== null);
  return valued.map((one, index) => {
    const next = valued[index + 1];
    const risen = next === undefined ? null : (next.value ?? 0) - (one.value ?? 0);
    return { ...one, stop: next?.start ?? one.start, value: risen };
  });
}

function byDay(series: number, drawn: readonly Drawn[], clock: Clock): DaySum[] {
  const sums = new Map<string, DaySum>();
  for (const { start, stop, value, cost, quality } of drawn) {
    const days = localPeriods(clock, start, Math.max(stop, start + 1), 'day');
    for (const [place, { label, start: from, end }] of days.entries()) {
      const share = stop === start ? 1 : (Math.min(stop, end) - Math.max(start, from)) / (stop - start);
      const sum = sums.get(label) ?? {
        series,
        day: label,
        count: 0,
        weight: 0,
        total: null,
        cost: null,
        estimated: 0,
        peak: null,
        peakAt: null,
        least: null,
      };
      sums.set(label, sum);
      if (place === 0) sum.count += 1;
      if (cost !== null) sum.cost = (sum.cost ?? 0) + cost * share;
      if (value === null) continue;
      sum.weight += share;
      sum.total = (sum.total ?? 0) + value * share;
      if (quality === 8) sum.estimated += share;
      if (sum.peak === null || value > sum.peak) [sum.peak, sum.peakAt] = [value, start];
      sum.least = Math.min(sum.least ?? value, value);
    }
  }
  return [...sums.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** Compares sums that were added up in different orders. */
function rounded(sums: readonly DaySum[]): unknown[] {
  return sums.map((one) => ({
    ...one,
    weight: few(one.weight),
    total: few(one.total),
    cost: few(one.cost),
    estimated: few(one.estimated),
    peak: few(one.peak),
    least: few(one.least),
  }));
}

const PACIFIC = clockOfZone('America/Los_Angeles');
const every = (clock: Clock) => () => clock;

async function expectTrue(zoneOf: (series: number) => Clock): Promise<void> {
  const days = await recomputed(zoneOf);
  expect(rounded(await kept())).toEqual(rounded(days));
  expect(await keptMonths()).toEqual(await monthsOf(days));
}

async function keptMonths(): Promise<unknown[]> {
  const found = await rows(
    `SELECT series, month, total, peak, peak_at, least, least_days,
       round(estimated_seconds - (SELECT sum(estimated_seconds) FROM day_sums d WHERE d.series = m.series
         AND strftime(DATE '1970-01-01' + d.day, '%Y-%m') = strftime(make_date((m.month // 12)::BIGINT, (m.month % 12 + 1)::BIGINT, 1), '%Y-%m')), 6) AS odd
     FROM month_sums m ORDER BY series, month`,
  );
  return found.map((row) => ({ ...row, total: few(row.total), least: few(row.least) }));
}

/** The same of days; a day counts for the base load where nearly all of it has readings, or its holes are zeros. */
async function monthsOf(days: readonly DaySum[]): Promise<unknown[]> {
  const series = await rows('SELECT series, step, holes_decided FROM series');
  const months = new Map<string, DaySum[]>();
  for (const day of days) {
    const key = `${day.series} ${day.day.slice(0, 7)}`;
    months.set(key, [...(months.get(key) ?? []), day]);
  }
  return [...months.values()].map((all) => {
    const [{ series: id, day }] = all as [DaySum];
    const own = series.find((one) => one.series === id);
    const whole = ({ weight }: DaySum) => own?.holes_decided === 'zeros' || weight * Number(own?.step) >= 82_800;
    const lows = all.flatMap((one) => (one.least === null || !whole(one) ? [] : [one.least]));
    const totals = all.flatMap(({ total }) => total ?? []);
    const peak = all.reduce<DaySum | undefined>(
      (best, one) => ((one.peak ?? -1e99) > (best?.peak ?? -1e99) ? one : best),
      undefined,
    );
    return {
      series: id,
      month: Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1,
      total: few(totals.length === 0 ? null : totals.reduce((sum, total) => sum + total, 0)),
      peak: peak?.peak ?? null,
      peak_at: peak?.peakAt ?? null,
      least: few(lows.length === 0 ? null : lows.reduce((sum, least) => sum + least, 0)),
      least_days: lows.length,
      odd: 0,
    };
  });
}

function few(value: unknown): number | null {
  return value === null ? null : Number(Number(value).toPrecision(11));
}

/** Eight days around the end of daylight saving in 2024. */
const AUTUMN = Date.UTC(2024, 9, 30, 7) / 1000;

it('sums the days of the meter, over the end of daylight saving, with estimates, costs and readings without a value', async () => {
  await store.batch({
    start: AUTUMN,
    days: 8,
    value: (index) => (index === 40 ? undefined : (index * 37) % 101),
    extra: (index) =>
      `${index % 9 === 0 ? '<ReadingQuality><quality>8</quality></ReadingQuality>' : ''}<cost>${index}</cost>`,
  });
  await expectTrue(every(PACIFIC));
  const sums = await kept();
  expect(sums.find(({ day }) => day === '2024-11-03')?.count).toBe(100);
  expect(await rows('SELECT DISTINCT day_whole FROM series')).toEqual([{ day_whole: true }]);
});

it('only adds to the days when a series got longer, in the middle of a day too', async () => {
  await store.batch({ start: START, days: 2 });
  const before = await rows('SELECT count(*) AS count FROM day_sums');
  await store.batch({ start: START + 2 * DAY, days: 1 });
  // START is no midnight there: the last day goes on, in a row of its own.
  expect(await rows('SELECT count(*) AS count FROM day_sums')).toEqual([{ count: Number(before[0]?.count) + 2 }]);
  await expectTrue(every(PACIFIC));
});

it('shares a reading among its days: months, registers, and hours that begin at half past', async () => {
  const month = (start: number, days: number, value: number) =>
    `<IntervalReading><timePeriod><duration>${days * DAY}</duration><start>${start}</start></timePeriod><value>${value}</value></IntervalReading>`;
  const feed = batchFeed({
    days: 1,
    readingType: ELECTRICITY.replace('<intervalLength>900', '<intervalLength>2592000'),
  });
  const [first, second] = [START, START + 30 * DAY];
  await store.ingest(
    feed.replace(/(<\/interval>).*?(<\/IntervalBlock>)/s, `$1${month(first, 30, 900)}${month(second, 31, 620)}$2`),
  );
  await store.batch({ meter: '2002', start: START + 450, days: 2 });
  await expectTrue(every(PACIFIC));
  expect(await rows('SELECT DISTINCT day_whole FROM series')).toEqual([{ day_whole: false }]);
  const [meter] = await store.call('series.list', {});
  await store.call('series.setBehaviour', {
    series: (await store.call('series.list', {})).at(-1)?.id ?? meter?.id ?? '',
    behaviour: 'register',
  });
  await expectTrue(every(PACIFIC));
});

it('follows the time of the meter: the user’s, the workspace’s, and one that comes in a later document', async () => {
  await store.batch({ start: AUTUMN, days: 8, parts: ['usagePoint', 'meterReading', 'readingType', 'blocks'] });
  await store.call('store.setZone', { zone: 'Asia/Kolkata' });
  await expectTrue(every(clockOfZone('Asia/Kolkata')));
  await store.batch({ start: AUTUMN, parts: ['localTime'] });
  await expectTrue(every(PACIFIC));
  const [point] = await rows('SELECT id FROM usage_points');
  await store.call('usagePoints.setZone', { id: String(point?.id), zone: 'Australia/Lord_Howe' });
  await expectTrue(every(clockOfZone('Australia/Lord_Howe')));
  await store.call('usagePoints.setZone', { id: String(point?.id), zone: undefined });
  await expectTrue(every(PACIFIC));
});

/** Closes a store of a file and opens it as a start of the program does: early, and then by its zone. */
async function startAgain(early: (place: { file: string; rawFolder: string }) => unknown, zone: string): Promise<void> {
  const place = { file: path.join(store.folder, 'w.duckdb'), rawFolder: store.folder };
  await store.call('store.close', {});
  await early(place);
  await store.call('store.open', { ...place, zone });
}

it('stays by the zone of the workspace at a start that opens the store before the zone is known', async () => {
  await store.dispose();
  store = await openTestStore({ file: 'w.duckdb' });
  await store.batch({ start: AUTUMN, days: 8, parts: ['usagePoint', 'meterReading', 'readingType', 'blocks'] });
  // No program does that; it shows who sums anew.
  await rows('UPDATE day_sums SET total = total + 1');
  const before = await kept();
  await startAgain((place) => store.engine.openEarly(WORKSPACE, place), 'America/Los_Angeles');
  expect(await kept()).toEqual(before);
  expect(await rows('SELECT DISTINCT day_clock FROM series')).toEqual([{ day_clock: PACIFIC.key }]);
});

it('follows the zone that the workspace has since the last start, or that a later opening says', async () => {
  await store.dispose();
  store = await openTestStore({ file: 'w.duckdb' });
  await store.batch({ start: AUTUMN, days: 8, parts: ['usagePoint', 'meterReading', 'readingType', 'blocks'] });
  await startAgain((place) => store.engine.openEarly(WORKSPACE, place), 'Asia/Kolkata');
  await expectTrue(every(clockOfZone('Asia/Kolkata')));
  await startAgain((place) => store.call('store.open', { ...place, zone: 'UTC' }), 'America/Los_Angeles');
  await expectTrue(every(PACIFIC));
});

it('fills what an older store lacks while nobody writes, a few series at a time', async () => {
  for (const meter of ['2001', '2002', '2003']) await store.batch({ meter, days: 2 });
  const [before, months] = [await kept(), await keptMonths()];
  for (const table of ['day_sums', 'month_sums']) await rows(`DELETE FROM ${table}`);
  await rows('UPDATE series SET day_clock = NULL, day_whole = NULL');
  // Nobody waits for it when the store is opened.
  await store.call('store.setZone', { zone: 'America/Los_Angeles' });
  expect(await kept()).toEqual([]);
  await tidy();
  expect([await kept(), await keptMonths()]).toEqual([before, months]);
});

it('makes the months of a store that has only days', async () => {
  await store.batch({ start: AUTUMN, days: 8 });
  await store.batch({ meter: '2002', start: START, days: 40 });
  const months = await keptMonths();
  await rows('DROP TABLE month_sums');
  for (const statement of monthSums.statements) await rows(statement);
  expect(await keptMonths()).toEqual(months);
});

it('has nothing of a file that was read anew', async () => {
  const file = path.join(store.folder, 'file.xml');
  for (const days of [3, 1]) {
    await writeFile(file, batchFeed({ days }));
    await store.call('ingest.file', { path: file });
    await expectTrue(every(PACIFIC));
  }
});

it('leaves a series alone whose times span more than people have meters', async () => {
  await store.batch({ start: -3_000_000_000, days: 1 });
  await store.batch({ start: START, days: 1 });
  expect(await kept()).toEqual([]);
  await tidy();
  expect(await kept()).toEqual([]);
});

it('is the same as a recomputation after any syncs, corrections, decisions and changes of the time', async () => {
  const action = fc.oneof(
    fc.record({
      kind: fc.constant('days' as const),
      meter: fc.nat(1),
      day: fc.nat(9),
      days: fc.integer({ min: 1, max: 3 }),
      holes: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('correction' as const),
      meter: fc.nat(1),
      day: fc.nat(9),
      value: fc.integer({ min: -3, max: 500 }),
    }),
    fc.record({
      kind: fc.constant('zone' as const),
      meter: fc.nat(1),
      zone: fc.constantFrom('Europe/Berlin', 'Asia/Kathmandu', undefined),
    }),
    fc.record({ kind: fc.constant('workspace' as const), zone: fc.constantFrom('America/Los_Angeles', 'UTC') }),
    fc.record({ kind: fc.constant('holes' as const), meter: fc.nat(1), zeros: fc.boolean() }),
    fc.record({
      kind: fc.constant('behaviour' as const),
      meter: fc.nat(1),
      behaviour: fc.constantFrom('sample' as const, undefined),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 10 }), async (actions) => {
      await store.dispose();
      store = await openTestStore();
      const zones = new Map<string, string>();
      for (const [index, one] of actions.entries()) {
        const updated = new Date(Date.UTC(2024, 0, 2 + index)).toISOString();
        if (one.kind === 'workspace') {
          await store.call('store.setZone', { zone: one.zone });
          continue;
        }
        const meter = one.meter === 0 ? '2001' : '2002';
        if (one.kind === 'days') {
          const value = one.holes ? (slot: number) => (slot % 50 < 4 ? undefined : slot) : undefined;
          await store.batch({
            meter,
            start: AUTUMN + one.day * DAY,
            days: one.days,
            updated,
            ...(value ? { value } : {}),
          });
        } else if (one.kind === 'correction') {
          await store.batch({
            meter,
            start: AUTUMN + one.day * DAY,
            days: 1,
            updated,
            blocks: `c${index}-`,
            value: () => one.value,
          });
        } else {
          const found = (
            await rows(
              `SELECT s.id, s.usage_point FROM series s JOIN usage_points p ON p.id = s.usage_point WHERE p.uid = '${meter}'`,
            )
          )[0];
          if (found === undefined) continue;
          const series = String(found.id);
          if (one.kind === 'zone') {
            await store.call('usagePoints.setZone', { id: String(found.usage_point), zone: one.zone });
            zones.set(meter, one.zone ?? 'America/Los_Angeles');
          } else if (one.kind === 'behaviour')
            await store.call('series.setBehaviour', { series, behaviour: one.behaviour });
          else if ((await store.call('series.list', {})).find(({ id }) => id === series)?.behaviour === 'interval')
            await store.call('series.setHoles', { series, holes: one.zeros ? 'zeros' : undefined });
        }
      }
      const meters = new Map(
        (await rows('SELECT s.series, p.uid FROM series s JOIN usage_points p ON p.id = s.usage_point')).map(
          ({ series, uid }) => [Number(series), String(uid)],
        ),
      );
      const zeros = new Set(
        (await rows(`SELECT series FROM series WHERE holes_decided = 'zeros'`)).map(({ series }) => Number(series)),
      );
      // Zeros that were left out add nothing, but are the least of their days: those are compared in the tests of totals.
      const plain = (sums: readonly DaySum[]) =>
        rounded(sums)
          .filter((sum) => !zeros.has((sum as DaySum).series) || ((sum as DaySum).total ?? 0) !== 0)
          .map((sum) =>
            zeros.has((sum as DaySum).series) ? { ...(sum as DaySum), least: 0, peak: 0, peakAt: 0 } : sum,
          );
      expect(plain(await kept())).toEqual(
        plain(await recomputed((series) => clockOfZone(zones.get(meters.get(series) ?? '') ?? 'America/Los_Angeles'))),
      );
    }),
    { numRuns: 12 },
  );
});
