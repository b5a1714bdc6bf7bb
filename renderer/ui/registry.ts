/** A small shared list that components add to while they are on the screen; readers are notified when it changes. */
import { useSyncExternalStore } from 'react';

export interface Registry<T> {
  /** Adds entries; the returned function takes them out again. */
  add(entries: readonly T[]): () => void;
  all(): readonly T[];
  subscribe(listener: () => void): () => void;
}

export function createRegistry<T>(): Registry<T> {
  let groups: readonly (readonly T[])[] = [];
  let flat: readonly T[] = [];
  const listeners = new Set<() => void>();
  const set = (next: readonly (readonly T[])[]) => {
    groups = next;
    flat = next.flat();
    for (const listener of listeners) listener();
  };
  return {
    add: (entries) => {
      set([...groups, entries]);
      return () => set(groups.filter((group) => group !== entries));
    },
    all: () => flat,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The entries now; renders again when they change. */
export function useRegistry<T>(registry: Registry<T>): readonly T[] {
  return useSyncExternalStore(registry.subscribe, registry.all);
}
