/** Fetches a call's answers again when something arrives, one call at a time: several arrivals share the next one. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { QueryName } from '#shared/contract/index.ts';
import { bridge, queryKey, refetchNow } from '../../api/index.ts';

/** @param everyMs the least time from an arrival to its call */
export function useArrivals(
  topic: 'events.arrived' | 'deliveries.arrived',
  workspace: string,
  name: QueryName,
  everyMs: number,
): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isFetching = false;
    let isStale = false;
    let isOver = false;
    const soon = () => {
      isStale = true;
      if (!isFetching && !isOver) timer ??= setTimeout(() => void refetch(), everyMs);
    };
    const refetch = async () => {
      timer = undefined;
      isFetching = true;
      isStale = false;
      await refetchNow(client, queryKey(name));
      isFetching = false;
      if (isStale) soon();
    };
    const stop = bridge.subscribe(topic, (message) => {
      if (message.workspace === workspace) soon();
    });
    return () => {
      isOver = true;
      stop();
      clearTimeout(timer);
    };
  }, [client, topic, workspace, name, everyMs]);
}
