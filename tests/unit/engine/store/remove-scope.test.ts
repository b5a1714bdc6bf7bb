import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { number, text } from '../../../../electron/engine/store/row.ts';
import { batchFeed } from '../../../fixtures/batch-feed.ts';
import { billFeed } from '../../../fixtures/bill-feed.ts';
import { customerFeed } from '../../../fixtures/customer-feed.ts';
import { openTestStore, type TestStore, WORKSPACE } from './store-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => await store.dispose());

const place = { authorization: '1001', meter: '2001', street: '5 Elm', serial: 'E400' };
async function openFile(name: string, feed: string): Promise<string> {
  const file = path.join(store.folder, name);
  await writeFile(file, feed);
  return (await store.call('ingest.file', { path: file, label: name })).source;
}
/** Rows by table, of those that have any. */
async function counts(): Promise<Record<string, number>> {
  const connection = await store.engine.store(WORKSPACE).database.connect();
  const tables = await connection.rows('SELECT table_name AS name FROM duckdb_tables() ORDER BY name');
  const found: Record<string, number> = {};
  for (const table of tables) {
    const name = text(table.name);
    const rows = number((await connection.row(`SELECT count(*) AS n FROM ${name}`))?.n);
    if (rows > 0) found[name] = rows;
  }
  await connection.close();
  return found;
}

it('of a file nothing stays behind, in no table; what else is there stays whole', async () => {
  await store.batch({ days: 1 });
  await openFile('other.xml', batchFeed({ days: 1 }));
  const before = await counts();
  const bill = { start: 1_700_006_400, total: 5, lines: [{ note: 'Energy', amount: 5 }] };
  const sources = [
    // With a hole, and a day that comes twice.
    await openFile('a.xml', batchFeed({ days: 2, value: (index) => (index === 5 ? undefined : 100) })),
    await openFile('b.xml', billFeed([bill])),
    await openFile('c.xml', customerFeed(place)),
  ];
  expect(Object.values(await counts())).not.toEqual(Object.values(before));
  for (const source of sources) await store.call('files.remove', { source });
  expect(await counts()).toEqual(before);
});

it('of a file that comes again under another name only the newest stays', async () => {
  const open = async (label: string) => {
    const file = path.join(store.folder, label);
    await writeFile(file, batchFeed({ days: 1 }));
    await store.call('ingest.file', { path: file, label, identity: 'its content', keepBody: true });
  };
  await open('feed.xml');
  const once = await counts();
  await open('feed (1).xml');
  expect(await counts()).toEqual(once);
  expect((await store.call('files.stored', {})).map(({ name, ok }) => [name, ok])).toEqual([['feed (1).xml', true]]);
});
