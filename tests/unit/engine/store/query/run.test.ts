/** How far a query goes: rows, time, memory, others beside it; and what it writes into files. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Watch } from '../../../../../electron/engine/store/query/watch.ts';
import { query } from '../../../../fixtures/duckdb-query.ts';
import { openTestStore, type TestStore, WORKSPACE } from '../store-harness.ts';
import { ask } from './query-harness.ts';

/** Takes hours. */
const ENDLESS = 'SELECT sum((a.range * b.range) % 7) FROM range(10000000) a, range(10000000) b';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore({ file: 'store.duckdb' });
  await store.batch({ days: 1 });
});
afterEach(async () => await store.dispose());

describe('an answer', () => {
  it('has names, types and cells that JSON can hold, exactly', async () => {
    const { columns, rows, more, took } = await store.call('query.run', {
      sql: `SELECT 1 AS a, 9007199254740993 AS a, 1.50::DECIMAL(4, 2) AS c, 'nan'::DOUBLE AS d, NULL AS e, true AS f,
              TIMESTAMP '2025-03-09 02:30:00' AS g, [1, 2] AS h, 12345678901234567890.5::DECIMAL(30, 1) AS i`,
    });
    expect(columns.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['INTEGER', 'BIGINT', 'DECIMAL(4,2)', 'DOUBLE', 'BOOLEAN', 'TIMESTAMP', 'INTEGER[]']),
    );
    expect(new Set(columns.map(({ name }) => name)).size).toBe(9);
    expect(rows).toEqual([
      [1, '9007199254740993', 1.5, 'NaN', null, true, '2025-03-09 02:30:00', '[1, 2]', '12345678901234567890.5'],
    ]);
    expect(more).toBe(false);
    expect(took).toBeGreaterThan(0);
  });

  it('ends after as many rows as were asked for, and says that there are more', async () => {
    const sql = 'SELECT * FROM range(1000000000)';
    const first = await store.call('query.run', { sql, limit: 3 });
    expect([first.rows, first.more]).toEqual([[[0], [1], [2]], true]);
    const whole = await store.call('query.run', { sql: 'SELECT * FROM range(3)', limit: 3 });
    expect([whole.rows, whole.more]).toEqual([[[0], [1], [2]], false]);
  });

  it('takes values for its parameters', async () => {
    const { rows } = await store.call('query.run', {
      sql: 'SELECT count(*) FROM readings WHERE usage_point = $meter AND value > $least',
      parameters: { meter: '1001~2001', least: 0.15 },
    });
    expect(rows).toEqual([[45]]);
    // As texts they become what stands beside them; capitals do not matter, and what is not asked for is left alone.
    const sql =
      'SELECT count(*) FROM readings WHERE start_local >= $from AND start_local::DATE < $To AND value > $least';
    const asked = { From: '1970-01-01', to: '2999-12-31', least: '0.15', more: 'nothing' };
    expect((await store.call('query.run', { sql, parameters: asked })).rows).toEqual([[45]]);
    const nasty = `'; DROP TABLE main.readings; --`;
    const same = await store.call('query.run', { sql: 'SELECT $a || $A', parameters: { a: nasty } });
    expect(same.rows).toEqual([[nasty + nasty]]);
    await expect(store.call('query.run', { sql: 'SELECT $a, $b', parameters: { a: 1 } })).rejects.toMatchObject({
      code: 'query_value_missing',
      message: 'The query needs a value for $b.',
      details: { parameters: ['b'] },
    });
    await expect(store.call('query.run', { sql, parameters: { ...asked, from: 'May' } })).rejects.toMatchObject({
      code: 'query_wrong',
    });
  });

  it('tells parameters from what only looks like one', async () => {
    const sql = `EXPLAIN SELECT $from, $meter, '$text', "$name", $$ $dollar $$, $tag$ $quoted $tag$, $FROM -- $comment
      /* $another */ FROM (SELECT $inner AS "$name") WHERE '$a''$b' <> $meter;`;
    expect(await store.call('query.parameters', { sql })).toEqual(['from', 'meter', 'inner']);
    expect(await store.call('query.parameters', { sql: 'SELECT 1' })).toEqual([]);
    for (const unfinished of [
      'SELECT $meter FROM',
      "SELECT '$meter",
      'DELETE FROM t WHERE a = $meter',
      'SELECT $a\0',
    ]) {
      expect(await store.call('query.parameters', { sql: unfinished })).toBeUndefined();
    }
  });

  it('of a query that is wrong says what DuckDB says', async () => {
    await expect(store.call('query.run', { sql: 'SELECT valeu FROM readings' })).rejects.toMatchObject({
      code: 'query_wrong',
      message: expect.stringContaining('valeu'),
    });
    await expect(store.call('query.run', { sql: 'SELECT FROM WHERE' })).rejects.toMatchObject({
      code: 'query_refused',
      message: expect.stringContaining('syntax error'),
    });
  });
});

describe('a query that does not end', () => {
  it('is ended when its time is over', async () => {
    await expect(store.call('query.run', { sql: ENDLESS, seconds: 0.3 })).rejects.toMatchObject({
      code: 'query_too_long',
    });
    expect(await ask(store, 'SELECT count(*) AS n FROM readings')).toEqual([{ n: 96 }]);
  });

  it('is ended by its token; others are answered and data come in meanwhile', async () => {
    const endless = store.call('query.run', { sql: ENDLESS, token: 'one' });
    const ended = expect(endless).rejects.toMatchObject({ code: 'cancelled' });
    await store.batch({ days: 1, meter: '2002' });
    expect(await store.call('series.list', {})).toHaveLength(2);
    expect(await ask(store, 'SELECT count(*) AS n FROM readings')).toEqual([{ n: 192 }]);
    await store.call('query.cancel', { token: 'another' });
    await store.call('query.cancel', { token: 'one' });
    await ended;
  });

  it('is not the fifth at the same time: what the program asks itself needs threads, too', async () => {
    const tokens = ['1', '2', '3', '4'];
    const endless = tokens.map((token) => store.call('query.run', { sql: ENDLESS, token }));
    const ended = Promise.all(endless.map((one) => expect(one).rejects.toMatchObject({ code: 'cancelled' })));
    await expect(ask(store, 'SELECT 1')).rejects.toMatchObject({ code: 'queries_running' });
    expect(await store.call('series.list', {})).toHaveLength(1);
    for (const token of tokens) await store.call('query.cancel', { token });
    await ended;
    expect(await ask(store, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  });

  it('is ended when the store is closed', async () => {
    const endless = store.call('query.run', { sql: ENDLESS });
    const ended = expect(endless).rejects.toMatchObject({ code: 'cancelled' });
    await store.reopen();
    await ended;
    expect(await ask(store, 'SELECT count(*) AS n FROM readings')).toEqual([{ n: 96 }]);
  });

  it('is ended when the process has grown by more than it may', async () => {
    const connection = await store.engine.store(WORKSPACE).database.connect();
    const watch = new Watch(connection, { seconds: 60, memory: -Infinity, signal: new AbortController().signal });
    await expect(connection.rows(ENDLESS)).rejects.toThrow(/interrupt/i);
    expect(watch.stopped).toBe('memory');
    watch.end();
    await connection.close();
  });
});

it('the views go with a store that is copied, and with one that gives its unused space back', async () => {
  const asked = () => ask(store, 'SELECT count(*) AS n, sum(value) AS sum, max(unit) AS unit FROM readings');
  const before = await asked();
  await store.call('store.compact', {});
  await store.reopen();
  expect(await asked()).toEqual(before);
  expect(await ask(store, 'SELECT count(*) AS n FROM daily')).toEqual([{ n: 2 }]);
});

describe('a file of a query', () => {
  const sql = 'SELECT usage_point, start_epoch, value FROM readings ORDER BY start_epoch;';
  const write = (name: string, format: 'csv' | 'json' | 'parquet', asked = sql, rawText = false, parameters = {}) =>
    store.call('query.write', { sql: asked, parameters, folder: store.folder, name, format, rawText });

  it.each([
    ['csv', 'read_csv'],
    ['json', 'read_json'],
    ['parquet', 'read_parquet'],
  ] as const)('as %s has all rows in their order', async (format, reader) => {
    const { file, rows } = await write('rows', format);
    expect([file, rows]).toEqual([path.join(store.folder, `rows.${format}`), 96]);
    const found = await query(`SELECT start_epoch::INTEGER AS start, value FROM ${reader}('${file}')`);
    const asked = await ask(store, 'SELECT start_epoch AS start, value FROM readings ORDER BY start_epoch');
    expect(found).toEqual(asked);
  });

  it.each(['csv', 'json', 'parquet'] as const)('as %s is written with values for its parameters', async (format) => {
    const asked = 'SELECT start_epoch, $meter AS meter FROM readings WHERE value > $least';
    const { rows } = await write('some', format, asked, false, { meter: "x'; --", least: 0.15 });
    expect(rows).toBe(45);
  });

  it('as CSV holds no formula, unless texts are to stay as they are', async () => {
    const formula = `SELECT '=1+1' AS "a b", '=2+2' AS c`;
    await write('safe', 'csv', formula);
    await write('raw', 'csv', formula, true);
    expect(await readFile(path.join(store.folder, 'safe.csv'), 'utf8')).toBe("a b,c\n'=1+1,'=2+2\n");
    expect(await readFile(path.join(store.folder, 'raw.csv'), 'utf8')).toBe('a b,c\n=1+1,=2+2\n');
  });

  it('takes names of columns for nothing but names', async () => {
    const name = `x", read_text('/etc/passwd') AS "y`;
    await write('names', 'csv', `SELECT 'a' AS "${name.replaceAll('"', '""')}" -- the end`);
    expect(await readFile(path.join(store.folder, 'names.csv'), 'utf8')).not.toContain('root:');
    const before = await readdir(store.folder);
    await expect(write('wrong', 'csv', 'SELECT nothing FROM readings')).rejects.toMatchObject({ code: 'query_wrong' });
    expect(await readdir(store.folder)).toEqual(before);
  });
});
