/**
 * Queries of the user's own over the views of docs/store.md: `facts.ts` brings up to date what these views need, `guard.ts` and
 * `functions.ts` say what a query may be made of, `run.ts` runs it, `watch.ts` ends it.
 */
import path from 'node:path';
import { QUERY_LIMITS } from '#shared/query-limits.ts';
import type { SomeHandlers } from '../context.ts';
import { Writer } from '../export/writer.ts';
import type { Store } from '../store.ts';
import { reading } from './run.ts';

export { FactsOfViews } from './facts.ts';

/** Rows of an answer, where nobody says how many. */
const ROWS = QUERY_LIMITS.rows.usual;

/** What ends the queries that run, by their tokens. */
const running = new WeakMap<Store, Map<string, AbortController>>();

export const queryHandlers = {
  'query.run': async ({ workspace, sql, parameters = {}, limit = ROWS, seconds, token }, context) => {
    const store = context.store(workspace);
    const cancel = new AbortController();
    const tokens = running.get(store) ?? new Map<string, AbortController>();
    running.set(store, tokens);
    if (token !== undefined) tokens.set(token, cancel);
    try {
      const signal = AbortSignal.any([context.signal, cancel.signal]);
      return await reading({ store, sql, seconds, signal }, async (connection, query, took) => ({
        ...(await connection.head(query, parameters, limit)),
        took: took(),
      }));
    } finally {
      if (token !== undefined && tokens.get(token) === cancel) tokens.delete(token);
    }
  },
  'query.cancel': ({ workspace, token }, context) => {
    running.get(context.store(workspace))?.get(token)?.abort();
    return undefined;
  },
  'query.write': async ({ workspace, sql, folder, name, format, rawText = false, seconds }, context) => {
    const asked = { store: context.store(workspace), sql, seconds, signal: context.signal };
    return await reading(asked, async (connection, query) => {
      const options = { format, metadata: { program: 'Meterscope', query }, defused: format === 'csv' && !rawText };
      // Names that come twice are told apart in a query of their own. A comment at the end must not take the bracket.
      const { rows } = await new Writer(connection, folder, options).table(name, `SELECT * FROM (${query}\n)`);
      return { file: path.join(folder, `${name}.${format}`), rows };
    });
  },
} satisfies SomeHandlers;
