/** What there is already is shown before anything begins that takes the engine or half of a small machine. */
import { statSync } from 'node:fs';
import path from 'node:path';
import type { BaseParts } from './base-parts.ts';
import { workspaceFolder } from './data-folder.ts';

/**
 * Opens the store that a window is likely to ask for, while the window still loads. Resolves once its data was shown; at
 * once where nothing was fetched yet. Never rejects.
 */
export async function showFirst(parts: Pick<BaseParts, 'host' | 'engine' | 'connections' | 'usable'>): Promise<void> {
  const workspace = newestStore(parts);
  if (workspace === undefined) return;
  // A store that cannot be opened says so on the screen.
  const fetched = await parts.engine.call('cursors.list', { workspace }).catch(() => []);
  if (fetched.length > 0) await parts.usable.soon();
}

/** The workspace whose store was written last. */
function newestStore({ host, connections }: Pick<BaseParts, 'host' | 'connections'>): string | undefined {
  const writtenAt = (id: string) =>
    statSync(path.join(workspaceFolder(host.paths.data, id), 'store.duckdb'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const [newest] = connections.workspaces
    .list()
    .map(({ id }) => ({ id, at: writtenAt(id) }))
    .filter(({ at }) => at > 0)
    .sort((a, b) => b.at - a.at);
  return newest?.id;
}
