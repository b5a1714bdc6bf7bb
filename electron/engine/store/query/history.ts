/** The queries of a workspace that were run, newest first, each once. They may name customers, so they lie in its store. */
import type { QueryHistory } from '#shared/contract/query.ts';
import type { Connection } from '../database.ts';
import type { Store } from '../store.ts';

const KEY = 'query.history';
const MOST = 100;

export async function historyOf(connection: Connection): Promise<QueryHistory> {
  const row = await connection.row('SELECT value FROM settings WHERE key = ?', [KEY]);
  return typeof row?.value === 'string' ? (JSON.parse(row.value) as QueryHistory) : []; // written below
}

/** Puts a query first. */
export async function remember(store: Store, query: QueryHistory[number]): Promise<void> {
  await store.write(async (connection) => {
    const others = (await historyOf(connection)).filter((one) => one.sql !== query.sql);
    const kept = [query, ...others].slice(0, MOST);
    await connection.run('INSERT OR REPLACE INTO settings VALUES (?, ?)', [KEY, JSON.stringify(kept)]);
  });
}
