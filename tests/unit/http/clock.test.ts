import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../electron/http/clock.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

const never = new AbortController().signal;

describe("the computer's clock", () => {
  it('sleeps until its time, and not at all where that is over', async () => {
    await systemClock.sleepUntil(1_000_000, never);
    const woken = vi.fn();
    void systemClock.sleepUntil(1_000_000 + 60_000, never).then(woken);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(woken).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(woken).toHaveBeenCalled();
  });

  it('notices after the computer slept that the time is over, long before a timer of that length would', async () => {
    const woken = vi.fn();
    void systemClock.sleepUntil(1_000_000 + 3_600_000, never).then(woken);
    await vi.advanceTimersByTimeAsync(0);
    vi.setSystemTime(1_000_000 + 3_700_000);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(woken).toHaveBeenCalled();
  });

  it('waits as long as it was to wait, though it was set back meanwhile', async () => {
    const woken = vi.fn();
    void systemClock.sleepUntil(1_000_000 + 60_000, never).then(woken);
    await vi.advanceTimersByTimeAsync(20_000);
    vi.setSystemTime(Date.now() - 3_600_000);
    await vi.advanceTimersByTimeAsync(39_999);
    expect(woken).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(woken).toHaveBeenCalled();
  });

  it('is woken by an abort, and leaves no timer', async () => {
    const stop = new AbortController();
    const slept = systemClock.sleepUntil(2_000_000, stop.signal).catch((error: Error) => error.name);
    await vi.advanceTimersByTimeAsync(0);
    stop.abort();
    expect(await slept).toBe('AbortError');
    expect(vi.getTimerCount()).toBe(0);
    await expect(systemClock.sleepUntil(2_000_000, stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });
});
