/**
 * The rows of the log: live at the top while it follows, frozen at a place while someone looks around. A frozen list
 * keeps its offsets, however many events arrive; how many those are is counted beside it.
 */
import { useQueries, useQuery } from '@tanstack/react-query';
import type { EventFilter, EventOrder, EventRow } from '#shared/contract/events.ts';
import { call } from '../../api/index.ts';
import { useArrivals } from './use-arrivals.ts';

const pageSize = 100;
/** New events are counted at most this often; the rows of a following list are fetched with each arrival. */
const countEveryMs = 1_000;

export interface TailInput {
  workspace: string;
  filter: EventFilter;
  order: EventOrder;
  /** Undefined while it follows; else the `seq` at which it was frozen. */
  frozenAt: number | undefined;
}

export interface Tail {
  matching: number;
  total: number;
  /** The newest `seq` that the list knows of. */
  newest: number;
  isLoading: boolean;
  error: unknown;
  /** Events that match and came after the list was frozen. */
  newer: number;
  rowAt(index: number): EventRow | undefined;
  retry(): void;
}

/** @param from @param to the rows in view */
export function useTail({ workspace, filter, order, frozenAt }: TailInput, from: number, to: number): Tail {
  const base = { workspace, filter, order };
  const at = frozenAt === undefined ? {} : { upTo: frozenAt };
  const page = (index: number) => ({
    queryKey: ['events.list', base, frozenAt ?? 'live', index],
    queryFn: () => call('events.list', { ...base, ...at, offset: index * pageSize, limit: pageSize }),
    // A following list is true only now; a frozen page does not change.
    staleTime: frozenAt === undefined ? 0 : 60_000,
    gcTime: 30_000,
  });
  const first = useQuery({ ...page(0), placeholderData: (before) => before });
  const wanted = span(Math.floor(from / pageSize), Math.floor(Math.max(from, to) / pageSize));
  const pages = useQueries({ queries: wanted.map(page) });
  const newer = useQuery({
    queryKey: ['events.newer', base, frozenAt ?? 'live'],
    queryFn: () => call('events.newer', { ...base, after: frozenAt ?? 0 }),
    enabled: frozenAt !== undefined,
    gcTime: 5_000,
  });
  useArrivals(
    'events.arrived',
    workspace,
    frozenAt === undefined ? 'events.list' : 'events.newer',
    frozenAt === undefined ? 0 : countEveryMs,
  );
  return {
    matching: first.data?.matching ?? 0,
    total: first.data?.total ?? 0,
    newest: first.data?.newest ?? 0,
    isLoading: first.isPending,
    error: first.error,
    newer: newer.data?.count ?? 0,
    rowAt: (index) => {
      const wantedPage = Math.floor(index / pageSize);
      const held = pages[wanted.indexOf(wantedPage)]?.data ?? (wantedPage === 0 ? first.data : undefined);
      return held?.rows[index % pageSize];
    },
    retry: () => void first.refetch(),
  };
}

function span(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
