/** DuckDB, opened for a workspace's store: connections, rows as plain objects, transactions. */
import { type DuckDBConnection, DuckDBInstance, type DuckDBValue } from '@duckdb/node-api';
import { AppError } from '#shared/errors.ts';

/** A cell as plain JavaScript: DuckDB's 64-bit numbers become doubles (exact up to 2^53; cast to VARCHAR for more). */
export type Cell = string | number | boolean | null;
export type Row = Record<string, Cell>;
export type Parameter = DuckDBValue | undefined;
/** By position, or by name for `$name`. */
export type Parameters = readonly Parameter[] | Readonly<Record<string, Parameter>>;

/** Enough for charts, sorts and exports; what needs more goes to disk. */
const MEMORY_LIMIT = '192MB';
/** While a large feed is loaded: the memory budget of DESIGN section 7 leaves little beside the reader. */
const LOAD_MEMORY_LIMIT = '64MB';
const READERS = 3;

/** One connection: a query at a time. Statements that wait for it are queued by DuckDB itself. */
export class Connection {
  readonly raw: DuckDBConnection;

  constructor(raw: DuckDBConnection) {
    this.raw = raw;
  }

  /** Runs a statement; its rows, if any, are dropped. */
  async run(sql: string, parameters: Parameters = []): Promise<void> {
    await this.raw.run(sql, bind(parameters));
  }

  /** All rows of a query. */
  async rows(sql: string, parameters: Parameters = []): Promise<Row[]> {
    const reader = await this.raw.runAndReadAll(sql, bind(parameters));
    const names = reader.deduplicatedColumnNames();
    return reader.getRows().map((row) => {
      const object: Row = {};
      for (const [index, name] of names.entries()) object[name] = cell(row[index] ?? null);
      return object;
    });
  }

  /** The first row, or undefined. */
  async row(sql: string, parameters: Parameters = []): Promise<Row | undefined> {
    return (await this.rows(sql, parameters))[0];
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
      await this.run('ROLLBACK').catch(() => undefined); // DuckDB may have rolled back by itself
      throw error;
    }
  }

  close(): void {
    this.raw.closeSync();
  }
}

/** A store's file with a few connections for reading. Writers take a connection of their own. */
export class Database {
  readonly #instance: DuckDBInstance;
  readonly #readers: Connection[];
  #next = 0;
  #loads = 0;

  private constructor(instance: DuckDBInstance, readers: Connection[]) {
    this.#instance = instance;
    this.#readers = readers;
  }

  /** Opens or creates the file. Rejects with `store_locked` or `store_unreadable`. */
  static async open(file: string, temporaryFolder?: string): Promise<Database> {
    try {
      const instance = await DuckDBInstance.create(file, {
        memory_limit: MEMORY_LIMIT,
        // Older than the library, so that other DuckDB tools of the last years can open the file; has ZSTD.
        storage_compatibility_version: 'v1.2.0',
        // Nothing is loaded from the network, ever.
        autoinstall_known_extensions: 'false',
        ...(temporaryFolder === undefined ? {} : { temp_directory: temporaryFolder }),
      });
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

  /** A connection of one's own, for writing and for temporary tables. Close it. */
  async connect(): Promise<Connection> {
    return new Connection(await this.#instance.connect());
  }

  /** Much is read or written in one go: DuckDB is held to less memory until the last {@link endLoad}. */
  async beginLoad(): Promise<void> {
    this.#loads += 1;
    if (this.#loads === 1) await this.reader.run(`SET memory_limit = '${LOAD_MEMORY_LIMIT}'`);
  }

  async endLoad(): Promise<void> {
    this.#loads -= 1;
    if (this.#loads === 0) await this.reader.run(`SET memory_limit = '${MEMORY_LIMIT}'`);
  }

  close(): void {
    for (const reader of this.#readers.splice(0)) reader.close();
    this.#instance.closeSync();
  }
}

function bind(parameters: Parameters): DuckDBValue[] | Record<string, DuckDBValue> {
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

function openFailure(file: string, cause: unknown): AppError {
  const text = cause instanceof Error ? cause.message : String(cause);
  if (/lock/i.test(text)) {
    return new AppError(
      {
        code: 'store_locked',
        message: 'Another program has this workspace open.',
        action: 'Close the other Meterscope or DuckDB tool, then try again.',
        details: { file },
      },
      { cause },
    );
  }
  return new AppError(
    {
      code: 'store_unreadable',
      message: `The workspace's database could not be opened: ${text.split('\n')[0] ?? ''}`,
      action: 'Restore it from a backup, or move the file away to start with an empty workspace.',
      details: { file },
    },
    { cause },
  );
}
