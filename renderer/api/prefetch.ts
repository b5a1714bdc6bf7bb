/** Fetches what the first screen will need while the page is still being set up; hooks find the answers in the cache. */
import type { QueryClient } from '@tanstack/react-query';
import type { CallInput, QueryName } from '#shared/contract/index.ts';
import { call } from './client.ts';
import { queryKey } from './hooks.ts';

/** A failure is not kept: the hook that needs the answer makes the call again and shows it. */
export function prefetch<K extends QueryName>(client: QueryClient, name: K, input: CallInput<K>): void {
  void client.prefetchQuery({ queryKey: queryKey(name, input), queryFn: () => call(name, input) });
}
