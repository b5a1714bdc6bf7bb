/** Packs a store while nobody writes to it: a step at a time, with a rest in between, after questions. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from '../database.ts';
import { Packer } from './pack.ts';
import { PACKING, type PackingRules } from './runs.ts';

/** Begins when so long nothing was written: a sync is not held up. Milliseconds. */
const QUIET_MS = 5000;

/** As much of a store as its keeper uses. */
export interface KeptStore {
  /** A connection of the keeper's own. */
  connect(): Promise<Connection>;
  /** Runs work on it in a transaction, alone among writers. */
  write(connection: Connection, work: (connection: Connection) => Promise<void>): Promise<void>;
}

export class Keeper {
  readonly #store: KeptStore;
  readonly #packer: Packer;
  #quiet: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  /** Something was written while it worked. */
  #disturbed = false;
  #stopped = false;

  constructor(store: KeptStore, rules: PackingRules = PACKING) {
    this.#store = store;
    this.#packer = new Packer(rules);
  }

  /** Call it after every write of others. Packing begins, or goes on, once there was none for a while. */
  written(): void {
    if (this.#stopped) return;
    this.#disturbed = true;
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => void this.#work(), QUIET_MS).unref();
  }

  /** Packs all there is to pack, now and without rests. */
  async pack(): Promise<void> {
    await this.#steps(async () => !this.#stopped);
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
      // The readings are all there, only not in order; the next write tries again.
      console.error('The readings could not be packed.', error);
    });
    await this.#working;
  }

  /** @param goOn asked after each step, with the milliseconds that it took */
  async #steps(goOn: (took: number) => Promise<boolean>): Promise<void> {
    if (this.#stopped) return;
    const connection = await this.#store.connect();
    try {
      for (;;) {
        const began = performance.now();
        const step = await this.#packer.next(connection);
        if (step === undefined) return;
        await this.#store.write(connection, step);
        if (!(await goOn(performance.now() - began))) return;
      }
    } finally {
      await connection.close();
    }
  }
}
