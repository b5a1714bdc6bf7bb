/** Gathers what comes in a burst and hands it on at a bounded rate. */
export class Gather<T> {
  readonly #everyMs: number;
  readonly #flush: (items: T[]) => void;
  #items: T[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** `flush` gets everything since the last time, at most once in `everyMs`. */
  constructor(everyMs: number, flush: (items: T[]) => void) {
    this.#everyMs = everyMs;
    this.#flush = flush;
  }

  add(item: T): void {
    this.#items.push(item);
    // What is left when the program ends has nobody to hear it.
    this.#timer ??= setTimeout(() => this.#run(), this.#everyMs).unref();
  }

  /** Drops what waits. */
  close(): void {
    clearTimeout(this.#timer);
    this.#items = [];
  }

  #run(): void {
    this.#timer = undefined;
    const items = this.#items;
    this.#items = [];
    this.#flush(items);
  }
}
