import { DueQueue } from './due-queue.ts';

/** How the clock sees the machine it runs on; tests put their own here. */
export interface WallTime {
  /** Monotonic milliseconds. */
  now(): number;
  /** Calls back once after `ms`; the returned function calls it off. */
  after(ms: number, fn: () => void): () => void;
}

/** Settings of a {@link SimulatedClock}. */
export interface ClockOptions {
  /** Where simulated time begins, epoch ms. */
  readonly startMs: number;
  /** Simulated milliseconds per millisecond of the wall; 1 is real time, 0 stands still. */
  readonly rate: number;
  readonly wall?: WallTime;
  /** Told of work that threw; the clock goes on. */
  readonly onError?: (error: unknown) => void;
}

/** Longest wait that setTimeout takes (2^31 - 1 ms); longer ones are waited for in parts. */
const LONGEST_WAIT_MS = 2_147_483_647;

const realWall: WallTime = {
  now: () => performance.now(),
  after(ms, fn) {
    const timer = setTimeout(fn, ms);
    // What is due in simulated time is no reason to keep the process alive.
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/**
 * Simulated time. It flows with the wall at a rate, and {@link advance} moves it on at once.
 *
 * Two ways work gets done:
 * - by the wall: what is due is started in order, and slow work (a webhook delivery to a slow receiver)
 *   does not hold up what is due after it, as in a real service;
 * - by `advance`: one piece after the other in the order of its time, each awaited to its end, with `now()`
 *   standing at its due time. Two runs of the same steps therefore do the same things at the same instants.
 */
export class SimulatedClock {
  readonly #queue = new DueQueue();
  readonly #wall: WallTime;
  readonly #rate: number;
  readonly #onError: (error: unknown) => void;
  readonly #inFlight = new Set<Promise<void>>();
  #baseSim: number;
  #baseWall: number;
  /** Set while a piece of work starts, or while advancing: time stands at this instant. */
  #frozenAt: number | undefined;
  #advancing: Promise<void> = Promise.resolve();
  #isAdvancing = false;
  #latest: number;
  #order = 0;
  #stopTimer: (() => void) | undefined;
  #stopped = false;

  constructor(options: ClockOptions) {
    this.#wall = options.wall ?? realWall;
    this.#rate = options.rate;
    this.#onError = options.onError ?? (() => undefined);
    this.#baseSim = options.startMs;
    this.#latest = options.startMs;
    this.#baseWall = this.#wall.now();
  }

  /** Simulated milliseconds per millisecond of the wall. */
  get rate(): number {
    return this.#rate;
  }

  /** Simulated time, epoch ms (whole). Never goes back. */
  now(): number {
    // Work that the wall starts late stands at its due time, which somebody may already have read past.
    this.#latest = Math.max(this.#latest, this.#frozenAt ?? this.#flowing());
    return this.#latest;
  }

  /**
   * Has `fn` run when simulated time reaches `at` (epoch ms); a time that has passed means "next".
   * @returns a function that calls it off
   */
  schedule(at: number, fn: () => void | Promise<void>): () => void {
    const due = { at: Math.max(at, this.now()), order: this.#order++, run: fn, cancelled: false };
    this.#queue.push(due);
    if (!this.#isAdvancing) this.#arm();
    return () => {
      due.cancelled = true;
    };
  }

  /**
   * Moves time on by `ms` and resolves once everything that fell due on the way was done, in the order of its time.
   * Calls queue up behind each other.
   */
  advance(ms: number): Promise<void> {
    const run = this.#advancing.then(() => this.#advanceNow(ms));
    this.#advancing = run.catch(() => undefined);
    return run;
  }

  /** Resolves when the work that the wall started has ended (deliveries on their way). */
  async settled(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.allSettled(this.#inFlight);
  }

  /** Ends the flow: nothing is started any more. */
  stop(): void {
    this.#stopped = true;
    this.#stopTimer?.();
  }

  async #advanceNow(ms: number): Promise<void> {
    this.#stopTimer?.();
    this.#isAdvancing = true;
    const start = this.#flowing();
    this.#frozenAt = start;
    try {
      await this.settled();
      const target = start + ms;
      for (let next = this.#takeDue(target); next !== undefined; next = this.#takeDue(target)) {
        this.#frozenAt = Math.max(this.#frozenAt, next.at);
        try {
          await next.run();
        } catch (error) {
          this.#onError(error);
        }
      }
      this.#frozenAt = target;
    } finally {
      this.#baseSim = this.#frozenAt;
      this.#baseWall = this.#wall.now();
      this.#frozenAt = undefined;
      this.#isAdvancing = false;
      this.#arm();
    }
  }

  #flowing(): number {
    return Math.floor(this.#baseSim + (this.#wall.now() - this.#baseWall) * this.#rate);
  }

  /** The next piece of work due by `until` that nobody called off. */
  #takeDue(until: number) {
    for (let head = this.#queue.peek(); head !== undefined && head.at <= until; head = this.#queue.peek()) {
      this.#queue.pop();
      if (!head.cancelled) return head;
    }
    return undefined;
  }

  /** Sets the wall's timer for the head of the queue. */
  #arm(): void {
    this.#stopTimer?.();
    const head = this.#queue.peek();
    if (head === undefined || this.#stopped) return;
    const ahead = Math.max(0, head.at - this.#flowing());
    // Where time stands still only what is due already may run.
    if (ahead > 0 && this.#rate <= 0) return;
    const wait = ahead === 0 ? 0 : Math.ceil(ahead / this.#rate);
    this.#stopTimer = this.#wall.after(Math.min(wait, LONGEST_WAIT_MS), () => this.#runDue());
  }

  /** The wall's turn: starts what is due, without waiting for its end. */
  #runDue(): void {
    if (this.#isAdvancing || this.#stopped) return;
    for (let next = this.#takeDue(this.#flowing()); next !== undefined; next = this.#takeDue(this.#flowing())) {
      this.#start(next.at, next.run);
    }
    this.#arm();
  }

  #start(at: number, run: () => void | Promise<void>): void {
    this.#frozenAt = at;
    try {
      const work = run();
      if (work === undefined) return;
      const tracked: Promise<void> = work.catch(this.#onError).finally(() => this.#inFlight.delete(tracked));
      this.#inFlight.add(tracked);
    } catch (error) {
      this.#onError(error);
    } finally {
      this.#frozenAt = undefined;
    }
  }
}
