import type { Clock } from './clock.ts';
import type { Waits, WaitView } from './waits.ts';

interface Pause {
  /** Epoch milliseconds. */
  until: number;
  /** True when a Retry-After named it. */
  asked: boolean;
}

/** What the countdown of a held request shows besides the pause itself. */
type HeldRequest = Pick<WaitView, 'url' | 'purpose' | 'workspace' | 'job' | 'attempt'>;

/** After a 429, every request of that host and token is held back until the same moment. */
export class Pauses {
  readonly #clock: Clock;
  readonly #waits: Waits;
  readonly #pauses = new Map<string, Pause>();

  constructor(clock: Clock, waits: Waits) {
    this.#clock = clock;
    this.#waits = waits;
  }

  /** Begins a pause, or prolongs it; it never gets shorter. `until` in epoch milliseconds. */
  begin(key: string, until: number, asked: boolean): void {
    const longer = this.#pauses.get(key);
    if (!longer || longer.until < until) this.#pauses.set(key, { until, asked });
  }

  isOn(key: string): boolean {
    return (this.#pauses.get(key)?.until ?? 0) > this.#clock.now();
  }

  /** Resolves when no pause is on any more, with the milliseconds that were waited. Errors as {@link Waits.hold}. */
  async passed(key: string, held: HeldRequest, signal: AbortSignal): Promise<number> {
    const began = this.#clock.now();
    for (let pause = this.#pauses.get(key); pause && this.isOn(key); pause = this.#pauses.get(key)) {
      const start = { ...held, ...pause, key, reason: 'rate_limited', status: 429 } as const;
      const end = await this.#waits.hold(start, signal);
      // It has passed, also where the clock was set back meanwhile, unless it was prolonged. Asking now is for all that the
      // pause holds, also those that came while the word went round.
      if (end === 'asked_now' || this.#pauses.get(key) === pause) this.#pauses.delete(key);
      if (end === 'asked_now') this.#waits.askAllNow(key);
    }
    this.#pauses.delete(key);
    return this.#clock.now() - began;
  }
}
