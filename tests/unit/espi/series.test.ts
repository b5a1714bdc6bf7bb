import { describe, expect, it } from 'vitest';
import {
  decideIntervalLength,
  decideSeriesKind,
  isPlainFlow,
  measureOf,
  type ReadingShape,
  seriesKey,
  suggestZeros,
} from '../../../shared/espi/series.ts';

const shape = (part: Partial<ReadingShape>): ReadingShape => ({
  count: 100,
  zeroDurations: 0,
  falls: 48,
  rises: 50,
  first: 300,
  last: 280,
  least: 10,
  ...part,
});
const rising = shape({
  zeroDurations: 100,
  falls: 0,
  rises: 99,
  first: 54_000_000_000,
  last: 54_002_000_000,
  least: 54_000_000_000,
});

describe('interval, register or sample', () => {
  it.each([
    ['delta data', { accumulationBehaviour: 4, uom: 72 }, shape({}), 'interval', true],
    [
      'bulk quantity that rises and falls (CMD test)',
      { accumulationBehaviour: 1, uom: 72 },
      shape({}),
      'interval',
      true,
    ],
    [
      'bulk quantity of duration 0 that rises (Elexicon)',
      { accumulationBehaviour: 1, uom: 72 },
      rising,
      'register',
      true,
    ],
    [
      'bulk quantity that rises from afar',
      { accumulationBehaviour: 1, uom: 72 },
      { ...rising, zeroDurations: 0 },
      'register',
      false,
    ],
    [
      'a few amounts that happen to rise slowly (bills of a cooling autumn)',
      { uom: 169 },
      { ...rising, count: 5, rises: 4, zeroDurations: 0, first: 100, last: 104, least: 100 },
      'interval',
      true,
    ],
    ['cumulative', { accumulationBehaviour: 3, uom: 72 }, rising, 'register', true],
    ['summation', { accumulationBehaviour: 9, uom: 72 }, shape({ count: 1, falls: 0, rises: 0 }), 'register', true],
    ['cumulative that falls all the time', { accumulationBehaviour: 3, uom: 72 }, shape({}), 'interval', false],
    ['instantaneous', { accumulationBehaviour: 12, uom: 29 }, shape({}), 'instantaneous', true],
    ['volts of which nothing is said', { uom: 29 }, shape({}), 'instantaneous', true],
    ['no reading type at all', undefined, shape({}), 'interval', true],
    ['delta data that is a register after all', { accumulationBehaviour: 4, uom: 72 }, rising, 'register', false],
    [
      'amounts that happen to rise',
      { accumulationBehaviour: 4, uom: 72 },
      shape({ falls: 0, rises: 99, first: 1, last: 100, least: 1 }),
      'interval',
      true,
    ],
  ])('%s', (_name, type, seen, value, certain) => {
    const decision = decideSeriesKind(type, seen);
    expect(decision).toMatchObject({ value, certain });
    expect(decision.reason).toMatch(/^[A-Z].*\.$/);
  });
});

describe('the identity of a series', () => {
  const type = { commodity: 1, uom: 72, flowDirection: 1, kind: 12, accumulationBehaviour: 4 };
  const key = (part: object, length = 900): string => seriesKey(measureOf({ ...type, ...part }, length, 'interval'));

  it('does not see what is only absent', () => {
    expect(key({ phase: 0, tou: 0, dataQualifier: 12 })).toBe(key({}));
    expect(key({ powerOfTenMultiplier: -3 })).toBe(key({ powerOfTenMultiplier: 0 }));
  });

  it.each([[{ flowDirection: 19 }], [{ uom: 73 }], [{ commodity: 7 }], [{ kind: 8 }], [{ tou: 1 }], [{ phase: 128 }]])(
    'sees %j',
    (part) => {
      expect(key(part)).not.toBe(key({}));
    },
  );

  it('sees interval length and kind', () => {
    expect(key({}, 3600)).not.toBe(key({}));
    expect(seriesKey(measureOf(type, 900, 'register'))).not.toBe(key({}));
  });

  it('net and total are never added to forward', () => {
    expect([1, 19, 0, undefined].map(isPlainFlow)).toEqual([true, true, true, true]);
    expect([4, 20, 21, 5].map(isPlainFlow)).toEqual([false, false, false, false]);
  });
});

describe('the length of an interval', () => {
  it.each([
    ['type and readings agree', 900, [[900, 96]], 900, true],
    ['899 seconds are a quarter of an hour', 900, [[899, 96]], 900, true],
    ['86,399 seconds are a day', undefined, [[86_399, 30]], 86_400, true],
    ['the readings beat the type', 3600, [[900, 96]], 900, true],
    [
      'days of daylight saving',
      undefined,
      [
        [86_400, 441],
        [82_800, 2],
        [90_000, 1],
      ],
      86_400,
      true,
    ],
    [
      'months',
      undefined,
      [
        [2_505_600, 9],
        [2_592_000, 7],
        [2_764_800, 5],
        [2_419_200, 3],
      ],
      0,
      true,
    ],
    ['registers', 900, [[0, 30]], 900, false],
    ['nothing known', undefined, [], 0, false],
  ])('%s', (_name, declared, durations, value, certain) => {
    const list = durations.map(([duration = 0, count = 0]) => ({ duration, count }));
    expect(decideIntervalLength(declared, list)).toMatchObject({ value, certain });
  });
});

describe('zeros that were left out', () => {
  const gaps = { present: 67, expected: 96, zeros: 0, least: 60_000, flow: 19, days: 10, daysWithHoles: 10 };
  it.each([
    ['a solar feed-in without its nights', gaps, 'zeros'],
    ['zeros are sent', { ...gaps, zeros: 3 }, 'gaps'],
    ['negative values', { ...gaps, least: -5 }, 'gaps'],
    ['no holes', { ...gaps, present: 96 }, 'gaps'],
    ['one outage', { ...gaps, present: 90, daysWithHoles: 1 }, 'gaps'],
  ])('%s', (_name, seen, value) => {
    const decision = suggestZeros(seen);
    expect(decision.value).toBe(value);
    expect(decision.reason).toMatch(/\.$/);
  });

  it('are never more than a suggestion', () => {
    expect(suggestZeros(gaps).certain).toBe(false);
  });
});
