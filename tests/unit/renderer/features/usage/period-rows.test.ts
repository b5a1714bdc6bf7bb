import { describe, expect, it } from 'vitest';
import { instantOf } from '../../../../../renderer/charts/local-clock.ts';
import {
  periodName,
  periodRows,
  periodsOf,
  periodsWithin,
  sumRows,
} from '../../../../../renderer/features/usage/period-rows.ts';
import { clockOfZone } from '../../../../../shared/time/index.ts';

const clock = clockOfZone('Australia/Lord_Howe');
const DAY = 86_400;

describe('periods and their rows', () => {
  const span = { from: instantOf(clock, 2024, 10, 5), to: instantOf(clock, 2024, 10, 8) };
  const { periods, bounds } = periodsOf(clock, span, 'day');

  it('are local days with one bound more', () => {
    expect(periods.map(({ label }) => label)).toEqual(['2024-10-05', '2024-10-06', '2024-10-07']);
    expect(bounds).toHaveLength(4);
    // Lord Howe moves its clock by half an hour.
    expect((bounds[2] ?? 0) - (bounds[1] ?? 0)).toBe(23.5 * 3600);
  });

  it('say how much of each period is there, by its own length', () => {
    const rows = periodRows(periods, {
      unit: 'kWh',
      total: [24, 11.75, null],
      mean: [1, 1, null],
      peak: [2, 2, null],
      peakAt: [1, 2, null],
      least: [1, 2, null],
      cost: [3, null, null],
      weight: [48, 24, 0],
      sent: [48, 24, 0],
      count: [48, 24, 0],
      implied: [0, 0, 0],
      estimated: [0.25, 0, 0],
      covered: [DAY, 11.75 * 3600, 0],
    });
    expect(rows.map(({ coverage }) => coverage)).toEqual([1, 0.5, 0]);
    expect(rows.map(({ estimated }) => estimated)).toEqual([0.25, 0, 0]);
    expect(rows[2]?.total).toBeUndefined();
    const sum = sumRows(rows);
    expect(sum.total).toBe(35.75);
    expect(sum.mean).toBe(1);
    expect(sumRows(rows.slice(2)).total).toBeUndefined();
    expect(sum.estimated).toBeCloseTo(12 / 72);
    expect(sum.coverage).toBeCloseTo((24 + 11.75) / (24 + 23.5 + 24));
  });

  it('weigh what is estimated by what was sent, and their mean by all readings, zeros that are taken as sent among them', () => {
    const day = { repeated: false, total: 1, peak: 1, peakAt: 0, least: 0, cost: undefined, count: 1, coverage: 1 };
    const sum = sumRows([
      { ...day, start: 0, end: DAY, label: '1', mean: 0.5, weight: 96, sent: 24, estimated: 1 },
      { ...day, start: DAY, end: 2 * DAY, label: '2', mean: 1, weight: 96, sent: 96, estimated: 0 },
    ]);
    expect(sum.estimated).toBeCloseTo(24 / 120);
    expect(sum.mean).toBeCloseTo(0.75);
  });

  it('can be cut to a span that begins and ends within them', () => {
    const cut = { from: span.from + 3600, to: span.to - 7200 };
    const within = periodsWithin(clock, cut, 'day');
    expect(within.periods.map(({ label }) => label)).toEqual(periods.map(({ label }) => label));
    expect(within.bounds).toEqual([cut.from, bounds[1], bounds[2], cut.to]);
    expect(within.periods.map((one) => periodName(clock, one))).toEqual([
      'Sat 5 Oct 2024, 01:00 – Sun 6 Oct 2024, 00:00',
      '2024-10-06',
      'Mon 7 Oct 2024, 00:00–22:00',
    ]);
    // Of whole days nothing is cut.
    expect(periodsWithin(clock, span, 'day').periods.map((one) => periodName(clock, one))).toEqual([
      ...['2024-10-05', '2024-10-06', '2024-10-07'],
    ]);
  });

  it('sum to exactly 1 where nothing is missing, and to less where a second is', () => {
    const { periods: months } = periodsOf(
      clock,
      { from: instantOf(clock, 2023, 1, 1), to: instantOf(clock, 2026, 1, 1) },
      'month',
    );
    const full = months.map(({ start, end }) => end - start);
    const none = months.map(() => 0);
    const totals = (covered: number[]) => ({
      unit: 'kWh',
      total: none,
      mean: none,
      weight: none,
      sent: none,
      peak: none,
      peakAt: none,
      least: none,
      cost: none,
      count: none,
      implied: none,
      estimated: none,
      covered,
    });
    expect(sumRows(periodRows(months, totals(full))).coverage).toBe(1);
    expect(
      sumRows(periodRows(months, totals(full.map((seconds, index) => (index === 7 ? seconds - 1 : seconds))))).coverage,
    ).toBeLessThan(1);
  });

  it('asks for no more than the contract takes', () => {
    const years = { from: 0, to: 40 * 366 * DAY };
    expect(periodsOf(clock, years, 'day').bounds.length).toBeLessThanOrEqual(4001);
  });
});
