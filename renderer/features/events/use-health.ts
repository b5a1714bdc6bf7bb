/** The health of the event log: facts from the main side, judged again every second, because silence is a fact too. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { HealthFacts } from '#shared/contract/events.ts';
import { type Health, judgeHealth } from '#shared/event-health.ts';
import { bridge, queryKey, setAnswer, useCall } from '../../api/index.ts';
import { useNow } from '../../ui/clock.ts';

export interface KnownHealth {
  facts: HealthFacts;
  health: Health;
  now: number;
}

/** Facts without news for this long (another workspace was shown) are fetched again before they are judged. */
const FACTS_LAST_MS = 15_000;

/** Undefined until it is known, and for workspaces that have no event log. */
export function useHealth(workspace: string): KnownHealth | undefined {
  const client = useQueryClient();
  const { data, dataUpdatedAt, isFetching } = useCall('events.health', { workspace }, { fresh: true });
  useEffect(
    () =>
      bridge.subscribe('events.health', (message) => {
        if (message.workspace !== workspace) return;
        setAnswer(client, queryKey('events.health', { workspace }), message.facts);
        // What was refused while the log was not open yet is asked again.
        void client.refetchQueries({
          queryKey: queryKey('events.settings', { workspace }),
          predicate: ({ state }) => state.status === 'error',
        });
      }),
    [client, workspace],
  );
  const now = useNow(1000, data !== undefined);
  if (isFetching && now - dataUpdatedAt > FACTS_LAST_MS) return undefined;
  return data && { facts: data, health: judgeHealth(data, now), now };
}
