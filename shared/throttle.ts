export interface ThrottleOptions {
  /** The first item after a pause is passed on at once, not after `everyMs`. */
  leading?: boolean;
}

/** Collects items that come in a burst and passes them on at a bounded rate. */
export class Throttle<T> {
  readonly #everyMs: number;
  readonly #run: (items: T[]) => void;
  readonly #leading: boolean;
  #items: T[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param run gets everything since the last time, at most once in `everyMs` */
  constructor(everyMs: number, run: (items: T[]) => void, { leading = false }: ThrottleOptions = {}) {
    this.#everyMs = everyMs;
    this.#run = run;
    this.#leading = leading;
  }

  add(item: T): void {
    this.#items.push(item);
    if (this.#timer !== undefined) return;
    if (this.#leading) this.#flush();
    else this.#wait();
  }

  /** Drops what waits. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#items = [];
  }

  #flush(): void {
    this.#timer = undefined;
    const items = this.#items;
    this.#items = [];
    // What comes while this runs waits for the next time.
    if (this.#leading) this.#wait();
    this.#run(items);
  }

  #wait(): void {
    this.#timer = setTimeout(() => {
      if (this.#items.length > 0) this.#flush();
      else this.#timer = undefined;
    }, this.#everyMs);
    // In Node a timer must not keep the program alive; browsers have plain numbers.
    if (typeof this.#timer === 'object') this.#timer.unref();
  }
}
