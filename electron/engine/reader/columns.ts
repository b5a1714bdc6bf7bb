import type { ReadingColumns } from './feed.ts';

/** "Absent" in the tou, tier and cpp columns. */
export const NO_BUCKET = -32768;
/** "The reading has no quality of its own". */
export const NO_QUALITY = -1;

const TWO_32 = 4294967296;

/**
 * The columns that readings are collected in, until {@link Columns.full}; reused for every batch.
 * The 64-bit columns are written through their 32-bit halves (little-endian, as all machines that run this are):
 * a BigInt object per number would cost more than parsing it.
 */
export class Columns implements ReadingColumns {
  readonly capacity: number;
  count = 0;
  scaled = false;
  readonly block: Int32Array;
  readonly start: BigInt64Array;
  readonly duration: Uint32Array;
  readonly implicitTime: Uint8Array;
  readonly ordinal: Int32Array;
  readonly value: BigInt64Array;
  readonly hasValue: Uint8Array;
  readonly valueScale: Int8Array;
  readonly cost: BigInt64Array;
  readonly hasCost: Uint8Array;
  readonly costScale: Int8Array;
  readonly quality: Int16Array;
  readonly tou: Int16Array;
  readonly tier: Int16Array;
  readonly cpp: Int16Array;
  readonly startHalves: Int32Array;
  readonly valueHalves: Int32Array;
  readonly costHalves: Int32Array;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.block = new Int32Array(capacity);
    this.start = new BigInt64Array(capacity);
    this.duration = new Uint32Array(capacity);
    this.implicitTime = new Uint8Array(capacity);
    this.ordinal = new Int32Array(capacity);
    this.value = new BigInt64Array(capacity);
    this.hasValue = new Uint8Array(capacity);
    this.valueScale = new Int8Array(capacity);
    this.cost = new BigInt64Array(capacity);
    this.hasCost = new Uint8Array(capacity);
    this.costScale = new Int8Array(capacity);
    this.quality = new Int16Array(capacity);
    this.tou = new Int16Array(capacity);
    this.tier = new Int16Array(capacity);
    this.cpp = new Int16Array(capacity);
    this.startHalves = new Int32Array(this.start.buffer);
    this.valueHalves = new Int32Array(this.value.buffer);
    this.costHalves = new Int32Array(this.cost.buffer);
  }

  get full(): boolean {
    return this.count >= this.capacity;
  }

  /** Makes room for the next batch. */
  clear(): void {
    this.count = 0;
    if (this.scaled) {
      this.valueScale.fill(0);
      this.costScale.fill(0);
      this.scaled = false;
    }
  }
}

/** Copies a batch into arrays that hold as many rows, or more. */
export function copyColumns(target: ReadingColumns, source: ReadingColumns): void {
  const { count } = source;
  target.count = count;
  target.scaled = source.scaled;
  for (const name of COLUMNS) target[name].set(source[name].subarray(0, count) as never); // the same name, the same type
}

const COLUMNS = [
  'block',
  'start',
  'duration',
  'implicitTime',
  'ordinal',
  'value',
  'hasValue',
  'valueScale',
  'cost',
  'hasCost',
  'costScale',
  'quality',
  'tou',
  'tier',
  'cpp',
] as const satisfies readonly (keyof ReadingColumns)[];

/** Writes an integer of at most 2^53 as the `row`-th 64-bit number of a column seen as 32-bit halves. */
export function writeInt64(halves: Int32Array, row: number, value: number): void {
  halves[row * 2] = value | 0;
  halves[row * 2 + 1] = Math.floor(value / TWO_32);
}
