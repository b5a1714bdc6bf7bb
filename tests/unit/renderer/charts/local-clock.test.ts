import { describe, expect, it } from 'vitest';
import {
  addUnits,
  formatLocalStamp,
  formatOffset,
  formatSpan,
  instantOf,
  localParts,
  startOf,
} from '../../../../renderer/charts/local-clock.ts';
import { clockOfZone } from '../../../../shared/time/index.ts';

const angeles = clockOfZone('America/Los_Angeles');
const HOUR = 3600;

describe('calendar steps', () => {
  it.each([
    ['America/Los_Angeles', 2024, 3, 10, 23],
    ['America/Los_Angeles', 2024, 11, 3, 25],
    ['Australia/Adelaide', 2024, 10, 6, 23],
    ['Australia/Adelaide', 2024, 4, 7, 25],
    ['Australia/Lord_Howe', 2024, 10, 6, 23.5],
    ['Australia/Lord_Howe', 2024, 4, 7, 24.5],
  ])('the day of the change in %s, %i-%i-%i, has %d hours', (zone, year, month, day, hours) => {
    const clock = clockOfZone(zone);
    const start = instantOf(clock, year, month, day);
    expect((addUnits(clock, start, 'day', 1) - start) / HOUR).toBe(hours);
  });

  it('keeps month ends', () => {
    const end = instantOf(angeles, 2024, 1, 31);
    expect(localParts(angeles, addUnits(angeles, end, 'month', 1))).toMatchObject({ month: 2, day: 29 });
    expect(localParts(angeles, addUnits(angeles, instantOf(angeles, 2024, 2, 29), 'year', 1))).toMatchObject({
      year: 2025,
      month: 2,
      day: 28,
    });
  });

  it('weeks begin on Monday', () => {
    const sunday = instantOf(angeles, 2024, 3, 10, 15);
    expect(localParts(angeles, startOf(angeles, sunday, 'week'))).toMatchObject({ day: 4, weekday: 0, hour: 0 });
  });
});

describe('how times are written', () => {
  it('says the offset, because one hour comes twice', () => {
    const first = instantOf(angeles, 2024, 11, 3, 1, 30);
    expect(formatLocalStamp(angeles, first)).toBe('2024-11-03 01:30 UTC−7');
    expect(formatLocalStamp(angeles, first + HOUR)).toBe('2024-11-03 01:30 UTC−8');
  });

  it('writes half hours of an offset', () => {
    expect(formatOffset(34_200)).toBe('UTC+9:30');
    expect(formatOffset(-12_600)).toBe('UTC−3:30');
  });

  it('writes whole days without times, and the last day rather than the next', () => {
    const from = instantOf(angeles, 2024, 3, 9);
    expect(formatSpan(angeles, from, addUnits(angeles, from, 'day', 1))).toBe('Sat 9 Mar 2024');
    expect(formatSpan(angeles, from, addUnits(angeles, from, 'day', 3))).toBe('Sat 9 Mar 2024 – Mon 11 Mar 2024');
    expect(formatSpan(angeles, from, from + 6 * HOUR)).toBe('Sat 9 Mar 2024, 00:00–06:00');
  });
});
