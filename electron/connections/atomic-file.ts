/** Files that are whole or absent: written beside, flushed, then renamed over the old one. */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

let counter = 0;

/**
 * Writes `text` so that a crash at any moment leaves either the old or the new content.
 * @param mode permissions of the new file, e.g. 0o600
 */
export async function writeFileAtomic(file: string, text: string, mode: number): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  counter += 1;
  const beside = `${file}.${process.pid}.${counter}.new`;
  try {
    const handle = await open(beside, 'wx', mode);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** The content, or undefined where there is no such file. */
export async function readFileIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
