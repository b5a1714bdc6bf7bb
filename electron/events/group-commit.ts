/**
 * Many small writes, few commits: what arrives while a commit is under way goes into the next one together. A write's
 * promise resolves when the commit that held it is on disk, so an answer after it is true.
 */

export interface GroupCommitLimits {
  /** Most items of one commit. */
  batch: number;
  /** Most items that may wait; beyond it `add` refuses, and the sender tries again later. */
  waiting: number;
}

interface Waiting<T, R> {
  item: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

export class GroupCommit<T, R> {
  readonly #commit: (items: T[]) => Promise<R>;
  readonly #limits: GroupCommitLimits;
  #waiting: Waiting<T, R>[] = [];
  #running: Promise<void> | undefined;

  constructor(commit: (items: T[]) => Promise<R>, limits: GroupCommitLimits) {
    this.#commit = commit;
    this.#limits = limits;
  }

  /** Items that wait for a commit, the ones under way not counted. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves with the result of the commit that held the item; undefined at once where too many wait already. */
  add(item: T): Promise<R> | undefined {
    if (this.#waiting.length >= this.#limits.waiting) return undefined;
    const done = new Promise<R>((resolve, reject) => this.#waiting.push({ item, resolve, reject }));
    this.#running ??= this.#run();
    return done;
  }

  /** Resolves once nothing waits any more. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    // A turn later: what this very turn of the event loop brings shares the first commit.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, this.#limits.batch);
      try {
        const result = await this.#commit(group.map(({ item }) => item));
        for (const { resolve } of group) resolve(result);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#running = undefined;
  }
}
