/** Temporary tables of an ingest session that are filled row by row: entities, blocks, gaps, problems. */
import type { DuckDBAppender } from '@duckdb/node-api';
import type { Connection } from './database.ts';

export type StagedCell = string | number | bigint | boolean | undefined;

export type ColumnType = 'BIGINT' | 'BOOLEAN' | 'DOUBLE' | 'INTEGER' | 'SMALLINT' | 'UBIGINT' | 'VARCHAR';

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
