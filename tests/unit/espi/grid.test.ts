import { describe, expect, it } from 'vitest';
import { clash, decideGrid, type Grid, gridToken, hasOtherLength } from '../../../shared/espi/grid.ts';

const HOUR = 3600;
const DAY = 86_400;
type Case = [
  name: string,
  declared: number | undefined,
  durations: [number, number][],
  Grid,
  step: number,
  token: string,
];

describe('the grid of a series', () => {
  const days = (...lengths: number[]): [number, number][] => lengths.map((length) => [length * DAY, 1]);
  const cases: Case[] = [
    ['type and readings agree', 900, [[900, 96]], 'fixed', 900, '900'],
    ['899 seconds are a quarter of an hour', 900, [[899, 96]], 'fixed', 900, '900'],
    ['86,399 seconds are a day', undefined, [[86_399, 30]], 'fixed', DAY, '86400'],
    ['the readings beat the type', 3600, [[900, 96]], 'fixed', 900, '900'],
    ['a type of a month over quarters of an hour', 30 * DAY, [[900, 96]], 'fixed', 900, '900'],
    [
      'days of daylight saving',
      undefined,
      [
        [DAY, 441],
        [23 * HOUR, 2],
        [25 * HOUR, 1],
      ],
      'day',
      DAY,
      '86400',
    ],
    ['the day of 23 hours alone', DAY, [[23 * HOUR, 1]], 'day', DAY, '86400'],
    [
      'days, the first of them cut',
      DAY,
      [
        [DAY, 30],
        [40_000, 1],
      ],
      'fixed',
      DAY,
      '86400',
    ],
    [
      'weeks, two with a change of the clock',
      undefined,
      [
        [7 * DAY, 50],
        [7 * DAY - HOUR, 1],
        [7 * DAY + HOUR, 1],
      ],
      'week',
      7 * DAY,
      'periods',
    ],
    [
      'months',
      undefined,
      [
        [28 * DAY, 3],
        [29 * DAY, 9],
        [30 * DAY, 7],
        [32 * DAY, 5],
      ],
      'month',
      29 * DAY,
      'periods',
    ],
    ['months of a type that says 2592000', 2_592_000, days(31, 28, 31, 30), 'month', 30 * DAY, 'periods'],
    ['months of a type that says a quarter of an hour', 900, days(31, 28, 31, 30), 'month', 30 * DAY, 'periods'],
    ['one month', undefined, days(28), 'month', 28 * DAY, 'periods'],
    [
      'weeks of four, four and five',
      undefined,
      [
        [28 * DAY, 16],
        [35 * DAY, 8],
      ],
      'month',
      28 * DAY,
      'periods',
    ],
    ['bills, the first and the last cut', undefined, days(12, 29, 30, 33, 31, 9), 'irregular', 29 * DAY, 'periods'],
    ['two months each', undefined, days(61, 59, 62, 61), 'irregular', 61 * DAY, 'periods'],
    ['registers', 900, [[0, 30]], 'fixed', 900, '900'],
    ['registers of a monthly type', 2_592_000, [[0, 30]], 'month', 2_592_000, 'periods'],
    [
      'a mixture of short ones',
      undefined,
      [
        [900, 10],
        [3600, 9],
        [1800, 4],
      ],
      'irregular',
      1800,
      '0',
    ],
    ['nothing known', undefined, [], 'irregular', 0, '0'],
  ];
  it.each(cases)('%s', (_name, declared, durations, grid, step, token) => {
    const list = durations.map(([duration, count]) => ({ duration, count }));
    const decision = decideGrid(declared, list);
    expect(decision).toMatchObject({ value: grid, step });
    expect(gridToken(decision)).toBe(token);
    expect(decision.reason).toMatch(/^[A-Z\d].*\.$/);
  });

  it('says what the readings last, and what the type says otherwise', () => {
    const list = [28, 31, 34].map((days) => ({ duration: days * DAY, count: 5 }));
    expect(decideGrid(undefined, list).reason).toBe(
      'The readings last 28 to 34 days, as months and billing periods do.',
    );
    expect(decideGrid(900, list).reason).toMatch(
      /^The reading type says 900 seconds, but the readings last 28 to 34 days/,
    );
    expect(
      decideGrid(3600, [
        { duration: 900, count: 999 },
        { duration: 901, count: 1 },
      ]).reason,
    ).toBe('The reading type says 3600 seconds, but 99.9 % of the readings last 900 seconds.');
  });
});

it('a length is another one where it is not a second off, nor missing', () => {
  expect(hasOtherLength([900, 899, 0], 900)).toBe(false);
  expect(hasOtherLength([900, 901], 900)).toBe(true);
  expect(hasOtherLength([3600], 900)).toBe(true);
});

describe('long readings of the same times', () => {
  const run = (start: number, step: number, count: number) =>
    Array.from({ length: count }, (_, index): [number, number] => [(start + index * step) * DAY, step * DAY]);

  it('weeks beside months are two series', () => {
    expect(clash(run(0, 30, 4), run(0, 7, 17))).toBe(true);
    expect(clash(run(0, 7, 17), run(0, 30, 4))).toBe(true);
  });

  it('what follows, and what corrects, is one', () => {
    expect(clash(run(0, 30, 4), run(120, 7, 17))).toBe(false);
    expect(clash(run(0, 30, 4), run(0, 31, 4))).toBe(false);
    expect(clash(run(0, 30, 4), run(0, 60, 1))).toBe(false);
    expect(clash([], run(0, 60, 9))).toBe(false);
  });
});
