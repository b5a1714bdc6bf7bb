/**
 * A binary heap of work that falls due: earliest time first, and what was put in first among equals.
 * Ten thousand expiries lie in it from the start, so taking the next one must not scan.
 */

/** One piece of work and when it is due. */
export interface Due {
  /** Epoch milliseconds of simulated time. */
  readonly at: number;
  /** Order of arrival; breaks ties. */
  readonly order: number;
  readonly run: () => void | Promise<void>;
  /** True once somebody called it off: it is skipped when its time comes. */
  cancelled: boolean;
}

export class DueQueue {
  readonly #heap: Due[] = [];

  get size(): number {
    return this.#heap.length;
  }

  /** The next one in line, called off or not. */
  peek(): Due | undefined {
    return this.#heap[0];
  }

  push(due: Due): void {
    this.#heap.push(due);
    this.#rise(this.#heap.length - 1);
  }

  /** Takes the earliest one out. */
  pop(): Due | undefined {
    const first = this.#heap[0];
    const last = this.#heap.pop();
    if (last !== undefined && last !== first) {
      this.#heap[0] = last;
      this.#sink(0);
    }
    return first;
  }

  #rise(from: number): void {
    let index = from;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#before(index, parent)) return;
      this.#swap(index, parent);
      index = parent;
    }
  }

  #sink(from: number): void {
    let index = from;
    for (;;) {
      const left = 2 * index + 1;
      const right = left + 1;
      let least = index;
      if (this.#before(left, least)) least = left;
      if (this.#before(right, least)) least = right;
      if (least === index) return;
      this.#swap(index, least);
      index = least;
    }
  }

  #before(a: number, b: number): boolean {
    const one = this.#heap[a];
    const two = this.#heap[b];
    if (one === undefined || two === undefined) return false;
    return one.at === two.at ? one.order < two.order : one.at < two.at;
  }

  #swap(a: number, b: number): void {
    const one = this.#heap[a];
    const two = this.#heap[b];
    if (one === undefined || two === undefined) return;
    this.#heap[a] = two;
    this.#heap[b] = one;
  }
}
