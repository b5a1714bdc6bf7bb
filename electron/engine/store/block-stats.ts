/**
 * What describes a block, summed while its readings pass by: its span, its holes, and whether it is plain enough that
 * these figures may be used as they are. Everything else is worked out in SQL after the merge.
 */
import type { ReadingColumns } from '../ingest/feed.ts';
import { gapBetween } from './gap-rule.ts';

/** 2^32: a 64-bit start is read as two 32-bit halves, since a BigInt a row would cost more than all the rest. */
const HIGH = 4_294_967_296;
/** A block with more holes than this is left to SQL, so that memory stays constant. */
const MAX_GAPS = 10_000;

export interface BlockStats {
  count: number;
  first: number;
  last: number;
  lastEnd: number;
  /** Starts rise strictly, every reading lasts, none overlaps the one before, all have a time of their own. */
  plain: boolean;
  /** Holes between readings, [start, stop) pairs flattened; of plain blocks. */
  gaps: number[];
}

export class BlockStatistics {
  readonly #stats = new Map<number, BlockStats>();

  add(columns: ReadingColumns): void {
    const { count, block, duration, implicitTime, start } = columns;
    const halves = new Int32Array(start.buffer, start.byteOffset, count * 2);
    let current = -1;
    let stats = fresh();
    for (let row = 0; row < count; row += 1) {
      const number = block[row] ?? 0;
      if (number !== current) {
        current = number;
        stats = this.#of(number);
      }
      const at = (halves[row * 2 + 1] ?? 0) * HIGH + ((halves[row * 2] ?? 0) >>> 0);
      take(stats, at, duration[row] ?? 0, implicitTime[row] === 1);
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
    count: 0,
    first: Number.POSITIVE_INFINITY,
    last: Number.NEGATIVE_INFINITY,
    lastEnd: Number.NEGATIVE_INFINITY,
    plain: true,
    gaps: [],
  };
}

function take(stats: BlockStats, at: number, duration: number, implicit: boolean): void {
  const end = at + duration;
  if (stats.plain && stats.count > 0) {
    if (at < stats.lastEnd || at <= stats.last) stats.plain = false;
    else if (gapBetween(stats.lastEnd, at, duration)) {
      stats.gaps.push(stats.lastEnd, at);
      if (stats.gaps.length > MAX_GAPS * 2) stats.plain = false;
    }
  }
  if (duration === 0 || implicit) stats.plain = false;
  if (!stats.plain && stats.gaps.length > 0) stats.gaps = [];
  stats.count += 1;
  if (at < stats.first) stats.first = at;
  if (at > stats.last) stats.last = at;
  if (end > stats.lastEnd) stats.lastEnd = end;
}
