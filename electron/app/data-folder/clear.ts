/** The data folder as a user sees it: where each workspace is, how big it is, and deleting it. */
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { settingsCalls } from '#shared/contract/settings.ts';
import { workspaceFolder } from '../../host/index.ts';
import type { AppParts } from '../parts.ts';

/** Bytes of a workspace's folder: `raw` is the kept bodies, `store` the rest. 0 where there is nothing. */
export async function folderUse(folder: string): Promise<{ store: number; raw: number }> {
  const [all, raw] = await Promise.all([bytesBelow(folder), bytesBelow(path.join(folder, 'raw'))]);
  return { store: all - raw, raw };
}

/** Bytes of all files below a folder; files that vanish while it counts are left out. */
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

/**
 * Does `work` while no background work uses the workspace: event log, test submissions, jobs. The first two go on
 * afterwards, where the workspace is still there.
 */
async function whileResting(parts: AppParts, workspace: string, work: () => Promise<void>): Promise<void> {
  const { connections, events, jobs, schedules, supportDesk } = parts;
  await Promise.all([events.pause(workspace), supportDesk.pause(workspace)]);
  await jobs.cancelAll(workspace);
  try {
    await work();
  } finally {
    schedules.forget(workspace);
    if (connections.workspaces.find(workspace)) {
      events.resume(workspace);
      void supportDesk.resume(workspace);
    }
  }
}

/** Deletes all data of a workspace; its settings and tokens stay, and its services go on with an empty store. */
export async function clearWorkspace(parts: AppParts, workspace: string): Promise<void> {
  await whileResting(parts, workspace, () => deleteStore(parts, workspace));
}

/** Deletes a workspace with its data and its tokens, and ends everything that runs for it. @throws AppError `workspace_built_in` */
export async function deleteWorkspace(parts: AppParts, workspace: string): Promise<void> {
  const { connections, events, oauth } = parts;
  connections.workspaces.requireRemovable(workspace);
  await oauth.forget(workspace);
  await whileResting(parts, workspace, async () => {
    // From here on nothing can be started for it.
    await connections.remove(workspace);
    await events.service.remove(workspace);
    await deleteStore(parts, workspace);
  });
}

/** Does `work` on a workspace's files or store. Its jobs are stopped for that time, and go on from their checkpoints. */
export async function betweenJobs<T>(
  { jobs }: Pick<AppParts, 'jobs'>,
  workspace: string,
  work: () => Promise<T>,
): Promise<T> {
  const stopped = await jobs.cancelAll(workspace);
  try {
    return await work();
  } finally {
    for (const id of stopped) await jobs.resume(id);
  }
}

async function deleteStore(parts: AppParts, workspace: string): Promise<void> {
  const { documents, engine, host, http, jobs, topics } = parts;
  await jobs.forget(workspace);
  await engine.withClosed(workspace, () =>
    rm(workspaceFolder(host.paths.data, workspace), { recursive: true, force: true, maxRetries: 5 }),
  );
  await documents.forget(workspace);
  http.log.forget(workspace);
  topics.publish('store.changed', { workspace, areas: settingsCalls['data.clear'].areas });
}
