/** A query of the user's own, in SQL, over the views of docs/store.md. It reads and can do nothing else. */
import { z } from 'zod';
import { QUERY_LIMITS } from '../query-limits.ts';
import { inWorkspace, nothing, store } from './define.ts';

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

const token = z.string().min(1).max(100);

export const queryCalls = {
  /**
   * Errors: `query_refused` (it does something else than to read what it may), `query_wrong` (DuckDB's words), `query_too_long`,
   * `query_too_large`, `queries_running`, `cancelled`. No area is named: it is asked again when the user says so.
   */
  'query.run': store([]).query(
    inWorkspace.extend({
      sql: z.string().min(1).max(characters),
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
};
