/** Where a query is wrong: DuckDB's line and caret, as an offset into the text. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../store-harness.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(async () => await store.dispose());

const LONG = `'a', `.repeat(60);

describe('the place of a mistake', () => {
  it.each([
    ['a column that is not there', 'SELECT valeu FROM readings', 'valeu'],
    ['a function that is not there, in a later line', 'SELECT 1,\n\n  abs(1) +\n upper(nothing)', 'nothing'],
    ['in the middle of a long line', `SELECT ${LONG} nothing, ${LONG} 1`, 'nothing'],
    ['behind letters that are more than a byte', `SELECT 'Zürich – Köln', nothing`, 'nothing'],
    ['a text that is no SQL', 'SELECT day,\n  FROM WHERE', 'WHERE'],
    ['a text that is no SQL, behind letters that are more than a byte', `SELECT 'Zürich' FROM WHERE`, 'WHERE'],
    ['in what is to be explained', 'EXPLAIN SELECT FROM WHERE', 'WHERE'],
  ])('%s', async (_, sql, wrong) => {
    await expect(store.call('query.run', { sql })).rejects.toMatchObject({ details: { offset: sql.indexOf(wrong) } });
  });

  it('is in the words, too, where DuckDB shows no line', async () => {
    await expect(store.call('query.run', { sql: 'SELECT day,\n  FROM WHERE' })).rejects.toMatchObject({
      message: expect.stringContaining('(line 2, column 8)'),
    });
  });

  it('is not made up', async () => {
    await expect(store.call('query.run', { sql: 'DELETE FROM main.readings' })).rejects.toMatchObject({
      code: 'query_refused',
      details: undefined,
    });
  });
});
