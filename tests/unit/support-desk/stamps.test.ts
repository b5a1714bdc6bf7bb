import { expect, it } from 'vitest';
import { compareStamps } from '../../../electron/support-desk/stamps.ts';

it('stamps are ordered by their instants, and within one by the microseconds that only their texts have', () => {
  expect(compareStamps('2025-01-01T01:00:00+01:00', '2025-01-01T00:30:00+00:00')).toBeLessThan(0);
  expect(compareStamps('2025-01-01T00:00:00.123457+00:00', '2025-01-01T00:00:00.123456+00:00')).toBeGreaterThan(0);
  expect(compareStamps('2025-01-01T00:00:00Z', '2025-01-01T00:00:00Z')).toBe(0);
  expect(compareStamps('later', 'earlier')).toBeGreaterThan(0);
});
