/** DuckDB, opened for a workspace's store: connections, rows as plain objects, transactions. */
import { rm } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type DuckDBConnection,
  DuckDBDecimalValue,
  DuckDBInstance,
  DuckDBTimestampTZValue,
  type DuckDBValue,
  StatementType,
} from '@duckdb/node-api';
import { openFailure } from './open-failure.ts';
import { STORAGE } from './storage-version.ts';

/** A cell as plain JavaScript: DuckDB's 64-bit numbers become doubles (exact up to 2^53; cast to VARCHAR for more). */
export type Cell = string | number | boolean | null;
export type Row = Record<string, Cell>;
/** The rows of an answer by column: `of` answers a column's cells, one a row. */
export interface Columns {
  count: number;
  of: (name: string) => Cell[];
}
/** The beginning of an answer: `more` where there are more rows. Numbers that a double cannot hold exactly are texts. */
export interface Head {
  columns: { name: string; type: string }[];
  rows: Cell[][];
  more: boolean;
}
export type Parameter = DuckDBValue | undefined;
/** By position, or by name for `$name`. */
export type Parameters = readonly Parameter[] | Readonly<Record<string, Parameter>>;

// The library writes times with a zone by the clock of the computer, whatever zone a connection is set to.
DuckDBTimestampTZValue.timezoneOffsetInMinutes = 0;

const READERS = 3;
const INTERRUPT_EVERY_MS = 20;

/**
 * What a load has freed goes back to the system soon, also where nothing is asked after it: else DuckDB's allocator keeps a
 * hundred megabytes of it for later.
 */
const FREED_MEMORY = { allocator_background_threads: 'true' };

/**
 * How much is written ahead before it is put in its place. With DuckDB's 16 MB each document of a sync is, and rows that share a
 * group with it are written again: four times as much takes a tenth of the processor's time off. It is read again after a crash.
 */
const WRITTEN_AHEAD = '64MB';

/**
 * One core is left to the program itself, which reads feeds and answers calls meanwhile. Small questions of many joins,
 * such as the lists, take half the processor's time where DuckDB does not share each step of them out.
 */
function queryThreads(): string {
  return String(Math.max(1, availableParallelism() - 1));
}

const MB = 1024 * 1024;

/**
 * How much memory DuckDB may take of a machine's total (in bytes), in MB: a quarter, at least 512 and at most 4096. What needs
 * more is spilled to the disk. It does not serve to save memory (a statement or a checkpoint that meets it may fail): what
 * loads and exports hold at a time is.
 */
export function memoryLimitMb(machineBytes: number): number {
  return Math.round(Math.min(4096, Math.max(512, machineBytes / 4 / MB)));
}

/** How much memory DuckDB may take on this machine, in bytes. */
export function memoryLimit(): number {
  return memoryLimitMb(machineMemory()) * MB;
}

/** What a store that is left alone keeps in memory of its file, in MB: what is more comes from the disk again. */
const KEPT_MB = 256;

/** Of this machine, or of the container that the program is confined to: bytes. */
function machineMemory(): number {
  const confined = process.constrainedMemory(); // 0 where it is unknown, above the machine's where there is no limit
  return confined > 0 ? Math.min(confined, totalmem()) : totalmem();
}

/** As DuckDB reads it. */
function memoryLimitText(): string {
  return `${memoryLimitMb(machineMemory())}MB`;
}

/** What every DuckDB of the program is opened with. @param temporaryFolder where it spills to; DuckDB makes and removes it */
export function memorySettings(temporaryFolder: string): { memory_limit: string; temp_directory: string } {
  return { memory_limit: memoryLimitText(), temp_directory: temporaryFolder };
}

/** One connection: a query at a time. Statements that wait for it are queued by DuckDB itself. */
export class Connection {
  readonly raw: DuckDBConnection;
  /** Waited for before each statement, where others go first. */
  readonly turn: (() => Promise<void>) | undefined;
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #closed = new AbortController();

  constructor(raw: DuckDBConnection, turn?: () => Promise<void>) {
    this.raw = raw;
    this.turn = turn;
  }

  /** Runs a statement; its rows, if any, are dropped. */
  run(sql: string, parameters: Parameters = []): Promise<void> {
    return this.#untilEnded(async () => {
      await this.raw.run(sql, bind(parameters));
    });
  }

  /** All rows of a query. */
  async rows(sql: string, parameters: Parameters = []): Promise<Row[]> {
    // By column takes two thirds of the time that the library's rows take.
    const { count, names, cells } = await this.#read(sql, parameters);
    const rows = Array.from({ length: count }, (): Row => ({}));
    for (const [index, name] of names.entries()) {
      const column = cells[index] ?? [];
      for (const [at, row] of rows.entries()) row[name] = column[at] ?? null;
    }
    return rows;
  }

  /** The cells of a query by column, for answers of thousands of rows: without an object for each. */
  async columns(sql: string, parameters: Parameters = []): Promise<Columns> {
    const { count, names, cells } = await this.#read(sql, parameters);
    return { count, of: (name) => cells[names.indexOf(name)] ?? [] };
  }

  /** @returns the cells by column, in the order of `names` */
  #read(sql: string, parameters: Parameters): Promise<{ count: number; names: readonly string[]; cells: Cell[][] }> {
    return this.#untilEnded(async () => {
      const reader = await this.raw.runAndReadAll(sql, bind(parameters));
      return {
        count: reader.currentRowCount,
        names: reader.deduplicatedColumnNames(),
        cells: reader.getColumns().map((column) => column.map(cell)),
      };
    });
  }

  /** The first row, or undefined. */
  async row(sql: string, parameters: Parameters = []): Promise<Row | undefined> {
    return (await this.rows(sql, parameters))[0];
  }

  /**
   * The first rows of a query; what comes after them is not worked out. Rejects where `sql` is anything but one statement that
   * selects or explains; what a statement reads is not looked at.
   */
  head(sql: string, parameters: Parameters, most: number): Promise<Head> {
    return this.#untilEnded(async () => {
      const statements = await this.raw.extractStatements(sql);
      if (statements.count !== 1) throw new Error('There is more than one statement.');
      const prepared = await statements.prepare(0);
      try {
        const { statementType: type } = prepared;
        if (type !== StatementType.SELECT && type !== StatementType.EXPLAIN) throw new Error('This is no query.');
        const values = bind(parameters);
        if (values !== undefined) prepared.bind(values);
        const reader = await prepared.streamAndReadUntil(most + 1);
        const rows = reader.getRows();
        return {
          columns: reader
            .deduplicatedColumnNames()
            .map((name, index) => ({ name, type: reader.columnType(index).toString() })),
          rows: rows.slice(0, most).map((row) => row.map(exactCell)),
          more: rows.length > most,
        };
      } finally {
        prepared.destroySync();
      }
    });
  }

  /** Runs a `CREATE TABLE ... AS` and answers how many rows the table got. */
  async create(sql: string): Promise<number> {
    const row = await this.row(sql);
    return Number(row?.Count ?? 0);
  }

  /** Runs `work` in a transaction: all of it is kept, or nothing. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.run('BEGIN TRANSACTION');
    try {
      const result = await work();
      await this.run('COMMIT');
      return result;
    } catch (error) {
      await this.run('ROLLBACK').catch(() => undefined); // DuckDB may have rolled back already
      throw error;
    }
  }

  /** An abort interrupts the statement that runs, until the connection is closed. What begins later is not stopped. */
  interruptOn(signal: AbortSignal): void {
    signal.addEventListener('abort', () => this.raw.interrupt(), { signal: this.#closed.signal });
  }

  /** From now on {@link share} is known of statements that run. */
  async reckonProgress(): Promise<void> {
    // Nothing is written to the console, and it is known from the beginning rather than after two seconds.
    await this.run('SET enable_progress_bar = true; SET enable_progress_bar_print = false; SET progress_bar_time = 1');
  }

  /** How much of the statement that runs is done, 0 to 1, as DuckDB reckons; undefined where it does not know. */
  get share(): number | undefined {
    if (this.#underWay.size === 0) return undefined;
    const { percentage } = this.raw.progress;
    return percentage >= 0 ? Math.min(1, percentage / 100) : undefined;
  }

  /**
   * Interrupts what runs and closes it then; at once where nothing does. DuckDB 1.5 never comes back from a query whose
   * connection is closed meanwhile: it waits for itself, the process cannot end, and the file stays locked.
   */
  async close(): Promise<void> {
    this.#closed.abort();
    while (this.#underWay.size > 0) {
      // What has not begun yet does not notice.
      this.raw.interrupt();
      await Promise.race([Promise.allSettled(this.#underWay), delay(INTERRUPT_EVERY_MS)]);
    }
    this.raw.closeSync();
  }

  async #untilEnded<T>(statement: () => Promise<T>): Promise<T> {
    if (this.turn) await this.turn();
    const ended = statement();
    this.#underWay.add(ended);
    try {
      return await ended;
    } finally {
      this.#underWay.delete(ended);
    }
  }
}

/** A store's file with a few connections for reading. Writers take a connection of their own. */
export class Database {
  readonly #instance: DuckDBInstance;
  readonly #readers: Connection[];
  #next = 0;

  private constructor(instance: DuckDBInstance, readers: Connection[]) {
    this.#instance = instance;
    this.#readers = readers;
  }

  /**
   * Opens or creates the file. Rejects with the errors of {@link openFailure}.
   * @param temporaryFolder where DuckDB spills to
   */
  static async open(file: string, temporaryFolder: string): Promise<Database> {
    try {
      const instance = await DuckDBInstance.create(file, {
        ...memorySettings(temporaryFolder),
        ...FREED_MEMORY,
        threads: queryThreads(),
        checkpoint_threshold: WRITTEN_AHEAD,
        storage_compatibility_version: STORAGE.writes,
        // Nothing is loaded from the network, ever, nor what another program put into the user's folder of extensions.
        autoinstall_known_extensions: 'false',
        autoload_known_extensions: 'false',
      });
      // The file is locked, so the process that spilled to it before is gone: one that is killed leaves its spill behind.
      await rm(temporaryFolder, { recursive: true, force: true });
      const readers: Connection[] = [];
      for (let index = 0; index < READERS; index += 1) readers.push(new Connection(await instance.connect()));
      return new Database(instance, readers);
    } catch (error) {
      throw openFailure(file, error);
    }
  }

  /** A connection for queries, shared in turn. Never start a transaction on it. */
  get reader(): Connection {
    this.#next = (this.#next + 1) % this.#readers.length;
    const reader = this.#readers[this.#next];
    if (reader === undefined) throw new Error('The store is closed.');
    return reader;
  }

  /**
   * A connection of one's own, for writing and for temporary tables. Close it.
   * @param turn waited for before each of its statements
   */
  async connect(turn?: () => Promise<void>): Promise<Connection> {
    return new Connection(await this.#instance.connect(), turn);
  }

  /**
   * Gives memory back where much of the file was read: DuckDB would keep all of it, up to its limit. To be called while nothing is
   * asked or written, for the limit is lower for a moment.
   * @param keptMb what is kept, at least
   */
  async giveMemoryBack(keptMb = KEPT_MB): Promise<void> {
    const row = await this.reader.row('SELECT sum(memory_usage_bytes) AS bytes FROM duckdb_memory()');
    if (Number(row?.bytes) <= keptMb * MB) return;
    const back = `SET memory_limit = '${memoryLimitText()}'`;
    // It lets go of what is above a new limit. Where something is in use after all it refuses, and all stays as it was.
    await this.reader.run(`SET memory_limit = '${keptMb}MB'; ${back}`).catch(() => this.reader.run(back));
  }

  /** Ends what its readers answer, and lets go of the file. */
  async close(): Promise<void> {
    await Promise.all(this.#readers.splice(0).map((reader) => reader.close()));
    this.#instance.closeSync();
  }
}

/** Undefined where there is nothing to bind: such a statement need not be prepared, which takes a tenth of its time. */
function bind(parameters: Parameters): DuckDBValue[] | Record<string, DuckDBValue> | undefined {
  if (isList(parameters) && parameters.length === 0) return undefined;
  if (isList(parameters)) return parameters.map((value) => value ?? null);
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, value ?? null]));
}

function isList(parameters: Parameters): parameters is readonly Parameter[] {
  return Array.isArray(parameters);
}

function cell(value: DuckDBValue): Cell {
  if (typeof value === 'bigint') return Number(value);
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  return String(value);
}

/** As {@link cell}, with a text for what a double cannot hold exactly and what JSON has no number for. */
function exactCell(value: DuckDBValue): Cell {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof DuckDBDecimalValue) return value.width <= EXACT_DIGITS ? value.toDouble() : value.toString();
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return cell(value);
}

/** Every decimal of so many digits comes back from a double as it was. */
const EXACT_DIGITS = 15;
