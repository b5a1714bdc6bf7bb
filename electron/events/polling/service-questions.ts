/** Asks the service about single events of one workspace, and keeps the answers. */
import { AppError } from '#shared/errors.ts';
import type { EventLog } from '../event-log.ts';
import { incomingEvents } from '../parse.ts';
import type { EventsApi } from '../ports.ts';
import { Confirming } from './confirming.ts';

export class ServiceQuestions {
  readonly confirming: Confirming;
  readonly #log: EventLog;
  readonly #api: EventsApi;

  constructor(log: EventLog, api: EventsApi) {
    this.#log = log;
    this.#api = api;
    this.confirming = new Confirming(log, async (uid, signal) => {
      const { isSame } = await this.#ask(uid, signal);
      log.notifyChanged();
      return isSame;
    });
  }

  /**
   * Asks for one event and keeps the answer; `isSame` is false where that is another event.
   * @throws AppError `event_not_found`, which is kept of a known event, too
   */
  async lookup(uid: string, signal: AbortSignal): Promise<{ fresh: boolean; isSame: boolean }> {
    try {
      return await this.#ask(uid, signal);
    } catch (error) {
      if (error instanceof AppError && error.code === 'event_not_found') await this.#log.deny(uid);
      throw error;
    }
  }

  /** Marks them as delivered at the service, one after the other, and keeps the outcome. */
  async markDelivered(
    uids: readonly string[],
    signal: AbortSignal,
  ): Promise<{ uid: string; ok: boolean; error?: string }[]> {
    const results: { uid: string; ok: boolean; error?: string }[] = [];
    for (const uid of new Set(uids)) {
      try {
        await this.#api.markDelivered(uid, signal);
        results.push({ uid, ok: true });
      } catch (error) {
        if (signal.aborted) throw error;
        results.push({ uid, ok: false, error: error instanceof Error ? error.message : String(error) });
      }
    }
    const done = results.filter(({ ok }) => ok).map(({ uid }) => uid);
    await this.#log.setDelivered(done, true);
    return results;
  }

  async #ask(uid: string, signal: AbortSignal): Promise<{ fresh: boolean; isSame: boolean }> {
    const { events } = incomingEvents([await this.#api.one(uid, signal)]);
    const at = this.#log.clock.now();
    const fresh = await this.#log.keepPage({ at, way: 'lookup', events, history: true, receiverExpected: false });
    return { fresh: fresh.length > 0, isSame: events.some((event) => event.uid === uid) };
  }
}
