/** Notices that the program stood still: the computer slept, or something stopped the process. */
import type { Clock } from '../http/index.ts';

const BEAT_MS = 2_000;
/** A beat that comes later than this was not held up by a busy moment. */
const STANDSTILL_MS = 4_000;

/** Calls `onWake` after each standstill, until `signal` fires. `lastedMs` is how much later than due the beat came. */
export async function watchStandstill(
  clock: Clock,
  signal: AbortSignal,
  onWake: (wokeAt: number, lastedMs: number) => void,
): Promise<void> {
  while (!signal.aborted) {
    const due = clock.now() + BEAT_MS;
    try {
      await clock.sleepUntil(due, signal);
    } catch {
      return; // only `signal` ends the sleep early
    }
    const over = clock.now() - due;
    if (over > STANDSTILL_MS) onWake(clock.now(), over);
  }
}
