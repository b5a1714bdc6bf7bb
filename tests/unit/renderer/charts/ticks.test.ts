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
