import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';

/** Runs `work` with a new folder in `parent` (beside its target a file can be renamed to it), and takes the folder away after it. */
export async function withPassingFolder<T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(parent, '.meterscope-query-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
