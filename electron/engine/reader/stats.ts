import { DecimalSum } from './numbers.ts';

/** The reader's own count of the readings; both paths write it. */
export class ReadingStats {
  /** Number of the block that is being read, and how many of its readings were read. */
  block = -1;
  ordinal = 0;
  firstStart = Number.POSITIVE_INFINITY;
  lastStart = Number.NEGATIVE_INFINITY;
  readonly values = new DecimalSum();
  readonly costs = new DecimalSum();
  blocks = 0;
  /** The latest start in the block so far; Infinity once a reading had none. */
  #latest = Number.NEGATIVE_INFINITY;
  /** Readings of the blocks before the current one. */
  #before = 0;

  beginBlock(): void {
    this.#before += this.ordinal;
    this.block = this.blocks++;
    this.ordinal = 0;
    this.#latest = Number.NEGATIVE_INFINITY;
  }

  /**
   * Counts a reading. Answers what tells it from others of its block with the same start: its place in the block, or 0 where
   * it is later than all before it. Nearly all are, and zeros take no room.
   */
  count(start: number | undefined): number {
    const place = this.ordinal++;
    if (start !== undefined && start > this.#latest) {
      this.#latest = start;
      return 0;
    }
    if (start === undefined) this.#latest = Number.POSITIVE_INFINITY;
    return place;
  }

  get readings(): number {
    return this.#before + this.ordinal;
  }
}
