import { describe, expect, it } from 'vitest';
import {
  axisOf,
  monthState,
  monthWords,
  pageOf,
  pagesOf,
  stripWords,
} from '../../../../../renderer/features/coverage/months.ts';

const at = (date: string) => Date.parse(`${date}T12:00:00Z`) / 1000;
const shares = {
  usagePoint: 'p',
  there: [0, 0.4, 1, 0.9, 1, 0],
  estimated: [0, 0, 0.07, 0.1, 0, 0],
  missing: [0, 0, 0, 0.1, 0, 1],
};

describe('the months of a table', () => {
  it('are all from the oldest to the newest reading, in pages of ten years, the newest first', () => {
    const span = { firstReading: at('2024-11-03'), lastReading: at('2025-02-01') };
    expect(axisOf(span)).toEqual({ first: 2024 * 12 + 10, count: 4 });
    const all = { first: 2013 * 12, count: 13 * 12 + 2 };
    expect(axisOf({ firstReading: at('2013-01-15'), lastReading: at('2026-02-01') })).toEqual(all);
    expect(pagesOf(all)).toBe(2);
    expect([0, 1].map((page) => pageOf(all, page))).toEqual([
      { first: 2016 * 12 + 2, count: 120 },
      { first: 2013 * 12, count: 38 },
    ]);
    expect(pageOf({ first: 5, count: 38 }, 0)).toEqual({ first: 5, count: 38 });
    // A year that nobody means does not make a question that cannot be asked.
    expect(axisOf({ firstReading: at('2025-01-15'), lastReading: 1e13 })?.count).toBeLessThan(120_000);
    expect(axisOf({})).toBeUndefined();
    expect(monthWords(2024 * 12 + 11)).toBe('Dec 2024');
  });

  it('a gap counts for more than an estimate; before the data there is nothing to miss', () => {
    expect(shares.there.map((_, index) => monthState(shares, index))).toEqual([
      'none',
      'full',
      'estimated',
      'partial',
      'full',
      'missing',
    ]);
  });

  it('are told in words', () => {
    expect(stripWords({ first: 2024 * 12, count: 6 }, shares)).toBe(
      '6 months until Jun 2024: 1 without data of this meter, 2 without gaps, 1 with estimates, 1 with gaps, 1 missing',
    );
  });
});
