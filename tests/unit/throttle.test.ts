import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Throttle } from '#shared/throttle.ts';

describe('a throttle', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const make = (leading: boolean) => {
    const runs: number[][] = [];
    return { runs, throttle: new Throttle<number>(100, (items) => runs.push(items), { leading }) };
  };

  it('hands a burst on in one piece when its time has passed', () => {
    const { runs, throttle } = make(false);
    throttle.add(1);
    throttle.add(2);
    expect(runs).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(runs).toEqual([[1, 2]]);
    vi.advanceTimersByTime(500);
    expect(runs).toHaveLength(1);
  });

  it('hands the first on at once where that is wanted, the others together, and rests in between', () => {
    const { runs, throttle } = make(true);
    for (const n of [1, 2, 3]) throttle.add(n);
    expect(runs).toEqual([[1]]);
    vi.advanceTimersByTime(100);
    expect(runs).toEqual([[1], [2, 3]]);
    throttle.add(4);
    expect(runs).toHaveLength(2);
    vi.advanceTimersByTime(200);
    throttle.add(5);
    expect(runs).toEqual([[1], [2, 3], [4], [5]]);
  });

  it('drops what waits when it is closed', () => {
    const { runs, throttle } = make(false);
    throttle.add(1);
    throttle.close();
    vi.advanceTimersByTime(200);
    expect(runs).toEqual([]);
  });
});
