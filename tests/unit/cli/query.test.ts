/** `meterscope query` on a data folder, from its arguments to what it prints or writes. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DataFolder } from '../../../electron/app/data-folder/data-folder.ts';
import { queryCommand } from '../../../electron/cli/query.ts';
import { Engine } from '../../../electron/engine/engine.ts';
import { storeFiles } from '../../../electron/host/index.ts';
import { batchFeed } from '../../fixtures/batch-feed.ts';
import { query } from '../../fixtures/duckdb-query.ts';

let folder: string;
let data: string;
let out: string;
let said: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-query-'));
  data = path.join(folder, 'data');
  out = '';
  said = '';
  const dataFolder = DataFolder.open(data, 'test');
  const engine = new Engine();
  await engine.call('store.open', { workspace: 'demo', ...storeFiles(dataFolder.data, 'demo'), zone: 'UTC' });
  const source = { kind: 'request', label: 'https://example.test/batch', requestId: 'r1' } as const;
  const { session } = await engine.call('ingest.begin', { workspace: 'demo', source });
  await engine.call('ingest.chunk', { session, bytes: new TextEncoder().encode(batchFeed({ days: 1 })) });
  await engine.call('ingest.finish', { session });
  await engine.close();
  dataFolder.close();
  const into = (take: (text: string) => void) => (text: unknown, done?: unknown) => {
    take(String(text));
    if (typeof done === 'function') done();
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(into((text) => (out += text)));
  vi.spyOn(process.stderr, 'write').mockImplementation(into((text) => (said += text)));
});
afterEach(async () => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
  await rm(folder, { recursive: true, force: true });
});

const run = (sql: string, ...more: string[]) =>
  queryCommand().parseAsync(['node', 'query', sql, '--data', data, '--workspace', 'demo', ...more]);

describe('meterscope query', () => {
  it('prints a table, and says how many rows and whether there are more', async () => {
    await run('SELECT unit, count(*) AS readings FROM readings GROUP BY unit');
    expect(out).toBe('unit  readings\n----  --------\nkWh         96\n');
    expect(said).toMatch(/^1 row in \d+\.\d\d s\n$/);
    await run('SELECT start_epoch FROM readings', '--limit', '5');
    expect(said).toMatch(/5 rows in .*; there are more/);
    expect(process.exitCode).toBeUndefined();
  });

  it('writes all rows into a file, and never over one', async () => {
    const file = path.join(folder, 'readings.parquet');
    await run('SELECT * FROM readings', '--format', 'parquet', '--to', file);
    expect(out).toBe(`96 rows: ${file}\n`);
    expect(await query(`SELECT count(*)::INTEGER AS n, min(unit) AS unit FROM read_parquet('${file}')`)).toEqual([
      { n: 96, unit: 'kWh' },
    ]);
    const before = await readFile(file);
    await run('SELECT 1 AS a', '--format', 'parquet', '--to', file);
    expect([process.exitCode, said]).toEqual([1, expect.stringContaining('There is a file')]);
    expect(await readFile(file)).toEqual(before);
    expect((await readdir(folder)).sort()).toEqual(['data', 'readings.parquet']);
  });

  it('refuses what is no query, with a sentence and exit code 1, and leaves nothing', async () => {
    await run('DROP TABLE main.readings', '--format', 'csv', '--to', path.join(folder, 'x.csv'));
    expect([process.exitCode, said]).toEqual([1, expect.stringContaining('Only SELECT can be run here.')]);
    expect(await readdir(folder)).toEqual(['data']);
  });

  it('says who has the data folder where another program does, with exit code 3', async () => {
    const other = DataFolder.open(data, 'Meterscope');
    await run('SELECT 1');
    other.close();
    expect([process.exitCode, said]).toEqual([3, expect.stringContaining('Meterscope (process')]);
  });
});
