import { describe, expect, it } from 'vitest';
import { decideSeriesKind, type ReadingShape, rollsOver } from '../../../shared/espi/series-kind.ts';

const shape = (part: Partial<ReadingShape>): ReadingShape => ({
  count: 100,
  zeroDurations: 0,
  rises: 50,
  falls: 48,
  rollovers: 0,
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

/** A register of 9,876,543 Wh that counts 20 kWh a day. */
const week: ReadingShape = {
  count: 7,
  zeroDurations: 0,
  rises: 6,
  falls: 0,
  rollovers: 0,
  first: 9_876_543,
  last: 9_996_543,
  least: 9_876_543,
};

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
      false,
    ],
    [
      'a week of a daily register of bulk quantity (Milton Hydro)',
      { accumulationBehaviour: 1, uom: 72 },
      week,
      'register',
      false,
    ],
    [
      'three weeks of a daily register of bulk quantity, with some days without use',
      { accumulationBehaviour: 1, uom: 72 },
      { ...week, count: 20, rises: 16 },
      'register',
      false,
    ],
    [
      'bulk quantity of three weeks that mostly stays the same',
      { accumulationBehaviour: 1, uom: 72 },
      { ...week, count: 20, rises: 10 },
      'interval',
      false,
    ],
    [
      'bulk quantity of three days, all far above the steps between them',
      { accumulationBehaviour: 1, uom: 72 },
      { ...week, count: 3, rises: 2 },
      'interval',
      false,
    ],
    [
      'bulk quantity of a week, not as far above the steps as a register is',
      { accumulationBehaviour: 1, uom: 72 },
      { ...week, first: 1000, last: 1060, least: 1000 },
      'interval',
      false,
    ],
    [
      'bulk quantity of four hours that are the same but for the last (500, 500, 500, 501)',
      { accumulationBehaviour: 1, uom: 72 },
      { ...week, count: 4, rises: 1, first: 500, last: 501, least: 500 },
      'interval',
      false,
    ],
    ['a week that may be of a register, of which nothing is said', { uom: 72 }, week, 'interval', false],
    ['a week of delta data that may be of a register', { accumulationBehaviour: 4, uom: 72 }, week, 'interval', true],
    [
      'bulk quantity of a week that falls once',
      { accumulationBehaviour: 1, uom: 72 },
      { ...week, rises: 5, falls: 1 },
      'interval',
      true,
    ],
    ['cumulative', { accumulationBehaviour: 3, uom: 72 }, rising, 'register', true],
    ['summation', { accumulationBehaviour: 9, uom: 72 }, shape({ count: 1, falls: 0, rises: 0 }), 'register', true],
    ['cumulative that falls all the time', { accumulationBehaviour: 3, uom: 72 }, shape({}), 'interval', false],
    [
      'cumulative, but 210, 200, 210',
      { accumulationBehaviour: 3, uom: 72 },
      shape({ count: 3, rises: 1, falls: 1, first: 210, last: 210, least: 200 }),
      'interval',
      false,
    ],
    [
      'cumulative, two values of which the second is less',
      { accumulationBehaviour: 9, uom: 72 },
      shape({ count: 2, rises: 0, falls: 1, first: 210, last: 200, least: 200 }),
      'interval',
      false,
    ],
    [
      'cumulative, of net flow',
      { accumulationBehaviour: 3, uom: 72, flowDirection: 4 },
      shape({ count: 3, rises: 1, falls: 1 }),
      'register',
      true,
    ],
    [
      'cumulative that rolls over among four readings',
      { accumulationBehaviour: 3, uom: 72 },
      shape({ count: 4, rises: 2, falls: 1, rollovers: 1 }),
      'register',
      true,
    ],
    [
      'cumulative that is exchanged once in a month of days',
      { accumulationBehaviour: 3, uom: 72 },
      shape({ count: 31, rises: 29, falls: 1 }),
      'register',
      false,
    ],
    [
      'cumulative that falls to less than half among four readings, for no reason',
      { accumulationBehaviour: 3, uom: 72 },
      shape({ count: 4, rises: 2, falls: 1 }),
      'interval',
      false,
    ],
    [
      'amounts that go up and down between 99000 and 10 all the time',
      { accumulationBehaviour: 3, uom: 72 },
      shape({ count: 100, rises: 50, falls: 49, rollovers: 49 }),
      'interval',
      false,
    ],
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

describe('the words for it', () => {
  const cumulative = { accumulationBehaviour: 3, uom: 72 };
  it.each([
    [
      cumulative,
      shape({ count: 3, rises: 1, falls: 1 }),
      'The reading type says cumulative (3), but the values fall once in 3 readings, as no register does.',
    ],
    [cumulative, shape({ count: 1, rises: 0, falls: 0 }), 'The reading type says cumulative (3).'],
    [cumulative, shape({ count: 0, rises: 0, falls: 0 }), 'The reading type says cumulative (3).'],
    [{ uom: 72 }, shape({ count: 0, rises: 0, falls: 0 }), 'The reading type does not say; no reading has a value.'],
    [cumulative, shape({ rises: 99, falls: 0 }), 'The reading type says cumulative (3), and the values never fall.'],
    [
      cumulative,
      shape({ count: 99, rises: 97, falls: 1, rollovers: 1 }),
      'The reading type says cumulative (3); in 99 readings the values fall once where the register rolls over.',
    ],
    [
      { uom: 72 },
      shape({ count: 1, rises: 0, falls: 0 }),
      'The reading type does not say; one value alone is taken for an amount.',
    ],
    [
      { uom: 72 },
      shape({ rises: 5, falls: 0, least: 0 }),
      'The reading type does not say; the values rise, but are not far above their differences as those of a register are.',
    ],
    [
      { uom: 72 },
      week,
      'The reading type does not say; the values never fall and lie far above their differences, but 7 readings are too few to tell.',
    ],
    [
      { uom: 72 },
      { ...week, count: 3, rises: 2, zeroDurations: 3 },
      'The reading type does not say; the values never fall and lie far above their differences, but 3 readings are too few to tell.',
    ],
    [
      { accumulationBehaviour: 1, uom: 72 },
      week,
      'The reading type says 1, which is used for both; the values never fall and lie far above their differences.',
    ],
    [
      { uom: 72 },
      shape({ rises: 0, falls: 0 }),
      'The reading type does not say; the values stay the same like amounts per interval.',
    ],
  ])('%j', (type, seen, reason) => {
    expect(decideSeriesKind(type, seen).reason).toBe(reason);
  });
});

describe('a register that rolls over', () => {
  it.each([
    [99_990, 5, true],
    [99_999_999, 0, true],
    [9500, 900, true],
    [100_000, 5, false],
    [89_000, 5, false],
    [99_990, 20_000, false],
    [950, 2, false],
    [99_990, -5, false],
  ])('from %i to %i: %s', (before, after, expected) => {
    expect(rollsOver(before, after)).toBe(expected);
  });
});
