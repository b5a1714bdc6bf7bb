/** Time and chance as parameters, so that tests of hour-long waits take none and jitter can be fixed. */
import { abortError } from '#shared/errors.ts';

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /**
   * Resolves once `now()` has reached `until` (epoch milliseconds), or would have, had nobody set the clock back meanwhile.
   * Rejects with an AbortError when `signal` fires.
   */
  sleepUntil(until: number, signal: AbortSignal): Promise<void>;
}

/** Longest single timer: after the computer slept, a countdown must notice within this time that it is over. */
const LONGEST_NAP_MS = 15_000;

/** The computer's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  async sleepUntil(until, signal) {
    let due = until;
    for (;;) {
      signal.throwIfAborted();
      const before = Date.now();
      const ms = Math.min(due - before, LONGEST_NAP_MS);
      if (ms <= 0) return;
      await nap(ms, signal);
      const now = Date.now();
      if (now < before) due -= before + ms - now;
    }
  },
};

function nap(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(abortError());
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** A number from 0 up to, not including, 1. */
export type Random = () => number;
