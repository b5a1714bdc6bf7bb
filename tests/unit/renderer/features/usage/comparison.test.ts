import { describe, expect, it } from 'vitest';
import { addUnits, instantOf, localParts } from '../../../../../renderer/charts/local-clock.ts';
import {
  comparableSums,
  comparedPeriod,
  comparedSpan,
  pairPeriods,
} from '../../../../../renderer/features/usage/comparison.ts';
import type { PeriodRow } from '../../../../../renderer/features/usage/period-rows.ts';
import { clockOfZone } from '../../../../../shared/time/index.ts';

const clock = clockOfZone('America/Los_Angeles');
const all = { from: instantOf(clock, 2020, 1, 1), to: instantOf(clock, 2026, 1, 1) };
const span = (from: [number, number, number], to: [number, number, number]) => ({
  from: instantOf(clock, ...from),
  to: instantOf(clock, ...to),
});

describe('what a span is compared with', () => {
  it('the month before a month, whatever their lengths', () => {
    expect(comparedSpan(clock, span([2024, 3, 1], [2024, 4, 1]), all, 'previous')).toEqual(
      span([2024, 2, 1], [2024, 3, 1]),
    );
  });

  it('as many local days before any other span, over a change of the clock', () => {
    expect(comparedSpan(clock, span([2024, 3, 9], [2024, 3, 12]), all, 'previous')).toEqual(
      span([2024, 3, 6], [2024, 3, 9]),
    );
  });

  it('a year earlier meets the same weekdays, also over a leap day', () => {
    const view = span([2024, 3, 4], [2024, 3, 11]);
    const before = comparedSpan(clock, view, all, 'year');
    expect(localParts(clock, before.from)).toMatchObject({ year: 2023, month: 3, day: 6, weekday: 0, hour: 0 });
    expect(comparedSpan(clock, view, all, 'date')).toEqual(span([2023, 3, 4], [2023, 3, 11]));
  });
});

describe('pairs of periods', () => {
  it('hours meet at the same clock time; the skipped hour has no partner', () => {
    const spring = span([2024, 3, 10], [2024, 3, 11]);
    const week = { from: addUnits(clock, spring.from, 'day', -7), to: addUnits(clock, spring.to, 'day', -7) };
    const pairs = pairPeriods(clock, spring, week, 'hour');
    expect(pairs).toHaveLength(24);
    expect(pairs[2]).toMatchObject({ now: undefined, before: { label: '2024-03-03 02:00' } });
    expect(pairs[3]).toMatchObject({ now: { label: '2024-03-10 03:00' }, before: { label: '2024-03-03 03:00' } });
  });

  it('the hour that comes twice stands twice', () => {
    const autumn = span([2024, 11, 3], [2024, 11, 4]);
    const week = span([2024, 10, 27], [2024, 10, 28]);
    const pairs = pairPeriods(clock, autumn, week, 'hour');
    expect(pairs).toHaveLength(25);
    expect(pairs.filter(({ before }) => before === undefined)).toHaveLength(1);
  });

  it('months of different length meet by number of their days', () => {
    const pairs = pairPeriods(clock, span([2024, 3, 1], [2024, 4, 1]), span([2024, 2, 1], [2024, 3, 1]), 'day');
    expect(pairs).toHaveLength(31);
    expect(pairs.filter(({ before }) => before).length).toBe(29);
  });

  it('bars stay readable', () => {
    const days = (count: number) => ({ from: 0, to: count * 86_400 });
    expect([1, 3, 30, 92, 365].map((count) => comparedPeriod(days(count)))).toEqual([
      'hour',
      'hour',
      'day',
      'day',
      'month',
    ]);
  });
});

describe('the difference', () => {
  it('is taken over periods that are complete on both sides, so that a hole is no saving', () => {
    const row = (total: number, coverage: number): PeriodRow => ({
      start: 0,
      end: 1,
      label: '',
      repeated: false,
      total,
      mean: undefined,
      peak: undefined,
      peakAt: undefined,
      cost: undefined,
      count: 1,
      estimated: 0,
      coverage,
    });
    const pairs = [
      { now: row(10, 1), before: row(8, 1) },
      { now: row(2, 0.2), before: row(9, 1) },
      { now: row(5, 1), before: undefined },
    ];
    expect(comparableSums(pairs, 0.995)).toEqual({ pairs: 1, of: 3, now: 10, before: 8 });
  });
});
