import { describe, expect, it } from 'vitest';
import { instantOf } from '../../../../../../renderer/charts/local-clock.ts';
import type { PeriodRow } from '../../../../../../renderer/features/usage/period-rows.ts';
import { changeWords, sideWords } from '../../../../../../renderer/features/usage/tabs/comparison-words.ts';
import { clockOfZone } from '../../../../../../shared/time/index.ts';

const clock = clockOfZone('America/Los_Angeles');

const ENERGY = { unit: 'kWh' };
const TEMPERATURE = { unit: '°C', level: 'Temperature' };

describe('a change', () => {
  it.each([
    [110, 100, '+10 kWh (+10.0 %)'],
    [90, 100, '-10 kWh (-10.0 %)'],
    [100, 100, '0 kWh (0 %)'],
    [100.04, 100, '+0.04 kWh (less than 0.1 %)'],
    [10, 0, '+10 kWh'],
  ])('from %s to %s is signed, with its share of what was before', (now, before, words) => {
    expect(changeWords({ now, before }, ENERGY)).toBe(words);
  });

  it.each([
    [-90, -100, '+10 kWh (+10.0 %)'],
    [-110, -100, '-10 kWh (-10.0 %)'],
  ])('has a share of the same sign where more was received than delivered: %s after %s', (now, before, words) => {
    expect(changeWords({ now, before }, ENERGY)).toBe(words);
  });

  it('has no share where zero is an accident of the scale', () => {
    expect(changeWords({ now: 12, before: 10 }, TEMPERATURE)).toBe('+2 °C');
  });

  it('is not known where a side is not', () => {
    expect(changeWords({ now: undefined, before: 10 }, ENERGY)).toBe('–');
    expect(changeWords({ now: 10, before: undefined }, ENERGY)).toBe('–');
  });
});

describe('a side of a period', () => {
  const may: PeriodRow = {
    start: instantOf(clock, 2024, 5, 1),
    end: instantOf(clock, 2024, 6, 1),
    label: '2024-05',
    repeated: false,
    total: 310,
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
  };

  it('is its value alone where all of it is there', () => {
    expect(sideWords(clock, may)).toBe('310');
    expect(sideWords(clock, undefined)).toBe('no data');
    expect(sideWords(clock, { ...may, total: undefined })).toBe('no data');
  });

  it('says how much of it is there, and which days it is of where it is cut to a span', () => {
    expect(sideWords(clock, { ...may, coverage: 0.5 })).toBe('310 (50 % complete)');
    const cut = { ...may, start: instantOf(clock, 2024, 5, 10), isCut: true };
    expect(sideWords(clock, cut)).toBe('310 (Fri 10 May 2024 – Fri 31 May 2024)');
    expect(sideWords(clock, { ...cut, coverage: 0.5 })).toBe('310 (Fri 10 May 2024 – Fri 31 May 2024, 50 % complete)');
  });
});
