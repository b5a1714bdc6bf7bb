import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY, START } from '../../../../fixtures/batch-feed.ts';
import { query } from '../../../../fixtures/duckdb-query.ts';
import { ABOUT } from '../export/export-harness.ts';
import { ask } from '../query/query-harness.ts';
import { openTestStore, type TestStore } from '../store-harness.ts';
import { countAndSum, filesThere, manifestOf, newestOf, READERS } from './parquet-readers.ts';

let store: TestStore;
let folder: string;
beforeEach(async () => {
  store = await openTestStore();
  folder = path.join(store.folder, 'shared');
  // 40 days of one meter from 14 November by its own clock, 2 of another one.
  await store.batch({ days: 40, meter: '2001' });
  await store.batch({ days: 2, meter: '2002', start: START + 60 * DAY });
});
afterEach(async () => await store.dispose());

const write = (options: { compact?: boolean; about?: typeof ABOUT } = {}) =>
  store.call('dataset.write', { folder, about: ABOUT, ...options });

/** What the store holds, and that each reader sees the same by the manifest and by what lies in the folders. */
async function expectSame() {
  const [held] = await ask(store, 'SELECT count(*) AS readings, coalesce(sum(value), 0) AS sum FROM readings');
  const manifest = await manifestOf(folder);
  expect(manifest.readings).toBe(held?.readings);
  expect(manifest.totals.reduce((sum, one) => sum + (one.sum_value ?? 0), 0)).toBeCloseTo(Number(held?.sum), 6);
  const named = manifest.files.map((file) => file.path).sort();
  expect(await filesThere(folder)).toEqual(named);
  for (const read of Object.values(READERS)) {
    const seen = countAndSum(await newestOf(folder, named, read));
    expect(seen.readings).toBe(held?.readings);
    expect(seen.sum).toBeCloseTo(Number(held?.sum), 6);
    for (const file of manifest.files) expect((await read(path.join(folder, file.path))).length).toBe(file.rows);
  }
  return manifest;
}

/** By the words of the manifest, in DuckDB. */
async function newestInDuckdb() {
  const { newest } = await manifestOf(folder);
  return await query(
    `WITH readings AS (SELECT * FROM read_parquet('${folder}/readings/**/*.parquet', hive_partitioning = true))
     SELECT year::INTEGER AS year, month::INTEGER AS month, count(*)::INTEGER AS readings, round(sum(value), 3) AS sum FROM (${newest}) GROUP BY ALL ORDER BY ALL`,
  );
}

describe('a data set', () => {
  it('holds every reading in a folder of its commodity, local year and month, and says what it holds', async () => {
    expect(await write()).toEqual({
      export: 1,
      added: 4032,
      corrected: 0,
      removed: 0,
      readings: 4032,
      meters: 2,
      files: 3,
    });
    const manifest = await expectSame();
    expect(manifest.files.map((file) => path.posix.dirname(file.path))).toEqual([
      'readings/commodity=electricity/year=2023/month=11',
      'readings/commodity=electricity/year=2023/month=12',
      'readings/commodity=electricity/year=2024/month=1',
    ]);
    expect(manifest).toMatchObject({
      kind: 'meterscope-dataset',
      schema_version: 1,
      workspace: 'Small',
      export: 1,
      readings: 4032,
      meters: 2,
      totals: [{ commodity: 'electricity', unit: 'kWh', readings: 4032 }],
      zones: [{ zone: 'America/Los_Angeles', meters: 2 }],
      key: ['commodity', 'year', 'month', 'series_id', 'start_epoch', 'tou', 'tier', 'cpp'],
    });
    for (const file of [...manifest.files, ...Object.values(manifest.tables), manifest.state]) {
      const bytes = await readFile(path.join(folder, file.path));
      expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([file.bytes, file.sha256]);
    }
    for (const file of manifest.files) {
      const [own] = await query(
        `SELECT count(*)::INTEGER AS rows, sum(value) AS sum_value, min(start_epoch)::INTEGER AS first_epoch, max(start_epoch)::INTEGER AS last_epoch
         FROM read_parquet('${folder}/${file.path}')`,
      );
      expect(file).toMatchObject({ ...own, sum_value: expect.closeTo(Number(own?.sum_value)), deleted: 0, export: 1 });
    }
    const meters = await query(`SELECT usage_point FROM read_parquet('${folder}/meters/*.parquet') ORDER BY ALL`);
    expect(meters).toEqual([{ usage_point: '1001~2001' }, { usage_point: '1001~2002' }]);
  });

  it('has the columns that its manifest describes, with the times of the meter', async () => {
    await write();
    const { columns } = await manifestOf(folder);
    const source = `read_parquet('${folder}/readings/**/*.parquet', hive_partitioning = true)`;
    const described = await query(`DESCRIBE SELECT * FROM ${source}`);
    expect(described.map((row) => row.column_name).sort()).toEqual(Object.keys(columns).sort());
    expect(Object.values(columns).every((text) => text !== undefined && text !== '')).toBe(true);
    const types = Object.fromEntries(described.map((row) => [row.column_name, row.column_type]));
    expect(types).toMatchObject({
      start_utc: 'TIMESTAMP WITH TIME ZONE',
      start_local: 'TIMESTAMP',
      value: 'DOUBLE',
      export: 'INTEGER',
      deleted: 'BOOLEAN',
    });
    const [first] = await query(
      `SELECT epoch(start_utc)::INTEGER AS epoch, start_local::VARCHAR AS local, utc_offset_seconds::INTEGER AS ahead, value, unit, year::INTEGER AS year, month::INTEGER AS month
       FROM ${source} ORDER BY start_epoch LIMIT 1`,
    );
    expect(first).toEqual({
      epoch: START,
      local: '2023-11-14 16:00:00',
      ahead: -28_800,
      value: 0.1,
      unit: 'kWh',
      year: 2023,
      month: 11,
    });
  });

  it('grows by what is new, and only by that', async () => {
    await write();
    const before = await manifestOf(folder);
    await store.batch({ days: 1, meter: '2001', start: START + 40 * DAY });
    expect(await write()).toMatchObject({ export: 2, added: 96, corrected: 0, removed: 0, readings: 4128, files: 1 });
    const after = await expectSame();
    expect(after.files.filter((file) => file.export === 1)).toEqual(before.files);
    expect(after.files.filter((file) => file.export === 2)).toMatchObject([{ rows: 96, deleted: 0 }]);
    expect(await write()).toMatchObject({ export: 3, added: 0, corrected: 0, removed: 0, files: 0 });
    await expectSame();
  });

  it('shows what was corrected, and not what is gone', async () => {
    await write();
    // Of its first two days, each value of one is 5 more, and the other ends at noon.
    await store.batch({
      days: 2,
      meter: '2001',
      updated: '2024-03-01T00:00:00Z',
      value: (index) => (index < 96 ? 105 + (index % 96) : index < 144 ? 100 + (index % 96) : undefined),
    });
    const [held] = await ask(store, 'SELECT count(*) AS readings FROM readings');
    expect(held?.readings).toBe(4032 - 48);
    expect(await write()).toMatchObject({ added: 0, corrected: 96, removed: 48, readings: 4032 - 48, files: 1 });
    const { files } = await expectSame();
    expect(files.find((file) => file.export === 2)).toMatchObject({ rows: 144, deleted: 48 });
    const seen = await newestInDuckdb();
    expect(seen.map(({ readings }) => readings)).toEqual([16 * 96 + 32 - 48, 24 * 96 - 32, 192]);
    // Once more as it was: what was deleted comes back.
    await store.batch({ days: 2, meter: '2001', updated: '2024-04-01T00:00:00Z' });
    expect(await write()).toMatchObject({ added: 48, corrected: 96, removed: 0, readings: 4032 });
    await expectSame();
  });

  it('follows what the user decided', async () => {
    await write();
    await store.call('usagePoints.setZone', { id: '1001~2002', zone: 'Asia/Tokyo' });
    expect(await write()).toMatchObject({ added: 0, corrected: 192, removed: 0 });
    await expectSame();
  });

  it('is tidied: months are written anew where rows would be left out, and nothing changes for its readers', async () => {
    await write();
    await store.batch({ days: 2, meter: '2001', updated: '2024-03-01T00:00:00Z', value: (index) => 1 + (index % 3) });
    await store.batch({ days: 1, meter: '2001', start: START + 40 * DAY });
    await write();
    const seen = await newestInDuckdb();
    const tidied = await write({ compact: true });
    expect(tidied).toMatchObject({ export: 3, added: 0, corrected: 0, removed: 0, files: 2 });
    const { files, readings } = await expectSame();
    expect(files.reduce((sum, file) => sum + file.rows, 0)).toBe(readings);
    expect(await newestInDuckdb()).toEqual(seen);
    // January was tidy.
    expect(files.filter((file) => file.export === 1)).toHaveLength(1);
    expect(await write({ compact: true })).toMatchObject({ files: 0 });
  });

  it('marks what was removed from the store as deleted, and tidied holds nothing of it', async () => {
    await write();
    await store.engine.store('w').write(async (connection) => {
      for (const table of ['readings', 'day_sums', 'interval_blocks', 'series']) {
        await connection.run(
          `DELETE FROM ${table} WHERE series = (SELECT series FROM series_facts WHERE usage_point = '1001~2002')`,
        );
      }
    });
    expect(await write()).toMatchObject({ added: 0, corrected: 0, removed: 192, readings: 3840, meters: 1 });
    const { files } = await expectSame();
    const gone = files.find((file) => file.deleted > 0);
    expect(await query(`SELECT count(value)::INTEGER AS left FROM read_parquet('${folder}/${gone?.path}')`)).toEqual([
      { left: 0 },
    ]);
    expect(await write({ compact: true })).toMatchObject({ files: 0, readings: 3840 });
    expect((await expectSame()).files.map(({ path: name }) => name)).toHaveLength(2);
  });
});

describe('the folder of a data set', () => {
  it('is what it was before where a write was cut short, and the next one goes on', async () => {
    await write();
    const before = await manifestOf(folder);
    const month = path.join(folder, 'readings/commodity=electricity/year=2023/month=11');
    // As a process leaves it that is killed while it moves its files into their places.
    await writeFile(path.join(month, 'data_2_1.parquet'), 'half of a file');
    await mkdir(path.join(folder, '.meterscope-unfinished', 'meters'), { recursive: true });
    expect(await manifestOf(folder)).toEqual(before);
    expect(await write()).toMatchObject({ export: 2, files: 0 });
    await expectSame();
  });

  it('of a first export that was cut short is gone on with', async () => {
    await write();
    await rm(path.join(folder, 'manifest.json'));
    expect(await write()).toMatchObject({ export: 1, added: 4032 });
    await expectSame();
  });

  it.each([
    ['export_target_not_empty', 'notes.txt', 'mine'],
    ['dataset_unknown', 'manifest.json', '{"kind":"another"}'],
    ['dataset_unknown', 'manifest.json', '{"kind":"meterscope-dataset","schema_version":99}'],
  ])('is refused with %s where something else is in it', async (code, name, text) => {
    await mkdir(folder);
    await writeFile(path.join(folder, name), text);
    await expect(write()).rejects.toMatchObject({ code });
    expect(await readFile(path.join(folder, name), 'utf8')).toBe(text);
  });

  it('is refused where it is of another workspace', async () => {
    await write();
    const manifest = await manifestOf(folder);
    await writeFile(path.join(folder, 'manifest.json'), JSON.stringify({ ...manifest, workspace_id: 'other' }));
    await expect(write()).rejects.toMatchObject({ code: 'dataset_of_another_workspace' });
  });

  it('is written by one at a time', async () => {
    const [one, other] = await Promise.allSettled([write(), write()]);
    expect([one.status, other.status].sort()).toEqual(['fulfilled', 'rejected']);
    await expectSame();
  });

  it('stays as it was where the export is cancelled', async () => {
    await write();
    const before = await manifestOf(folder);
    await store.batch({ days: 1, meter: '2001', start: START + 40 * DAY });
    const abort = new AbortController();
    const cancelled = store.engine.call('dataset.write', { workspace: 'w', folder, about: ABOUT }, abort.signal);
    abort.abort();
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
    expect(await manifestOf(folder)).toEqual(before);
    await write();
    await expectSame();
  });
});
