import { abortError } from '#shared/errors.ts';
import type { Clock } from '../../../electron/http/clock.ts';

interface Sleeper {
  until: number;
  wake: () => void;
}

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #now: number;
  readonly #sleepers = new Set<Sleeper>();

  constructor(now = Date.UTC(2026, 0, 1)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  advance(ms: number): void {
    this.#now += ms;
    for (const sleeper of [...this.#sleepers]) if (sleeper.until <= this.#now) sleeper.wake();
  }

  sleepUntil(until: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(abortError());
      if (until <= this.#now) return resolve();
      const stop = () => {
        this.#sleepers.delete(sleeper);
        reject(abortError());
      };
      const sleeper: Sleeper = {
        until,
        wake: () => {
          this.#sleepers.delete(sleeper);
          signal.removeEventListener('abort', stop);
          resolve();
        },
      };
      this.#sleepers.add(sleeper);
      signal.addEventListener('abort', stop, { once: true });
    });
  }
}
