import { describe, expect, it } from 'vitest';
import { RateLimit } from '../../../../electron/simulator/limits/rate.ts';

describe('the rate limit', () => {
  it('is none until it is set', () => {
    const limit = new RateLimit();
    expect(Array.from({ length: 5 }, () => limit.take('a', 0))).toEqual([0, 0, 0, 0, 0]);
  });

  it('lets so many of one caller through in a window, and says when it ends', () => {
    const limit = new RateLimit();
    limit.set({ requests: 2, per_s: 10 });
    expect([limit.take('a', 0), limit.take('a', 1_000), limit.take('a', 4_000)]).toEqual([0, 0, 6_000]);
    expect(limit.take('b', 4_000)).toBe(0);
    expect(limit.take('a', 10_000)).toBe(0);
  });

  it('begins anew when it is changed, and ends when it is taken away', () => {
    const limit = new RateLimit();
    limit.set({ requests: 1, per_s: 10 });
    expect([limit.take('a', 0), limit.take('a', 0)]).toEqual([0, 10_000]);
    limit.set({ requests: 1, per_s: 5 });
    expect([limit.take('a', 1_000), limit.take('a', 1_000)]).toEqual([0, 5_000]);
    limit.set(undefined);
    expect(limit.take('a', 1_000)).toBe(0);
  });
});
