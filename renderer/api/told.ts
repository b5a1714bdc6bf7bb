/**
 * Puts what a topic told into the cached answers. An answer that is under way at that moment may have been read before the
 * change (the store answers several at once), and must not overwrite what is known since.
 */
import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';

/** An answer that a change overtook is asked again, at most once in so many milliseconds: a running sync tells a lot. */
const AGAIN_AFTER_MS = 700;
/** Answers under way that a change has overtaken. */
const overtaken = new WeakSet<Query>();

/** The topic told the whole answer: what is being asked is not needed any more. */
export function putWhole<T>(client: QueryClient, key: readonly unknown[], told: T): void {
  void client.cancelQueries({ queryKey: key, exact: true });
  client.setQueryData<T>(key, told);
}

/** The topic told a part of the answers that match: they are changed, and those under way are asked again afterwards. */
export function putInto<T>(client: QueryClient, filters: QueryFilters, change: (answer: T) => T): void {
  client.setQueriesData<T>(filters, (answer) => (answer === undefined ? undefined : change(answer)));
  askAgain(client, filters);
}

/** The topic told that the answers that match are not true any more. */
export function growStale(client: QueryClient, filters: QueryFilters): void {
  // Others under way are broken off and asked anew; a first answer is not, so that it comes some time.
  askAgain(client, filters, ({ state }) => state.data === undefined);
  void client.invalidateQueries(filters);
}

/** Asks what is shown of a call again, at once; resolves when that is there. A first answer under way is let come before. */
export async function askNow(client: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  const shown = { queryKey, type: 'active' } as const;
  const underWay = client.getQueryCache().findAll({ ...shown, fetchStatus: 'fetching' });
  const hasFirst = underWay.some(({ state }) => state.data === undefined);
  await client.refetchQueries(shown);
  if (hasFirst) await client.refetchQueries(shown);
}

/** Asks once more for what matches and is under way, once it is there. */
function askAgain(client: QueryClient, filters: QueryFilters, wanted: (query: Query) => boolean = () => true): void {
  for (const query of client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
    if (overtaken.has(query) || !wanted(query)) continue;
    overtaken.add(query);
    setTimeout(() => void again(client, query), AGAIN_AFTER_MS);
  }
}

async function again(client: QueryClient, query: Query): Promise<void> {
  const { queryKey } = query;
  // Joins the one under way, where it still is.
  if (query.state.fetchStatus === 'fetching') await query.fetch().catch(() => undefined);
  overtaken.delete(query);
  await client.invalidateQueries({ queryKey, exact: true });
}
