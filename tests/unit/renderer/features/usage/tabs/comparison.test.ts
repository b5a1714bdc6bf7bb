import { describe, expect, it } from 'vitest';
import { addUnits, instantOf, localParts } from '../../../../../../renderer/charts/local-clock.ts';
import type { PeriodRow } from '../../../../../../renderer/features/usage/period-rows.ts';
import {
  comparableSums,
  comparedPeriod,
  comparedSpan,
  comparisonOf,
  pairPeriods,
} from '../../../../../../renderer/features/usage/tabs/comparison.ts';
import { clockOfZone, type LocalPeriod } from '../../../../../../shared/time/index.ts';

const clock = clockOfZone('America/Los_Angeles');
const span = (from: [number, number, number], to: [number, number, number]) => ({
  from: instantOf(clock, ...from),
  to: instantOf(clock, ...to),
});

function rowOf(known: Partial<PeriodRow>): PeriodRow {
  return {
    start: 0,
    end: 1,
    label: '',
    repeated: false,
    total: undefined,
    mean: undefined,
    peak: undefined,
    peakAt: undefined,
    least: undefined,
    cost: undefined,
    weight: 1,
    sent: 1,
    count: 1,
    estimated: 0,
    coverage: 1,
    ...known,
  };
}

describe('what a span is compared with', () => {
  it('the month before a month, whatever their lengths', () => {
    expect(comparedSpan(clock, span([2024, 3, 1], [2024, 4, 1]), 'previous')).toEqual(span([2024, 2, 1], [2024, 3, 1]));
  });

  it('as many local days before any other span, over a change of the clock', () => {
    expect(comparedSpan(clock, span([2024, 3, 9], [2024, 3, 12]), 'previous')).toEqual(
      span([2024, 3, 6], [2024, 3, 9]),
    );
  });

  it('a year earlier meets the same weekdays, also over a leap day', () => {
    const view = span([2024, 3, 4], [2024, 3, 11]);
    const before = comparedSpan(clock, view, 'year');
    expect(localParts(clock, before.from)).toMatchObject({ year: 2023, month: 3, day: 6, weekday: 0, hour: 0 });
    expect(comparedSpan(clock, view, 'date')).toEqual(span([2023, 3, 4], [2023, 3, 11]));
  });

  it.each([
    ['28 February of a leap year', span([2024, 2, 28], [2024, 2, 29]), span([2023, 2, 28], [2023, 3, 1])],
    ['what ends on it', span([2024, 2, 1], [2024, 2, 29]), span([2023, 2, 1], [2023, 3, 1])],
    ['a leap February', span([2024, 2, 1], [2024, 3, 1]), span([2023, 2, 1], [2023, 3, 1])],
    ['a February after a leap year', span([2025, 2, 1], [2025, 3, 1]), span([2024, 2, 1], [2024, 2, 29])],
    ['a year', span([2024, 1, 1], [2025, 1, 1]), span([2023, 1, 1], [2024, 1, 1])],
  ])('the same dates a year earlier: %s', (_, view, before) => {
    expect(comparedSpan(clock, view, 'date')).toEqual(before);
  });

  it('the same dates of a span that ends within a day, at the same time of the day', () => {
    const from = instantOf(clock, 2024, 2, 28, 6);
    const before = comparedSpan(clock, { from, to: instantOf(clock, 2024, 2, 28, 18) }, 'date');
    expect(before).toEqual({ from: instantOf(clock, 2023, 2, 28, 6), to: instantOf(clock, 2023, 2, 28, 18) });
  });
});

describe('the address of a comparison', () => {
  it('names a period, or another meter by its id', () => {
    expect(comparisonOf(undefined)).toEqual({ comparison: 'previous', meter: undefined });
    expect(comparisonOf('year')).toEqual({ comparison: 'year', meter: undefined });
    expect(comparisonOf('m2')).toEqual({ comparison: 'meter', meter: 'm2' });
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

  it('days of the same dates meet, and 29 February has no partner', () => {
    const leap = span([2024, 2, 27], [2024, 3, 3]);
    const before = comparedSpan(clock, leap, 'date');
    const pairs = pairPeriods(clock, leap, before, 'day', 'date');
    expect(pairs.map(({ now, before: then }) => [now?.label, then?.label])).toEqual([
      ['2024-02-27', '2023-02-27'],
      ['2024-02-28', '2023-02-28'],
      ['2024-02-29', undefined],
      ['2024-03-01', '2023-03-01'],
      ['2024-03-02', '2023-03-02'],
    ]);
    const hours = pairPeriods(
      clock,
      span([2024, 2, 28], [2024, 3, 2]),
      span([2023, 2, 28], [2023, 3, 2]),
      'hour',
      'date',
    );
    expect(hours.find(({ now }) => now?.label === '2024-03-01 05:00')?.before?.label).toBe('2023-03-01 05:00');
    const beforeLeapDay = span([2024, 2, 1], [2024, 2, 29]);
    const met = pairPeriods(clock, beforeLeapDay, comparedSpan(clock, beforeLeapDay, 'date'), 'day', 'date');
    expect(met).toHaveLength(28);
    expect(met.filter(({ now, before: then }) => now === undefined || then === undefined)).toEqual([]);
    const turn = span([2023, 12, 30], [2024, 1, 3]);
    expect(
      pairPeriods(clock, turn, comparedSpan(clock, turn, 'date'), 'day', 'date').map(({ now }) => now?.label.slice(5)),
    ).toEqual(['12-30', '12-31', '01-01', '01-02']);
  });

  it('a year with weekdays aligned is compared by weeks, of which all meet', () => {
    const year = span([2025, 1, 1], [2026, 1, 1]);
    const before = comparedSpan(clock, year, 'year');
    const pairs = pairPeriods(clock, year, before, comparedPeriod(clock, year, 'year'), 'year');
    const lengths = (side: 'now' | 'before') =>
      pairs.map(({ [side]: one }) => one && Math.round((one.end - one.start) / 86_400));
    expect(lengths('now')).toEqual(lengths('before'));
    expect(pairs[0]).toMatchObject({ label: '1 Jan', now: { start: year.from }, before: { start: before.from } });
  });

  it('are named by weekday and day, by the hour, and by the week’s first day', () => {
    const week = span([2024, 3, 4], [2024, 3, 11]);
    const labels = (period: 'day' | 'hour' | 'week') =>
      pairPeriods(clock, week, comparedSpan(clock, week, 'previous'), period, 'previous').map(({ label }) => label);
    expect(labels('day')).toEqual(['Mon 4', 'Tue 5', 'Wed 6', 'Thu 7', 'Fri 8', 'Sat 9', 'Sun 10']);
    expect(labels('hour').slice(0, 2)).toEqual(['Mon 00:00', 'Mon 01:00']);
    expect(labels('week')).toEqual(['4 Mar']);
  });

  it('a free span of months is compared by seven days from its own begin, so that both sides are equally long', () => {
    const now = span([2025, 4, 1], [2025, 8, 1]);
    const before = comparedSpan(clock, now, 'previous');
    expect(before).toEqual(span([2024, 11, 30], [2025, 4, 1]));
    const pairs = pairPeriods(clock, now, before, comparedPeriod(clock, now, 'previous'));
    expect(pairs).toHaveLength(18);
    expect(pairs[0]).toMatchObject({ label: '1 Apr', now: { start: now.from }, before: { start: before.from } });
    expect(pairs.at(-1)).toMatchObject({ label: '29 Jul', now: { end: now.to }, before: { end: before.to } });
    // As many as its days, ten of each.
    const row = (part: LocalPeriod | undefined) =>
      part && rowOf({ ...part, total: 10 * Math.round((part.end - part.start) / 86_400) });
    const rows = pairs.map((pair) => ({ now: row(pair.now), before: row(pair.before) }));
    expect(comparableSums(rows, 0.995)).toEqual({ pairs: 18, of: 18, now: 1220, before: 1220 });
  });

  it('the first and the last are cut to their span', () => {
    const free = { from: instantOf(clock, 2024, 5, 10), to: instantOf(clock, 2024, 9, 20) };
    const pairs = pairPeriods(clock, free, free, 'month', 'meter');
    expect(pairs[0]?.now).toMatchObject({ label: '2024-05', start: free.from });
    expect(pairs.at(-1)?.before).toMatchObject({ label: '2024-09', end: free.to });
  });

  it('another meter is compared over the very same span, whenever its data begin', () => {
    const year = span([2024, 1, 1], [2025, 1, 1]);
    expect(comparedSpan(clock, year, 'meter')).toEqual(year);
  });

  it('bars stay readable', () => {
    const days = (count: number) => ({ from: 0, to: count * 86_400 });
    // 1970 is a year of the calendar there.
    const utc = clockOfZone('UTC');
    expect([1, 3, 30, 92, 365].map((count) => comparedPeriod(utc, days(count), 'previous'))).toEqual([
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
    const row = (total: number, coverage: number) => rowOf({ total, coverage });
    const pairs = [
      { now: row(10, 1), before: row(8, 1) },
      { now: row(2, 0.2), before: row(9, 1) },
      { now: row(5, 1), before: undefined },
    ];
    expect(comparableSums(pairs, 0.995)).toEqual({ pairs: 1, of: 3, now: 10, before: 8 });
    expect(comparableSums(pairs.slice(2), 0.995)).toEqual({ pairs: 0, of: 1, now: undefined, before: undefined });
    const sampled = (mean: number) => ({ ...row(0, 1), total: undefined, mean });
    const degrees = [
      { now: sampled(10), before: sampled(8) },
      { now: sampled(20), before: sampled(10) },
    ];
    expect(comparableSums(degrees, 0.995, true)).toMatchObject({ now: 15, before: 9 });
  });
});
