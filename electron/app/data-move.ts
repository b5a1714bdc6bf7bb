/**
 * Moving the data folder. The new place is written down in `location.json` of the folder that the program looks into
 * first, and used from the next start on. The data is copied at once, and what changed since is copied when the program
 * ends: a refresh token that was used meanwhile works no more. What lies at the old place is left for the user to delete.
 */
import { copyFile, mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#shared/errors.ts';
import { writeFileAtomic } from '../connections/index.ts';
import { DATA_POINTER, followPointer } from '../host/data-pointer.ts';
import { type Host, workspaceFolder } from '../host/index.ts';
import { betweenJobs } from './data-folder.ts';
import type { AppParts } from './parts.ts';

/** What is the user's beside the workspaces' folders: not Chromium's profile, not logs, not uploads. */
const MOVED = ['workspaces.json', 'settings.json', 'secrets.json', 'secret.key', 'events', 'exports'];

type Parts = Pick<AppParts, 'connections' | 'engine' | 'host' | 'jobs' | 'log'>;

/**
 * Copies the data to `target` and lets the next start use it.
 * @throws AppError `folder_not_empty`, `bad_folder`, `move_failed`
 */
export async function moveDataFolder(parts: Parts, target: string): Promise<void> {
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
  try {
    for (const { id } of connections.workspaces.list()) {
      const copy = () => mirror(workspaceFolder(from, id), workspaceFolder(to, id));
      await betweenJobs(parts, id, () => engine.withClosed(id, copy));
    }
    await copyRest(from, to);
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

/** Copies what changed after a move in this session. Once everything is closed; nothing happens where nothing was moved. */
export async function finishMove({ paths }: Pick<Host, 'paths'>): Promise<void> {
  const to = followPointer(paths.home);
  if (to === paths.data) return;
  await mirror(path.join(paths.data, 'workspaces'), path.join(to, 'workspaces'));
  await copyRest(paths.data, to);
}

async function copyRest(from: string, to: string): Promise<void> {
  for (const name of MOVED) await mirror(path.join(from, name), path.join(to, name));
}

/** Makes `to` the same as `from`, a file or a folder, by copying what differs. Nothing at `from`: nothing at `to`. */
async function mirror(from: string, to: string): Promise<void> {
  const source = await statOf(from);
  if (source === undefined) return await rm(to, { recursive: true, force: true });
  if (source.isDirectory()) {
    await mkdir(to, { recursive: true, mode: 0o700 });
    const names = new Set([...(await readdir(from)), ...(await readdir(to))]);
    for (const name of names) await mirror(path.join(from, name), path.join(to, name));
    return;
  }
  const copy = await statOf(to);
  // File systems round the time that they are given.
  if (copy?.size === source.size && Math.abs(copy.mtimeMs - source.mtimeMs) < 1) return;
  await copyFile(from, to);
  await utimes(to, source.atimeMs / 1000, source.mtimeMs / 1000);
}

async function statOf(place: string) {
  try {
    return await stat(place);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
