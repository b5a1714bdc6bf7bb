/** Pictures of a series other than over time, where its readings are not all as long as its step. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY, ELECTRICITY, START, STEP } from '../../../../fixtures/batch-feed.ts';
import { openTestStore, type TestStore } from '../store-harness.ts';
import { feedOf } from './portfolio-store.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => await store.dispose());

const POINT = '1001~2001';
const REGISTER = ELECTRICITY.replace('<accumulationBehaviour>4', '<accumulationBehaviour>3');

/** The three pictures of the one series. */
async function pictures(days: number, step = STEP) {
  const { id: series } = await store.series(POINT);
  const span = { series, from: START, to: START + days * DAY };
  const offsets = [{ from: 0, offset: 0 }];
  const grid = await store.call('usage.grid', { ...span, step, offsets });
  const day = await store.call('usage.typicalDay', { ...span, split: 'all', offsets });
  const duration = await store.call('usage.duration', { ...span, points: 1000 });
  return { grid, day, duration };
}

describe('an amount that lasts longer than a step has no time of day', () => {
  it('of a register: what it counted over a hole is left out, and said to be', async () => {
    const holed = (index: number) => (index >= 200 && index < 488 ? undefined : 5_000_000 + index * 250);
    await store.batch({ days: 8, readingType: REGISTER, value: holed });
    const { grid, day, duration } = await pictures(8);
    for (const values of [grid.v, duration.values, day.rows.map(({ mean }) => mean)])
      expect(new Set(values.map((value) => value.toFixed(9)))).toEqual(new Set(['0.250000000']));
    expect([grid.longer, day.longer, duration.longer]).toEqual([1, 1, 1]);
    // The last reading has no amount.
    expect(duration.count).toBe(8 * 96 - 288 - 2);
  });

  it('of intervals: an occasional long reading is left out, and said to be', async () => {
    const quarters = Array.from({ length: 200 }, (_, index) => ({
      start: START + index * STEP,
      duration: STEP,
      value: 250,
    }));
    const long = { start: START + 200 * STEP, duration: 21_600, value: 5000 };
    await store.ingest(feedOf({ meter: '2001', readings: [...quarters, long] }));
    const { grid, day, duration } = await pictures(3);
    for (const values of [grid.v, duration.values, day.rows.map(({ mean }) => mean)])
      expect(new Set(values)).toEqual(new Set([0.25]));
    expect([grid.longer, day.longer, duration.longer]).toEqual([1, 1, 1]);
  });

  it('nothing is said where nothing is left out', async () => {
    await store.batch({ days: 2 });
    const { grid, day, duration } = await pictures(2);
    expect([grid.longer, day.longer, duration.longer]).toEqual([undefined, undefined, undefined]);
    expect(duration.count).toBe(192);
  });
});

describe('equal readings make an even day', () => {
  it.each([600, 1200])('of intervals of %i seconds', async (length) => {
    const readings = Array.from({ length: DAY / length }, (_, index) => ({
      start: START + index * length,
      duration: length,
      value: 100,
    }));
    await store.ingest(feedOf({ meter: '2001', type: { length }, readings }));
    const { grid, day } = await pictures(1, 1200);
    const even = (0.1 * 1200) / length;
    expect(new Set(grid.v)).toEqual(new Set([even]));
    expect(day.step).toBe(1200);
    expect(new Set(day.rows.map(({ mean }) => mean))).toEqual(new Set([even]));
  });
});

describe('the key figures where one reading lasts longer', () => {
  it('say how long the peak took, and nothing of the load', async () => {
    const quarters = Array.from({ length: 200 }, (_, index) => ({
      start: START + index * STEP,
      duration: STEP,
      value: 250,
    }));
    const long = { start: START + 200 * STEP, duration: 21_600, value: 5000 };
    await store.ingest(feedOf({ meter: '2001', readings: [...quarters, long] }));
    const { id, grid } = await store.series(POINT);
    expect(grid).toBe('fixed');
    const numbers = await store.call('usage.statistics', { series: id, from: START, to: START + 3 * DAY });
    expect(numbers).toMatchObject({
      peak: { value: 5, at: long.start, seconds: 21_600 },
      base: undefined,
      loadFactor: undefined,
    });
    const before = await store.call('usage.statistics', { series: id, from: START, to: long.start });
    expect(before).toMatchObject({ peak: { value: 0.25, seconds: STEP }, base: 0.25, loadFactor: 1 });
  });

  it('know the load where only a reading without a value lasts longer', async () => {
    const quarters = Array.from({ length: 200 }, (_, index) => ({
      start: START + index * STEP,
      duration: STEP,
      value: 250,
    }));
    const empty = { start: START + 200 * STEP, duration: 21_600, value: 5000 };
    const after = { start: empty.start + empty.duration, duration: STEP, value: 250 };
    const feed = feedOf({ meter: '2001', readings: [...quarters, empty, after] });
    await store.ingest(feed.replace('<value>5000</value>', ''));
    const { id } = await store.series(POINT);
    const numbers = await store.call('usage.statistics', { series: id, from: START, to: START + 3 * DAY });
    expect(numbers).toMatchObject({ peak: { value: 0.25, seconds: STEP }, base: 0.25, loadFactor: 1 });
  });
});
