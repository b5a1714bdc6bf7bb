/** An export that was killed at any of its steps, and what the next one with the same token makes of it. */
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exportFailure } from '../../../../../electron/engine/store/export/failure.ts';
import { openTestStore, type TestStore } from '../store-harness.ts';
import { ABOUT, type ExportInput } from './export-harness.ts';

let store: TestStore;
let whole: string;
let folder: string;
beforeEach(async () => {
  store = await openTestStore();
  await store.batch({ days: 1 });
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'meterscope-folder-'));
  [whole, folder] = [path.join(scratch, 'whole'), path.join(scratch, 'out')];
  await store.call('export.run', { folder: whole, format: 'csv', about: ABOUT, token: 'job 1' });
});
afterEach(async () => {
  await rm(path.dirname(whole), { recursive: true });
  await store.dispose();
});

const again = (token?: string) => store.call('export.run', { folder, format: 'csv', about: ABOUT, token });

describe('an export that was killed', () => {
  it('while it wrote begins anew, and leaves nothing of the first try', async () => {
    await cp(whole, path.join(folder, '.meterscope-unfinished'), { recursive: true });
    await writeFile(path.join(folder, '.meterscope-unfinished', 'readings.csv.part'), 'half a li');
    await again('job 1');
    expect((await readdir(folder)).sort()).toEqual((await readdir(whole)).sort());
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'after %d of its files had moved up is finished, without being written again',
    async (moved) => {
      const rest = path.join(folder, '.meterscope-whole');
      await mkdir(folder);
      await cp(whole, rest, { recursive: true });
      await writeFile(path.join(rest, 'bills.csv'), 'written by the first try');
      const names = (await readdir(rest)).sort((a, b) => Number(a === 'manifest.json') - Number(b === 'manifest.json'));
      for (const name of names.slice(0, moved)) await rename(path.join(rest, name), path.join(folder, name));
      expect(await again('job 1')).toMatchObject({ readings: 96, meters: 1 });
      expect((await readdir(folder)).sort()).toEqual((await readdir(whole)).sort());
      expect(await readFile(path.join(folder, 'bills.csv'), 'utf8')).toBe('written by the first try');
    },
  );

  it('after all was done, before its job knew, says what it had done', async () => {
    await cp(whole, folder, { recursive: true });
    expect(await again('job 1')).toMatchObject({ readings: 96, meters: 1 });
  });

  it('is not taken for another one, nor is a folder of the user', async () => {
    await cp(whole, folder, { recursive: true });
    for (const token of ['job 2', undefined]) {
      await expect(again(token)).rejects.toMatchObject({ code: 'export_target_not_empty' });
    }
    await writeFile(path.join(folder, 'manifest.json'), '{"export_id": null}');
    await expect(again(undefined)).rejects.toMatchObject({ code: 'export_target_not_empty' });
  });
});

describe('an export that fails', () => {
  it('removes the folder that it made and those above it, and leaves one that was there', async () => {
    const failing = {
      format: 'parquet' as const,
      about: ABOUT,
      selection: { meters: ['nobody'] },
    } satisfies Partial<ExportInput>;
    await mkdir(folder);
    const below = path.join(folder, 'a', 'b');
    await expect(store.call('export.run', { folder: below, ...failing })).rejects.toMatchObject({
      code: 'meter_unknown',
    });
    expect(await readdir(folder)).toEqual([]);
    await expect(store.call('export.run', { folder, ...failing })).rejects.toMatchObject({ code: 'meter_unknown' });
    expect(await readdir(folder)).toEqual([]);
  });

  it.each(['file', 'file/below'])('says so where %s is not a folder, and leaves it', async (place) => {
    await mkdir(folder);
    await writeFile(path.join(folder, 'file'), 'kept');
    const exporting = store.call('export.run', { folder: path.join(folder, place), format: 'csv', about: ABOUT });
    await expect(exporting).rejects.toMatchObject({ code: 'export_target_no_folder' });
    expect(await readFile(path.join(folder, 'file'), 'utf8')).toBe('kept');
  });

  it.each([
    ['IO Error: Could not write file "x": No space left on device', 'export_disk_full'],
    ['ENOSPC: no space left on device, write', 'export_disk_full'],
    [
      'Out of Memory Error: could not allocate block of size 256.0 KiB (60.9 MiB/61.0 MiB used)\nSET threads=1',
      'export_out_of_memory',
    ],
    ['IO Error: Cannot open file "x": Permission denied', 'export_folder_refused'],
    ["EROFS: read-only file system, mkdir '/x'", 'export_folder_refused'],
  ])('says so in a sentence: %s', (text, code) => {
    const told = exportFailure(new Error(text), '/x');
    expect(told).toMatchObject({ code, details: { folder: '/x' } });
    expect(JSON.stringify(told)).not.toMatch(/SET threads|IO Error|MiB/);
  });
});
