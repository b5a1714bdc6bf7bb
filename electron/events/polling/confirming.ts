/**
 * Asks the service about events that only a delivery vouches for: a signature proves the sender and no time, so a
 * delivery is a hint. Polls list almost all of them; what none has listed within an interval is asked for one by one.
 */
import { AppError, isAbort } from '#shared/errors.ts';
import type { Clock } from '../../http/index.ts';

/** At most one question in this time (the service's guidance: once a second). Milliseconds. */
const PACE_MS = 1_000;
/** Taken up at a time; polls may list the others meanwhile. */
const AT_ONCE = 50;

export interface ConfirmingParts {
  clock: Clock;
  /** Uids that were delivered before this instant, are not listed and were not asked for; the newest first. */
  waiting(before: number, limit: number): Promise<string[]>;
  /** How long a poll has to list an event. Milliseconds. */
  patienceMs(): number;
  /** Asks for an event and keeps the answer as listed; false where that was another event. @throws AppError `event_not_found` */
  ask(uid: string, signal: AbortSignal): Promise<boolean>;
  /** The service does not know it. */
  deny(uid: string): Promise<unknown>;
  /** A round broke off; the next one goes on. */
  failed(error: unknown): void;
}

export class Confirming {
  readonly #parts: ConfirmingParts;
  readonly #stop = new AbortController();
  /** Answered with another event, so asking again says no more. */
  readonly #pointless = new Set<string>();
  #round: Promise<void> | undefined;

  constructor(parts: ConfirmingParts) {
    this.#parts = parts;
  }

  /** Begins a round, unless one is under way; not waited for. */
  begin(): void {
    if (this.#stop.signal.aborted) return;
    this.#round ??= this.#run().finally(() => {
      this.#round = undefined;
    });
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#round;
  }

  /** Goes on until nothing waits. A service that cannot be asked now is asked in the next round. */
  async #run(): Promise<void> {
    const { clock, patienceMs, waiting } = this.#parts;
    try {
      for (;;) {
        const uids = await waiting(clock.now() - patienceMs(), AT_ONCE + this.#pointless.size);
        const open = uids.filter((uid) => !this.#pointless.has(uid));
        if (open.length === 0) return;
        for (const uid of open) {
          await this.#one(uid);
          await clock.sleepUntil(clock.now() + PACE_MS, this.#stop.signal);
        }
      }
    } catch (error) {
      if (!isAbort(error) && !this.#stop.signal.aborted) this.#parts.failed(error);
    }
  }

  async #one(uid: string): Promise<void> {
    const { ask, deny } = this.#parts;
    try {
      if (!(await ask(uid, this.#stop.signal))) this.#pointless.add(uid);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'event_not_found') throw error;
      await deny(uid);
    }
  }
}
