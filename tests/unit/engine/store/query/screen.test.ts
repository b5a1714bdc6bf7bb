/** What the query screen shows beside a query: views with their columns, functions, and the queries that were run. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore, type TestStore, WORKSPACE } from '../store-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => await store.dispose());

describe('the views', () => {
  it('are all there, with a meaning for every column', async () => {
    const { views } = await store.call('query.views', {});
    for (const { name, row, columns } of views) {
      expect(row, name).not.toBe('');
      const { columns: found } = await store.call('query.run', { sql: `SELECT * FROM ${name} LIMIT 0` });
      expect(columns.map((one) => ({ name: one.name, type: one.type }))).toEqual(found);
      expect(
        columns.filter(({ meaning }) => meaning === ''),
        name,
      ).toEqual([]);
    }
    const rows = await store.engine
      .store(WORKSPACE)
      .database.reader.rows(`SELECT view_name AS name FROM duckdb_views() WHERE schema_name = 'v1'`);
    expect(views.map(({ name }) => name).sort()).toEqual(rows.map(({ name }) => name).sort());
  });

  it('come with functions that can be called', async () => {
    const { functions } = await store.call('query.views', {});
    expect(functions).toEqual(expect.arrayContaining(['sum', 'date_trunc', 'quantile_cont', 'range']));
    expect(functions).not.toContain('read_csv');
  });
});

describe('the history', () => {
  it('has the newest query first, each once, and not without end', async () => {
    expect(await store.call('query.history', {})).toEqual([]);
    for (const sql of ['SELECT 1', 'SELECT 2', 'SELECT 1']) await store.call('query.remember', { sql });
    const kept = await store.call('query.history', {});
    expect(kept.map(({ sql }) => sql)).toEqual(['SELECT 1', 'SELECT 2']);
    await store.call('query.remember', { sql: 'SELECT $a', parameters: { a: '1' } });
    expect((await store.call('query.history', {}))[0]?.parameters).toEqual({ a: '1' });
    for (let index = 0; index < 105; index += 1) await store.call('query.remember', { sql: `SELECT 'x${index}'` });
    expect(await store.call('query.history', {})).toHaveLength(100);
  });
});
