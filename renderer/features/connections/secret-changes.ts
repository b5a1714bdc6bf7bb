/** Counts the changes of secrets on this page: what a test found that began before the last of them may be wrong by now. */
import { useSyncExternalStore } from 'react';
import type { CallInput } from '#shared/contract/index.ts';

type TokenClass = CallInput<'connections.test'>['tokenClass'];

/** What a change concerns: every token, or only those that are made with other secrets; the others are entered as they are. */
export type Concerns = 'all' | 'made';

const ENTERED: ReadonlySet<TokenClass> = new Set(['api', 'registration']);

const changes: Record<Concerns, number> = { all: 0, made: 0 };
const listeners = new Set<() => void>();

export const secretChanges = {
  /** How many concerned tokens of this class. */
  count: (tokenClass: TokenClass): number => changes.all + (ENTERED.has(tokenClass) ? 0 : changes.made),
  /** Notes one. */
  add: (concerns: Concerns): void => {
    changes[concerns] += 1;
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** How many concerned tokens of this class; renders again at each. */
export function useSecretChanges(tokenClass: TokenClass): number {
  return useSyncExternalStore(secretChanges.subscribe, () => secretChanges.count(tokenClass));
}
