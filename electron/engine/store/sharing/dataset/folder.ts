/**
 * The folder of a data set. An export writes its files beside what is there, moves them into their places and then puts its manifest in
 * the place of the one before, by one rename: a program that was killed leaves the data set as it was, or whole and new.
 */
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#shared/errors.ts';
import { type FileFacts, MANIFEST, type Manifest, readManifest } from './manifest.ts';

const UNFINISHED = '.meterscope-unfinished';
/** Says that a folder without a manifest is a data set that was begun. */
const BEGUN = '.meterscope-dataset';
/** Readers leave out what begins with an underscore. */
export const STATE = '_state';
const OWN_FILE = /^[^/]+\/(?:.+\/)?data_(\d+)(?:_\d+)?\.parquet$/;

export interface DatasetFolder {
  /** Undefined where nothing was exported into it yet. */
  manifest: Manifest | undefined;
  /** Where to write new files, with the paths that they will have. */
  partial: string;
  /** Makes `manifest` the one of the folder, with those of its files that are new. */
  commit(manifest: Manifest): Promise<void>;
  /** Removes what was written. */
  discard(): Promise<void>;
}

/**
 * Opens a data set to go on with it, or begins one in an empty or new folder; what an export that was killed left is removed.
 * @throws AppError `export_target_not_empty`, `dataset_unknown`, `dataset_of_another_workspace`
 */
export async function openDataset(folder: string, workspace: string): Promise<DatasetFolder> {
  const manifest = await readManifest(folder);
  const found = await readdir(folder).catch((): string[] => []);
  if (manifest === undefined && found.length > 0 && !found.includes(BEGUN)) {
    throw new AppError({
      code: 'export_target_not_empty',
      message: 'The folder to export to has something in it, and is no data set.',
      action: 'Choose a data set, an empty folder or a new one.',
      details: { folder },
    });
  }
  if (manifest !== undefined && manifest.workspace_id !== workspace) {
    throw new AppError({
      code: 'dataset_of_another_workspace',
      message: `The data set in the folder is that of the workspace ${manifest.workspace}.`,
      action: 'Choose a folder of its own for each workspace.',
      details: { folder },
    });
  }
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, BEGUN), '');
  const partial = path.join(folder, UNFINISHED);
  await rm(partial, { recursive: true, force: true });
  await removeOthers(folder, manifest);
  await mkdir(partial, { mode: 0o700 });
  return {
    manifest,
    partial,
    commit: async (next) => {
      for (const { path: name } of filesOf(next)) {
        if (exportOf(name) !== next.export) continue; // it is there from an export before
        const target = path.join(folder, name);
        await mkdir(path.dirname(target), { recursive: true });
        await rename(path.join(partial, name), target);
      }
      const written = path.join(partial, MANIFEST);
      await writeFile(written, `${JSON.stringify(next, null, 1)}\n`);
      await synced(written, () => undefined);
      await rename(written, path.join(folder, MANIFEST));
      await rm(partial, { recursive: true, force: true });
      await removeOthers(folder, next);
    },
    discard: async () => await rm(partial, { recursive: true, force: true }),
  };
}

/** Number of the export that wrote a file; undefined where no export did. */
function exportOf(name: string): number | undefined {
  const found = OWN_FILE.exec(name)?.[1];
  return found === undefined ? undefined : Number(found);
}

function filesOf(manifest: Manifest | undefined): FileFacts[] {
  return manifest === undefined ? [] : [...manifest.files, ...Object.values(manifest.tables), manifest.state];
}

/**
 * Removes files of exports that a manifest does not name, the oldest first: who reads all files meanwhile still sees which reading is
 * the newest, and that one is gone.
 */
async function removeOthers(folder: string, manifest: Manifest | undefined): Promise<void> {
  const named = new Set(filesOf(manifest).map(({ path: name }) => name));
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const others = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .flatMap((name) => {
      const number = exportOf(name);
      return number === undefined || named.has(name) ? [] : [{ name, number }];
    })
    .sort((a, b) => a.number - b.number);
  for (const { name } of others) {
    await rm(path.join(folder, name), { force: true });
    await removeEmpty(folder, path.dirname(name));
  }
}

async function removeEmpty(folder: string, below: string): Promise<void> {
  for (let at = below; at !== '.'; at = path.dirname(at)) {
    try {
      await rmdir(path.join(folder, at));
    } catch {
      return; // something is in it
    }
  }
}

/** Size and checksum of a file that was written, once it is on the disk. @param name below the folder @param rows in it */
export async function factsOf(partial: string, name: string, rows: number): Promise<FileFacts> {
  const hash = createHash('sha256');
  let bytes = 0;
  await synced(path.join(partial, name), (piece) => {
    hash.update(piece);
    bytes += piece.byteLength;
  });
  return { path: name, rows, bytes, sha256: hash.digest('hex') };
}

/** Reads a file and waits until it is on the disk. */
async function synced(file: string, read: (piece: Uint8Array) => void): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const buffer = Buffer.alloc(1 << 20);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) break;
      read(buffer.subarray(0, bytesRead));
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}
