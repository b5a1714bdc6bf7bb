import { describe, expect, it } from 'vitest';
import { belongs, isSomethingElse } from '../../../../../electron/engine/store/intake/asked-for.ts';

describe('what belongs to what was asked for', () => {
  it.each([
    ['UsagePoint', [true, false, false]],
    ['IntervalBlock', [true, false, false]],
    ['Customer', [false, true, false]],
    ['Authorization', [false, false, true]],
    ['LocalTimeParameters', [true, true, true]],
    ['Unknown', [false, false, false]],
  ])('%s', (kind, [usage, customers, authorizations]) => {
    expect(belongs(kind, 'usage')).toBe(usage);
    expect(belongs(kind, 'customers')).toBe(customers);
    expect(belongs(kind, 'authorizations')).toBe(authorizations);
    expect(belongs(kind, undefined)).toBe(true);
  });

  it('is something else where nothing of it was asked for, and no answer at all is not', () => {
    expect(isSomethingElse(['Customer', 'LocalTimeParameters'], 'usage')).toBe(true);
    expect(isSomethingElse(['Unknown'], 'usage')).toBe(true);
    expect(isSomethingElse(['Unknown', 'UsageSummary'], 'usage')).toBe(false);
    expect(isSomethingElse(['LocalTimeParameters'], 'usage')).toBe(false);
    expect(isSomethingElse(['LocalTimeParameters', 'UsagePoint'], 'customers')).toBe(true);
    expect(isSomethingElse([], 'usage')).toBe(false);
  });
});
