/** Rows that are chosen in a list whose rows are not all here: what is needed to act on them, by id. */
import { useState } from 'react';
import { notifyFailure } from '../notify.ts';

export interface Keyed {
  id: string;
}

export interface ChosenKeys<Key extends Keyed> {
  keys: readonly Key[];
  has: (key: Keyed) => boolean;
  toggle: (key: Key) => void;
  /** Chooses all that match, or none of them when all of them are. */
  toggleAll: () => void;
  /** All that match are chosen. */
  all: boolean;
  clear: () => void;
}

interface Matching<Key extends Keyed> {
  /** Another text where other rows match. */
  order: string;
  /** All of them, where they are here. */
  here: readonly Key[] | undefined;
  ask: () => Promise<readonly Key[]>;
}

/** They stay chosen, however the list is ordered and narrowed down. */
export function useChosenKeys<Key extends Keyed>({ order, here, ask }: Matching<Key>): ChosenKeys<Key> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Key>>(new Map());
  // Of which list all rows were chosen: the page cannot see it where most rows are elsewhere.
  const [allOf, setAllOf] = useState<string>();
  const all = here ? here.length > 0 && here.every(({ id }) => chosen.has(id)) : allOf === order;
  const change = (work: (next: Map<string, Key>) => void) =>
    setChosen((old) => {
      const next = new Map(old);
      work(next);
      return next;
    });
  const toggleAll = async () => {
    try {
      const keys = here ?? (await ask());
      change((next) => {
        for (const key of keys) {
          if (all) next.delete(key.id);
          else next.set(key.id, key);
        }
      });
      setAllOf(all ? undefined : order);
    } catch (failure) {
      notifyFailure(failure);
    }
  };
  return {
    keys: [...chosen.values()],
    has: ({ id }) => chosen.has(id),
    toggle: (key) => {
      change((next) => {
        if (!next.delete(key.id)) next.set(key.id, key);
      });
      setAllOf(undefined);
    },
    toggleAll: () => void toggleAll(),
    all,
    clear: () => {
      setChosen(new Map());
      setAllOf(undefined);
    },
  };
}
