/** Where the workspaces are in a data folder. */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** The folder of a workspace's store and raw bodies. */
export function workspaceFolder(dataFolder: string, workspace: string): string {
  return path.join(dataFolder, 'workspaces', workspace);
}

/** The store's file and the folder of its raw bodies. */
export function storeFiles(dataFolder: string, workspace: string): { file: string; rawFolder: string } {
  const folder = workspaceFolder(dataFolder, workspace);
  return { file: path.join(folder, 'store.duckdb'), rawFolder: path.join(folder, 'raw') };
}

/** The workspace whose store was written last: what a window will most likely ask for. Undefined where there is none. */
export function newestStore(dataFolder: string): string | undefined {
  return newestWorkspace(dataFolder, (id) => storeFiles(dataFolder, id).file);
}

/** The workspace of which some file was written last; undefined where none has it. */
export function newestWorkspace(dataFolder: string, fileOf: (workspace: string) => string): string | undefined {
  const [newest] = workspaceNames(dataFolder)
    .map((id) => ({ id, at: statSync(fileOf(id), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .filter(({ at }) => at > 0)
    .sort((a, b) => b.at - a.at);
  return newest?.id;
}

function workspaceNames(dataFolder: string): string[] {
  try {
    return readdirSync(path.join(dataFolder, 'workspaces'));
  } catch {
    return []; // the first start of all
  }
}
