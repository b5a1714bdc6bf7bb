import { afterEach, beforeEach, expect, it } from 'vitest';
import { number, optionalText, text } from '../../../../../electron/engine/store/row.ts';
import { batchFeed } from '../../../../fixtures/batch-feed.ts';
import { openTestStore, type TestStore, WORKSPACE } from '../store-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => await store.dispose());

/** The entry of a usage point with a title, without the feed around it. */
function entry(title: string, day: number): string {
  const feed = batchFeed({ parts: ['usagePoint'], updated: `2024-01-0${day}T00:00:00Z` });
  const [, only = ''] = /(<entry>.*<\/entry>)/s.exec(feed) ?? [];
  return only.replace('<title>t</title>', `<title>${title}</title>`);
}
const feedOf = (...entries: string[]) => batchFeed({ parts: [] }).replace('</feed>', `${entries.join('')}</feed>`);
async function titles() {
  const connection = await store.engine.store(WORKSPACE).database.connect();
  const rows = await connection.rows("SELECT * FROM entries WHERE kind = 'UsagePoint' AND NOT implied ORDER BY id");
  const links = await connection.row(
    'SELECT count(*) AS n, count(DISTINCT (from_hash, rel, to_hash)) AS d FROM entry_links',
  );
  await connection.close();
  expect(number(links?.n)).toBe(number(links?.d));
  return rows.map((row) => optionalText(row.title) ?? text(row.id));
}

it('of an entry that a document has twice the newest stays, of equally new ones the last', async () => {
  await store.ingest(feedOf(entry('old', 1), entry('newest', 3), entry('newer', 2)));
  expect(await titles()).toEqual(['newest']);
  await store.ingest(feedOf(entry('first', 4), entry('last', 4)));
  expect(await titles()).toEqual(['last']);
});

it('what the store has in a newer version is left out; an equally new one replaces it', async () => {
  await store.ingest(feedOf(entry('stays', 3)));
  await store.ingest(feedOf(entry('older', 2)));
  expect(await titles()).toEqual(['stays']);
  await store.ingest(feedOf(entry('again', 3)));
  expect(await titles()).toEqual(['again']);
});

it('what could not be read to its end replaces nothing, and is kept where there is nothing else', async () => {
  const broken = (title: string, day: number) => entry(title, day).replace('</entry>', '<</entry>');
  await store.ingest(feedOf(broken('half', 1)));
  expect(await titles()).toEqual(['half']);
  await store.ingest(feedOf(entry('whole', 2)));
  await store.ingest(feedOf(broken('half again', 3)));
  expect(await titles()).toEqual(['whole']);
  await store.ingest(feedOf(entry('whole again', 4), broken('half', 5)));
  expect(await titles()).toEqual(['whole again']);
});

it('an entry that no document had, only a link, gives way to any', async () => {
  await store.batch({ parts: ['meterReading', 'blocks'], days: 1, updated: '2024-01-09T00:00:00Z' });
  expect(await titles()).toEqual([]);
  await store.ingest(feedOf(entry('described', 1)));
  expect(await titles()).toEqual(['described']);
});
