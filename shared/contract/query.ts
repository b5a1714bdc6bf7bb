/** A query of the user's own, in SQL, over the views of docs/store.md. It reads and can do nothing else. */
import { z } from 'zod';
import { QUERY_LIMITS } from '../query-limits.ts';
import { core, epochMillis, inWorkspace, nothing, store } from './define.ts';
import { exportFormat } from './exports.ts';
import { chartWish, queryChart } from './query-chart.ts';

const { rows, seconds, characters } = QUERY_LIMITS;

/** Numbers that a double cannot hold exactly, dates, times, lists and the like are texts as SQL writes them. */
const queryCell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type QueryCell = z.infer<typeof queryCell>;

/** Values of `$name` in a query, by the names without the sign. Texts become what the query needs there: dates, numbers. */
export const queryParameters = z.record(z.string().max(100), queryCell);
export type QueryParameters = z.infer<typeof queryParameters>;

const queryAnswer = z.object({
  /** In their order; `type` is DuckDB's name of it. */
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  rows: z.array(z.array(queryCell)),
  /** There are more rows than were asked for. */
  more: z.boolean(),
  /** Milliseconds that it took. */
  took: z.number(),
});
export type QueryAnswer = z.infer<typeof queryAnswer>;

const sqlText = z.string().min(1).max(characters);

const queryViews = z.object({
  views: z.array(
    z.object({
      name: z.string(),
      /** What a row is. */
      row: z.string(),
      columns: z.array(z.object({ name: z.string(), type: z.string(), meaning: z.string() })),
    }),
  ),
  /** Names of the functions that a query may call. */
  functions: z.array(z.string()),
});
export type QueryViews = z.infer<typeof queryViews>;

const queryHistory = z.array(
  z.object({
    sql: z.string(),
    /** What it was run with last. */
    parameters: queryParameters.optional(),
    at: epochMillis,
  }),
);
/** Newest first. */
export type QueryHistory = z.infer<typeof queryHistory>;

const token = z.string().min(1).max(100);

export const queryCalls = {
  /**
   * Errors: `query_refused` (it does something else than to read what it may), `query_wrong` (DuckDB's words), both with the
   * `offset` of what is wrong in their details where it is known, `query_value_missing` (with the `parameters`), `query_too_long`,
   * `query_too_large`, `queries_running`, `cancelled`. No area is named: it is asked again when the user says so.
   */
  'query.run': store([]).query(
    inWorkspace.extend({
      sql: sqlText,
      parameters: queryParameters.optional(),
      limit: z.number().int().min(1).max(rows.most).default(rows.usual),
      seconds: z.number().min(0.1).max(seconds.most).default(seconds.usual),
      /** Names it for `query.cancel`. */
      token: token.optional(),
    }),
    queryAnswer,
  ),
  /**
   * Draws the whole result, whatever its size, reduced to what a picture `width` px wide can show. It runs the query once more.
   * Errors and bounds as `query.run`.
   */
  'query.chart': store([]).query(
    inWorkspace.extend({
      sql: sqlText,
      parameters: queryParameters.optional(),
      wish: chartWish,
      width: z.number().int().min(50).max(4000),
      seconds: z.number().min(0.1).max(seconds.most).default(seconds.usual),
      /** Names it for `query.cancel`. */
      token: token.optional(),
    }),
    queryChart,
  ),
  /** How much of a query that runs is done, 0 to 1, as DuckDB reckons; nothing where it does not know. */
  'query.progress': store([]).query(inWorkspace.extend({ token }), z.object({ share: z.number().optional() })),
  /** Ends a query that runs; nothing happens where it does not. */
  'query.cancel': store([]).command(inWorkspace.extend({ token }), nothing),
  /**
   * Writes all rows into a file, where the user chooses or into the data folder. Errors as `query.run`. Answers nothing when the
   * user changed their mind.
   */
  'query.export': core([]).command(
    inWorkspace.extend({
      sql: sqlText,
      parameters: queryParameters.optional(),
      format: exportFormat,
      /** Texts of a CSV file stay as they are, also where a spreadsheet would run them as a formula. */
      rawText: z.boolean().optional(),
      /** Names it for `query.cancel`. */
      token: token.optional(),
    }),
    z.object({ path: z.string(), rows: z.number() }).optional(),
  ),
  /** What there is to ask. */
  'query.views': store([]).query(inWorkspace, queryViews),
  /** The queries that were run here. */
  'query.history': store([]).query(inWorkspace, queryHistory),
  /** Keeps a query that was run. */
  'query.remember': store([]).command(
    inWorkspace.extend({ sql: sqlText, parameters: queryParameters.optional() }),
    nothing,
  ),
  /** The names of `$name` in a query, each once, in their order; nothing where it cannot be read as SQL, as while it is written. */
  'query.parameters': store([]).query(inWorkspace.extend({ sql: sqlText }), z.array(z.string()).optional()),
};
