import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Connection } from '../../../../../electron/engine/store/database.ts';
import { Packer } from '../../../../../electron/engine/store/packing/pack.ts';
import type { PackingRules } from '../../../../../electron/engine/store/packing/runs.ts';
import { DAY, START } from '../../../../fixtures/batch-feed.ts';
import { openTestStore, type TestStore, WORKSPACE } from '../store-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => await store.dispose());

const write = <T>(work: (connection: Connection) => Promise<T>) => store.engine.store(WORKSPACE).write(work);
const rows = (sql: string) => write((connection) => connection.rows(sql));
const all = () => rows('SELECT * FROM readings ORDER BY ALL');
const meters = ['2001', '2002', '2003'];

/** Packs until nothing is left to do, or for some steps; answers how many there were. */
async function pack(rules: PackingRules, most = 1000): Promise<number> {
  const packer = new Packer(rules);
  for (let steps = 0; steps < most; steps += 1) {
    const step = await write((connection) => packer.next(connection));
    if (step === undefined) return steps;
    await write(step);
  }
  return most;
}

/** A night's sync: a day of each meter. */
async function night(day: number): Promise<void> {
  for (const meter of meters) await store.batch({ meter, start: START + day * DAY, days: 1 });
}

it('brings the readings of each series together, in order, every other one backwards, and loses none', async () => {
  for (let day = 0; day < 6; day += 1) await night(day);
  const before = await all();
  await pack({ tail: 100, runs: 4, step: 700, rowGroup: 100 });
  expect(await all()).toEqual(before);
  const pieces = await rows(
    `SELECT series, count(*) AS pieces FROM (
       SELECT series, start, lag(series) OVER (ORDER BY rowid) AS before, lag(start) OVER (ORDER BY rowid) AS earlier FROM readings)
     WHERE before IS DISTINCT FROM series OR (earlier < start) <> (series % 2 = 0) GROUP BY series`,
  );
  expect(pieces.map(({ pieces: count }) => count)).toEqual([1, 1, 1]);
  expect(await rows('SELECT first_block, readings FROM packed_runs')).toEqual([
    { first_block: 1, readings: 3 * 6 * 96 },
  ]);
  expect(await rows('SELECT * FROM packing')).toEqual([]);
});

it('begun twice at the same time is one packing, and loses none', async () => {
  for (let day = 0; day < 3; day += 1) await night(day);
  const before = await all();
  const rules = { tail: 100, runs: 4, step: 700, rowGroup: 100 };
  const [one, other] = [new Packer(rules), new Packer(rules)];
  const steps = await write(async (connection) => [await one.next(connection), await other.next(connection)]);
  for (const step of steps) if (step) await write(step);
  expect(await rows('SELECT * FROM packing')).toHaveLength(1);
  await pack(rules);
  expect(await all()).toEqual(before);
});

it('brings the sums of days of each series together with its readings, each day in one row, and loses none', async () => {
  const sums = () =>
    rows(`SELECT series, day, sum(count) AS count, sum(weight) AS weight, sum(total) AS total, min(least) AS least, arg_min(least_at, (least, least_at)) AS least_at,
      max(peak) AS peak, arg_max(peak_at, (peak, -peak_at)) AS peak_at, sum(estimated_seconds) AS estimated FROM day_sums GROUP BY ALL ORDER BY ALL`);
  const places = `SELECT count(*) AS places FROM (SELECT series, day, lag(series) OVER (ORDER BY rowid) AS before,
      lag(day) OVER (ORDER BY rowid) AS earlier FROM day_sums)
    WHERE before IS DISTINCT FROM series OR earlier > day`;
  for (let day = 0; day < 6; day += 1) await night(day);
  const before = await sums();
  expect(Number((await rows(places))[0]?.places)).toBeGreaterThan(meters.length);
  expect(Number((await rows('SELECT count(*) AS count FROM day_sums'))[0]?.count)).toBeGreaterThan(before.length);
  await pack({ tail: 100, runs: 4, step: 700, rowGroup: 100 });
  expect(await sums()).toEqual(before);
  expect(await rows('SELECT count(*)::INTEGER AS count FROM day_sums')).toEqual([{ count: before.length }]);
  expect(await rows(places)).toEqual([{ places: meters.length }]);
});

it('leaves whole histories that came one after another where they are', async () => {
  for (const meter of meters) await store.batch({ meter, days: 5 });
  const lies = () => rows('SELECT rowid, series, start FROM readings ORDER BY rowid');
  const before = await lies();
  await pack({ tail: 100, runs: 4, step: 100, rowGroup: 100 });
  expect(await lies()).toEqual(before);
  expect(await rows('SELECT readings FROM packed_runs')).toEqual([{ readings: 3 * 5 * 96 }]);
});

it('goes on where it was interrupted, also when more came meanwhile', async () => {
  for (let day = 0; day < 4; day += 1) await night(day);
  const rules = { tail: 1000, runs: 4, step: 400, rowGroup: 100 };
  expect(await pack(rules, 2)).toBe(2);
  expect(await rows('SELECT first_block, next_series FROM packing')).toEqual([{ first_block: 1, next_series: 2 }]);
  await night(4);
  const before = await all();
  await pack(rules);
  expect(await all()).toEqual(before);
  expect(await rows('SELECT readings FROM packed_runs')).toEqual([{ readings: 3 * 4 * 96 }]);
});

it('what syncs, corrections and packing leave does not depend on when it was packed', async () => {
  const action = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('days' as const),
        meter: fc.nat(2),
        day: fc.nat(9),
        days: fc.integer({ min: 1, max: 3 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('correction' as const),
        meter: fc.nat(2),
        day: fc.nat(9),
        by: fc.integer({ min: 1, max: 50 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('pack' as const), steps: fc.integer({ min: 1, max: 6 }) }) },
  );
  const rules = { tail: 150, runs: 2, step: 120, rowGroup: 100 };
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 12 }), async (actions) => {
      const answers: unknown[] = [];
      for (const packs of [true, false]) {
        await store.dispose();
        store = await openTestStore();
        for (const [index, one] of actions.entries()) {
          const updated = new Date(Date.UTC(2024, 0, 2 + index)).toISOString();
          if (one.kind === 'pack') {
            if (packs) await pack(rules, one.steps);
            continue;
          }
          const start = START + one.day * DAY;
          const meter = meters[one.meter] ?? '';
          if (one.kind === 'days') await store.batch({ meter, start, days: one.days, updated });
          // Other blocks for the same time: the newest readings count, the others are set aside.
          else await store.batch({ meter, start, days: 1, updated, blocks: `c${index}-`, value: () => one.by });
        }
        if (packs) await pack(rules);
        answers.push({
          readings: await rows('SELECT series, start, duration, value, block, ordinal FROM readings ORDER BY ALL'),
          superseded: await rows('SELECT series, start, value, block FROM superseded ORDER BY ALL'),
          series: await rows('SELECT series, count, sum_value, gaps, duplicates FROM series ORDER BY series'),
        });
      }
      expect(answers[0]).toEqual(answers[1]);
    }),
    { numRuns: 12 },
  );
}, 120_000);
