/**
 * The rows of the log: live at the top while it follows, frozen at a place while someone looks around. A frozen list
 * keeps its offsets, however many events arrive; how many those are is counted beside it.
 */
import { useQuery } from '@tanstack/react-query';
import type { EventFilter, EventOrder } from '#shared/contract/events.ts';
import { call } from '../../api/index.ts';
import { usePages } from '../../ui/table/use-pages.ts';
import { useArrivals } from './use-arrivals.ts';

/** New events are counted at most this often; the rows of a following list are fetched with each arrival. */
const countEveryMs = 1_000;

export interface TailInput {
  workspace: string;
  filter: EventFilter;
  order: EventOrder;
  /** Undefined while it follows; else the `seq` at which it was frozen. */
  frozenAt: number | undefined;
}

/** The log's pages (for `useRows`), and how many events came after it was frozen. */
export function useTail({ workspace, filter, order, frozenAt }: TailInput) {
  const base = { workspace, filter, order };
  const at = frozenAt === undefined ? {} : { upTo: frozenAt };
  const pages = usePages(
    ['events.list', base, frozenAt ?? 'live'],
    (page) => call('events.list', { ...base, ...at, ...page }),
    // A following list is true only now; a frozen page does not change.
    { size: 100, staleTime: frozenAt === undefined ? 0 : 60_000, gcTime: 30_000 },
  );
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
  return { ...pages, newer: newer.data?.count ?? 0 };
}
