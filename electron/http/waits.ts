import type { WaitView as ContractWait } from '#shared/contract/jobs.ts';
import { AppError } from '#shared/errors.ts';
import { untilAborted } from '#shared/until-aborted.ts';
import type { Clock } from './clock.ts';

/** A wait as the interface shows it: a countdown with "cancel" and "ask now". Plain JSON, its URL redacted. */
export interface WaitView extends ContractWait {
  /** True when the service named the time (Retry-After), false when it was chosen here. */
  asked: boolean;
  /** How many requests are held back by it. */
  held: number;
}

/**
 * What starts a wait. Waits with the same `key` are one for each job: those who come later join it and may prolong it. A job has
 * none in common with others, since it says that it waits, and giving it up ends what it holds.
 */
export type WaitStart = Omit<WaitView, 'id' | 'since' | 'held'> & { key: string | undefined };

/** How a wait ended without being cancelled. */
export type WaitEnd = 'elapsed' | 'asked_now';

interface OpenWait {
  view: WaitView;
  key: string | undefined;
  /** Ends the sleep early: because `until` has changed, or because the wait is over. */
  nudge: AbortController;
  verdict: WaitEnd | 'cancelled' | undefined;
  done: Promise<WaitEnd | 'cancelled'>;
}

/** All waits that are going on. One for the whole program. */
export class Waits {
  readonly #clock: Clock;
  readonly #open = new Map<string, OpenWait>();
  readonly #subscribers = new Set<(waits: WaitView[]) => void>();
  #last = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The waits that are going on, oldest first. */
  list(): WaitView[] {
    return [...this.#open.values()].map((wait) => ({ ...wait.view }));
  }

  /** Calls back with all waits after every change. Returns the function that ends it. */
  subscribe(subscriber: (waits: WaitView[]) => void): () => void {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  /** Gives up the requests that are held by it. False when there is no such wait (any more). */
  cancel(id: string): boolean {
    return this.#finish(id, 'cancelled');
  }

  /** Lets the requests go at once. False when there is no such wait (any more). */
  askNow(id: string): boolean {
    return this.#finish(id, 'asked_now');
  }

  /** Lets all requests go that are held under a key. */
  askAllNow(key: string): void {
    for (const [id, wait] of [...this.#open]) if (wait.key === key) this.#finish(id, 'asked_now');
  }

  /**
   * Holds the caller until the wait is over.
   * @throws AbortError when `signal` fires; AppError `wait_cancelled` when a person cancelled the wait.
   */
  async hold(start: WaitStart, signal: AbortSignal): Promise<WaitEnd> {
    signal.throwIfAborted();
    const wait = this.#joined(start) ?? this.#begin(start);
    wait.view.held += 1;
    this.#publish();
    try {
      const end = await untilAborted(wait.done, signal);
      if (end === 'cancelled') throw cancelledByPerson(wait.view);
      return end;
    } finally {
      wait.view.held -= 1;
      // Nobody is held any more: there is nothing to count down to.
      if (wait.view.held === 0) this.#finish(wait.view.id, 'elapsed');
      else if (this.#open.has(wait.view.id)) this.#publish();
    }
  }

  #joined(start: WaitStart): OpenWait | undefined {
    if (start.key === undefined) return undefined;
    for (const wait of this.#open.values()) {
      if (wait.key !== start.key || wait.view.job !== start.job) continue;
      if (start.until > wait.view.until) {
        wait.view.until = start.until;
        wait.nudge.abort();
      }
      return wait;
    }
    return undefined;
  }

  #begin({ key, ...rest }: WaitStart): OpenWait {
    this.#last += 1;
    const view: WaitView = { ...rest, id: `wait-${this.#last}`, since: this.#clock.now(), held: 0 };
    const wait: OpenWait = {
      view,
      key,
      nudge: new AbortController(),
      verdict: undefined,
      done: Promise.resolve('elapsed'),
    };
    this.#open.set(view.id, wait);
    wait.done = this.#countDown(wait);
    return wait;
  }

  async #countDown(wait: OpenWait): Promise<WaitEnd | 'cancelled'> {
    let isOver = false;
    while (wait.verdict === undefined && !isOver && this.#clock.now() < wait.view.until) {
      if (wait.nudge.signal.aborted) wait.nudge = new AbortController();
      // A nudge only means "look again": the loop's condition decides. A whole sleep is over, wherever the clock was set meanwhile.
      await this.#clock.sleepUntil(wait.view.until, wait.nudge.signal).catch(() => {});
      isOver = !wait.nudge.signal.aborted;
    }
    const end = wait.verdict ?? 'elapsed';
    this.#close(wait);
    return end;
  }

  #finish(id: string, verdict: WaitEnd | 'cancelled'): boolean {
    const wait = this.#open.get(id);
    if (!wait || wait.verdict !== undefined) return false;
    wait.verdict = verdict;
    wait.nudge.abort();
    this.#close(wait);
    return true;
  }

  #close(wait: OpenWait): void {
    if (this.#open.delete(wait.view.id)) this.#publish();
  }

  #publish(): void {
    const waits = this.list();
    for (const subscriber of this.#subscribers) subscriber(waits);
  }
}

function cancelledByPerson(view: WaitView): AppError {
  return new AppError({
    code: 'wait_cancelled',
    message: `Waiting for the service was cancelled (${view.purpose}).`,
    action: 'Start it again when you are ready.',
    details: { url: view.url, status: view.status, reason: view.reason },
  });
}
