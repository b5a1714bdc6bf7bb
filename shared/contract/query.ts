/** A query of the user's own, in SQL, over the views of docs/store.md. It reads and can do nothing else. */
import { z } from 'zod';
import { QUERY_LIMITS } from '../query-limits.ts';
import { core, epochMillis, inWorkspace, nothing, store } from './define.ts';
import { exportFormat } from './exports.ts';

const { rows, seconds, characters } = QUERY_LIMITS;

/** Numbers that a double cannot hold exactly, dates, times, lists and the like are texts as SQL writes them. */
const queryCell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type QueryCell = z.infer<typeof queryCell>;

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

const queryHistory = z.array(z.object({ sql: z.string(), at: epochMillis }));
/** Newest first. */
export type QueryHistory = z.infer<typeof queryHistory>;

const token = z.string().min(1).max(100);

export const queryCalls = {
  /**
   * Errors: `query_refused` (it does something else than to read what it may), `query_wrong` (DuckDB's words), both with the
   * `offset` of what is wrong in their details where it is known, `query_too_long`,
   * `query_too_large`, `queries_running`, `cancelled`. No area is named: it is asked again when the user says so.
   */
  'query.run': store([]).query(
    inWorkspace.extend({
      sql: sqlText,
      /** Values of `$name` in the text. */
      parameters: z.record(z.string().max(100), queryCell).optional(),
      limit: z.number().int().min(1).max(rows.most).default(rows.usual),
      seconds: z.number().min(0.1).max(seconds.most).default(seconds.usual),
      /** Names it for `query.cancel`. */
      token: token.optional(),
    }),
    queryAnswer,
  ),
  /** Ends a query that runs; nothing happens where it does not. */
  'query.cancel': store([]).command(inWorkspace.extend({ token }), nothing),
  /**
   * Writes all rows into a file, where the user chooses or into the data folder. Errors as `query.run`. Answers nothing when the
   * user changed their mind.
   */
  'query.export': core([]).command(
    inWorkspace.extend({
      sql: sqlText,
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
  'query.remember': store([]).command(inWorkspace.extend({ sql: sqlText }), nothing),
};
