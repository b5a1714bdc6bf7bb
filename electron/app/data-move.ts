/**
 * Moving the data folder. The new place is written down in `location.json` of the folder that the program looks into
 * first; the data is copied, and what lies at the old place is left for the user to delete.
 */
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#shared/errors.ts';
import { writeFileAtomic } from '../connections/index.ts';
import { DATA_POINTER } from '../host/data-pointer.ts';
import { stopWork } from './data-folder.ts';
import type { AppParts } from './parts.ts';

/** What is the user's: not Chromium's profile, not logs, not uploads. */
const MOVED = ['workspaces', 'workspaces.json', 'settings.json', 'secrets.json', 'secret.key'];

/**
 * Copies the data to `target` and lets the next start use it. @throws AppError `folder_not_empty`, `bad_folder`
 */
export async function moveDataFolder(parts: AppParts, target: string): Promise<void> {
  const { connections, engine, host, log } = parts;
  const from = host.paths.data;
  const to = path.resolve(target);
  if (!path.isAbsolute(target) || to === from || to.startsWith(from + path.sep)) {
    throw new AppError({
      code: 'bad_folder',
      message: 'The data cannot be moved there.',
      action: 'Choose a folder outside the present one, with its whole path.',
    });
  }
  await mkdir(to, { recursive: true, mode: 0o700 });
  if ((await readdir(to)).length > 0) {
    throw new AppError({
      code: 'folder_not_empty',
      message: 'There is something in that folder.',
      action: 'Choose an empty one.',
    });
  }
  for (const { id } of connections.workspaces.list()) {
    await stopWork(parts, id);
    await engine.call('store.close', { workspace: id });
  }
  try {
    for (const name of MOVED) {
      await cp(path.join(from, name), path.join(to, name), { recursive: true, errorOnExist: true }).catch(
        (error: unknown) => {
          if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
        },
      );
    }
    // Last: until here the old place is the good one.
    await writeFileAtomic(
      path.join(host.paths.home, DATA_POINTER),
      `${JSON.stringify({ dataFolder: to }, null, 2)}\n`,
      0o600,
    );
  } catch (cause) {
    await rm(to, { recursive: true, force: true });
    throw new AppError(
      {
        code: 'move_failed',
        message: 'The data could not be copied; everything is where it was.',
        action: 'Look whether there is room, and try again.',
      },
      { cause },
    );
  }
  log.info('The data folder moves with the next start', { to });
}
