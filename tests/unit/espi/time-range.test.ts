import { describe, expect, it } from 'vitest';
import { LATEST_SECONDS, unitOfEpoch } from '../../../shared/espi/time-range.ts';

describe('what an epoch is written in', () => {
  it.each([0, -2_208_988_800, 1_700_000_000, LATEST_SECONDS])('%d is seconds', (epoch) => {
    expect(unitOfEpoch(epoch)).toBe('seconds');
  });

  it.each([1_700_000_000_000, LATEST_SECONDS + 1, Date.UTC(2200, 0, 1)])('%d is milliseconds', (epoch) => {
    expect(unitOfEpoch(epoch)).toBe('milliseconds');
  });

  // Milliseconds before 1970 would be so far away in seconds that nobody can tell what was meant.
  it.each([Date.UTC(2200, 0, 1) + 1, -LATEST_SECONDS - 1, Number.NaN, Number.POSITIVE_INFINITY])(
    '%d cannot be a time',
    (epoch) => {
      expect(unitOfEpoch(epoch)).toBeUndefined();
    },
  );
});
