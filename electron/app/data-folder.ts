/** The data folder as a user sees it: where each workspace lies, how big it is, and deleting it. */

import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { STORE_AREAS } from '#shared/contract/index.ts';
import type { JobView } from '#shared/contract/jobs.ts';
import type { AppParts } from './parts.ts';

/** The folder of a workspace's store and raw bodies. */
export function workspaceFolder(dataFolder: string, workspace: string): string {
  return path.join(dataFolder, 'workspaces', workspace);
}

/** Bytes of a workspace's folder: `raw` is the kept bodies, `store` the rest. 0 where there is nothing. */
export async function folderUse(folder: string): Promise<{ store: number; raw: number }> {
  const [all, raw] = await Promise.all([bytesBelow(folder), bytesBelow(path.join(folder, 'raw'))]);
  return { store: all - raw, raw };
}

/** Bytes of all files below a folder; files that vanish meanwhile count as nothing. */
export async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        stat(path.join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const ACTIVE: ReadonlySet<JobView['state']> = new Set(['queued', 'running', 'waiting', 'paused']);

export function isActive({ state }: JobView): boolean {
  return ACTIVE.has(state);
}

/** Cancels the jobs of a workspace and waits until they have let go of its store. */
export async function stopWork({ jobs }: Pick<AppParts, 'jobs'>, workspace: string): Promise<void> {
  for (const job of jobs.list(workspace).filter(isActive)) {
    await jobs.cancel(job.id);
  }
}

/** Closes a workspace's store and deletes its folder. */
export async function deleteWorkspaceData(
  { engine, host, topics }: Pick<AppParts, 'engine' | 'host' | 'topics'>,
  workspace: string,
): Promise<void> {
  await engine.call('store.close', { workspace });
  await rm(workspaceFolder(host.paths.data, workspace), { recursive: true, force: true, maxRetries: 5 });
  topics.publish('store.changed', { workspace, areas: [...STORE_AREAS] });
}
