/** Questions to the team server: ended there when nobody waits for their answer any more. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '#shared/contract/index.ts';
import { call, previousOf, queryKey } from '../../api/index.ts';

type TeamQuestion = 'team.summary' | 'team.totals' | 'team.coverage' | 'team.shares' | 'team.meters' | 'team.ranking';

export async function askTeam<K extends TeamQuestion>(
  name: K,
  input: CallInput<K>,
  signal?: AbortSignal,
): Promise<CallOutput<K>> {
  const token = crypto.randomUUID();
  const end = () => void call('team.cancel', { token }).catch(() => undefined);
  signal?.addEventListener('abort', end, { once: true });
  try {
    return await call(name, { ...input, token });
  } finally {
    signal?.removeEventListener('abort', end);
  }
}

/**
 * The key of a question: what one server answered is never shown for another.
 * @param server which one, in words that no other has
 */
export function teamKey<K extends TeamQuestion>(name: K, input: CallInput<K>, server: string): readonly unknown[] {
  return [...queryKey(name, input), server];
}

/** Asks, and goes on showing the last answer while another input is asked. @param server as of {@link teamKey} */
export function useTeam<K extends TeamQuestion>(
  name: K,
  input: CallInput<K>,
  server: string,
): UseQueryResult<CallOutput<K>> {
  return useQuery<CallOutput<K>>({
    queryKey: teamKey(name, input, server),
    queryFn: ({ signal }) => askTeam(name, input, signal),
    // Written for any data type, and TypeScript cannot see that a conditional type of K never is a function.
    ...({ placeholderData: previousOf(input) } as object),
  });
}
