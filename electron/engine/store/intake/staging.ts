/** Tables that are filled row by row: temporary ones of an ingest session, and those of the store. */
import type { DuckDBAppender } from '@duckdb/node-api';
import type { Connection } from '../database.ts';

/** Names and types, in the order of the table. */
export type ColumnList = readonly (readonly [name: string, type: ColumnType])[];

export type StagedCell = string | number | bigint | boolean | undefined;

export type ColumnType = 'BIGINT' | 'BOOLEAN' | 'DOUBLE' | 'INTEGER' | 'SMALLINT' | 'UBIGINT' | 'VARCHAR';

/** A temporary table that is filled row by row: entities, blocks, gaps. Made when its first row comes. */
export class RowStage {
  readonly name: string;
  readonly #connection: Connection;
  readonly #columns: ColumnList;
  #appender: DuckDBAppender | undefined;
  #count = 0;

  constructor(connection: Connection, name: string, columns: ColumnList) {
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
    if (this.#appender === undefined) return;
    appendRow(this.#appender, this.#columns, row);
    this.#count += 1;
  }

  close(): void {
    this.#appender?.closeSync();
  }
}

/** Appends rows to a table of the store, whose columns these are, all of them. */
export async function appendRows(
  connection: Connection,
  table: string,
  columns: ColumnList,
  rows: Iterable<readonly StagedCell[]>,
): Promise<void> {
  const appender = await connection.raw.createAppender(table);
  for (const row of rows) appendRow(appender, columns, row);
  appender.closeSync();
}

function appendRow(appender: DuckDBAppender, columns: ColumnList, row: readonly StagedCell[]): void {
  for (let index = 0; index < columns.length; index += 1) {
    const type = columns[index]?.[1];
    if (type !== undefined) appendCell(appender, type, row[index]);
  }
  appender.endRow();
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
