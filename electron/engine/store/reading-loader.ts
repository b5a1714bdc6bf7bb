/**
 * Readings on their way into the store.
 *
 * Little ones are held until the merge knows their series, and are committed with everything else. Once there are many,
 * they are appended while the reader goes on, under provisional series numbers that no series has yet: nobody sees them
 * until the merge makes these numbers known. What a killed process leaves of them is removed at the next start (`loads`).
 */
import type { ReadingColumns } from '../ingest/feed.ts';
import type { Connection } from './database.ts';
import { ReadingChunk, type RowDefaults } from './reading-chunk.ts';
import type { Allocator } from './allocator.ts';

/** Rows that are held before they are appended early: some 15 MB. */
const HOLD_ROWS = 200_000;

/** Rows that share a provisional series: of one meter reading, or of several of one usage point and reading type. */
export interface Strand {
  key: string;
  /** The provisional number; that of the real series when the merge can have it so. */
  series: number;
  defaults: RowDefaults;
}

interface Held {
  columns: ReadingColumns;
  /** Rows before this one were appended. */
  next: number;
}

interface Placed {
  columns: ReadingColumns;
  from: number;
  to: number;
  block: number;
  family: number;
}

export class ReadingLoader {
  readonly #connection: Connection;
  readonly #allocator: Allocator;
  readonly #held: Held[] = [];
  /** Rows of finished blocks that were not appended yet. */
  #placed: Placed[] = [];
  #placedRows = 0;
  #chunk: ReadingChunk | undefined;
  #close: (() => void) | undefined;
  readonly strands = new Map<string, Strand>();
  /** Strand of each family. */
  readonly strandOf = new Map<number, Strand>();
  #rows = 0;

  constructor(connection: Connection, allocator: Allocator) {
    this.#connection = connection;
    this.#allocator = allocator;
  }

  /** True once rows lie in the store under provisional numbers. */
  get early(): boolean {
    return this.#chunk !== undefined;
  }

  get rows(): number {
    return this.#rows;
  }

  /** Keeps a copy of a batch; the reader uses its arrays again. */
  add(columns: ReadingColumns): void {
    if (columns.count === 0) return;
    this.#held.push({ columns: copyOf(columns), next: 0 });
    this.#rows += columns.count;
  }

  /** All rows of a block are there and its family is known. Answers the block's number in the store. */
  async block(documentBlock: number, readings: number, family: number, strand: () => Omit<Strand, 'series'>): Promise<number> {
    const block = this.#allocator.nextBlock();
    if (!this.strandOf.has(family)) this.strandOf.set(family, this.#strand(strand()));
    let left = readings;
    while (left > 0) {
      const [held] = this.#held;
      if (held === undefined) break;
      const from = held.next;
      let to = from;
      const { block: blocks, count } = held.columns;
      while (to < count && left > 0 && blocks[to] === documentBlock) {
        to += 1;
        left -= 1;
      }
      if (to === from) break;
      this.#placed.push({ columns: held.columns, from, to, block, family });
      this.#placedRows += to - from;
      held.next = to;
      if (to === count) this.#held.shift();
    }
    if (this.#placedRows >= (this.early ? 0 : HOLD_ROWS)) await this.#appendPlaced();
    return block;
  }

  /** Commits what was appended early, still invisible. With little data nothing was. */
  async finish(): Promise<void> {
    if (!this.early) return;
    await this.#appendPlaced();
    this.#chunk?.finish();
    this.#close?.();
    const numbers = [...this.strands.values()].map(({ series }) => `(${series})`);
    await this.#connection.run(`INSERT INTO loads VALUES ${numbers.join(', ')}`);
    await this.#connection.run('COMMIT');
  }

  /** Appends what was held, inside the merge's transaction, with the real series; families without one are left out. */
  async appendHeld(
    target: (family: number) => { series: number; defaults: RowDefaults } | undefined,
    skip: ReadonlySet<number>,
  ): Promise<void> {
    if (this.#placed.length === 0) return;
    const appender = await this.#connection.raw.createAppender('readings');
    const chunk = new ReadingChunk(appender);
    for (const { columns, from, to, block, family } of this.#placed) {
      const found = skip.has(block) ? undefined : target(family);
      if (found !== undefined) chunk.append(columns, from, to, found.series, block, found.defaults);
    }
    this.#placed = [];
    chunk.finish();
    appender.closeSync();
  }

  async #appendPlaced(): Promise<void> {
    if (this.#chunk === undefined) {
      await this.#connection.run('BEGIN TRANSACTION');
      const appender = await this.#connection.raw.createAppender('readings');
      this.#chunk = new ReadingChunk(appender);
      this.#close = () => appender.closeSync();
    }
    for (const { columns, from, to, block, family } of this.#placed) {
      const strand = this.strandOf.get(family);
      if (strand !== undefined) this.#chunk.append(columns, from, to, strand.series, block, strand.defaults);
    }
    this.#placed = [];
    this.#placedRows = 0;
  }

  #strand({ key, defaults }: Omit<Strand, 'series'>): Strand {
    const known = this.strands.get(key);
    if (known !== undefined) return known;
    const strand = { key, defaults, series: this.#allocator.nextSeries() };
    this.strands.set(key, strand);
    return strand;
  }
}

function copyOf(columns: ReadingColumns): ReadingColumns {
  const { count } = columns;
  return {
    count,
    scaled: columns.scaled,
    block: columns.block.slice(0, count),
    start: columns.start.slice(0, count),
    duration: columns.duration.slice(0, count),
    implicitTime: columns.implicitTime.slice(0, count),
    ordinal: columns.ordinal.slice(0, count),
    value: columns.value.slice(0, count),
    hasValue: columns.hasValue.slice(0, count),
    valueScale: columns.valueScale.slice(0, count),
    cost: columns.cost.slice(0, count),
    hasCost: columns.hasCost.slice(0, count),
    costScale: columns.costScale.slice(0, count),
    quality: columns.quality.slice(0, count),
    tou: columns.tou.slice(0, count),
    tier: columns.tier.slice(0, count),
    cpp: columns.cpp.slice(0, count),
  };
}
