/** Asks again when something arrives, one question at a time: where answers take long, several arrivals share the next one. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { QueryName } from '#shared/contract/index.ts';
import { askNow, bridge, queryKey } from '../../api/index.ts';

/** @param everyMs the least time from an arrival to its question */
export function useArrivals(
  topic: 'events.arrived' | 'deliveries.arrived',
  workspace: string,
  name: QueryName,
  everyMs: number,
): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isAsking = false;
    let isStale = false;
    let isOver = false;
    const soon = () => {
      isStale = true;
      if (!isAsking && !isOver) timer ??= setTimeout(() => void ask(), everyMs);
    };
    const ask = async () => {
      timer = undefined;
      isAsking = true;
      isStale = false;
      await askNow(client, queryKey(name));
      isAsking = false;
      if (isStale) soon();
    };
    const stop = bridge.subscribe(topic, (told) => {
      if (told.workspace === workspace) soon();
    });
    return () => {
      isOver = true;
      stop();
      clearTimeout(timer);
    };
  }, [client, topic, workspace, name, everyMs]);
}
