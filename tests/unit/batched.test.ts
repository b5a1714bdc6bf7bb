import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { batched } from '#shared/batched.ts';

describe('batched questions', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    asked.length = 0;
  });
  afterEach(() => void vi.useRealTimers());

  const asked: string[][] = [];
  const ask = batched(10, 2, async (keys) => {
    asked.push(keys);
    return new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.toUpperCase()]));
  });
  const { signal } = new AbortController();

  it('share requests, each key once, and get undefined where there is no answer', async () => {
    const answers = Promise.all(['a', 'a', 'none', 'c'].map((key) => ask(key, signal)));
    await vi.advanceTimersByTimeAsync(10);
    expect(await answers).toEqual(['A', 'A', undefined, 'C']);
    expect(asked).toEqual([['a', 'none'], ['c']]);
  });

  it('are not asked any more when nobody waits for them', async () => {
    const stop = new AbortController();
    const gone = ask('gone', stop.signal);
    const both = [ask('both', stop.signal).catch(() => 'stopped'), ask('both', signal)];
    stop.abort();
    await expect(gone).rejects.toThrow('cancelled');
    await vi.advanceTimersByTimeAsync(10);
    expect(asked).toEqual([['both']]);
    expect(await Promise.all(both)).toEqual(['stopped', 'BOTH']);
  });
});
