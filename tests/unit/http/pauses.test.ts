import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../electron/http/clock.ts';
import { Pauses } from '../../../electron/http/pauses.ts';
import { Waits } from '../../../electron/http/waits.ts';
import { ManualClock } from './manual-clock.ts';

const never = new AbortController().signal;
const held = { url: 'https://a.example/', purpose: 'a batch', workspace: 'w', job: undefined, attempt: 1 };

function setUp() {
  const clock = new ManualClock(0);
  const waits = new Waits(clock);
  return { clock, waits, pauses: new Pauses(clock, waits) };
}

/** Lets what is woken go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a pause', () => {
  it('holds all requests of its key until the same moment, as one wait, and no others', async () => {
    const { clock, waits, pauses } = setUp();
    pauses.begin('host', 10_000, true);
    expect(await pauses.passed('another', held, never)).toBe(0);
    const both = Promise.all([pauses.passed('host', held, never), pauses.passed('host', held, never)]);
    await settle();
    expect(waits.list()).toMatchObject([{ reason: 'rate_limited', until: 10_000, asked: true, status: 429, held: 2 }]);
    clock.advance(10_000);
    expect(await both).toEqual([10_000, 10_000]);
    expect(pauses.isOn('host')).toBe(false);
  });

  it('is a wait of its own for a job, which is over for all at the same moment and given up for none but it', async () => {
    const { waits, pauses } = setUp();
    pauses.begin('host', 10_000, true);
    const polled = pauses.passed('host', held, never);
    const [sync, other] = ['sync', 'other'].map((job) => pauses.passed('host', { ...held, job }, never));
    await settle();
    expect(waits.list().map(({ job, held: requests }) => [job, requests])).toEqual([
      [undefined, 1],
      ['sync', 1],
      ['other', 1],
    ]);
    waits.cancel(waits.list().find(({ job }) => job === 'other')?.id ?? '');
    await expect(other).rejects.toMatchObject({ code: 'wait_cancelled' });
    waits.askNow(waits.list().find(({ job }) => job === 'sync')?.id ?? '');
    expect(await Promise.all([polled, sync])).toEqual([0, 0]);
  });

  it('gets longer, never shorter', async () => {
    const { clock, pauses } = setUp();
    pauses.begin('host', 10_000, true);
    pauses.begin('host', 5_000, false);
    clock.advance(9_999);
    expect(pauses.isOn('host')).toBe(true);
    const passed = pauses.passed('host', held, never);
    await settle();
    pauses.begin('host', 20_000, false);
    clock.advance(1);
    await settle();
    clock.advance(10_000);
    expect(await passed).toBe(10_001);
  });

  describe('of the clock of the computer', () => {
    afterEach(() => void vi.useRealTimers());

    it('is as long as it was, though the clock is set back meanwhile', async () => {
      vi.useFakeTimers({ now: 10_000_000 });
      const waits = new Waits(systemClock);
      const pauses = new Pauses(systemClock, waits);
      pauses.begin('host', Date.now() + 60_000, true);
      const over = vi.fn();
      void pauses.passed('host', held, never).then(over);
      await vi.advanceTimersByTimeAsync(20_000);
      vi.setSystemTime(Date.now() - 3_600_000);
      await vi.advanceTimersByTimeAsync(39_999);
      expect(over).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(over).toHaveBeenCalled();
      expect(pauses.isOn('host')).toBe(false);
      expect(waits.list()).toEqual([]);
    });
  });

  it('is over for all when a person asks now', async () => {
    const { waits, pauses } = setUp();
    pauses.begin('host', 10_000, true);
    const passed = pauses.passed('host', held, never);
    await settle();
    waits.askNow(waits.list()[0]?.id ?? '');
    expect(await passed).toBe(0);
    expect(pauses.isOn('host')).toBe(false);
  });

  it('is over for those, too, that come in the moment in which a person asks now', async () => {
    const { waits, pauses } = setUp();
    pauses.begin('host', 10_000, true);
    const first = pauses.passed('host', held, never);
    await settle();
    waits.askNow(waits.list()[0]?.id ?? '');
    expect(await Promise.all([first, pauses.passed('host', held, never)])).toEqual([0, 0]);
    expect(waits.list()).toEqual([]);
  });
});
