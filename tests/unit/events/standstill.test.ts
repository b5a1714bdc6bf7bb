import { expect, it, vi } from 'vitest';
import { watchStandstill } from '../../../electron/events/standstill.ts';
import { ManualClock } from '../http/manual-clock.ts';

/** Lets what is woken go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

it('a beat that comes far too late is a standstill; one that is a little late is a busy moment', async () => {
  const clock = new ManualClock(0);
  const stop = new AbortController();
  const onWake = vi.fn();
  const watching = watchStandstill(clock, stop.signal, onWake);
  for (const ms of [2_000, 6_000, 602_000]) {
    clock.advance(ms);
    await settle();
  }
  expect(onWake.mock.calls).toEqual([[610_000, 600_000]]);
  stop.abort();
  await watching;
});
