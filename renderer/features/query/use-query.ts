/** A query that runs, and what came of it. One at a time: it is ended by another one, and when the screen is left. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { QueryAnswer, QueryParameters } from '#shared/contract/query.ts';
import { QUERY_LIMITS } from '#shared/query-limits.ts';
import { call, queryKey } from '../../api/index.ts';
import { useLatest } from '../../ui/use-latest.ts';

/** Rows that are shown; an export has all. */
export const MOST_ROWS = QUERY_LIMITS.rows.usual;

export interface Ran {
  /** Tells runs apart. */
  token: string;
  sql: string;
  /** Values of `$name` in it. */
  parameters: QueryParameters;
  answer?: QueryAnswer;
  error?: unknown;
}

export function useQueryRun(workspace: string) {
  const [running, setRunning] = useState<{ token: string }>();
  const [ran, setRan] = useState<Ran>();
  const under = useRef<{ token: string; query: string }>(undefined);
  const cache = useQueryClient();
  const cancel = () => {
    const token = under.current?.token;
    // Where it was over before, there is nothing to cancel.
    if (token !== undefined) void call('query.cancel', { workspace, token }).catch(() => undefined);
  };
  const latest = useLatest(cancel);
  useEffect(() => () => latest.current(), []);
  const run = async (sql: string, parameters: QueryParameters) => {
    const query = JSON.stringify([sql, parameters]);
    if (under.current?.query === query) return;
    cancel();
    const token = crypto.randomUUID();
    under.current = { token, query };
    setRunning({ token });
    const show = (result: Pick<Ran, 'answer' | 'error'>) => {
      // Not in the place of one that was begun since.
      if (under.current?.token === token) setRan({ token, sql, parameters, ...result });
    };
    try {
      const answer = await call('query.run', { workspace, sql, parameters, token, limit: MOST_ROWS });
      show({ answer });
      await call('query.remember', { workspace, sql, parameters }).catch(() => undefined); // the rows are here all the same
      await cache.invalidateQueries({ queryKey: queryKey('query.history', { workspace }) });
    } catch (error) {
      show({ error });
    } finally {
      if (under.current?.token === token) under.current = undefined;
      setRunning((now) => (now?.token === token ? undefined : now));
    }
  };
  return { running, ran, run, cancel };
}
