import { describe, expect, it } from 'vitest';
import { type WaitStart, Waits } from '../../../electron/http/waits.ts';
import { ManualClock } from './manual-clock.ts';

const never = new AbortController().signal;

function setUp() {
  const clock = new ManualClock();
  const waits = new Waits(clock);
  const start = (change: Partial<WaitStart> = {}): WaitStart => ({
    key: undefined,
    reason: 'building',
    until: clock.now() + 60_000,
    asked: true,
    status: 202,
    url: 'https://a.example/',
    purpose: 'a batch',
    attempt: 1,
    workspace: 'w',
    job: undefined,
    ...change,
  });
  return { clock, waits, start };
}

describe('Waits', () => {
  it('counts down and tells its subscribers when it begins and ends', async () => {
    const { clock, waits, start } = setUp();
    const seen: number[] = [];
    waits.subscribe((list) => seen.push(list.length));
    const held = waits.hold(start(), never);
    expect(waits.list()).toMatchObject([
      { reason: 'building', held: 1, since: clock.now(), until: clock.now() + 60_000 },
    ]);
    clock.advance(60_000);
    await expect(held).resolves.toBe('elapsed');
    expect(waits.list()).toEqual([]);
    expect(seen.at(0)).toBe(1);
    expect(seen.at(-1)).toBe(0);
  });

  it('lets go at once when asked to', async () => {
    const { waits, start } = setUp();
    const held = waits.hold(start(), never);
    expect(waits.askNow(waits.list()[0]?.id ?? '')).toBe(true);
    await expect(held).resolves.toBe('asked_now');
    expect(waits.askNow('wait-1')).toBe(false);
  });

  it('gives up with an error of its own when cancelled', async () => {
    const { waits, start } = setUp();
    const held = waits.hold(start(), never);
    waits.cancel(waits.list()[0]?.id ?? '');
    await expect(held).rejects.toMatchObject({ code: 'wait_cancelled' });
  });

  it('ends when the signal of its caller fires', async () => {
    const { waits, start } = setUp();
    const stop = new AbortController();
    const held = waits.hold(start(), stop.signal);
    stop.abort();
    await expect(held).rejects.toMatchObject({ name: 'AbortError' });
    expect(waits.list()).toEqual([]);
  });

  it('is one wait for all with the same key, as long as the longest', async () => {
    const { clock, waits, start } = setUp();
    const first = waits.hold(start({ key: 'host' }), never);
    const second = waits.hold(start({ key: 'host', until: clock.now() + 90_000 }), never);
    const stop = new AbortController();
    const third = waits.hold(start({ key: 'host' }), stop.signal);
    expect(waits.list()).toMatchObject([{ held: 3, until: clock.now() + 90_000 }]);
    stop.abort();
    await expect(third).rejects.toMatchObject({ name: 'AbortError' });
    clock.advance(60_000);
    await Promise.resolve();
    expect(waits.list()).toMatchObject([{ held: 2 }]);
    clock.advance(30_000);
    await expect(Promise.all([first, second])).resolves.toEqual(['elapsed', 'elapsed']);
  });
});
