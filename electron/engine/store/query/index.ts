/**
 * Queries of the user's own over the views of docs/store.md: `facts.ts` brings up to date what these views need, `guard.ts` and
 * `functions.ts` say what a query may be made of, `run.ts` runs it, `watch.ts` ends it, and `chart/` draws what came of it.
 */
import path from 'node:path';
import { QUERY_LIMITS } from '#shared/query-limits.ts';
import type { SomeHandlers } from '../context.ts';
import type { Connection } from '../database.ts';
import { Writer } from '../export/writer.ts';
import type { Store } from '../store.ts';
import { drawChart } from './chart/index.ts';
import { historyOf, remember } from './history.ts';
import { parametersOf, reading } from './run.ts';
import { viewsOf } from './views.ts';

export { FactsOfViews } from './facts.ts';

/** Rows of an answer, where nobody says how many. */
const ROWS = QUERY_LIMITS.rows.usual;

/** A query that runs and has a token. */
interface Running {
  cancel: AbortController;
  connection?: Connection;
}

/** The queries that run, by their tokens. */
const running = new WeakMap<Store, Map<string, Running>>();

/** Does what `query.cancel` with this token ends and `query.progress` asks after, if it has one. */
async function cancellable<T>(
  store: Store,
  token: string | undefined,
  called: AbortSignal,
  work: (signal: AbortSignal, onConnection?: (connection: Connection) => void) => Promise<T>,
): Promise<T> {
  if (token === undefined) return await work(called);
  const own: Running = { cancel: new AbortController() };
  const tokens = running.get(store) ?? new Map<string, Running>();
  running.set(store, tokens);
  tokens.set(token, own);
  try {
    return await work(AbortSignal.any([called, own.cancel.signal]), (connection) => {
      own.connection = connection;
    });
  } finally {
    if (tokens.get(token) === own) tokens.delete(token);
  }
}

export const queryHandlers = {
  'query.run': async ({ workspace, sql, parameters, limit = ROWS, seconds, token }, context) => {
    const store = context.store(workspace);
    return await cancellable(store, token, context.signal, (signal, onConnection) =>
      reading({ store, sql, parameters, seconds, signal, onConnection }, async (connection, query, took) => ({
        ...(await connection.head(query.sql, query.values, limit)),
        took: took(),
      })),
    );
  },
  'query.chart': async ({ workspace, sql, parameters, wish, width, seconds, token }, context) => {
    const store = context.store(workspace);
    return await cancellable(store, token, context.signal, (signal, onConnection) =>
      reading({ store, sql, parameters, seconds, signal, onConnection }, async (connection, query, took) => ({
        ...(await drawChart(connection, query, { wish, width })),
        took: took(),
      })),
    );
  },
  'query.progress': ({ workspace, token }, context) => {
    const share = running.get(context.store(workspace))?.get(token)?.connection?.share;
    return share === undefined ? {} : { share };
  },
  'query.cancel': ({ workspace, token }, context) => {
    running.get(context.store(workspace))?.get(token)?.cancel.abort();
    return undefined;
  },
  'query.views': ({ workspace }, context) => viewsOf(context.store(workspace).database.reader),
  'query.history': ({ workspace }, context) => historyOf(context.store(workspace).database.reader),
  'query.remember': async ({ workspace, sql, parameters }, context) => {
    await remember(context.store(workspace), { sql, parameters, at: Date.now() });
    return undefined;
  },
  'query.parameters': ({ workspace, sql }, context) => parametersOf(context.store(workspace).database.reader, sql),
  'query.write': async (
    { workspace, sql, parameters, folder, name, format, rawText = false, seconds, token },
    context,
  ) => {
    const store = context.store(workspace);
    return await cancellable(store, token, context.signal, (signal, onConnection) =>
      reading({ store, sql, parameters, seconds, signal, onConnection }, async (connection, query) => {
        const { values } = query;
        const metadata = { program: 'Meterscope', query: query.sql, parameters: JSON.stringify(values) };
        const options = { format, metadata, defused: format === 'csv' && !rawText };
        // Names that come twice are told apart in a query of their own. A comment at the end must not take the bracket.
        const { rows } = await new Writer(connection, folder, options).table(
          name,
          `SELECT * FROM (${query.sql}\n)`,
          values,
        );
        return { file: path.join(folder, `${name}.${format}`), rows };
      }),
    );
  },
} satisfies SomeHandlers;
