/**
 * Asks the service about events that only a delivery vouches for: a signature proves the sender and no time, so a
 * delivery is a hint. Polls list almost all of them; what none has listed within an interval is asked for one by one.
 */
import { AppError, isAbort, toErrorValue } from '#shared/errors.ts';
import type { EventLog } from '../event-log.ts';

/** The service is asked at most once in this time (its guidance: once a second). Milliseconds. */
const PACE_MS = 1_000;
/** Events in one round; polls may list the others meanwhile. */
const AT_ONCE = 50;

export class Confirming {
  readonly #log: EventLog;
  readonly #ask: (uid: string, signal: AbortSignal) => Promise<boolean>;
  readonly #stop = new AbortController();
  /** The service answered with another event, so there is no point in asking again. */
  readonly #pointless = new Set<string>();
  #round: Promise<void> | undefined;

  /**
   * @param ask asks for an event and keeps the answer as listed; false where that was another event.
   *   Rejects with AppError `event_not_found` where the service does not know it.
   */
  constructor(log: EventLog, ask: (uid: string, signal: AbortSignal) => Promise<boolean>) {
    this.#log = log;
    this.#ask = ask;
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
    const { clock } = this.#log;
    try {
      for (;;) {
        // A poll may list an event within one interval.
        const before = clock.now() - this.#log.pollEveryMs;
        const uids = await this.#log.unconfirmed(before, AT_ONCE + this.#pointless.size);
        const open = uids.filter((uid) => !this.#pointless.has(uid));
        if (open.length === 0) return;
        for (const uid of open) {
          await this.#one(uid);
          await clock.sleepUntil(clock.now() + PACE_MS, this.#stop.signal);
        }
      }
    } catch (error) {
      if (isAbort(error) || this.#stop.signal.aborted) return;
      this.#log.warn('Events could not be confirmed at the service', { error: toErrorValue(error).message });
    }
  }

  async #one(uid: string): Promise<void> {
    try {
      if (!(await this.#ask(uid, this.#stop.signal))) this.#pointless.add(uid);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'event_not_found') throw error;
      await this.#log.deny(uid);
    }
  }
}
