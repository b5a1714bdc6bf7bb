/**
 * Applies the messages of topics to the cached answers. An answer still on its way at that moment may have been read before
 * the change (the store answers several calls at once), and must not overwrite what is known since.
 */
import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';

/** An answer that a change overtook is fetched again, at most once in this time: a running sync sends many messages. */
const AGAIN_AFTER_MS = 700;
/** Answers on their way that a change has overtaken. */
const overtaken = new WeakSet<Query>();

/** For a topic that carries the whole answer: a call that is on its way is no longer needed. */
export function setAnswer<T>(client: QueryClient, key: readonly unknown[], answer: T): void {
  void client.cancelQueries({ queryKey: key, exact: true });
  client.setQueryData<T>(key, answer);
}

/** For a topic that carries a part of the matching answers: changes these, and fetches again those that were on their way. */
export function updateAnswers<T>(client: QueryClient, filters: QueryFilters, change: (answer: T) => T): void {
  client.setQueriesData<T>(filters, (answer) => (answer === undefined ? undefined : change(answer)));
  refetchLater(client, filters);
}

/** For a topic that only says that the matching answers are out of date. */
export function invalidate(client: QueryClient, filters: QueryFilters): void {
  // Repeated calls are cancelled and made again. A first one is left to finish: else it might never arrive.
  refetchLater(client, filters, ({ state }) => state.data === undefined);
  void client.invalidateQueries(filters);
}

/** Fetches the shown answers of a call again, at once, and resolves when they are here. A first answer may arrive before. */
export async function refetchNow(client: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  const shown = { queryKey, type: 'active' } as const;
  const fetching = client.getQueryCache().findAll({ ...shown, fetchStatus: 'fetching' });
  const hasFirst = fetching.some(({ state }) => state.data === undefined);
  await client.refetchQueries(shown);
  if (hasFirst) await client.refetchQueries(shown);
}

/** Fetches the matching answers that are on their way once more, after they have arrived. */
function refetchLater(
  client: QueryClient,
  filters: QueryFilters,
  matches: (query: Query) => boolean = () => true,
): void {
  for (const query of client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
    if (overtaken.has(query) || !matches(query)) continue;
    overtaken.add(query);
    setTimeout(() => void again(client, query), AGAIN_AFTER_MS);
  }
}

async function again(client: QueryClient, query: Query): Promise<void> {
  const { queryKey } = query;
  // Waits for the call that is still on its way.
  if (query.state.fetchStatus === 'fetching') await query.fetch().catch(() => undefined);
  overtaken.delete(query);
  await client.invalidateQueries({ queryKey, exact: true });
}
