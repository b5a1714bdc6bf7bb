/** What an export of everything has beside the readings. */
import { rmSync } from 'node:fs';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeEverything } from '../../../../../electron/engine/store/export/everything.ts';
import { openTestStore, type TestStore, WORKSPACE } from '../store-harness.ts';
import { exportBench } from './export-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
  await store.batch({ days: 1 });
});
afterEach(async () => await store.dispose());

it.skipIf(process.platform === 'win32')('is for the user only', async () => {
  const folder = await exportBench(store).run('out', { format: 'csv', everything: { settings: '{}' } });
  for (const name of ['', 'store.duckdb', 'raw', 'workspace.json']) {
    expect((await stat(path.join(folder, name))).mode & 0o077, name).toBe(0);
  }
});

it('leaves out an answer that was given up while the others were copied', async () => {
  const rawFolder = path.join(store.folder, 'answers');
  const folder = path.join(store.folder, 'out');
  for (const made of [rawFolder, folder]) await mkdir(made);
  for (const name of ['a', 'b', 'c']) await writeFile(path.join(rawFolder, name), name);
  const connection = await store.engine.store(WORKSPACE).database.connect();
  try {
    await writeEverything(connection, { file: ':memory:', rawFolder }, folder, (what) => {
      if (what === 'Copying answer 2 of 3') rmSync(path.join(rawFolder, 'b'));
    });
  } finally {
    await connection.close();
  }
  expect((await readdir(path.join(folder, 'raw'))).sort()).toEqual(['a', 'c']);
});
