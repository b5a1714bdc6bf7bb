/** What is known about a workspace's listening: what the store remembers, and what happened since. */
import type { HealthFacts } from '#shared/event-health.ts';
import type { EngineOutput, FreshEvent } from '../engine/index.ts';

type Remembered = Pick<
  HealthFacts,
  'lastHeard' | 'lastByWebhook' | 'holes' | 'signatureFailures' | 'refused' | 'probe' | 'sleep'
>;

/** Facts with the words for changing them. All instants are epoch milliseconds. */
export class EventFacts {
  #facts: Remembered = { holes: { polls: 0, events: 0 }, signatureFailures: { count: 0 }, refused: { count: 0 } };
  readonly #changed: () => void;

  /** @param changed told after each change */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get(): Remembered {
    return this.#facts;
  }

  /** What the facts were before this start. */
  recall({ lastHeard, lastByWebhook, holes, signatureFailures }: EngineOutput<'events.summary'>): void {
    this.#set({ lastHeard, lastByWebhook, holes, signatureFailures });
  }

  refused(at: number, reason: string): void {
    this.#set({ refused: { count: this.#facts.refused.count + 1, lastAt: at, lastReason: reason } });
  }

  badSignature(at: number, reason: string): void {
    const { count } = this.#facts.signatureFailures;
    this.#set({ signatureFailures: { count: count + 1, lastAt: at, lastReason: reason } });
  }

  heardWebhook(at: number): void {
    this.#set({ lastByWebhook: at });
  }

  probed(probe: HealthFacts['probe']): void {
    this.#set({ probe });
  }

  slept(wokeAt: number, lastedMs: number): void {
    this.#set({ sleep: { wokeAt, lastedMs } });
  }

  /** @param pageAt when the poll began that brought them, if one did */
  arrived(at: number, fresh: readonly FreshEvent[], pageAt: number | undefined): void {
    const last = fresh.at(-1);
    if (last === undefined) return;
    const count = fresh.filter(({ hole }) => hole).length;
    const { polls, events } = this.#facts.holes;
    this.#set({
      lastHeard: { at, way: last.way },
      ...(count === 0 ? {} : { holes: { polls: polls + 1, events: events + count, lastAt: pageAt } }),
    });
  }

  #set(change: Partial<Remembered>): void {
    this.#facts = { ...this.#facts, ...change };
    this.#changed();
  }
}
