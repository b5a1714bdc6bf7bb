import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundedWait, LONGEST_WAIT_MS, parseRetryAfter, SHORTEST_WAIT_MS } from '../../../electron/http/retry-after.ts';

const NOW = Date.UTC(2026, 4, 1, 12, 0, 0);

describe('parseRetryAfter', () => {
  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 7 ', 7_000],
    ['1.5', 1_500],
  ])('reads %j as seconds', (header, ms) => {
    expect(parseRetryAfter(header, undefined, NOW)).toBe(ms);
  });

  it("holds a date against the answer's own Date, not against this computer's clock", () => {
    const date = 'Fri, 01 May 2026 11:00:00 GMT';
    const retry = 'Fri, 01 May 2026 11:00:30 GMT';
    expect(parseRetryAfter(retry, date, NOW)).toBe(30_000);
    expect(parseRetryAfter(retry, undefined, Date.parse(date) + 10_000)).toBe(20_000);
    expect(parseRetryAfter(retry, 'nonsense', Date.parse(date))).toBe(30_000);
  });

  it.each(['Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])('reads the obsolete form %s', (date) => {
    expect(parseRetryAfter(date, 'Sun, 06 Nov 1994 08:49:30 GMT', NOW)).toBe(7_000);
  });

  it('gives a negative wait for a date in the past', () => {
    expect(parseRetryAfter('Fri, 01 May 2026 11:59:00 GMT', 'Fri, 01 May 2026 12:00:00 GMT', NOW)).toBe(-60_000);
  });

  it.each([undefined, '', 'soon', '-3', '5 minutes', '12,13', 'Fri, 99 May'])('gives nothing for %j', (header) => {
    expect(parseRetryAfter(header, undefined, NOW)).toBeUndefined();
  });
});

describe('boundedWait', () => {
  it('stays within its bounds and never comes earlier than asked for', () => {
    const random = fc.double({ min: 0, max: 0.999_999, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e10 }), random, (ms, chance) => {
        const wait = boundedWait(ms, chance);
        expect(wait).toBeGreaterThanOrEqual(Math.min(Math.max(ms, SHORTEST_WAIT_MS), LONGEST_WAIT_MS));
        expect(wait).toBeLessThanOrEqual(LONGEST_WAIT_MS + 5_000);
      }),
    );
  });

  it('adds at most a tenth, and at most five seconds', () => {
    expect(boundedWait(10_000, 0.999_999)).toBeLessThanOrEqual(11_000);
    expect(boundedWait(1_000_000, 0.999_999)).toBeLessThanOrEqual(1_005_000);
    expect(boundedWait(10_000, 0)).toBe(10_000);
  });
});
