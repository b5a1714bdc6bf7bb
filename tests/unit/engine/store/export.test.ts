import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { START } from '../../../fixtures/batch-feed.ts';
import { openTestStore, type TestStore, WORKSPACE } from './store-harness.ts';

let store: TestStore;
let folder: string;
beforeEach(async () => {
  store = await openTestStore();
  folder = path.join(store.folder, 'export');
  await store.batch({ days: 2, meter: '2001' });
  await store.batch({ days: 1, meter: '2002', start: START + 60 * 86_400 });
});
afterEach(async () => {
  await store.dispose();
});

async function query(sql: string) {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const rows = (await connection.runAndReadAll(sql)).getRowObjectsJson();
  connection.closeSync();
  instance.closeSync();
  return rows;
}

describe('export', () => {
  it('writes a Hive-partitioned Parquet data set that says where each reading comes from', async () => {
    const result = await store.call('export.run', { folder, format: 'parquet' });
    expect(result.readings).toBe(288);
    expect((await readdir(folder)).sort()).toEqual([
      'bill_lines.parquet',
      'bills.parquet',
      'readings',
      'series.parquet',
      'usage_points.parquet',
    ]);
    const rows = await query(
      `SELECT usage_point, year, count(*)::INTEGER AS count, sum(value) AS sum, min(start_epoch)::INTEGER AS first FROM read_parquet('${folder}/readings/**/*.parquet', hive_partitioning = true) GROUP BY ALL ORDER BY ALL`,
    );
    expect(rows).toEqual([
      { usage_point: '1001~2001', year: '2023', count: 192, sum: expect.closeTo(28.32), first: START },
      { usage_point: '1001~2002', year: '2024', count: 96, sum: expect.closeTo(14.16), first: START + 60 * 86_400 },
    ]);
    const [one] = await query(
      `SELECT unit, zone, quality, quality_code, raw_value, source_href, source, fetched_at IS NOT NULL AS fetched FROM read_parquet('${folder}/readings/**/*.parquet') ORDER BY start_epoch LIMIT 1`,
    );
    expect(one).toEqual({
      unit: 'kWh',
      zone: 'UTC-08:00, with daylight saving',
      quality: 'valid',
      quality_code: 17,
      raw_value: '100',
      source_href: expect.stringContaining('/IntervalBlock/'),
      source: 'https://example.test/batch',
      fetched: true,
    });
  });

  it('writes CSV of a selection', async () => {
    const selection = { usagePoints: ['1001~2001'], from: START, to: START + 900 * 10 };
    await store.call('export.run', { folder, format: 'csv', selection });
    const lines = (await readFile(path.join(folder, 'readings.csv'), 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(11);
    expect(lines[0]).toMatch(/^usage_point,year,authorization_uid,series_id,series,start_epoch/);
  });

  it('writes JSON, a reading a line, and nothing beside it', async () => {
    const result = await store.call('export.run', { folder, format: 'json' });
    expect(result.readings).toBe(288);
    expect(result.files.map((file) => path.basename(file))).not.toContain('data_0.json');
    const [all] = await query(
      `SELECT count(*)::INTEGER AS count, count(DISTINCT (usage_point, start_epoch))::INTEGER AS different FROM read_json('${folder}/readings.json')`,
    );
    expect(all).toEqual({ count: 288, different: 288 });
  });

  it('never overwrites, and leaves nothing behind when it is cancelled', async () => {
    await mkdir(folder);
    await writeFile(path.join(folder, 'mine.txt'), 'x');
    await expect(store.call('export.run', { folder, format: 'json' })).rejects.toMatchObject({
      code: 'export_target_not_empty',
    });
    const other = path.join(store.folder, 'other');
    const abort = new AbortController();
    const input = { workspace: WORKSPACE, folder: other, format: 'parquet' } as const;
    const running = store.engine.call('export.run', input, abort.signal);
    abort.abort();
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    expect(await readdir(other).catch(() => [])).toEqual([]);
  });
});
