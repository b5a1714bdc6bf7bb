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
  /** Readings of the blocks before the current one. */
  #before = 0;

  beginBlock(): void {
    this.#before += this.ordinal;
    this.block = this.blocks++;
    this.ordinal = 0;
  }

  get readings(): number {
    return this.#before + this.ordinal;
  }
}
