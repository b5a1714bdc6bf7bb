/** Facts by which the health of a workspace's events is judged: from the store, and since the start. */
import type { HealthFacts } from '#shared/contract/events.ts';
import type { FreshEvent } from '../engine/index.ts';

type ReceiverFacts = Pick<HealthFacts['receiver'], 'state' | 'error' | 'hasSecret'>;
type PollFacts = Pick<HealthFacts['poll'], 'lastOkAt' | 'lastError' | 'nextAt' | 'running'>;
/** Health without what the settings say. All instants are epoch milliseconds. */
type Facts = Omit<HealthFacts, 'receiver' | 'poll'> & { receiver: ReceiverFacts; poll: PollFacts };

export class EventFacts {
  #facts: Facts = {
    receiver: { state: 'off', hasSecret: false },
    poll: { running: false },
    holes: { polls: 0, events: 0 },
    signatureFailures: { count: 0 },
    refused: { count: 0 },
  };
  readonly #onChange: () => void;

  /** @param onChange called after each change */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get(): Facts {
    return this.#facts;
  }

  set(change: Partial<Omit<Facts, 'receiver' | 'poll'>>): void {
    this.#change(change);
  }

  setReceiver(change: Partial<ReceiverFacts>): void {
    this.#change({ receiver: { ...this.#facts.receiver, ...change } });
  }

  setPoll(change: Partial<PollFacts>): void {
    this.#change({ poll: { ...this.#facts.poll, ...change } });
  }

  addRefused(at: number, reason: string): void {
    this.set({ refused: { count: this.#facts.refused.count + 1, lastAt: at, lastReason: reason } });
  }

  addBadSignature(at: number, reason: string): void {
    const { count } = this.#facts.signatureFailures;
    this.set({ signatureFailures: { count: count + 1, lastAt: at, lastReason: reason } });
  }

  /** @param pageAt when the poll began that brought them, if one did: it may have several pages */
  addFresh(at: number, fresh: readonly FreshEvent[], pageAt: number | undefined): void {
    const last = fresh.at(-1);
    if (last === undefined) return;
    const count = fresh.filter(({ hole }) => hole).length;
    const { polls, events, lastAt } = this.#facts.holes;
    this.set({
      lastHeard: { at, way: last.way },
      ...(count === 0
        ? {}
        : { holes: { polls: polls + (pageAt === lastAt ? 0 : 1), events: events + count, lastAt: pageAt } }),
    });
  }

  #change(change: Partial<Facts>): void {
    this.#facts = { ...this.#facts, ...change };
    this.#onChange();
  }
}
