/**
 * One DuckDB data chunk of the `readings` table, filled from the reader's typed arrays. Nothing is made per row: whole
 * ranges are copied into the column vectors, and what is absent is marked in their validity masks.
 */
import {
  BIGINT,
  type DuckDBAppender,
  DuckDBDataChunk,
  type DuckDBType,
  INTEGER,
  SMALLINT,
  TINYINT,
} from '@duckdb/node-api';
import { NO_BUCKET, NO_QUALITY } from '../../reader/columns.ts';
import type { ReadingColumns } from '../../reader/feed.ts';
import type { ReadingType } from '../decisions.ts';

/** DuckDB's vector size: rows of one chunk. */
const VECTOR_ROWS = 2048;
/** Chunks that the appender holds back: by default it waits for a hundred, which only costs memory. */
const HELD_CHUNKS = 20;
/** `duration` of a reading that has no time of its own; its `start` is its position until the merge places it. */
const TIMELESS = -1;

/** What rows get that do not say it themselves; undefined stays NULL. */
export interface RowDefaults {
  quality: number | undefined;
  tou: number | undefined;
  tier: number | undefined;
  cpp: number | undefined;
}

/** What a reading type says of all of its readings. */
export function defaultsOf(type: ReadingType | undefined): RowDefaults {
  return { quality: type?.defaultQuality, tou: type?.tou, tier: type?.consumptionTier, cpp: type?.cpp };
}

/** Columns of `readings`, in the order of the table. */
const TYPES: readonly DuckDBType[] = [
  INTEGER,
  BIGINT,
  BIGINT,
  BIGINT,
  TINYINT,
  BIGINT,
  TINYINT,
  SMALLINT,
  SMALLINT,
  SMALLINT,
  SMALLINT,
  INTEGER,
  INTEGER,
];
const SERIES = 0;
const START = 1;
const DURATION = 2;
const VALUE = 3;
const VALUE_SCALE = 4;
const COST = 5;
const COST_SCALE = 6;
const QUALITY = 7;
const TOU = 8;
const TIER = 9;
const CPP = 10;
const BLOCK = 11;
const ORDINAL = 12;

interface Numbers {
  set(source: ArrayLike<number> | ArrayLike<bigint>, offset: number): void;
  fill(value: number, start: number, end: number): void;
  readonly buffer: ArrayBuffer;
  readonly byteOffset: number;
}

/** The parts of a vector that the package declares private but that are its only way to write in bulk. */
interface OpenVector {
  items: Numbers;
  validity: { data: BigUint64Array | null };
  flush(): void;
}

/** Which rows of a nullable column are absent. */
class Mask {
  readonly words = new BigUint64Array(VECTOR_ROWS / 64);
  readonly #bits = new Uint32Array(this.words.buffer);
  #some = false;

  get some(): boolean {
    return this.#some;
  }

  reset(): void {
    if (this.#some) this.words.fill(0xffff_ffff_ffff_ffffn);
    this.#some = false;
  }

  constructor() {
    this.words.fill(0xffff_ffff_ffff_ffffn);
  }

  clear(row: number): void {
    const word = row >>> 5;
    this.#bits[word] = (this.#bits[word] ?? 0) & ~(1 << (row & 31));
    this.#some = true;
  }

  clearRange(from: number, to: number): void {
    for (let row = from; row < to; row += 1) this.clear(row);
  }
}

/** Rows [from, to) of a batch, of one block: its series and its number in the store. */
export interface BlockRows {
  from: number;
  to: number;
  series: number;
  block: number;
}

const NULLABLE = [VALUE, COST, QUALITY, TOU, TIER, CPP] as const;

export class ReadingChunk {
  readonly #appender: DuckDBAppender;
  readonly #chunk = DuckDBDataChunk.create(TYPES);
  readonly #masks = new Map(NULLABLE.map((column) => [column as number, new Mask()]));
  #vectors: OpenVector[] = [];
  #rows = 0;
  #heldChunks = 0;

  constructor(appender: DuckDBAppender) {
    this.#appender = appender;
    this.#fresh();
  }

  /** Appends the rows of blocks that follow each other in a batch without a break. */
  append(columns: ReadingColumns, blocks: readonly BlockRows[], defaults: RowDefaults): void {
    let at = blocks[0]?.from ?? 0;
    const to = blocks.at(-1)?.to ?? 0;
    let next = 0;
    while (at < to) {
      const take = Math.min(to - at, VECTOR_ROWS - this.#rows);
      next = this.#own(blocks, next, at, at + take);
      this.#copy(columns, at, at + take, defaults);
      this.#rows += take;
      at += take;
      if (this.#rows === VECTOR_ROWS) this.#send();
    }
  }

  /** Hands over what is left; the appender must still be closed. */
  finish(): void {
    if (this.#rows > 0) this.#send();
  }

  /** Writes to which block rows [from, to) belong; `next` is the first that may. Answers the one after them. */
  #own(blocks: readonly BlockRows[], next: number, from: number, to: number): number {
    const seriesItems = this.#items(SERIES);
    const blockItems = this.#items(BLOCK);
    const shift = this.#rows - from;
    for (let index = next; ; index += 1) {
      const rows = blocks[index];
      if (rows === undefined || rows.from >= to) return index;
      const first = shift + Math.max(rows.from, from);
      const end = shift + Math.min(rows.to, to);
      seriesItems.fill(rows.series, first, end);
      blockItems.fill(rows.block, first, end);
      if (rows.to > to) return index;
    }
  }

  #copy(source: ReadingColumns, from: number, to: number, defaults: RowDefaults): void {
    const row = this.#rows;
    this.#items(START).set(source.start.subarray(from, to), row);
    this.#copyDurations(source, from, to);
    this.#items(VALUE).set(source.value.subarray(from, to), row);
    this.#items(VALUE_SCALE).set(source.valueScale.subarray(from, to), row);
    this.#items(COST).set(source.cost.subarray(from, to), row);
    this.#items(COST_SCALE).set(source.costScale.subarray(from, to), row);
    this.#items(ORDINAL).set(source.ordinal.subarray(from, to), row);
    this.#absent(VALUE, source.hasValue, from, to);
    this.#absent(COST, source.hasCost, from, to);
    this.#codes(QUALITY, source.quality, from, to, NO_QUALITY, defaults.quality);
    this.#codes(TOU, source.tou, from, to, NO_BUCKET, defaults.tou);
    this.#codes(TIER, source.tier, from, to, NO_BUCKET, defaults.tier);
    this.#codes(CPP, source.cpp, from, to, NO_BUCKET, defaults.cpp);
  }

  /** Seconds fit 32 bits but the column has 64: the low halves are written, the high ones are 0 since `fresh`. */
  #copyDurations(source: ReadingColumns, from: number, to: number): void {
    const items = this.#items(DURATION);
    const halves = new Int32Array(items.buffer, items.byteOffset, VECTOR_ROWS * 2);
    const starts = this.#items(START);
    const startHalves = new Int32Array(starts.buffer, starts.byteOffset, VECTOR_ROWS * 2);
    const { duration, implicitTime, ordinal } = source;
    let half = this.#rows * 2;
    for (let row = from; row < to; row += 1, half += 2) {
      if (implicitTime[row] === 1) {
        halves[half] = TIMELESS;
        halves[half + 1] = -1;
        startHalves[half] = ordinal[row] ?? 0;
        startHalves[half + 1] = 0;
      } else {
        halves[half] = duration[row] ?? 0;
        halves[half + 1] = 0;
      }
    }
  }

  #absent(column: number, present: Uint8Array, from: number, to: number): void {
    const range = present.subarray(from, to);
    if (!range.includes(0)) return;
    const mask = this.#masks.get(column);
    if (!range.includes(1)) mask?.clearRange(this.#rows, this.#rows + to - from);
    else for (let row = 0; row < range.length; row += 1) if (range[row] === 0) mask?.clear(this.#rows + row);
  }

  #codes(
    column: number,
    codes: Int16Array,
    from: number,
    to: number,
    none: number,
    byDefault: number | undefined,
  ): void {
    const range = codes.subarray(from, to);
    const items = this.#items(column);
    items.set(range, this.#rows);
    if (!range.includes(none)) return;
    const mask = this.#masks.get(column);
    for (let row = 0; row < range.length; row += 1) {
      if (range[row] !== none) continue;
      if (byDefault === undefined) mask?.clear(this.#rows + row);
      else items.fill(byDefault, this.#rows + row, this.#rows + row + 1);
    }
  }

  #send(): void {
    for (const [column, mask] of this.#masks) {
      const vector = this.#vectors[column];
      if (vector !== undefined) vector.validity.data = mask.words;
    }
    // In this order: setting the row count makes the chunk forget its vectors.
    for (const vector of this.#vectors) vector.flush();
    this.#chunk.rowCount = this.#rows;
    this.#appender.appendDataChunk(this.#chunk);
    this.#heldChunks += 1;
    if (this.#heldChunks === HELD_CHUNKS) {
      this.#appender.flushSync();
      this.#heldChunks = 0;
    }
    this.#fresh();
  }

  #fresh(): void {
    this.#chunk.reset();
    this.#chunk.rowCount = VECTOR_ROWS;
    for (const mask of this.#masks.values()) mask.reset();
    this.#vectors = TYPES.map((_, column) => this.#chunk.getColumnVector(column) as unknown as OpenVector); // see OpenVector
    this.#rows = 0;
  }

  #items(column: number): Numbers {
    const vector = this.#vectors[column];
    if (vector === undefined) throw new Error(`There is no column ${column}.`);
    return vector.items;
  }
}
