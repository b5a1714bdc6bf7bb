/** What the log of one workspace asks of the service about single events, and what becomes of the answers. */
import { AppError, toErrorValue } from '#shared/errors.ts';
import type { FreshEvent, IncomingPage } from '../../engine/index.ts';
import { incomingEvents } from '../parse.ts';
import type { EventsApi, EventsPorts } from '../ports.ts';
import { Confirming } from './confirming.ts';

interface QuestionParts {
  workspace: string;
  api: EventsApi;
  ports: EventsPorts;
  /** How long a poll has to list an event. Milliseconds. */
  patienceMs(): number;
  keep(page: IncomingPage): Promise<readonly FreshEvent[]>;
}

export class ServiceQuestions {
  readonly confirming: Confirming;
  readonly #parts: QuestionParts;

  constructor(parts: QuestionParts) {
    const { workspace, ports, patienceMs } = parts;
    this.#parts = parts;
    this.confirming = new Confirming({
      clock: ports.clock,
      patienceMs,
      waiting: (before, limit) => ports.engine.call('events.unconfirmed', { workspace, before, limit }),
      ask: async (uid, signal) => {
        const { isSame } = await this.#ask(uid, signal);
        this.#tellChanged();
        return isSame;
      },
      deny: (uid) => this.#deny(uid),
      failed: (error) =>
        ports.log.warn('Events could not be confirmed at the service', {
          workspace,
          error: toErrorValue(error).message,
        }),
    });
  }

  /** Asks for one event and keeps it. @throws AppError `event_not_found`, which is kept of a known event, too */
  async lookup(uid: string, signal: AbortSignal): Promise<{ fresh: boolean }> {
    try {
      const { fresh } = await this.#ask(uid, signal);
      return { fresh };
    } catch (error) {
      if (error instanceof AppError && error.code === 'event_not_found') await this.#deny(uid);
      throw error;
    }
  }

  /** Tells the service, one after the other, and keeps what it said. */
  async markDelivered(
    uids: readonly string[],
    signal: AbortSignal,
  ): Promise<{ uid: string; ok: boolean; error?: string }[]> {
    const { api, ports, workspace } = this.#parts;
    const results: { uid: string; ok: boolean; error?: string }[] = [];
    for (const uid of new Set(uids)) {
      try {
        await api.markDelivered(uid, signal);
        results.push({ uid, ok: true });
      } catch (error) {
        if (signal.aborted) throw error;
        results.push({ uid, ok: false, error: error instanceof Error ? error.message : String(error) });
      }
    }
    const done = results.filter(({ ok }) => ok).map(({ uid }) => uid);
    await ports.engine.call('events.setDelivered', { workspace, uids: done, delivered: true });
    this.#tellChanged();
    return results;
  }

  async #ask(uid: string, signal: AbortSignal): Promise<{ fresh: boolean; isSame: boolean }> {
    const { api, ports, keep } = this.#parts;
    const { events } = incomingEvents([await api.one(uid, signal)]);
    const at = ports.clock.now();
    const fresh = await keep({ at, way: 'lookup', events, history: true, receiverExpected: false });
    return { fresh: fresh.length > 0, isSame: events.some((event) => event.uid === uid) };
  }

  async #deny(uid: string): Promise<void> {
    const { ports, workspace } = this.#parts;
    await ports.engine.call('events.deny', { workspace, uid, at: ports.clock.now() });
    ports.log.warn('The service does not know an event', { workspace, uid });
    this.#tellChanged();
  }

  #tellChanged(): void {
    this.#parts.ports.publish('store.changed', { workspace: this.#parts.workspace, areas: ['events'] });
  }
}
