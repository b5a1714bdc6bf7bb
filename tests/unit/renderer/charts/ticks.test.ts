import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantOf } from '../../../../renderer/charts/local-clock.ts';
import { timeTicks, valueTicks } from '../../../../renderer/charts/ticks.ts';
import { clockOfZone } from '../../../../shared/time/index.ts';

const angeles = clockOfZone('America/Los_Angeles');

describe('marks of a time axis', () => {
  it('stand on local midnights for a week', () => {
    const from = instantOf(angeles, 2024, 3, 8);
    const ticks = timeTicks(angeles, from, instantOf(angeles, 2024, 3, 15), 10);
    expect(ticks.map(({ label }) => label)).toEqual([
      'Fri 8',
      'Sat 9',
      'Sun 10',
      'Mon 11',
      'Tue 12',
      'Wed 13',
      'Thu 14',
      'Fri 15',
    ]);
  });

  it('leave out the hour that the clock skips, and go on with round hours', () => {
    const from = instantOf(angeles, 2024, 3, 10);
    const ticks = timeTicks(angeles, from, instantOf(angeles, 2024, 3, 11), 26);
    const labels = ticks.map(({ label }) => label);
    expect(labels.slice(0, 5)).toEqual(['Sun 10 Mar', '01:00', '03:00', '04:00', '05:00']);
    expect(labels.at(-1)).toBe('Mon 11 Mar');
  });

  it('show the hour that comes twice, each with its offset, on a day of 25 hours', () => {
    const from = instantOf(angeles, 2025, 11, 2);
    const ticks = timeTicks(angeles, from, instantOf(angeles, 2025, 11, 3), 13);
    expect(ticks.slice(0, 5).map(({ label, note }) => [label, note])).toEqual([
      ['Sun 2', undefined],
      ['01:00', 'UTC−7'],
      ['01:00', 'UTC−8'],
      ['02:00', undefined],
      ['04:00', undefined],
    ]);
    expect(ticks[1]?.at).toBe(from + 3600);
    expect(ticks[2]?.at).toBe(from + 7200);
    // In a narrow chart the second one speaks for both.
    const narrow = timeTicks(angeles, from, instantOf(angeles, 2025, 11, 3), 6);
    expect(narrow.filter(({ note }) => note).map(({ label, note }) => [label, note])).toEqual([['01:00', 'UTC−8']]);
  });

  it('say which hour there is not, on a day of 23 hours', () => {
    const from = instantOf(angeles, 2025, 3, 9);
    const ticks = timeTicks(angeles, from, instantOf(angeles, 2025, 3, 10), 13);
    const noted = ticks.filter(({ note }) => note);
    expect(noted.map(({ label, note, at }) => [label, note, at])).toEqual([['03:00', 'no 02:00', from + 7200]]);
    const adelaide = clockOfZone('Australia/Lord_Howe');
    const half = timeTicks(adelaide, instantOf(adelaide, 2025, 10, 5), instantOf(adelaide, 2025, 10, 6), 13);
    expect(half.filter(({ note }) => note).map(({ label, note }) => [label, note])).toEqual([['02:30', 'no 02:00']]);
  });

  it('have no such notes where days are marked, or where no clock was moved', () => {
    const week = timeTicks(angeles, instantOf(angeles, 2025, 10, 30), instantOf(angeles, 2025, 11, 6), 13);
    expect(week.every(({ note }) => note === undefined)).toBe(true);
    const day = timeTicks(angeles, instantOf(angeles, 2025, 6, 2), instantOf(angeles, 2025, 6, 3), 13);
    expect(day.every(({ note }) => note === undefined)).toBe(true);
    expect(day[0]?.label).toBe('Mon 2 Jun');
  });

  it('name years where months are marked', () => {
    const ticks = timeTicks(angeles, instantOf(angeles, 2023, 11, 1), instantOf(angeles, 2024, 3, 1), 6);
    expect(ticks.map(({ label, major }) => [label, major])).toEqual([
      ['Nov', false],
      ['Dec', false],
      ['2024', true],
      ['Feb', false],
      ['Mar', false],
    ]);
  });

  it('are in order, within the span and not too many, wherever and however long', () => {
    const zones = ['America/Los_Angeles', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'].map(clockOfZone);
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 946_684_800, max: 2_000_000_000 }),
        fc.integer({ min: 600, max: 20 * 31_556_952 }),
        fc.integer({ min: 3, max: 20 }),
        (clock, from, length, most) => {
          const ats = timeTicks(clock, from, from + length, most).map(({ at }) => at);
          expect(ats).toEqual([...new Set(ats)].sort((a, b) => a - b));
          expect(ats.every((at) => at >= from && at <= from + length)).toBe(true);
          expect(ats.length).toBeLessThanOrEqual(most * 2 + 2);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('marks of a value axis', () => {
  it('are round and enclose the values', () => {
    expect(valueTicks(0, 1.13, 4)).toEqual([0, 0.5, 1, 1.5]);
    expect(valueTicks(-3.2, 7.9, 4)).toEqual([-5, 0, 5, 10]);
  });

  it('exist for a flat line', () => {
    const ticks = valueTicks(5, 5, 4);
    expect(ticks.length).toBeGreaterThan(1);
    expect(ticks[0]).toBeLessThan(5);
  });

  it('always enclose', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
        (low, size) => {
          const ticks = valueTicks(low, low + size, 4);
          expect(ticks[0]).toBeLessThanOrEqual(low + size * 1e-6);
          expect(ticks.at(-1)).toBeGreaterThanOrEqual(low + size * (1 - 1e-6));
          expect(ticks.length).toBeLessThanOrEqual(8);
        },
      ),
    );
  });
});
