import { describe, expect, it } from 'vitest';
import {
  liesWell,
  nextToPack,
  type PackingRules,
  type Run,
  withRun,
} from '../../../../../electron/engine/store/packing/runs.ts';

const rules: PackingRules = { tail: 100, runs: 4, step: 10, rowGroup: 1000 };
const run = (first: number, last: number, readings: number): Run => ({ first, last, readings });

describe('what is packed next', () => {
  it('is the tail, once it is long enough', () => {
    expect(nextToPack([], undefined, rules)).toBeUndefined();
    expect(nextToPack([], run(1, 9, 99), rules)).toBeUndefined();
    expect(nextToPack([run(1, 9, 500)], run(10, 12, 100), rules)).toEqual(run(10, 12, 100));
  });

  it('is as many runs of one size as make a larger one, the newest of them', () => {
    const small = [run(1, 1, 100), run(2, 2, 120), run(3, 3, 399), run(4, 4, 100)];
    expect(nextToPack(small.slice(1), run(5, 5, 1), rules)).toBeUndefined();
    expect(nextToPack(small, run(5, 5, 1), rules)).toEqual(run(1, 4, 719));
    expect(nextToPack([run(0, 0, 5000), ...small], undefined, rules)).toEqual(run(1, 4, 719));
  });

  it('is a small run between larger ones together with them', () => {
    const runs = [run(1, 1, 500), run(2, 2, 100), run(3, 3, 600), run(4, 4, 700), run(5, 5, 800)];
    expect(nextToPack(runs.slice(1), undefined, rules)).toBeUndefined();
    expect(nextToPack(runs, undefined, rules)).toEqual(run(1, 5, 2700));
  });

  it('leaves a store of any age in few runs, and moves each reading few times', () => {
    let runs: Run[] = [];
    let tail = 0;
    let moved = 0;
    let most = 0;
    for (let day = 1; day <= 3000; day += 1) {
      tail += 50;
      for (;;) {
        const last = runs.at(-1)?.last ?? 0;
        const next = nextToPack(runs, tail > 0 ? run(last + 1, day, tail) : undefined, rules);
        if (next === undefined) break;
        if (next.last > last) tail = 0;
        moved += next.readings;
        runs = withRun(runs, next);
      }
      most = Math.max(most, runs.length);
    }
    expect(runs.reduce((sum, { readings }) => sum + readings, tail)).toBe(150_000);
    // 1500 tails: six sizes of runs, three of each, or a fourth that is about to be moved.
    expect(most).toBeLessThanOrEqual(18);
    expect(moved / 150_000).toBeLessThan(6.1);
  });
});

it('a packed run takes the place of those that it covers', () => {
  const runs = [run(1, 10, 1), run(11, 20, 2), run(21, 30, 3)];
  expect(withRun(runs, run(11, 30, 5))).toEqual([run(1, 10, 1), run(11, 30, 5)]);
  expect(withRun(runs, run(31, 40, 5))).toEqual([...runs, run(31, 40, 5)]);
});

it('readings lie well where each series is in about as many places as it must be', () => {
  expect(liesWell({ series: 10, places: 20, readings: 900 }, rules)).toBe(true);
  expect(liesWell({ series: 10, places: 21, readings: 900 }, rules)).toBe(false);
  expect(liesWell({ series: 1, places: 100, readings: 100_000 }, rules)).toBe(true);
});
