/**
 * Start times seen so far, and whether one came twice. Readings follow each other at a steady step, so times are kept as
 * runs (first, step, count): a year of quarter hours is three numbers. Memory grows with irregularity, not with length.
 */
export class Starts {
  /** Some time came twice. */
  repeated = false;
  /** Runs in ascending order; their ranges do not overlap. */
  #first: number[] = [];
  #step: number[] = [];
  #count: number[] = [];
  /** Times within the range of a run that are not on its grid. */
  #between = new Set<number>();

  add(time: number): void {
    const last = this.#first.length - 1;
    if (last < 0) this.#insert(0, time, 0, 1);
    else if (time > this.#lastOf(last)) this.#append(last, time);
    else this.#addWithin(time);
  }

  /** Adds all times of `other`, which stays as it is. */
  addAll(other: Starts): void {
    this.repeated ||= other.repeated;
    for (let run = 0; run < other.#first.length; run++) {
      this.#addRun(other.#first[run] ?? 0, other.#step[run] ?? 0, other.#count[run] ?? 0);
    }
    for (const time of other.#between) this.add(time);
  }

  /** Each time once, in no order. */
  *[Symbol.iterator](): Generator<number> {
    for (let run = 0; run < this.#first.length; run++) {
      for (let i = 0; i < (this.#count[run] ?? 0); i++) yield (this.#first[run] ?? 0) + (this.#step[run] ?? 0) * i;
    }
    yield* this.#between;
  }

  has(time: number): boolean {
    const run = this.#runUpTo(time);
    return this.#between.has(time) || (run >= 0 && this.#contains(run, time));
  }

  #addRun(first: number, step: number, count: number): void {
    const last = first + step * (count - 1);
    const before = this.#runUpTo(first);
    const free = before < 0 || this.#lastOf(before) < first;
    const behind = this.#first[before + 1];
    if (!free || (behind !== undefined && behind <= last)) {
      for (let i = 0; i < count; i++) this.add(first + step * i);
      return;
    }
    if (count === 1) this.add(first);
    else if (before >= 0 && this.#step[before] === step && this.#lastOf(before) + step === first) {
      this.#count[before] = (this.#count[before] ?? 0) + count;
      this.#join(before);
    } else {
      this.#insert(before + 1, first, step, count);
      this.#join(before + 1);
    }
  }

  /** Joins a run with the one behind it, where that goes on with the same step. */
  #join(run: number): void {
    const next = run + 1;
    if (next >= this.#first.length || this.#step[run] !== this.#step[next]) return;
    if (this.#lastOf(run) + (this.#step[run] ?? 0) !== this.#first[next]) return;
    this.#count[run] = (this.#count[run] ?? 0) + (this.#count[next] ?? 0);
    for (const column of [this.#first, this.#step, this.#count]) column.splice(next, 1);
  }

  /** A time behind the end of run `run`, and before the next one. */
  #append(run: number, time: number): void {
    const count = this.#count[run] ?? 0;
    const gap = time - this.#lastOf(run);
    if (count > 1 && this.#step[run] !== gap) this.#insert(run + 1, time, 0, 1);
    else {
      this.#step[run] = gap;
      this.#count[run] = count + 1;
    }
  }

  /** A time that is not behind all others. */
  #addWithin(time: number): void {
    const run = this.#runUpTo(time);
    if (run >= 0 && time <= this.#lastOf(run)) {
      if (this.#contains(run, time) || this.#between.has(time)) this.repeated = true;
      else this.#between.add(time);
      return;
    }
    const next = run + 1;
    const gap = (this.#first[next] ?? 0) - time;
    const count = this.#count[next] ?? 0;
    if (count > 1 && this.#step[next] !== gap) {
      this.#insert(next, time, 0, 1);
      return;
    }
    // Times that come in descending order lengthen the run behind them.
    this.#first[next] = time;
    this.#step[next] = gap;
    this.#count[next] = count + 1;
  }

  #insert(at: number, first: number, step: number, count: number): void {
    this.#first.splice(at, 0, first);
    this.#step.splice(at, 0, step);
    this.#count.splice(at, 0, count);
  }

  #lastOf(run: number): number {
    return (this.#first[run] ?? 0) + (this.#step[run] ?? 0) * ((this.#count[run] ?? 1) - 1);
  }

  #contains(run: number, time: number): boolean {
    const first = this.#first[run] ?? 0;
    return time === first || (time <= this.#lastOf(run) && (time - first) % (this.#step[run] || 1) === 0);
  }

  /** The last run that begins at or before a time, -1 when there is none. */
  #runUpTo(time: number): number {
    let low = 0;
    let high = this.#first.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#first[middle] ?? 0) <= time) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
