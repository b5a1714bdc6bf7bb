/** What readers of Parquet that are not DuckDB see in a data set: two, each by the manifest and by what lies in the folders. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { tableFromIPC } from 'apache-arrow';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { readParquet } from 'parquet-wasm';
import type { Manifest } from '../../../../../electron/engine/store/sharing/dataset/manifest.ts';

type Row = Record<string, unknown>;
export type ReadFile = (file: string) => Promise<Row[]>;

export const READERS: Readonly<Record<string, ReadFile>> = {
  hyparquet: async (file) => await parquetReadObjects({ file: await asyncBufferFromFile(file), compressors }),
  'parquet-wasm': async (file) => {
    const table = tableFromIPC(readParquet(new Uint8Array(await readFile(file))).intoIPCStream());
    return table.toArray().map((row) => row.toJSON());
  },
};

export async function manifestOf(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8'));
}

/** The files of readings that lie below a folder, as a pattern would find them. */
export async function filesThere(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(folder, 'readings'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** Of rows with one key the newest, unless it says that the reading is gone, as docs/dataset.md tells it. */
export async function newestOf(folder: string, files: readonly string[], read: ReadFile): Promise<Row[]> {
  const newest = new Map<string, Row>();
  for (const file of files) {
    for (const row of await read(path.join(folder, file))) {
      const key = [path.dirname(file), row.series_id, row.start_epoch, row.tou, row.tier, row.cpp]
        .map(String)
        .join('|');
      const other = newest.get(key);
      if (other === undefined || Number(row.export) > Number(other.export)) newest.set(key, row);
    }
  }
  return [...newest.values()].filter((row) => row.deleted !== true);
}

/** Readings and the sum of their values. */
export function countAndSum(rows: readonly Row[]): { readings: number; sum: number } {
  return { readings: rows.length, sum: rows.reduce((sum, row) => sum + Number(row.value ?? 0), 0) };
}
