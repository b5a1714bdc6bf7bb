/** A time with a zone is the same in the table, the chart and the file of a query, whatever the clock of the computer. */
import './computer-in-tokyo.ts';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../engine/store/store-harness.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(async () => await store.dispose());

const SQL = `SELECT TIMESTAMPTZ '2025-07-01 12:00:00+02' + to_days(i::INTEGER) AS at, i AS hour, i + 0.5 AS value FROM range(3) t(i)`;
const READS = ['2025-07-01 10:00:00+00', '2025-07-02 10:00:00+00', '2025-07-03 10:00:00+00'];
const FIRST = Date.UTC(2025, 6, 1, 10) / 1000;

it('in a table, also within a list', async () => {
  const { rows } = await store.call('query.run', { sql: `SELECT "at", ["at"] AS list FROM (${SQL})` });
  expect(rows).toEqual(READS.map((at) => [at, `[${at}]`]));
});

it('in a chart: on a line, as the name of a bar and of a cell', async () => {
  const picture = async (kind: 'line' | 'bar' | 'heat', y: string) =>
    (await store.call('query.chart', { sql: SQL, wish: { kind, x: 'at', y: [y] }, width: 100 })).chart?.picture;
  expect(await picture('line', 'value')).toMatchObject({
    series: [{ x: [FIRST, FIRST + 86_400, FIRST + 2 * 86_400] }],
  });
  expect(await picture('bar', 'value')).toMatchObject({ labels: READS });
  expect(await picture('heat', 'hour')).toMatchObject({ x: { kind: 'time', from: FIRST } });
});

it('in a file', async () => {
  const { file } = await store.call('query.write', { sql: SQL, folder: store.folder, name: 'times', format: 'csv' });
  const lines = (await readFile(file, 'utf8')).trim().split('\n').slice(1);
  expect(lines.map((line) => line.split(',')[0])).toEqual(READS);
});

it('of a time without a zone beside one with a zone', async () => {
  const sql = `SELECT TIMESTAMP '2025-07-01 10:00:00' = TIMESTAMPTZ '2025-07-01 12:00:00+02' AS same`;
  expect((await store.call('query.run', { sql })).rows).toEqual([[true]]);
});
