import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BaseParts } from '../../../electron/app/base-parts.ts';
import { keepLimits } from '../../../electron/app/request-log.ts';
import { setupRequestTrim } from '../../../electron/app/request-trim.ts';
import { DEFAULT_REQUEST_POLICY, type RequestPolicy } from '../../../shared/contract/requests.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('what is kept of requests', () => {
  it('is trimmed soon after a store came up, and once a day, without a new request', async () => {
    const trimmed: unknown[] = [];
    const errors: string[] = [];
    const up = new Set(['w']);
    const other: RequestPolicy = { ...DEFAULT_REQUEST_POLICY, days: 1 };
    const { stop } = setupRequestTrim(
      {
        connections: {
          workspaces: {
            list: () => [
              { id: 'w', requests: DEFAULT_REQUEST_POLICY },
              { id: 'other', requests: other },
            ],
          },
        },
        engine: { call: async (name: string, input: object) => void trimmed.push({ name, ...input }) },
        log: { error: (what: string) => errors.push(what) },
      } as unknown as Pick<BaseParts, 'connections' | 'engine' | 'log'>, // all that it uses of them
      { isUp: (workspace) => up.has(workspace) },
    );
    await vi.advanceTimersByTimeAsync(60_000);
    const name = 'requests.trim';
    const first = { name, workspace: 'w', keep: keepLimits(DEFAULT_REQUEST_POLICY), now: Date.now() };
    expect(trimmed).toEqual([first]);
    up.add('other');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(trimmed).toEqual([first, { name, workspace: 'other', keep: keepLimits(other), now: Date.now() }]);
    await vi.advanceTimersByTimeAsync(23 * 3_600_000);
    expect(trimmed).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(trimmed).toHaveLength(4);
    stop();
    await vi.advanceTimersByTimeAsync(2 * 86_400_000);
    expect([trimmed.length, errors]).toEqual([4, []]);
  });
});
