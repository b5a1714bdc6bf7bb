import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY, START, STEP } from '../../../../fixtures/batch-feed.ts';
import { openTestStore, type TestStore, WORKSPACE } from '../store-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => await store.dispose());

const rows = (sql: string) => store.engine.store(WORKSPACE).database.reader.rows(sql);
const READINGS_A_DAY = DAY / STEP;

/** What the series says, and what its rows add up to, worked out the slow way. */
async function figures() {
  const [said] = await rows(
    'SELECT count, sum_value, first, last, last_end, longest, first_value, last_value, qualities, gaps, gap_seconds FROM series',
  );
  const readings = await rows('SELECT start, duration, value, quality FROM readings ORDER BY start');
  const valued = readings.filter(({ value }) => value !== null);
  const qualities: Record<string, number> = {};
  for (const { value, quality } of readings) {
    const key = value === null ? 'missing' : String(quality ?? 'none');
    qualities[key] = (qualities[key] ?? 0) + 1;
  }
  let gaps = 0;
  let seconds = 0;
  for (const [index, { start }] of valued.entries()) {
    const before = valued[index - 1];
    const free = before === undefined ? 0 : Number(start) - Number(before.start) - Number(before.duration);
    if (free < STEP / 2) continue;
    gaps += 1;
    seconds += free;
  }
  const last = readings.at(-1);
  const plain = {
    count: readings.length,
    sum_value: valued.reduce((sum, { value }) => sum + Number(value), 0),
    first: readings[0]?.start,
    last: last?.start,
    last_end: Number(last?.start) + Number(last?.duration),
    longest: STEP,
    first_value: valued[0]?.value,
    last_value: valued.at(-1)?.value,
    qualities,
    gaps,
    gap_seconds: seconds,
  };
  return { said: { ...said, qualities: JSON.parse(String(said?.qualities)) }, plain };
}

/** A reading that is left out, one that is estimated, and any other. */
const oddity = fc.record({ at: fc.nat(READINGS_A_DAY - 1), what: fc.constantFrom('hole', 'estimated') });
const night = fc.record({
  /** Days since the one before; 0 is the same day again, sent by other blocks. */
  after: fc.constantFrom(1, 1, 1, 1, 2, 0, -2),
  days: fc.integer({ min: 1, max: 2 }),
  odd: fc.array(oddity, { maxLength: 3 }),
});

it('a series that grows night by night says what a recomputation from all of its readings says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(night, { minLength: 3, maxLength: 7 }), async (nights) => {
      await store.dispose();
      store = await openTestStore();
      let day = 3;
      for (const [index, { after, days, odd }] of nights.entries()) {
        const from = Math.max(0, day + after - 1);
        const is = (at: number, what: string) => odd.some((one) => one.at === at && one.what === what);
        await store.batch({
          start: START + from * DAY,
          days,
          updated: new Date(Date.UTC(2024, 0, 2 + index)).toISOString(),
          blocks: after > 0 ? '' : `${index}-`,
          value: (at) => (is(at, 'hole') ? undefined : 100 + at + index),
          extra: (at) => (is(at, 'estimated') ? '<ReadingQuality><quality>8</quality></ReadingQuality>' : ''),
        });
        day = Math.max(day, from + days);
        const { said, plain } = await figures();
        expect(said).toEqual(plain);
      }
    }),
    { numRuns: 15 },
  );
}, 120_000);

it('looks at nothing but the new readings', async () => {
  await store.batch({ days: 2 });
  const [{ sum = 0 } = {}] = await rows('SELECT sum_value AS sum FROM series');
  // No program does that; it shows who reads the old rows.
  await store.engine.store(WORKSPACE).write((connection) => connection.run('UPDATE readings SET value = value + 1000'));
  await store.batch({ start: START + 2 * DAY, days: 1, value: () => 1 });
  const [after] = await rows('SELECT sum_value AS sum, count FROM series');
  expect(after).toEqual({ sum: Number(sum) + READINGS_A_DAY, count: 3 * READINGS_A_DAY });
});
