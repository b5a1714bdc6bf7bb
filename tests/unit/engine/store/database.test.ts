import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Database, memoryLimitMb } from '../../../../electron/engine/store/database.ts';

const GB = 1024 ** 3;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'database-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('memory of DuckDB', () => {
  it.each([
    [0.5, 512],
    [1, 512],
    [8, 2048],
    [16, 4096],
    [64, 4096],
  ])('on a machine with %d GB it is %d MB', (gb, mb) => {
    expect(memoryLimitMb(gb * GB)).toBe(mb);
  });

  it('is given back when it holds much of the file; questions and their limit are as before', async () => {
    const database = await Database.open(path.join(folder, 'store.duckdb'), path.join(folder, 'temporary'));
    const { reader } = database;
    const held = async () => Number((await reader.row('SELECT sum(memory_usage_bytes) AS b FROM duckdb_memory()'))?.b);
    const limit = async () => (await reader.row(`SELECT current_setting('memory_limit') AS l`))?.l;
    const sum = async () => (await reader.row('SELECT sum(a)::VARCHAR AS s FROM much'))?.s;
    await reader.run('CREATE TABLE much AS SELECT hash(range) AS a, hash(range + 1) AS b FROM range(4000000)');
    await reader.run('CHECKPOINT');
    const [before, most] = [await sum(), await limit()];
    await database.giveMemoryBack(200);
    expect(await held()).toBeGreaterThan(30_000_000);
    await database.giveMemoryBack(16);
    expect(await held()).toBeLessThan(20_000_000);
    expect([await sum(), await limit()]).toEqual([before, most]);
    await database.close();
  });

  it('spills beside the store, and leaves nothing there: neither when it is closed nor after a crash', async () => {
    const temporary = path.join(folder, 'temporary');
    // What a killed process left.
    await mkdir(temporary);
    await writeFile(path.join(temporary, 'duckdb_temp_storage_DEFAULT-0.tmp'), 'left');
    const database = await Database.open(path.join(folder, 'store.duckdb'), temporary);
    expect(await readdir(folder)).toEqual(['store.duckdb']);
    const connection = await database.connect();
    await connection.run("SET memory_limit = '64MB'");
    await connection.run(
      'CREATE TEMP TABLE much AS SELECT range AS a, random() AS b, uuid()::VARCHAR AS c FROM range(3000000)',
    );
    expect((await readdir(temporary)).length).toBeGreaterThan(0);
    await connection.close();
    await database.close();
    expect(await readdir(folder)).toEqual(['store.duckdb']);
  });
});

const endless = 'SELECT count(*) FROM range(1000000000) a, range(1000000000) b WHERE a.range * b.range % 7 = 3';

describe('an abort', () => {
  it('interrupts what runs, and touches no connection that is closed', async () => {
    const database = await Database.open(path.join(folder, 'store.duckdb'), path.join(folder, 'temporary'));
    const connection = await database.connect();
    let ended: string | undefined;
    const question = connection.rows(endless).catch((error: unknown) => {
      ended = String(error);
    });
    // Again and again: what has not begun yet is not stopped.
    while (ended === undefined) {
      const cancelled = new AbortController();
      connection.interruptOn(cancelled.signal);
      cancelled.abort();
      await delay(10);
    }
    await question;
    expect(ended).toContain('Interrupted');
    const late = new AbortController();
    connection.interruptOn(late.signal);
    await connection.close();
    const interrupt = vi.spyOn(connection.raw, 'interrupt');
    late.abort();
    expect(interrupt).not.toHaveBeenCalled();
    await database.close();
  });
});

describe('closing', () => {
  it('ends a question that is being answered, and lets go of the file', async () => {
    const file = path.join(folder, 'store.duckdb');
    const database = await Database.open(file, path.join(folder, 'temporary'));
    const question = database.reader.rows(endless).catch((error: unknown) => String(error));
    await database.close();
    expect(await question).toContain('Interrupted');
    await (await Database.open(file, path.join(folder, 'temporary'))).close();
  });

  it('ends what a writer does, whose transaction is taken back', async () => {
    const database = await Database.open(path.join(folder, 'store.duckdb'), path.join(folder, 'temporary'));
    const writer = await database.connect();
    const work = writer.run(`CREATE TABLE t AS ${endless}`).catch((error: unknown) => String(error));
    await writer.close();
    expect(await work).toContain('Interrupted');
    expect(await database.reader.rows('SHOW TABLES')).toEqual([]);
    await database.close();
  });
});
