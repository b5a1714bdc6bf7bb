/**
 * Readings on their way into the store.
 *
 * A few readings are held in memory until the merge knows their series, and are committed with everything else. Once there
 * are many, they are appended while the reader goes on, under provisional series numbers that no series has yet: nobody sees them
 * until the merge makes these numbers known. What a killed process leaves of them is removed at the next start (`loads`).
 */
import { copyColumns } from '../../reader/columns.ts';
import type { ReadingColumns } from '../../reader/feed.ts';
import type { Allocator } from '../allocator.ts';
import type { Connection } from '../database.ts';
import { type BlockRows, ReadingChunk, type RowDefaults } from './reading-chunk.ts';

/** Rows that are appended at once: a few of DuckDB's vectors. */
const APPEND_ROWS = 4 * 2048;

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
  strand: Strand;
}

/** As much of the store as a loader uses. */
export interface LoadingStore {
  allocator: Allocator;
  holdRows: number;
}

/** Where the rows of a block went. */
export interface PlacedBlock {
  /** The block's number in the store. */
  block: number;
  /** Provisional series of its rows; undefined while they are held. */
  provisional: number;
}

export class ReadingLoader {
  readonly #connection: Connection;
  readonly #allocator: Allocator;
  readonly #holdRows: number;
  readonly #held: Held[] = [];
  /** Arrays that were appended from and may be filled again: garbage of this size would come faster than it is collected. */
  readonly #spare: ReadingColumns[] = [];
  /** Rows of finished blocks that were not appended yet. */
  #placed: Placed[] = [];
  #placedRows = 0;
  #heldRows = 0;
  /** Blocks of an entry that is still open whose first rows were appended already. */
  readonly #open = new Map<number, { block: number; strand: Strand }>();
  #openStrand: Strand | undefined;
  #chunk: ReadingChunk | undefined;
  #close: (() => void) | undefined;
  readonly strands = new Map<string, Strand>();
  /** Provisional numbers of all blocks whose end was seen. */
  readonly placedSeries = new Set<number>();
  /** Families of which rows were appended before it was known that they are its. */
  readonly spilled = new Set<number>();
  /** Strand of each family. */
  readonly strandOf = new Map<number, Strand>();
  #rows = 0;

  constructor(connection: Connection, store: LoadingStore) {
    this.#holdRows = store.holdRows;
    this.#connection = connection;
    this.#allocator = store.allocator;
  }

  /** True once the store has rows under provisional numbers. */
  get early(): boolean {
    return this.#chunk !== undefined;
  }

  /** A number for a series that no reading has yet. */
  nextSeries(): number {
    return this.#allocator.nextSeries();
  }

  /** Keeps a copy of a batch; the reader uses its arrays again. */
  async add(columns: ReadingColumns): Promise<void> {
    if (columns.count === 0) return;
    this.#held.push({ columns: this.#copyOf(columns), next: 0 });
    this.#rows += columns.count;
    this.#heldRows += columns.count;
    // One entry may hold a gigabyte: its end is not waited for.
    if (this.#heldRows > 2 * this.#holdRows) await this.#spillOpen();
  }

  /** All rows of a block are there and its family is known. Answers where they went. */
  async block(documentBlock: number, family: number, strand: () => Omit<Strand, 'series'>): Promise<PlacedBlock> {
    const open = this.#open.get(documentBlock);
    if (this.#open.delete(documentBlock)) this.spilled.add(family);
    this.#openStrand = undefined;
    const known = this.strandOf.get(family) ?? open?.strand ?? this.#strand(strand());
    this.strandOf.set(family, known);
    const placed = open ?? { block: this.#allocator.nextBlock(), strand: known };
    this.placedSeries.add(placed.strand.series);
    for (const range of this.#takeHeld(documentBlock)) {
      this.#placed.push({ ...range, block: placed.block, family, strand: placed.strand });
      this.#placedRows += range.to - range.from;
    }
    const enough = this.early ? Math.min(APPEND_ROWS, this.#holdRows) : this.#holdRows;
    if (this.#placedRows > 0 && this.#placedRows >= enough) await this.#appendPlaced();
    return { block: placed.block, provisional: placed.strand.series };
  }

  /** Ranges of held rows of a block, which come before those of the next one. */
  #takeHeld(documentBlock: number): { columns: ReadingColumns; from: number; to: number }[] {
    const ranges: { columns: ReadingColumns; from: number; to: number }[] = [];
    for (;;) {
      const [held] = this.#held;
      if (held === undefined) return ranges;
      const { columns, next: from } = held;
      const to = endOfRun(columns, from, documentBlock);
      if (to > from) ranges.push({ columns, from, to });
      held.next = to;
      this.#heldRows -= to - from;
      if (to < columns.count) return ranges;
      this.#held.shift();
    }
  }

  /** Appends rows whose entry has not ended: their family is not known, so they get a strand of their own. */
  async #spillOpen(): Promise<void> {
    this.#openStrand ??= this.#strand({ key: `open ${this.#rows}`, defaults: NO_DEFAULTS });
    const strand = this.#openStrand;
    for (const { columns, next } of this.#held.splice(0)) {
      for (let from = next; from < columns.count; ) {
        const documentBlock = columns.block[from] ?? 0;
        const to = endOfRun(columns, from, documentBlock);
        const open = this.#open.get(documentBlock) ?? { block: this.#allocator.nextBlock(), strand };
        this.#open.set(documentBlock, open);
        this.#placed.push({ columns, from, to, block: open.block, family: -1, strand: open.strand });
        from = to;
      }
    }
    this.#heldRows = 0;
    await this.#appendPlaced();
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
    appendRuns(chunk, this.#placed, ({ block, family }) => (skip.has(block) ? undefined : target(family)));
    this.#placed = [];
    chunk.finish();
    appender.closeSync();
  }

  async #appendPlaced(): Promise<void> {
    await this.#connection.turn?.();
    if (this.#chunk === undefined) {
      await this.#connection.run('BEGIN TRANSACTION');
      const appender = await this.#connection.raw.createAppender('readings');
      this.#chunk = new ReadingChunk(appender);
      this.#close = () => appender.closeSync();
    }
    appendRuns(this.#chunk, this.#placed, ({ strand }) => strand);
    const done = new Set(this.#placed.map(({ columns }) => columns));
    this.#placed = [];
    this.#placedRows = 0;
    for (const { columns } of this.#held) done.delete(columns);
    this.#spare.push(...done);
  }

  /** A batch in arrays of its own, fresh or used before. */
  #copyOf(columns: ReadingColumns): ReadingColumns {
    const spare = this.#spare.pop();
    // The reader's batches are all of one size; only the last one is shorter.
    if (spare === undefined || spare.start.length < columns.count) return freshCopy(columns);
    copyColumns(spare, columns);
    return spare;
  }

  #strand({ key, defaults }: Omit<Strand, 'series'>): Strand {
    const known = this.strands.get(key);
    if (known !== undefined) return known;
    const strand = { key, defaults, series: this.#allocator.nextSeries() };
    this.strands.set(key, strand);
    return strand;
  }
}

const NO_DEFAULTS: RowDefaults = { quality: undefined, tou: undefined, tier: undefined, cpp: undefined };

/** Appends what belongs somewhere; blocks that follow each other in a batch, and have the same defaults, at once. */
function appendRuns(
  chunk: ReadingChunk,
  placed: readonly Placed[],
  target: (rows: Placed) => { series: number; defaults: RowDefaults } | undefined,
): void {
  let run: { columns: ReadingColumns; defaults: RowDefaults; blocks: BlockRows[] } | undefined;
  for (const rows of placed) {
    const found = target(rows);
    if (found === undefined) continue;
    const { columns, from, to, block } = rows;
    const follows =
      run?.columns === columns && run.blocks.at(-1)?.to === from && sameDefaults(run.defaults, found.defaults);
    if (run === undefined || !follows) {
      if (run !== undefined) chunk.append(run.columns, run.blocks, run.defaults);
      run = { columns, defaults: found.defaults, blocks: [] };
    }
    run.blocks.push({ from, to, series: found.series, block });
  }
  if (run !== undefined) chunk.append(run.columns, run.blocks, run.defaults);
}

function sameDefaults(a: RowDefaults, b: RowDefaults): boolean {
  return a.quality === b.quality && a.tou === b.tou && a.tier === b.tier && a.cpp === b.cpp;
}

function endOfRun(columns: ReadingColumns, from: number, documentBlock: number): number {
  let to = from;
  while (to < columns.count && columns.block[to] === documentBlock) to += 1;
  return to;
}

function freshCopy(columns: ReadingColumns): ReadingColumns {
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
