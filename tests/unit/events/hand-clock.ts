import { abortError } from '#shared/errors.ts';
import type { Clock } from '../../../electron/http/index.ts';
import { BASE } from './sample.ts';

/** A clock that stands still until it is moved; `sleeping` resolves when someone sleeps on it. */
export class HandClock implements Clock {
  #now = BASE;
  #sleepers: { until: number; wake(): void }[] = [];
  #onSleep: (() => void)[] = [];

  now = () => this.#now;

  sleepUntil(until: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(abortError());
      this.#sleepers.push({ until, wake: resolve });
      signal.addEventListener('abort', () => reject(abortError()), { once: true });
      for (const told of this.#onSleep.splice(0)) told();
    });
  }

  /** Resolves when the next sleep begins. */
  nextSleep(): Promise<void> {
    return new Promise((resolve) => this.#onSleep.push(resolve));
  }

  move(ms: number): void {
    this.#now += ms;
    const due = this.#sleepers.filter(({ until }) => until <= this.#now);
    this.#sleepers = this.#sleepers.filter(({ until }) => until > this.#now);
    for (const { wake } of due) wake();
  }
}
