/** Tidies a store while nobody writes to it: a step at a time, with a rest in between, after questions. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from './database.ts';

/** Begins when so long nothing was written: a sync is not held up. Milliseconds. */
const QUIET_MS = 5000;

/** Steps of a chore that frees space, after which the file gets it back: else what is moved next makes the file longer. */
const STEPS_A_CHECKPOINT = 4;

/** As much of a store as its keeper uses. */
export interface KeptStore {
  /** A connection of the keeper's own. */
  connect(): Promise<Connection>;
  /** Runs work on it in a transaction, alone among writers. */
  write(connection: Connection, work: (connection: Connection) => Promise<void>): Promise<void>;
  /** Puts what was written in its place, so that what it replaced is free. */
  checkpoint(connection: Connection): Promise<void>;
}

/** A change of the store that is made in one transaction. */
export type Step = (connection: Connection) => Promise<void>;

/** Something to tidy. */
export interface Chore {
  /** True of one that writes anew what is there. */
  readonly frees?: boolean;
  /** What to do next, found out by reading only; undefined where all is well. */
  next(connection: Connection): Promise<Step | undefined>;
}

export class Keeper {
  readonly #store: KeptStore;
  readonly #chores: readonly Chore[];
  #quiet: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  /** Something was written while it worked. */
  #disturbed = false;
  #stopped = false;

  /** @param chores in order: the next one begins when nothing is left to do of those before it */
  constructor(store: KeptStore, chores: readonly Chore[]) {
    this.#store = store;
    this.#chores = chores;
  }

  /** Call it after every write of others. Work begins, or goes on, once there was none for a while. */
  written(): void {
    if (this.#stopped) return;
    this.#disturbed = true;
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => void this.#work(), QUIET_MS).unref();
  }

  /** Does all there is to do, now and without rests. */
  async tidy(): Promise<void> {
    // Two at work would do each step twice.
    clearTimeout(this.#quiet);
    await this.#working;
    const tidied = this.#steps(async () => !this.#stopped);
    this.#working = tidied.catch(() => undefined); // told to whoever asked for it
    await tidied;
  }

  /** Waits for the step at work; none begins after it. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#quiet);
    await this.#working;
  }

  async #work(): Promise<void> {
    // The one at work ends with its step, for it was disturbed.
    await this.#working;
    if (this.#stopped) return;
    this.#disturbed = false;
    this.#working = this.#steps(async (took) => {
      // Half of the time is for others.
      await delay(took);
      return !this.#stopped && !this.#disturbed;
    }).catch((error: unknown) => {
      // All is there, only not in order; the next write tries again.
      console.error('The store could not be tidied.', error);
    });
    await this.#working;
  }

  /** @param goOn asked after each step, with the milliseconds that it took */
  async #steps(goOn: (took: number) => Promise<boolean>): Promise<void> {
    if (this.#stopped) return;
    const connection = await this.#store.connect();
    let replaced = 0;
    try {
      for (;;) {
        const began = performance.now();
        const next = await this.#next(connection);
        if (replaced >= STEPS_A_CHECKPOINT || (replaced > 0 && !next?.frees)) {
          await this.#store.checkpoint(connection);
          replaced = 0;
        }
        if (next === undefined) return;
        await this.#store.write(connection, next.step);
        if (next.frees) replaced += 1;
        if (!(await goOn(performance.now() - began))) return;
      }
    } finally {
      await connection.close();
    }
  }

  async #next(connection: Connection): Promise<{ step: Step; frees: boolean } | undefined> {
    for (const chore of this.#chores) {
      const step = await chore.next(connection);
      if (step !== undefined) return { step, frees: chore.frees === true };
    }
    return undefined;
  }
}
