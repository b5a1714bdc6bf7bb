/** Keeps the answers about runs and collections fresh while their topics tell of changes. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CallOutput } from '#shared/contract/index.ts';
import { bridge } from '../../api/bridge.ts';
import { queryKey } from '../../api/hooks.ts';

/** Puts every change of a run into its own answer and into the lists that hold it; a new run asks the lists again. */
export function useLiveRuns(workspace: string): void {
  const client = useQueryClient();
  // What changed while the screen was still being loaded is asked for.
  useEffect(() => void client.invalidateQueries({ queryKey: queryKey('runs.get') }), [client]);
  useEffect(
    () =>
      bridge.subscribe('runs.changed', (run) => {
        if (run.workspace !== workspace) return;
        client.setQueryData(queryKey('runs.get', { workspace, id: run.id }), run);
        let known = false;
        client.setQueriesData<CallOutput<'runs.list'>>({ queryKey: queryKey('runs.list') }, (list) => {
          if (!list?.rows.some(({ id }) => id === run.id)) return list;
          known = true;
          return { ...list, rows: list.rows.map((old) => (old.id === run.id ? run : old)) };
        });
        if (!known) void client.invalidateQueries({ queryKey: queryKey('runs.list') });
      }),
    [client, workspace],
  );
}

/** The same for historical collections. */
export function useLiveCollections(workspace: string): void {
  const client = useQueryClient();
  // What changed while the screen was still being loaded is asked for.
  useEffect(() => void client.invalidateQueries({ queryKey: queryKey('collections.get') }), [client]);
  useEffect(
    () =>
      bridge.subscribe('collections.changed', (collection) => {
        if (collection.workspace !== workspace) return;
        client.setQueryData(queryKey('collections.get', { workspace, id: collection.id }), collection);
        void client.invalidateQueries({ queryKey: queryKey('collections.list') });
      }),
    [client, workspace],
  );
}
