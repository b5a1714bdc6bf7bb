import { describe, expect, it } from 'vitest';
import { rateBuckets, rateStacks } from '../../../../renderer/charts/rate-stacks.ts';
import { clockOfZone } from '../../../../shared/time/index.ts';

const clock = clockOfZone('America/Los_Angeles');
const DAY = 86_400;
const from = Date.UTC(2024, 2, 8, 8) / 1000;

const totals = {
  unit: 'kWh',
  codes: [1, 2, null],
  total: [
    [10, 0],
    [30, 0],
    [-8, 0],
  ],
  cost: [
    [4, 0],
    [2, 0],
    [0, 0],
  ],
  count: [100, 0],
  seconds: [100 * 900, 0],
};
const buckets = { period: 'day', bounds: [0, DAY, 2 * DAY] } as const;

describe('columns by rate', () => {
  it('are of the shortest period of which not too many are needed', () => {
    const period = (days: number) => rateBuckets(clock, { from, to: from + days * DAY }).period;
    expect([21, 31, 60, 700, 1100].map(period)).toEqual(['hour', 'hour', 'day', 'day', 'week']);
  });

  it('are whole days of the local clock, 23 hours in spring', () => {
    const { bounds } = rateBuckets(clock, { from: from + 3600, to: from + 60 * DAY });
    expect(bounds[0]).toBe(from);
    expect((bounds[3] ?? 0) - (bounds[2] ?? 0)).toBe(23 * 3600);
  });

  it('are as high as the mean reading, stacked; what flows back goes below zero', () => {
    const { stacks, codes } = rateStacks({ ...buckets, bounds: [...buckets.bounds] }, totals, 'amount');
    expect(codes).toEqual([1, 2, null]);
    expect(stacks).toEqual([
      {
        from: 0,
        to: DAY,
        parts: [
          { code: 1, low: 0, high: 0.1 },
          { code: 2, low: 0.1, high: 0.4 },
          { code: null, low: -0.08, high: 0 },
        ],
      },
    ]);
  });

  it('a period without readings has no column, and the totals stay what they are', () => {
    const drawn = rateStacks({ ...buckets, bounds: [...buckets.bounds] }, totals, 'power');
    expect(drawn.stacks).toHaveLength(1);
    expect(drawn.stacks[0]?.parts[1]?.high).toBeCloseTo(1.6);
    expect(drawn.totals).toEqual([10, 30, -8]);
    expect(rateStacks({ ...buckets, bounds: [...buckets.bounds] }, totals, 'cost').totals).toEqual([4, 2, 0]);
  });
});
