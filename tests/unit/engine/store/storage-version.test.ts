import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { STORAGE, storageVersionOf } from '../../../../electron/engine/store/storage-version.ts';
import { openTestStore } from './store-harness.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'storage-version-'));
});
afterEach(async () => await rm(folder, { recursive: true, force: true }));

async function madeBy(version: string): Promise<string> {
  const file = path.join(folder, `${version}.duckdb`);
  const instance = await DuckDBInstance.create(file, { storage_compatibility_version: version });
  const connection = await instance.connect();
  await connection.run('CREATE TABLE t AS SELECT 1 AS a');
  connection.closeSync();
  instance.closeSync();
  return file;
}

it('is the one that is asked for, and those that the library writes are the ones that it is said to read', async () => {
  const library = expect.stringMatching(/^v1\.\d+\.\d+/);
  expect(storageVersionOf(await madeBy(STORAGE.writes))).toEqual({ number: STORAGE.number, library });
  expect(storageVersionOf(await madeBy('v0.10.2'))).toEqual({ number: STORAGE.reads.least, library });
  expect(storageVersionOf(await madeBy('latest'))).toEqual({ number: STORAGE.reads.most, library });
});

it('of a store is the same after it was compacted', async () => {
  const store = await openTestStore({ file: 'w.duckdb' });
  try {
    await store.batch({ days: 1 });
    await store.call('store.compact', {});
    expect(storageVersionOf(path.join(store.folder, 'w.duckdb'))).toMatchObject({ number: STORAGE.number });
  } finally {
    await store.dispose();
  }
});

it('is nobody knows what where there is no database', async () => {
  expect(storageVersionOf(path.join(folder, 'missing'))).toBeUndefined();
  await writeFile(path.join(folder, 'short'), 'DUCK');
  expect(storageVersionOf(path.join(folder, 'short'))).toBeUndefined();
  await writeFile(path.join(folder, 'other'), 'Dear diary. '.repeat(100));
  expect(storageVersionOf(path.join(folder, 'other'))).toBeUndefined();
});
