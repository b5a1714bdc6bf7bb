/** Files of an export: COPY by COPY into Parquet, or into one CSV or JSON file. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type CsvForm, defusedSql, PLAIN_NUMBER } from '#shared/csv.ts';
import type { Connection, Parameters } from '../database.ts';
import { number, text } from '../row.ts';
import { sqlName, sqlText } from '../sql-text.ts';
import type { Format } from './sql.ts';

/** Rows that a thread compresses together. */
const ROW_GROUP = 122_880;

/** Texts that are amounts as they were sent: a spreadsheet would take the point of one for that of thousands. */
const AS_SENT: ReadonlySet<string> = new Set(['raw_value', 'raw_amount']);

export interface WriterOptions {
  format: Format;
  /** Key-value metadata of each Parquet file. */
  metadata: Readonly<Record<string, string>>;
  /** CSV gets the texts without what a spreadsheet would run. */
  defused: boolean;
  /** Separator and decimal sign of CSV: `,` and `.` where undefined. */
  csv?: CsvForm | undefined;
}

export class Writer {
  readonly #connection: Connection;
  readonly #folder: string;
  readonly #options: WriterOptions;

  constructor(connection: Connection, folder: string, options: WriterOptions) {
    this.#connection = connection;
    this.#folder = folder;
    this.#options = options;
  }

  /** A table in a file of its own; answers its rows and its columns. @param values of `$name` in the query */
  async table(name: string, query: string, values?: Parameters): Promise<{ rows: number; columns: string[] }> {
    const columns = await this.#connection.rows(`DESCRIBE ${query}`, values);
    const texts = columns
      .filter(({ column_type: type }) => type === 'VARCHAR')
      .map((row) => sqlName(text(row.column_name)));
    const replaced = texts.map((column) => `${defusedSql(column)} AS ${column}`).join(', ');
    const safe = this.#options.defused && texts.length > 0 ? `SELECT * REPLACE (${replaced}) FROM (${query})` : query;
    const file = path.join(this.#folder, `${name}.${this.#options.format}`);
    const rows = await this.#copy(safe, file, true, values);
    return { rows, columns: columns.map((row) => text(row.column_name)) };
  }

  /** A file of a Parquet data set, `name` with slashes; answers its rows. */
  async part(name: string, query: string): Promise<number> {
    const file = path.join(this.#folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    return await this.#copy(query, file, true);
  }

  /** Appends to a CSV or JSON file; answers the rows that were added. */
  async append(name: string, query: string, first: boolean): Promise<number> {
    const part = path.join(this.#folder, `${name}.part`);
    const rows = await this.#copy(query, part, first);
    await pipeline(
      createReadStream(part),
      createWriteStream(path.join(this.#folder, `${name}.${this.#options.format}`), { flags: 'a' }),
    );
    await rm(part);
    return rows;
  }

  async #copy(query: string, target: string, header: boolean, values?: Parameters): Promise<number> {
    const { format, metadata, csv } = this.#options;
    const keys = Object.entries(metadata).map(([key, value]) => `${key}: ${sqlText(value)}`);
    const options = {
      parquet: `FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${ROW_GROUP}, KV_METADATA {${keys.join(', ')}}`,
      csv: `FORMAT csv, HEADER ${header}, DELIMITER ${sqlText(csv?.separator ?? ',')}`,
      json: 'FORMAT json',
    }[format];
    const written = format === 'csv' && csv?.decimal === ',' ? await this.#withCommas(query, values) : query;
    const row = await this.#connection.row(`COPY (${written}) TO ${sqlText(target)} (${options})`, values);
    return number(row?.Count);
  }

  /** The query with a decimal comma in its numbers that may have decimals. */
  async #withCommas(query: string, values?: Parameters): Promise<string> {
    const columns = await this.#connection.rows(`DESCRIBE ${query}`, values);
    const replaced = columns.flatMap(({ column_name, column_type }) => {
      const [name, column] = [text(column_name), sqlName(text(column_name))];
      const comma = `replace(${column}::VARCHAR, '.', ',')`;
      if (/^(DOUBLE|FLOAT|DECIMAL)/.test(text(column_type))) return [`${comma} AS ${column}`];
      if (!AS_SENT.has(name)) return [];
      return [
        `CASE WHEN regexp_full_match(${column}::VARCHAR, '${PLAIN_NUMBER}') THEN ${comma} ELSE ${column}::VARCHAR END AS ${column}`,
      ];
    });
    return replaced.length === 0 ? query : `SELECT * REPLACE (${replaced.join(', ')}) FROM (${query})`;
  }
}
