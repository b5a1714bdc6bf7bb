/**
 * The temporary tables of one ingest session. Readings go from the reader's typed arrays into DuckDB's column vectors
 * as they are; nothing is done per row in JavaScript except the few sums that describe a block.
 */
import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  type DuckDBAppender,
  DuckDBDataChunk,
  type DuckDBType,
  INTEGER,
  SMALLINT,
  TINYINT,
  UBIGINT,
  UINTEGER,
  UTINYINT,
  VARCHAR,
} from '@duckdb/node-api';
import type { ReadingColumns } from '../ingest/feed.ts';
import type { Connection } from './database.ts';

/** DuckDB's vector size: rows of one chunk. */
const VECTOR_ROWS = 2048;

type Column = Exclude<keyof ReadingColumns, 'count' | 'scaled'>;

/** Columns of the staged readings, in the order of the table. */
const READING_COLUMNS: readonly [Column, string, DuckDBType][] = [
  ['block', 'block INTEGER', INTEGER],
  ['start', 'start BIGINT', BIGINT],
  ['duration', 'duration UINTEGER', UINTEGER],
  ['implicitTime', 'implicit UTINYINT', UTINYINT],
  ['ordinal', 'ordinal INTEGER', INTEGER],
  ['value', 'value BIGINT', BIGINT],
  ['hasValue', 'has_value UTINYINT', UTINYINT],
  ['valueScale', 'value_scale TINYINT', TINYINT],
  ['cost', 'cost BIGINT', BIGINT],
  ['hasCost', 'has_cost UTINYINT', UTINYINT],
  ['costScale', 'cost_scale TINYINT', TINYINT],
  ['quality', 'quality SMALLINT', SMALLINT],
  ['tou', 'tou SMALLINT', SMALLINT],
  ['tier', 'tier SMALLINT', SMALLINT],
  ['cpp', 'cpp SMALLINT', SMALLINT],
];

interface TypedColumn {
  set(source: ArrayLike<number> | ArrayLike<bigint>, offset: number): void;
}

/** Appends columns of readings, 2,048 rows at a time. */
export class ReadingStage {
  readonly #appender: DuckDBAppender;
  readonly #chunk = DuckDBDataChunk.create(READING_COLUMNS.map(([, , type]) => type));
  #rows = 0;

  private constructor(appender: DuckDBAppender) {
    this.#appender = appender;
    this.#fresh();
  }

  static async create(connection: Connection): Promise<ReadingStage> {
    await connection.run(`CREATE TEMP TABLE st_readings (${READING_COLUMNS.map(([, sql]) => sql).join(', ')})`);
    return new ReadingStage(await connection.raw.createAppender('st_readings'));
  }

  append(columns: ReadingColumns): void {
    let from = 0;
    while (from < columns.count) {
      const take = Math.min(columns.count - from, VECTOR_ROWS - this.#rows);
      for (const [index, [name]] of READING_COLUMNS.entries()) {
        this.#items(index).set(columns[name].subarray(from, from + take), this.#rows);
      }
      this.#rows += take;
      from += take;
      if (this.#rows === VECTOR_ROWS) this.#send();
    }
  }

  finish(): void {
    if (this.#rows > 0) this.#send();
    this.#appender.closeSync();
  }

  #send(): void {
    // In this order: setting the row count makes the chunk forget its vectors.
    for (const index of READING_COLUMNS.keys()) this.#chunk.getColumnVector(index).flush();
    this.#chunk.rowCount = this.#rows;
    this.#appender.appendDataChunk(this.#chunk);
    this.#fresh();
  }

  #fresh(): void {
    this.#chunk.reset();
    this.#chunk.rowCount = VECTOR_ROWS;
    this.#rows = 0;
  }

  #items(index: number): TypedColumn {
    // `items` is the vector's own typed array; the package declares it private but offers no other bulk write.
    return (this.#chunk.getColumnVector(index) as unknown as { items: TypedColumn }).items;
  }
}

export type StagedCell = string | number | bigint | boolean | undefined;

const SQL_TYPES = { BIGINT, BOOLEAN, DOUBLE, INTEGER, SMALLINT, UBIGINT, VARCHAR } as const;
export type ColumnType = keyof typeof SQL_TYPES;

/** A temporary table that is filled row by row: entities, blocks, gaps. Made when its first row comes. */
export class RowStage {
  readonly name: string;
  readonly #connection: Connection;
  readonly #columns: readonly (readonly [string, ColumnType])[];
  #appender: DuckDBAppender | undefined;
  #count = 0;

  constructor(connection: Connection, name: string, columns: readonly (readonly [string, ColumnType])[]) {
    this.#connection = connection;
    this.name = name;
    this.#columns = columns;
  }

  get count(): number {
    return this.#count;
  }

  /** Makes the table although no row has come. */
  async create(): Promise<void> {
    if (this.#appender !== undefined) return;
    const columns = this.#columns.map(([name, type]) => `"${name}" ${type}`).join(', ');
    await this.#connection.run(`CREATE TEMP TABLE ${this.name} (${columns})`);
    this.#appender = await this.#connection.raw.createAppender(this.name);
  }

  async append(row: readonly StagedCell[]): Promise<void> {
    if (this.#appender === undefined) await this.create();
    const appender = this.#appender;
    if (appender === undefined) return;
    for (const [index, [, type]] of this.#columns.entries()) appendCell(appender, type, row[index]);
    appender.endRow();
    this.#count += 1;
  }

  /** Makes all rows visible to queries. */
  flush(): void {
    this.#appender?.flushSync();
  }

  close(): void {
    this.#appender?.closeSync();
  }
}

function appendCell(appender: DuckDBAppender, type: ColumnType, value: StagedCell): void {
  if (value === undefined) appender.appendNull();
  else APPEND[type](appender, value);
}

type Append = (appender: DuckDBAppender, value: NonNullable<StagedCell>) => void;

const APPEND: Readonly<Record<ColumnType, Append>> = {
  VARCHAR: (appender, value) => appender.appendVarchar(String(value)),
  BOOLEAN: (appender, value) => appender.appendBoolean(value === true),
  INTEGER: (appender, value) => appender.appendInteger(Number(value)),
  SMALLINT: (appender, value) => appender.appendSmallInt(Number(value)),
  DOUBLE: (appender, value) => appender.appendDouble(Number(value)),
  BIGINT: (appender, value) => appender.appendBigInt(toBigInt(value)),
  UBIGINT: (appender, value) => appender.appendUBigInt(toBigInt(value)),
};

function toBigInt(value: StagedCell): bigint {
  return typeof value === 'bigint' ? value : BigInt(Math.trunc(Number(value)));
}
