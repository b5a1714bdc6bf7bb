/**
 * Moving the data folder while the program runs. Everything is copied, and from one moment on the copy is used; nothing is
 * written to the old folder after that, so it can be deleted at once. The old one is only ever read. Chromium's profile stays
 * there; on Windows its `Local State` has the key of the secrets, and must not be deleted.
 */
import { copyFile, mkdir, open, readdir, rm, stat, statfs, utimes } from 'node:fs/promises';
import path from 'node:path';
import { AppError, errorCode } from '#shared/errors.ts';
import { isActive } from '#shared/job-states.ts';
import { EXPORT_JOB } from '../exports.ts';
import type { AppParts } from '../parts.ts';
import { betweenJobs, bytesBelow } from './clear.ts';

/** What is the user's: not Chromium's profile, not logs, not uploads, nor what is made again from the settings. */
const MOVED = [
  'workspaces',
  'workspaces.json',
  'settings.json',
  'secrets.json',
  'secrets.json.damaged',
  'secret.key',
  'events',
  'exports',
  'queries',
  'query-folder.json',
  'recent-files.json',
  'window.json',
  'browser-port',
];

type Parts = Pick<AppParts, 'connections' | 'dataFolder' | 'engine' | 'jobs' | 'log'>;

/**
 * Copies the data to `target` and uses it there from then on.
 * @throws AppError `bad_folder`, `folder_not_empty`, `not_enough_space`, `export_under_way`, `move_failed`; `move_not_finished`
 * where the new folder is in use and something did not go on in it
 */
export async function moveDataFolder(parts: Parts, target: string): Promise<void> {
  const { connections, dataFolder, engine, jobs, log } = parts;
  const from = dataFolder.data;
  const to = path.resolve(target);
  if (!path.isAbsolute(target) || to === from || to.startsWith(from + path.sep)) {
    throw new AppError({
      code: 'bad_folder',
      message: 'The data cannot be moved there.',
      action: 'Choose a folder outside the present one, with its whole path.',
    });
  }
  if (jobs.list().some((job) => job.kind === EXPORT_JOB && isActive(job))) {
    throw new AppError({
      code: 'export_under_way',
      message: 'An export is being written.',
      action: 'Wait until it has ended, or cancel it, then move the data.',
    });
  }
  await mkdir(to, { recursive: true, mode: 0o700 });
  await requireEmpty(to);
  await requireSpace(from, to);
  const ids = connections.workspaces.list().map(({ id }) => id);
  const mirrorWorkspace = (id: string) => mirror(path.join(from, 'workspaces', id), path.join(to, 'workspaces', id));
  try {
    await everyOne(
      ids,
      (id, next) => betweenJobs(parts, id, next),
      async () => {
        // One after the other, so that the screens of the others go on; the second round finds little to do.
        for (const id of ids) await engine.withClosed(id, () => mirrorWorkspace(id));
        await everyOne(
          ids,
          (id, next) => engine.withClosed(id, next),
          () =>
            dataFolder.moveTo(to, async () => {
              for (const name of MOVED) await mirror(path.join(from, name), path.join(to, name));
            }),
        );
      },
    );
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    if (dataFolder.data === to) {
      log.info('The data folder was moved', { from, to, notFinished: why });
      throw notFinished(to, why, cause);
    }
    await empty(to);
    throw new AppError(
      {
        code: 'move_failed',
        message: `The data could not be moved: ${why}`,
        action: 'Everything is where it was. Check that there is room and that you may write there, then try again.',
      },
      { cause },
    );
  }
  log.info('The data folder was moved', { from, to });
}

function notFinished(to: string, why: string, cause: unknown): AppError {
  return new AppError(
    {
      code: 'move_not_finished',
      message: `The data was moved to ${to} and is used there, but not everything went on: ${why}`,
      action: 'Resume under Jobs what was cancelled. Where anything else does not go on, start Meterscope again.',
    },
    { cause },
  );
}

/** Does `work` inside `around` for each of `ids`, one within the other. */
async function everyOne(
  ids: readonly string[],
  around: (id: string, next: () => Promise<void>) => Promise<void>,
  work: () => Promise<void>,
): Promise<void> {
  const [id, ...rest] = ids;
  await (id === undefined ? work() : around(id, () => everyOne(rest, around, work)));
}

async function requireEmpty(folder: string): Promise<void> {
  if ((await readdir(folder)).length === 0) return;
  throw new AppError({
    code: 'folder_not_empty',
    message: 'There is something in that folder.',
    action: 'Choose an empty one.',
  });
}

async function requireSpace(from: string, to: string): Promise<void> {
  const [needed, disk] = await Promise.all([bytesBelow(from), statfs(to)]);
  const free = disk.bavail * disk.bsize;
  if (free >= needed) return;
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;
  throw new AppError({
    code: 'not_enough_space',
    message: `There are ${megabytes(free)} free on that disk, and the data has ${megabytes(needed)}.`,
    action: 'Choose a folder on another disk, or make room.',
  });
}

async function empty(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

/** Makes `to` the same as `from`, a file or a folder, by copying what differs; on disk when it resolves. */
async function mirror(from: string, to: string): Promise<void> {
  const source = await statOf(from);
  // A file that was deleted in the original stays in a copy that was made before.
  if (source === undefined) return;
  if (source.isDirectory()) {
    await mkdir(to, { recursive: true, mode: 0o700 });
    const names = await readdir(from);
    for (const name of names) await mirror(path.join(from, name), path.join(to, name));
    for (const name of await readdir(to)) {
      if (!names.includes(name)) await rm(path.join(to, name), { recursive: true, force: true });
    }
    return;
  }
  if (!source.isFile()) return;
  const copy = await statOf(to);
  // File systems round the time that they are given.
  if (copy?.size === source.size && Math.abs(copy.mtimeMs - source.mtimeMs) < 1) return;
  await copyFile(from, to);
  const handle = await open(to, 'r+');
  try {
    await handle.sync();
    const { size } = await handle.stat();
    if (size !== source.size) throw new Error(`${from} changed while it was copied.`);
  } finally {
    await handle.close();
  }
  await utimes(to, source.atimeMs / 1000, source.mtimeMs / 1000);
}

async function statOf(place: string) {
  try {
    return await stat(place);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
