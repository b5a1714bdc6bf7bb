/** SQL that the parts of an export share. */
import { type CodeList, codeLabel } from '#shared/espi/code-lists.ts';
import { type Clock, offsetSegments } from '#shared/time/index.ts';
import type { Connection, Parameter } from '../database.ts';
import { number } from '../row.ts';
import { sqlText } from '../sql-text.ts';

export type Format = 'parquet' | 'csv' | 'json';

/** Times that a timestamp of four digits for the year can show: years 1 to 9999. Others are kept in seconds only. */
const SHOWN = 'BETWEEN -62135596800 AND 253402300799';

/** Macros on a connection: numbers in their unit, and instants (epoch seconds) as text or as what Parquet has for them. */
export async function createMacros(connection: Connection, format: Format): Promise<void> {
  const macros = [
    'scaled_to(v, p) AS CASE WHEN p < 0 THEN v / pow(10.0, -p) ELSE v * pow(10.0, p) END',
    `clock_at(s) AS CASE WHEN s ${SHOWN} THEN make_timestamp(s * 1000000) END`,
    `utc_text(s) AS strftime(clock_at(s), '%Y-%m-%dT%H:%M:%SZ')`,
    format === 'parquet'
      ? `utc(s) AS CASE WHEN s ${SHOWN} THEN to_timestamp(s) END`
      : `utc(s) AS strftime(clock_at(s), '%Y-%m-%dT%H:%M:%SZ')`,
  ];
  for (const macro of macros) await connection.run(`CREATE OR REPLACE TEMP MACRO ${macro}`);
}

/** SQL of the local time of `start` (epoch seconds from `from` to `to`) by a clock, with its offset: 2025-11-02T01:30:00-07:00. */
export function localText(clock: Clock, start: string, from: number, to: number): string {
  const offset = byOffset(clock, start, from, to, (seconds) => String(seconds));
  const ending = byOffset(clock, start, from, to, (seconds) => sqlText(offsetText(seconds)));
  return `strftime(clock_at(${start} + ${offset}), '%Y-%m-%dT%H:%M:%S') || ${ending}`;
}

/** SQL of the offset of a clock at `start`, in seconds or whatever `as` makes of them. */
export function byOffset(
  clock: Clock,
  start: string,
  from: number,
  to: number,
  as: (seconds: number) => string = String,
): string {
  const segments = offsetSegments(clock, from, to);
  const [first, ...later] = segments;
  const otherwise = as(first?.offset ?? 0);
  if (later.length === 0) return otherwise;
  const cases = later.toReversed().map((segment) => `WHEN ${start} >= ${segment.from} THEN ${as(segment.offset)}`);
  return `CASE ${cases.join(' ')} ELSE ${otherwise} END`;
}

/** `-07:00`, `+09:30`. */
export function offsetText(seconds: number): string {
  const minutes = Math.round(Math.abs(seconds) / 60);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${seconds < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** SQL of the words for the codes of a column of a table: `CASE b.currency WHEN 36 THEN 'AUD' ... END`. */
export async function codeWords(
  connection: Connection,
  list: CodeList,
  table: string,
  column: string,
): Promise<string> {
  const rows = await connection.rows(`SELECT DISTINCT ${column} AS code FROM ${table} WHERE ${column} IS NOT NULL`);
  const words = rows.map(({ code }) => `WHEN ${number(code)} THEN ${sqlText(codeLabel(list, number(code)))}`);
  return words.length === 0 ? 'NULL::VARCHAR' : `CASE ${column} ${words.join(' ')} END`;
}

/** Rows that go into a temporary table with one statement. */
const BATCH = 2000;

/** Creates a temporary table from rows; `columns` are SQL types by name. */
export async function createTable(
  connection: Connection,
  table: string,
  columns: Record<string, string>,
): Promise<void> {
  const list = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${table} (${list.join(', ')})`);
}

/** Appends rows to a table of {@link createTable}. */
export async function insertRows<Columns extends Record<string, string>>(
  connection: Connection,
  table: string,
  columns: Columns,
  rows: readonly Record<keyof Columns & string, Exclude<Parameter, object>>[],
): Promise<void> {
  const cells = Object.entries(columns).map(([name, type]) => `(r->>'${name}')::${type}`);
  for (let at = 0; at < rows.length; at += BATCH) {
    await connection.run(`INSERT INTO ${table} SELECT ${cells.join(', ')} FROM (SELECT unnest(?::JSON::JSON[]) AS r)`, [
      JSON.stringify(rows.slice(at, at + BATCH)),
    ]);
  }
}
