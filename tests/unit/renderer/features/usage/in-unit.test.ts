import { describe, expect, it } from 'vitest';
import { chartIn, durationIn, readingIn, totalsIn } from '../../../../../renderer/features/usage/in-unit.ts';
import type { PeriodTotals } from '../../../../../shared/contract/analysis.ts';
import type { ReadingRow } from '../../../../../shared/contract/usage.ts';

const watts = { unit: 'Wh', of: (value: number) => value * 1000 };

describe('an answer in another unit', () => {
  it('has each number in it, and keeps what is not known', () => {
    const totals = {
      ...{ unit: 'kWh', total: [1, null], mean: [null, 0.5], peak: [2, 3], least: [0, null] },
      ...{ peakAt: [10, 20], cost: [4, null] },
    } as PeriodTotals; // of its columns those that matter here
    expect(totalsIn(watts, totals)).toEqual({
      ...totals,
      ...{ unit: 'Wh', total: [1000, null], mean: [null, 500], peak: [2000, 3000], least: [0, null] },
    });
  });

  it('keeps times and counts', () => {
    expect(durationIn(watts, { unit: 'kWh', count: 2, values: [2, 1] })).toMatchObject({
      ...{ unit: 'Wh', count: 2, values: [2000, 1000] },
    });
    const chart = { unit: 'kWh', t: [0, 900], d: [900, 900], v: [1, 2] } as Parameters<typeof chartIn>[1]; // likewise
    expect(chartIn(watts, chart)).toMatchObject({ unit: 'Wh', t: [0, 900], d: [900, 900], v: [1000, 2000] });
  });

  it('has no value for a reading without one', () => {
    expect(readingIn(watts, { value: undefined } as ReadingRow).value).toBeUndefined(); // likewise
  });
});
