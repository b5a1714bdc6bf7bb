import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Asked, failureOf as FailureOf } from '../../../../renderer/ui/states.tsx';

let failureOf: typeof FailureOf;
beforeAll(async () => {
  // A page finds its host as it is loaded.
  vi.stubGlobal('window', { meterscope: {}, location: { hash: '' } });
  ({ failureOf } = await import('../../../../renderer/ui/states.tsx'));
});
afterAll(() => void vi.unstubAllGlobals());

const asked: number[] = [];
const query = (id: number, over: Partial<Asked>): Asked => ({
  data: 1,
  error: null,
  refetch: async () => asked.push(id),
  ...over,
});

describe('the failure of several queries', () => {
  it('is none where none failed, also while they are being asked', () => {
    expect(failureOf([])).toBeUndefined();
    expect(failureOf([query(1, {}), query(2, { data: undefined, error: undefined })])).toBeUndefined();
  });

  it('is the first one, and asks again all that failed and no others', () => {
    const failure = failureOf([query(1, {}), query(2, { error: 'two' }), query(3, { error: 'three' })]);
    expect(failure?.error).toBe('two');
    failure?.onRetry();
    expect(asked).toEqual([2, 3]);
  });

  it('is bare where what failed has nothing to show, whatever the others have', () => {
    const older = query(1, { error: 'x' });
    const nothing = query(2, { error: 'x', data: undefined });
    const waiting = query(3, { data: undefined });
    expect([[older], [older, waiting], [older, nothing]].map((all) => failureOf(all)?.bare)).toEqual([
      false,
      false,
      true,
    ]);
  });
});
