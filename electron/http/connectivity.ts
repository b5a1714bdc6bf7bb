/** Whether this computer has a network at all, and what changes of it: a cable pulled out, another WLAN, a sleep. */
import type { Clock } from './clock.ts';

const LOOK_MS = 2_000;
/** A look that comes later than this was not held up by a busy moment: the computer slept. */
const SLEPT_MS = 20_000;

export interface NetworkChange {
  /** Addresses of this computer whose connections lead nowhere any more. */
  gone: ReadonlySet<string>;
  /** There is a network, and there was none, or the computer slept. */
  isBack: boolean;
}

export class Connectivity {
  readonly #addresses: () => ReadonlySet<string>;
  readonly #listeners = new Set<(change: NetworkChange) => void>();
  #awake = new AbortController();

  /** @param addresses at which others can reach this computer; empty where it has no network */
  constructor(addresses: () => ReadonlySet<string>) {
    this.#addresses = addresses;
  }

  get isThere(): boolean {
    return this.#addresses().size > 0;
  }

  onChange(listener: (change: NetworkChange) => void): void {
    this.#listeners.add(listener);
  }

  /** The computer woke up, as its system says: whoever waits does not wait for the next look, however short the sleep was. */
  woke(): void {
    this.#awake.abort();
  }

  /** Tells of changes until `signal` fires. */
  async watch(clock: Clock, signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.#awake.abort(), { once: true });
    let before = this.#addresses();
    while (!signal.aborted) {
      const due = clock.now() + LOOK_MS;
      // Only `woke` and `signal` end the wait early.
      await clock.sleepUntil(due, this.#awake.signal).catch(() => undefined);
      if (signal.aborted) return;
      const now = this.#addresses();
      const slept = this.#awake.signal.aborted || clock.now() - due > SLEPT_MS;
      if (slept) this.#awake = new AbortController();
      // What was open when the computer fell asleep was given up by the other side, or will never be answered.
      const gone = new Set([...before].filter((address) => slept || !now.has(address)));
      const isBack = now.size > 0 && (before.size === 0 || slept);
      if (gone.size > 0 || isBack) for (const listener of this.#listeners) listener({ gone, isBack });
      before = now;
    }
  }
}
