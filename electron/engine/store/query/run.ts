/**
 * Running a query of the user's own. Four things keep it to reading: its parts are judged (`guard.ts`) before DuckDB binds it, it is
 * one statement that selects or explains, its transaction is read-only, and its connection is its own. It cannot be kept from files by
 * DuckDB's `enable_external_access`: that is one for the whole file, and exports write where the user chose.
 */
import type { QueryParameters } from '#shared/contract/query.ts';
import { AppError } from '#shared/errors.ts';
import { QUERY_LIMITS } from '#shared/query-limits.ts';
import { engineFailure } from '../../failure.ts';
import { type Connection, memoryLimit } from '../database.ts';
import { text } from '../row.ts';
import type { Store } from '../store.ts';
import { beginOnViews } from './facts.ts';
import { type Readable, refusalOf } from './guard.ts';
import { mistakeIn, placeOf } from './mistake.ts';
import { type Stop, Watch } from './watch.ts';

export interface Asked {
  store: Store;
  sql: string;
  /** Values of `$name` in it; what it does not name is left out. */
  parameters?: QueryParameters | undefined;
  seconds: number | undefined;
  signal: AbortSignal;
  /** Gets the connection that it runs on, for as long as it does. */
  onConnection?: ((connection: Connection) => void) | undefined;
}

/** A query that was judged. */
export interface Judged {
  /** Its text, without a semicolon behind it. */
  sql: string;
  /** Values of all its parameters, by the names that it has for them. */
  values: QueryParameters;
}

/** Each takes a thread of those that all statements share (`host/child-settings.ts`), for as long as it runs. */
const MOST_AT_ONCE = 4;

/**
 * Runs `work` on a connection on which `sql`, which was judged, reads what is there at this moment.
 * @param work gets what there is to run, and how long it has taken so far (milliseconds)
 * @throws AppError `query_refused` and `query_wrong` (with the `offset` of what is wrong in the text, where it is known), `query_value_missing`, `query_too_long`, `query_too_large`, `queries_running`, `cancelled`
 */
export async function reading<T>(
  { store, sql, parameters = {}, seconds = QUERY_LIMITS.seconds.usual, signal, onConnection }: Asked,
  work: (connection: Connection, query: Judged, took: () => number) => Promise<T>,
): Promise<T> {
  if (store.readsUnderWay >= MOST_AT_ONCE) {
    throw new AppError({
      code: 'queries_running',
      message: `${MOST_AT_ONCE} queries are running already.`,
      action: 'Wait until one of them is done, or cancel it.',
    });
  }
  return await store.read(async (closing) => {
    const connection = await store.database.connect();
    const bounds = { seconds, memory: memoryLimit(), signal: AbortSignal.any([signal, closing]) };
    const watch = new Watch(connection, bounds);
    try {
      // The clock of the computer must not decide what a time with a zone reads as, in a table, a chart or a file, nor which day is today.
      await connection.run("SET schema = 'v1'; SET TimeZone = 'UTC'");
      await connection.reckonProgress();
      onConnection?.(connection);
      await beginOnViews(connection, store, 'BEGIN TRANSACTION READ ONLY');
      const named = await judge(connection, sql);
      const query = { sql: sql.replace(/[;\s]+$/, ''), values: valuesOf(named, parameters) };
      return await work(connection, query, () => watch.took);
    } catch (error) {
      throw failureOf(error, watch.stopped, sql);
    } finally {
      watch.end();
      await connection.close();
    }
  });
}

/** EXPLAIN says nothing but how its query would be run, or runs it. */
const EXPLAIN = /^\s*EXPLAIN\s+(ANALYZE\s+)?/i;

/** The names of the parameters of a query, as {@link reading} needs them; undefined where it cannot be parsed. */
export async function parametersOf(connection: Connection, sql: string): Promise<string[] | undefined> {
  if (sql.includes('\0')) return undefined;
  return namesIn(await treeOf(connection, sql.replace(EXPLAIN, '')));
}

/** Answers the names of its parameters. @throws AppError `query_refused` */
async function judge(connection: Connection, sql: string): Promise<string[]> {
  // DuckDB would end there, and its parser in SQL would not.
  if (sql.includes('\0')) throw refused('It has a NUL character.');
  const explain = EXPLAIN.exec(sql)?.[0] ?? '';
  const tree = await treeOf(connection, sql.slice(explain.length));
  const refusal = refusalOf(tree, await readableIn(connection));
  if (refusal === undefined) return namesIn(tree) ?? [];
  const at = positionIn(tree);
  if (at === undefined) throw refused(refusal);
  const offset = explain.length + at;
  throw refused(`${refusal} (${placeOf(sql, offset)})`, { offset });
}

function refused(why: string, details?: { offset: number }): AppError {
  return new AppError({
    code: 'query_refused',
    message: `This query cannot be run: ${why}`,
    action: 'A query is one SELECT over the views and tables of the workspace; docs/store.md lists them.',
    details,
  });
}

/** In their order. The parser knows what is a parameter, and what only looks like one in a text or a comment. */
function namesIn(tree: unknown): string[] | undefined {
  const { error, statements } = tree as ParsedSql; // json_serialize_sql made it
  if (error) return undefined;
  return (statements ?? [])
    .flatMap(({ named_param_map: map = [] }) => map)
    .toSorted((a, b) => a.value - b.value)
    .map(({ key }) => key);
}

interface ParsedSql {
  error: boolean;
  statements?: { named_param_map?: { key: string; value: number }[] }[];
}

/** @throws AppError `query_value_missing` */
function valuesOf(named: readonly string[], given: QueryParameters): QueryParameters {
  // To DuckDB $From and $from are the same.
  const byName = new Map(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
  const missing = named.filter((name) => !byName.has(name.toLowerCase()));
  if (missing.length > 0) {
    throw new AppError({
      code: 'query_value_missing',
      message: `The query needs a value for ${missing.map((name) => `$${name}`).join(', ')}.`,
      action: 'Give it one, or write the value into the query.',
      details: { parameters: missing },
    });
  }
  return Object.fromEntries(named.map((name) => [name, byName.get(name.toLowerCase()) ?? null]));
}

/** Where the parser stopped, in characters. */
function positionIn(tree: unknown): number | undefined {
  if (typeof tree !== 'object' || tree === null || !('position' in tree)) return undefined;
  const at = Number(tree.position);
  return Number.isSafeInteger(at) ? at : undefined;
}

async function treeOf(connection: Connection, sql: string): Promise<unknown> {
  const row = await connection.row('SELECT json_serialize_sql(?::VARCHAR)::VARCHAR AS tree', [sql]);
  return JSON.parse(text(row?.tree));
}

async function readableIn(connection: Connection): Promise<Readable> {
  const rows = await connection.rows(
    `SELECT lower(schema_name || '.' || table_name) AS name, lower(table_name) AS reserved, internal FROM (
       SELECT schema_name, table_name, internal FROM duckdb_tables() WHERE database_name = current_database()
       UNION ALL SELECT schema_name, view_name, internal FROM duckdb_views() WHERE internal OR database_name = current_database())`,
  );
  const [internal, own] = [rows.filter((row) => row.internal === true), rows.filter((row) => row.internal !== true)];
  return {
    relations: new Set(own.map(({ name }) => text(name))),
    reserved: new Set(
      internal.filter(({ name }) => /^(main|pg_catalog)\./.test(text(name))).map(({ reserved }) => text(reserved)),
    ),
  };
}

const STOPPED: Readonly<Record<Stop, { code: string; message: string; action?: string }>> = {
  cancelled: { code: 'cancelled', message: 'The query was cancelled.' },
  time: {
    code: 'query_too_long',
    message: 'The query took longer than allowed.',
    action: 'Narrow it down to fewer meters or a shorter time, or give it more time.',
  },
  memory: {
    code: 'query_too_large',
    message: 'The query took more memory than allowed.',
    action: 'Narrow it down to fewer meters or a shorter time, or group less finely.',
  },
};

function failureOf(thrown: unknown, stopped: Stop | undefined, sql: string): AppError {
  if (thrown instanceof AppError) return thrown;
  if (stopped !== undefined) return new AppError(STOPPED[stopped], { cause: thrown });
  const said = thrown instanceof Error ? thrown.message : String(thrown);
  if (/^Out of Memory Error/.test(said)) return new AppError(STOPPED.memory, { cause: thrown });
  const known = engineFailure(thrown);
  if (known.code !== 'unexpected') return known;
  const offset = mistakeIn(sql, said);
  // What DuckDB says of a text is for who wrote it.
  return new AppError(
    {
      code: 'query_wrong',
      message: said,
      action: 'Change the query, then run it again.',
      details: offset === undefined ? undefined : { offset },
    },
    { cause: thrown },
  );
}
