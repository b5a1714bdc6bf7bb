/** A workspace's store for a command that needs neither a window nor a service. */
import { DataFolder } from '../app/data-folder/data-folder.ts';
import { WorkspaceRegistry } from '../connections/registry.ts';
import { storedWorkspace } from '../connections/stored-workspace.ts';
import type { ExportProgress } from '../engine/calls/export.ts';
import { Engine } from '../engine/engine.ts';
import { storeFiles } from '../host/index.ts';

interface StoredWorkspaceOptions {
  /** The data folder. */
  data: string;
  /** Name or id. */
  workspace: string;
  /** For others who find the folder in use. */
  command: string;
  /** Where nothing was fetched yet, the store is made. */
  mayBeEmpty?: boolean;
  progress?: (progress: ExportProgress) => void;
}

/**
 * Runs `work` on the open store of a workspace. Locks the folder meanwhile: opening a store may migrate it.
 * @throws AppError `workspace_unknown`, `workspace_ambiguous`, `workspace_empty`, and those of a data folder
 */
export async function withStoredWorkspace<T>(
  { data, workspace, command, mayBeEmpty = false, progress }: StoredWorkspaceOptions,
  work: (engine: Engine, known: { id: string; name: string }) => Promise<T>,
): Promise<T> {
  const dataFolder = DataFolder.open(data, command, { mustExist: true });
  try {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const registry = await WorkspaceRegistry.open({ files: dataFolder.files, zone, now: Date.now });
    const known = storedWorkspace(registry.list(), dataFolder.data, workspace, { mayBeEmpty });
    const { file, rawFolder } = storeFiles(dataFolder.data, known.id);
    const engine = new Engine((event, told) => {
      if (event === 'export.progress' && 'done' in told) progress?.(told);
    });
    try {
      await engine.call('store.open', { workspace: known.id, file, rawFolder, zone: known.zone });
      return await work(engine, known);
    } finally {
      await engine.close();
    }
  } finally {
    dataFolder.close();
  }
}

/** As {@link withStoredWorkspace}: says on a terminal how far `work` is, and fires its signal at Ctrl+C. */
export async function withProgress<T>(
  { data, workspace, command }: Pick<StoredWorkspaceOptions, 'data' | 'workspace' | 'command'>,
  work: (engine: Engine, known: { id: string; name: string }, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  process.once('SIGINT', () => abort.abort());
  const progress = ({ step, done, total }: ExportProgress) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${step}: ${done} of ${total}   `);
  };
  return await withStoredWorkspace({ data, workspace, command, progress }, (engine, known) =>
    work(engine, known, abort.signal),
  );
}
