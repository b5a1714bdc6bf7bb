import { describe, expect, it } from 'vitest';
import {
  durationPoints,
  durationRows,
  durationWords,
} from '../../../../../../renderer/features/usage/tabs/load-duration.ts';

describe('a load-duration curve', () => {
  it('puts every value at the share of the readings that reach it', () => {
    expect(durationPoints({ values: [4, 2, 1] })).toEqual([
      { share: 0, value: 4 },
      { share: 0.5, value: 2 },
      { share: 1, value: 1 },
    ]);
    expect(durationPoints(undefined)).toEqual([]);
  });

  it('is told in words', () => {
    expect(durationWords({ unit: 'kWh', count: 1, values: [3] })).toBe(
      '1 reading from 3 kWh down to 3 kWh; half of them are 3 kWh or more.',
    );
    expect(durationWords({ unit: 'kWh', count: 0, values: [] })).toBe('No readings.');
  });

  it('is a row for every twentieth, with both ends', () => {
    const rows = durationRows({ values: Array.from({ length: 401 }, (_, index) => 400 - index) });
    expect(rows).toHaveLength(21);
    expect([rows[0], rows[1], rows.at(-1)]).toEqual([
      ['0 %', '400'],
      ['5 %', '380'],
      ['100 %', '0'],
    ]);
    expect(durationRows({ values: [2, 1] })).toHaveLength(2);
  });
});
