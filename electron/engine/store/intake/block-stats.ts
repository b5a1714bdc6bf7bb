/**
 * What describes a block, summed while its readings pass by: its span, its holes, whether it is plain enough that
 * these figures may be used as they are, and what the decisions about its series want to know.
 */
import { isLong } from '#shared/espi/grid.ts';
import { rollsOver } from '#shared/espi/series-kind.ts';
import { scaled } from '#shared/espi/units.ts';
import type { ReadingColumns } from '../../reader/feed.ts';
import { gapBetween } from './gap-rule.ts';

/** 2^32: a 64-bit number is read as two 32-bit halves, since a BigInt a row would cost more than all the rest. */
const HIGH = 4_294_967_296;
/** A block with more holes than this is left to SQL, so that memory stays constant. */
const MAX_GAPS = 10_000;
/** Kinds of durations that are counted apart; a feed with more is irregular anyway. */
const MAX_DURATIONS = 200;
/** Readings of more than a day whose place is kept, to see which speak of the same times: 40 years of weeks. */
const MAX_LONG = 2080;

/** What the values and durations of readings look like, in time order. */
export class Shape {
  /** Readings with a value: all figures but `durations` and `long` are of these. */
  count = 0;
  zeroDurations = 0;
  rises = 0;
  falls = 0;
  rollovers = 0;
  first = 0;
  last = 0;
  least = Number.POSITIVE_INFINITY;
  firstStart = 0;
  lastStart = 0;
  readonly durations = new Map<number, number>();
  /** Start and length of readings that last more than a day. */
  readonly long: [start: number, seconds: number][] = [];

  /** Takes the next reading; `at` is its start. A missing value is no 0: it would be a fall. */
  add(at: number, duration: number, value: number | undefined): void {
    if (isLong(duration) && this.long.length < MAX_LONG) this.long.push([at, duration]);
    const known = this.durations.get(duration);
    if (known !== undefined || this.durations.size < MAX_DURATIONS) this.durations.set(duration, (known ?? 0) + 1);
    if (value === undefined) return;
    if (this.count === 0) {
      this.first = value;
      this.firstStart = at;
    } else this.#step(at, value);
    this.last = value;
    this.lastStart = at;
    if (value < this.least) this.least = value;
    if (duration === 0) this.zeroDurations += 1;
    this.count += 1;
  }

  /** Adds a shape that comes after this one in the document. */
  append(next: Shape): void {
    this.long.push(...next.long.slice(0, MAX_LONG - this.long.length));
    for (const [duration, count] of next.durations) {
      this.durations.set(duration, (this.durations.get(duration) ?? 0) + count);
    }
    if (next.count === 0) return;
    if (this.count === 0) {
      this.first = next.first;
      this.firstStart = next.firstStart;
    } else this.#step(next.firstStart, next.first);
    this.last = next.last;
    this.lastStart = next.lastStart;
    this.count += next.count;
    this.zeroDurations += next.zeroDurations;
    this.rises += next.rises;
    this.falls += next.falls;
    this.rollovers += next.rollovers;
    this.least = Math.min(this.least, next.least);
  }

  /** A step from the newest back to older ones counts the other way round. */
  #step(at: number, value: number): void {
    const [before, after] = at >= this.lastStart ? [this.last, value] : [value, this.last];
    if (after > before) this.rises += 1;
    else if (after < before) {
      this.falls += 1;
      if (rollsOver(before, after)) this.rollovers += 1;
    }
  }
}

export interface BlockStats {
  first: number;
  last: number;
  lastEnd: number;
  /** Starts rise strictly, every reading lasts, none overlaps the one before, all have a time of their own. */
  plain: boolean;
  /** Some reading has no time of its own. */
  timeless: boolean;
  /** Holes between readings, [start, stop) pairs flattened; of plain blocks. */
  gaps: number[];
  shape: Shape;
}

export class BlockStatistics {
  readonly #stats = new Map<number, BlockStats>();

  add(columns: ReadingColumns): void {
    const { count, block, duration, hasValue, implicitTime, start, value, valueScale } = columns;
    const starts = new Int32Array(start.buffer, start.byteOffset, count * 2);
    const values = new Int32Array(value.buffer, value.byteOffset, count * 2);
    let current = -1;
    let stats = fresh();
    for (let row = 0; row < count; row += 1) {
      const number = block[row] ?? 0;
      if (number !== current) {
        current = number;
        stats = this.#of(number);
      }
      const at = (starts[row * 2 + 1] ?? 0) * HIGH + ((starts[row * 2] ?? 0) >>> 0);
      take(stats, at, duration[row] ?? 0, implicitTime[row] === 1);
      // A reading without a statement fills no hole; SQL finds these readings.
      if (hasValue[row] === 0) {
        stats.plain = false;
        stats.shape.add(at, duration[row] ?? 0, undefined);
        continue;
      }
      const raw = (values[row * 2 + 1] ?? 0) * HIGH + ((values[row * 2] ?? 0) >>> 0);
      stats.shape.add(at, duration[row] ?? 0, columns.scaled ? scaled(raw, valueScale[row] ?? 0) : raw);
    }
  }

  /** The figures of a finished block; forgets them. */
  takeOut(block: number): BlockStats | undefined {
    const stats = this.#stats.get(block);
    this.#stats.delete(block);
    return stats;
  }

  #of(block: number): BlockStats {
    const known = this.#stats.get(block);
    if (known !== undefined) return known;
    const stats = fresh();
    this.#stats.set(block, stats);
    return stats;
  }
}

function fresh(): BlockStats {
  return {
    first: Number.POSITIVE_INFINITY,
    last: Number.NEGATIVE_INFINITY,
    lastEnd: Number.NEGATIVE_INFINITY,
    plain: true,
    timeless: false,
    gaps: [],
    shape: new Shape(),
  };
}

function take(stats: BlockStats, at: number, duration: number, implicit: boolean): void {
  const end = at + duration;
  if (stats.plain && stats.shape.count > 0) {
    if (at < stats.lastEnd || at <= stats.last) stats.plain = false;
    else if (gapBetween(stats.lastEnd, at, duration)) {
      stats.gaps.push(stats.lastEnd, at);
      if (stats.gaps.length > MAX_GAPS * 2) stats.plain = false;
    }
  }
  if (implicit) stats.timeless = true;
  if (duration === 0 || implicit) stats.plain = false;
  if (!stats.plain && stats.gaps.length > 0) stats.gaps = [];
  if (at < stats.first) stats.first = at;
  if (at > stats.last) stats.last = at;
  if (end > stats.lastEnd) stats.lastEnd = end;
}
