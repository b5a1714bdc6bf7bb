/**
 * The folder of an export. Everything is written into a folder inside of it, which gets another name once it is whole, and
 * whose entries then move up, the manifest last. So a folder with a manifest is a whole export, and a program that was
 * killed at any moment finds out what is left to do.
 */
import { mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { AppError, errorCode } from '#shared/errors.ts';

const UNFINISHED = '.meterscope-unfinished';
const WHOLE = '.meterscope-whole';
export const MANIFEST = 'manifest.json';

/** What a manifest says of an export to who goes on with it. */
export interface ManifestHead {
  export_id?: string | undefined;
  readings: number;
  meters: number;
}

export interface Target {
  /** Where to write. */
  partial: string;
  /** Makes what was written the content of the folder. */
  commit(): Promise<void>;
  /** Removes what was written, and the folder where this export made it. */
  discard(): Promise<void>;
}

/**
 * Finishes what an export that was killed left to do, or removes it.
 * @param id of the export that is to be written
 * @returns the manifest where the folder holds this very export, whole
 * @throws AppError `export_target_not_empty` where there is anything else, `export_target_no_folder`
 */
export async function recover(folder: string, id: string | undefined): Promise<ManifestHead | undefined> {
  const found = await namesIn(folder);
  if (found.includes(WHOLE)) await moveUp(folder);
  if (found.includes(UNFINISHED)) await rm(path.join(folder, UNFINISHED), { recursive: true, force: true });
  const left = await namesIn(folder);
  if (left.length === 0) return undefined;
  const manifest = left.includes(MANIFEST) ? await readManifest(folder) : undefined;
  if (manifest !== undefined && id !== undefined && manifest.export_id === id) return manifest;
  throw new AppError({
    code: 'export_target_not_empty',
    message: 'The folder to export to has something in it.',
    action: 'Choose an empty folder or a new one: an export never overwrites anything.',
    details: { folder },
  });
}

/** Nothing where there is no folder. @throws AppError `export_target_no_folder` */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errorCode(error) !== 'ENOTDIR') return [];
    throw new AppError(
      {
        code: 'export_target_no_folder',
        message: 'The place to export to is a file, or lies below one.',
        action: 'Choose an empty folder or a new one.',
        details: { folder },
      },
      { cause: error },
    );
  }
}

/** Begins to write into an empty or new folder; see {@link recover}. @param mode of a new one */
export async function openTarget(folder: string, mode?: number): Promise<Target> {
  const existed = (await readdir(folder).catch(() => undefined)) !== undefined;
  const made = await mkdir(folder, { recursive: true, mode });
  const partial = path.join(folder, UNFINISHED);
  await mkdir(partial, { mode: 0o700 });
  return {
    partial,
    commit: async () => {
      await rename(partial, path.join(folder, WHOLE));
      await moveUp(folder);
    },
    discard: async () => {
      await rm(partial, { recursive: true, force: true });
      if (!existed) await removeEmpty(folder, made ?? folder);
    },
  };
}

/** The manifest goes last: where it is, everything is. */
async function moveUp(folder: string): Promise<void> {
  const whole = path.join(folder, WHOLE);
  const names = (await readdir(whole)).filter((name) => name !== MANIFEST);
  for (const name of names) await rename(path.join(whole, name), path.join(folder, name));
  await rename(path.join(whole, MANIFEST), path.join(folder, MANIFEST)).catch(ignoreMissing);
  await rmdir(whole);
}

function ignoreMissing(error: unknown): void {
  if (errorCode(error) !== 'ENOENT') throw error;
}

/** Removes a folder and those above it, up to the one that was made first, as far as they are empty. */
async function removeEmpty(folder: string, top: string): Promise<void> {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    try {
      await rmdir(at);
    } catch {
      return; // something is in it, or it is gone
    }
    if (at === path.resolve(top)) return;
  }
}

async function readManifest(folder: string): Promise<ManifestHead | undefined> {
  try {
    const manifest: unknown = JSON.parse(await readFile(path.join(folder, MANIFEST), 'utf8'));
    if (typeof manifest !== 'object' || manifest === null) return undefined;
    const { export_id: id, readings, meters } = { export_id: undefined, readings: 0, meters: 0, ...manifest };
    return { export_id: typeof id === 'string' ? id : undefined, readings: Number(readings), meters: Number(meters) };
  } catch {
    return undefined; // of another program
  }
}
