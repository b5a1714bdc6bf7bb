import { describe, expect, it, vi } from 'vitest';
import { Usable } from '../../../../electron/app/start/usable.ts';

describe('the first usable window', () => {
  it('counts once', () => {
    const usable = new Usable();
    expect([usable.mark(5), usable.mark(9), usable.at]).toEqual([true, false, 5]);
  });

  it('lets go of who waits, at once or at the limit', async () => {
    vi.useFakeTimers();
    const usable = new Usable();
    const told: string[] = [];
    void usable.soon(1000).then(() => told.push('limit'));
    await vi.advanceTimersByTimeAsync(999);
    expect(told).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(told).toEqual(['limit']);
    void usable.soon(1000).then(() => told.push('marked'));
    usable.mark(1);
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual(['limit', 'marked']);
    await usable.soon(1000);
    vi.useRealTimers();
  });
});
