/** Keeps the answers about runs and collections fresh while their topics tell of changes. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CallOutput, QueryName } from '#shared/contract/index.ts';
import { runLine } from '#shared/scenarios/states.ts';
import { bridge, invalidate, queryKey, setAnswer, updateAnswers } from '../../api/index.ts';
import { isOpen } from './run-words.ts';

/** Puts every change of a run into its own answer and into the lists that hold it; a new run asks the lists again. */
export function useLiveRuns(workspace: string): void {
  const client = useQueryClient();
  useUnheard('runs.get', 'runs.list');
  useEffect(
    () =>
      bridge.subscribe('runs.changed', (run) => {
        if (run.workspace !== workspace) return;
        setAnswer(client, queryKey('runs.get', { workspace, id: run.id }), run);
        let known = false;
        updateAnswers<CallOutput<'runs.list'>>(client, { queryKey: queryKey('runs.list') }, (list) => {
          if (!list.rows.some(({ id }) => id === run.id)) return list;
          known = true;
          return { ...list, rows: list.rows.map((old) => (old.id === run.id ? runLine(run) : old)) };
        });
        if (!known) invalidate(client, { queryKey: queryKey('runs.list') });
      }),
    [client, workspace],
  );
}

/** Asks for the grid of verdicts again when a run is over. */
export function useLiveGrid(workspace: string): void {
  const client = useQueryClient();
  useEffect(() => {
    void client.invalidateQueries({ queryKey: queryKey('runs.grid') });
    return bridge.subscribe('runs.changed', (run) => {
      if (run.workspace === workspace && !isOpen(run.state)) invalidate(client, { queryKey: queryKey('runs.grid') });
    });
  }, [client, workspace]);
}

/** The same for historical collections. */
export function useLiveCollections(workspace: string): void {
  const client = useQueryClient();
  useUnheard('collections.get', 'collections.list', 'collections.underWay');
  useEffect(
    () =>
      bridge.subscribe('collections.changed', (collection) => {
        if (collection.workspace !== workspace) return;
        setAnswer(client, queryKey('collections.get', { workspace, id: collection.id }), collection);
        for (const name of ['collections.list', 'collections.underWay'] as const)
          invalidate(client, { queryKey: queryKey(name) });
      }),
    [client, workspace],
  );
}

/** Asks for what changed while no screen listened: another one was shown, or this one was still being loaded. */
function useUnheard(...names: QueryName[]): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: they never change
  useEffect(() => {
    for (const name of names) void client.invalidateQueries({ queryKey: queryKey(name) });
  }, [client]);
}
