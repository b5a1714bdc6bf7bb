/** One at a time: writers of a store wait for each other here instead of failing on conflicting rows. */
export class Mutex {
  #tail: Promise<unknown> = Promise.resolve();

  /** Runs `work` when everything that came before has ended. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(work);
    this.#tail = result.catch(() => undefined);
    return result;
  }
}
