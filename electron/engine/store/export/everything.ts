/** What an export of everything has beside the readings: a copy of the store, and the answers of the service as they came. */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '#shared/errors.ts';
import type { StoreFiles } from '../../calls/store.ts';
import { copyDatabase } from '../compact.ts';
import type { Connection } from '../database.ts';
import { text } from '../row.ts';

/**
 * Writes `store.duckdb` and `raw/` below `folder`. The store first: what it names of the answers is then there to be copied.
 * @param step is called with what is being done; it throws when the export was cancelled
 */
export async function writeEverything(
  connection: Connection,
  { rawFolder }: StoreFiles,
  folder: string,
  step: (what: string) => void,
): Promise<void> {
  step('Copying the store');
  const own = await connection.row('SELECT current_database() AS name');
  await copyDatabase(connection, text(own?.name), path.join(folder, 'store.duckdb'));
  const raw = path.join(folder, 'raw');
  await mkdir(raw, { mode: 0o700 });
  const entries = await readdir(rawFolder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  for (const [index, name] of files.entries()) {
    step(`Copying answer ${index + 1} of ${files.length}`);
    await copyUnlessGone(path.join(rawFolder, name), path.join(raw, name));
  }
}

/** An answer that was given up meanwhile takes its file with it. */
async function copyUnlessGone(file: string, copy: string): Promise<void> {
  try {
    await copyFile(file, copy);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || existsSync(file)) throw error;
  }
}
