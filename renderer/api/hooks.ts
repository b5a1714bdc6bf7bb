/** Typed TanStack Query hooks, derived from the contract: the key of a call is its name and its input. */
import { type UseQueryResult, useMutation, useQueries, useQuery } from '@tanstack/react-query';
import type { CallInput, CallName, CallOutput, QueryName } from '#shared/contract/index.ts';
import { call } from './client.ts';
import { previousOf } from './previous-of.ts';

/** The query key of a call; `queryKey(name)` alone matches every input. */
export function queryKey<K extends QueryName>(name: K, input?: CallInput<K>): readonly unknown[] {
  return input === undefined ? [name] : [name, input];
}

interface CallOptions<Answer = unknown> {
  /** False: do not ask yet. */
  enabled?: boolean;
  /** Go on showing the last answer while another input of the same subject is asked; what shows it is marked by `ofEarlier`. */
  keepPrevious?: boolean;
  /** Ask again whenever it is shown: no topic says that the answer changed. */
  fresh?: boolean;
  /** Ask again so many ms after this answer while it is shown, for what no topic announces; false for not. */
  askAgainAfter?: (answer: Answer | undefined) => number | false;
}

/** Asks a query of the contract and keeps its answer until a topic says that it changed. */
export function useCall<K extends QueryName>(
  name: K,
  input: CallInput<K>,
  options: CallOptions<CallOutput<K>> = {},
): UseQueryResult<CallOutput<K>> {
  return useQuery<CallOutput<K>>({
    queryKey: queryKey(name, input),
    queryFn: () => call(name, input),
    enabled: options.enabled ?? true,
    refetchOnMount: options.fresh ? 'always' : true,
    refetchInterval: ({ state }) => options.askAgainAfter?.(state.data) ?? false,
    // Written for any data type, and TypeScript cannot see that a conditional type of K never is a function.
    ...((options.keepPrevious ? { placeholderData: previousOf(input) } : {}) as object),
  });
}

/** The same query for several inputs at once; answers in the order of the inputs. */
export function useCalls<K extends QueryName>(
  name: K,
  inputs: readonly CallInput<K>[],
  { enabled = true }: Pick<CallOptions, 'enabled'> = {},
) {
  return useQueries({
    queries: inputs.map((input) => ({ queryKey: queryKey(name, input), queryFn: () => call(name, input), enabled })),
  });
}

/** A command of the contract as a mutation; never repeated by itself. */
export function useCommand<K extends CallName>(name: K) {
  return useMutation<CallOutput<K>, Error, CallInput<K>>({ mutationFn: (input) => call(name, input) });
}
