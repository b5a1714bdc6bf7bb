import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { resultColumn as resultColumnOf } from '../../../../../renderer/features/query/query-result.tsx';

let resultColumn: typeof resultColumnOf;
beforeAll(async () => {
  // A page finds its host as it is loaded.
  vi.stubGlobal('window', { meterscope: {}, location: { hash: '' } });
  ({ resultColumn } = await import('../../../../../renderer/features/query/query-result.tsx'));
}, 60_000);
afterAll(() => void vi.unstubAllGlobals());

it('has a column of numbers as such, also where they come as texts', () => {
  const isNumber = (type: string) => resultColumn({ name: 'x', type }, 0).isNumber;
  for (const type of ['DECIMAL(38,2)', 'HUGEINT', 'UBIGINT', 'DOUBLE', 'INTEGER']) expect(isNumber(type)).toBe(true);
  for (const type of ['VARCHAR', 'DECIMAL(38,2)[]', 'INTERVAL', 'DATE', 'INTEGER[]'])
    expect(isNumber(type)).toBe(false);
});
