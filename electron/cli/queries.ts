/** Who answers the queries of a command: the store of a workspace, opened here, or the program that has its data folder. */
import { AppError } from '#shared/errors.ts';
import { doorOf } from '../app/data-folder/lock.ts';
import type { Queries } from './queries-asked.ts';
import { isShut, queriesOfOwner } from './query-owner.ts';
import { withStoredWorkspace } from './stored-workspace.ts';

/** A program that took the folder just now opens its door soon. */
const YOUNG_MS = 5_000;
const LOOK_MS = 100;

/**
 * Runs `work` with what answers queries of a workspace (its name or id). The answers are the same, whoever gives them.
 * @throws AppError `data_folder_in_use` where another program has the folder and answers no queries
 */
export async function withQueries<T>(
  { data, workspace, command }: { data: string; workspace: string; command: string },
  signal: AbortSignal,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await withStoredWorkspace({ data, workspace, command }, (engine, { id }) =>
        work({
          run: (asked, cancel) => engine.call('query.run', { workspace: id, ...asked }, cancel),
          write: (asked, cancel) => engine.call('query.write', { workspace: id, name: 'rows', ...asked }, cancel),
        }),
      );
    } catch (error) {
      const inUse = ownerIn(error);
      if (inUse === undefined) throw error;
      const door = doorOf(inUse.folder);
      try {
        if (door !== undefined) return await work(queriesOfOwner(door, workspace));
      } catch (failure) {
        if (!isShut(failure)) throw failure;
      }
      if (signal.aborted || Date.now() - inUse.since > YOUNG_MS) throw error;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }
}

/** Who has the folder, where that is why the store could not be opened. */
function ownerIn(error: unknown): { folder: string; since: number } | undefined {
  if (!(error instanceof AppError) || error.code !== 'data_folder_in_use') return undefined;
  const { folder, since } = error.details ?? {};
  return typeof folder === 'string' ? { folder, since: Number(since ?? 0) } : undefined;
}
