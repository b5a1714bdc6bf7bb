/**
 * The memory that the engine's thread and its reading thread share: pieces of the document on their way in, batches of
 * readings on their way out, some for each lane. It is made once and used in turn, so that a feed of any size leaves no garbage.
 */
import type { ReadingColumns } from '../reader/feed.ts';
import { BATCH_ROWS } from '../reader/index.ts';

export const PIECE_BYTES = 1 << 18;
/** Pieces that may wait for the reader: what it reads while the engine's thread is in DuckDB. */
const PIECES = 8;
/** Batches that may wait for the store. */
const BATCHES = 8;

/** Bytes of a row, all columns together. */
const ROW_BYTES = 3 * 8 + 3 * 4 + 4 * 2 + 5;
const BATCH_BYTES = Math.ceil((BATCH_ROWS * ROW_BYTES) / 8) * 8;

/** Documents that are read at the same time: as many as a sync fetches at once (sync/sync-job.ts). */
const LANES = 3;

/** Of a lane. */
export interface SharedMemory {
  pieces: SharedArrayBuffer;
  batches: SharedArrayBuffer;
}

export function makeSharedMemory(): SharedMemory[] {
  return Array.from({ length: LANES }, () => ({
    pieces: new SharedArrayBuffer(PIECES * PIECE_BYTES),
    batches: new SharedArrayBuffer(BATCHES * BATCH_BYTES),
  }));
}

/** The pieces, as bytes. */
export function piecesOf({ pieces }: SharedMemory): Uint8Array[] {
  return Array.from({ length: PIECES }, (_, index) => new Uint8Array(pieces, index * PIECE_BYTES, PIECE_BYTES));
}

/** The batches, as columns of {@link BATCH_ROWS} rows. */
export function batchesOf({ batches }: SharedMemory): ReadingColumns[] {
  return Array.from({ length: BATCHES }, (_, index) => columnsAt(batches, index * BATCH_BYTES));
}

function columnsAt(buffer: SharedArrayBuffer, offset: number): ReadingColumns {
  let at = offset;
  const next = (bytes: number): [SharedArrayBuffer, number, number] => {
    const from = at;
    at += BATCH_ROWS * bytes;
    return [buffer, from, BATCH_ROWS];
  };
  // From wide to narrow, so that every column is aligned.
  return {
    count: 0,
    scaled: false,
    start: new BigInt64Array(...next(8)),
    value: new BigInt64Array(...next(8)),
    cost: new BigInt64Array(...next(8)),
    block: new Int32Array(...next(4)),
    ordinal: new Int32Array(...next(4)),
    duration: new Uint32Array(...next(4)),
    quality: new Int16Array(...next(2)),
    tou: new Int16Array(...next(2)),
    tier: new Int16Array(...next(2)),
    cpp: new Int16Array(...next(2)),
    implicitTime: new Uint8Array(...next(1)),
    hasValue: new Uint8Array(...next(1)),
    valueScale: new Int8Array(...next(1)),
    hasCost: new Uint8Array(...next(1)),
    costScale: new Int8Array(...next(1)),
  };
}
