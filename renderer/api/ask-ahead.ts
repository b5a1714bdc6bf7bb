/** Asks what the first screen will need while the page itself is still being set up; hooks find the answers in the cache. */
import type { QueryClient } from '@tanstack/react-query';
import type { CallInput, QueryName } from '#shared/contract/index.ts';
import { call } from './client.ts';
import { queryKey } from './hooks.ts';

/** Failures are not kept: whoever needs the answer asks again and shows them. */
export function askAhead<K extends QueryName>(client: QueryClient, name: K, input: CallInput<K>): void {
  void client.prefetchQuery({ queryKey: queryKey(name, input), queryFn: () => call(name, input) });
}
