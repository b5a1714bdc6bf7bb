import { describe, expect, it } from 'vitest';
import { parseFilter, wantsPeriod, wantsUpdated } from '../../../../electron/simulator/greenbutton/filters.ts';

describe('batch filters', () => {
  const parse = (query: string) => parseFilter(new URLSearchParams(query));

  it.each([
    'published-min=2025-01-01',
    'published-min=2025-01-01T00:00:00',
    'published-max=2025-01-01T00:00:00.5Z',
    'updated-min=2025-01-01T00:00:00%2B00:00',
    'updated-max=2025-02-30T00:00:00Z',
    'updated-max=2025-01-01T24:00:00Z',
    'published-min=',
    'published-min=2025-01-01T00:00:00Z&published-min=2025-01-02T00:00:00Z',
  ])('refuse %s', (query) => {
    expect(parse(query)).toHaveProperty('error');
  });

  it('take all four, and ignore what they do not know', () => {
    const filter = parse(
      'published-min=2025-01-01T00:00:00Z&published-max=2025-02-01T00:00:00Z&updated-min=2025-03-01T00:00:00Z&updated-max=2025-04-01T00:00:00Z&x=1',
    );
    if ('error' in filter) throw new Error(filter.error);
    const day = Date.UTC(2025, 0, 1) / 1000;
    expect(wantsPeriod(filter, day, day + 900)).toBe(true);
    expect(wantsPeriod(filter, day - 1, day + 900)).toBe(false);
    expect(wantsPeriod(filter, day + 31 * 86_400 - 900, day + 31 * 86_400)).toBe(true);
    expect(wantsPeriod(filter, day + 31 * 86_400 - 899, day + 31 * 86_400 + 1)).toBe(false);
    // "after" and "before" the given time: neither includes it.
    expect(wantsUpdated(filter, Date.UTC(2025, 2, 1))).toBe(false);
    expect(wantsUpdated(filter, Date.UTC(2025, 2, 1) + 1)).toBe(true);
    expect(wantsUpdated(filter, Date.UTC(2025, 3, 1))).toBe(false);
  });
});
