/** Counts the changes of secrets on this page: what a test found that began before the last of them may be wrong by now. */
import { useSyncExternalStore } from 'react';

let made = 0;
const listeners = new Set<() => void>();

export const secretChanges = {
  /** How many there were. */
  count: (): number => made,
  /** Notes one. */
  add: (): void => {
    made += 1;
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** How many there were; renders again at each. */
export function useSecretChanges(): number {
  return useSyncExternalStore(secretChanges.subscribe, secretChanges.count);
}
