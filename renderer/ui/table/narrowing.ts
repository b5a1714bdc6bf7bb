/**
 * What narrows a table down: its search text and its filters. They belong to the place where they were set (a search in
 * the bills of one meter says nothing about another meter's), order and columns to the table wherever it stands.
 */
import { useMatch } from '@tanstack/react-router';
import { useState } from 'react';
import { restoredView, type TableView } from './columns.ts';

export type Narrowing = Pick<TableView, 'search' | 'filters'>;

type Keep = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Where narrowings are kept: a search may be a customer's name, so it goes when the window closes; filters stay. */
export interface NarrowingStorage {
  session: Keep;
  local: Keep;
}

/** The path of the screen that is drawn: while another one is on its way, still the one that the user sees. */
export function usePlace(): string {
  return useMatch({ strict: false, select: ({ pathname }) => pathname });
}

/** The narrowing of a table at a place, remembered there where the table has a name. The component needs the place as its key. */
export function useNarrowing(table: string | undefined, place: string): [Narrowing, (next: Narrowing) => void] {
  const key = table === undefined ? undefined : narrowingKey(table, place);
  const [narrowing, setNarrowing] = useState(() =>
    readNarrowing(key === undefined ? undefined : browserStorage(), key ?? ''),
  );
  return [
    narrowing,
    (next) => {
      setNarrowing(next);
      if (key !== undefined) writeNarrowing(browserStorage(), key, next);
    },
  ];
}

export function narrowingKey(table: string, place: string): string {
  return `meterscope.narrowing.${table} ${place}`;
}

/** What was kept under a key; nothing where there is nothing, or where storage is closed (`undefined`). */
export function readNarrowing(storage: NarrowingStorage | undefined, key: string): Narrowing {
  const read = (keep: Keep | undefined): unknown => {
    try {
      return JSON.parse(keep?.getItem(key) ?? 'null');
    } catch {
      return null;
    }
  };
  const search = read(storage?.session);
  const filters = read(storage?.local);
  const known = typeof filters === 'object' && filters !== null ? (filters as TableView['filters']) : {}; // written below
  return { search: typeof search === 'string' ? search : '', filters: restoredView({ filters: known }).filters };
}

/** Keeps a narrowing; what is empty leaves nothing behind. */
export function writeNarrowing(storage: NarrowingStorage | undefined, key: string, narrowing: Narrowing): void {
  const write = (keep: Keep | undefined, value: unknown, empty: boolean) => {
    try {
      if (empty) keep?.removeItem(key);
      else keep?.setItem(key, JSON.stringify(value));
    } catch {
      // Private windows may refuse; then it is simply not remembered.
    }
  };
  write(storage?.session, narrowing.search, narrowing.search === '');
  const empty = Object.values(narrowing.filters).every((chosen) => chosen.length === 0);
  write(storage?.local, narrowing.filters, empty);
}

function browserStorage(): NarrowingStorage | undefined {
  try {
    return { session: window.sessionStorage, local: window.localStorage };
  } catch {
    return undefined;
  }
}
