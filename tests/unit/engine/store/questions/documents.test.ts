/** The list of documents that are kept, a page at a time. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../store-harness.ts';

describe('the list of documents', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore();
    // Every third is an opened file; of the last hundred nothing is kept.
    await store.engine.store('w').write((connection) =>
      connection.run(
        `INSERT INTO sources BY NAME SELECT i AS source, 's' || i AS id, CASE i % 3 WHEN 0 THEN 'file' ELSE 'request' END AS kind,
           CASE i % 3 WHEN 0 THEN 'File ' || i || '.xml' ELSE 'https://u.test/espi/1_1/resource/Batch/' || i END AS label, 's' || i AS scope,
           'a' || i % 5 AS authorization_uid, 1736928000000 + i * 60000 AS read_at, true AS ok, i % 7 AS bytes,
           CASE WHEN i <= 5000 THEN 's' || i END AS spool, '{"IntervalBlock":' || i || '}' AS payloads FROM range(1, 5101) r(i)`,
      ),
    );
  });
  afterAll(async () => await store.dispose());

  it('answers a page of all that are kept, the newest first', async () => {
    const page = await store.call('documents.list', { limit: 100 });
    expect([page.rows.length, page.matching, page.total]).toEqual([100, 5000, 5000]);
    expect(page.rows[0]).toEqual({
      source: 's5000',
      kind: 'request',
      label: 'https://u.test/espi/1_1/resource/Batch/5000',
      at: 1_736_928_000_000 + 5000 * 60_000,
      bytes: 5000 % 7,
      holds: { IntervalBlock: 5000 },
    });
    const last = await store.call('documents.list', { offset: 4999, limit: 100 });
    expect(last.rows.map(({ source }) => source)).toEqual(['s1']);
  });

  it('is ordered, searched for what it shows, and narrowed down', async () => {
    const sort = { column: 'label', descending: false } as const;
    const files = await store.call('documents.list', { limit: 3, sort, filters: { kind: ['file'] } });
    expect([files.rows.map(({ label }) => label), files.matching]).toEqual([
      ['File 3.xml', 'File 6.xml', 'File 9.xml'],
      1666,
    ]);
    const found = async (search: string, zone?: string) =>
      (await store.call('documents.list', { search, ...(zone && { zone }) })).rows.map(({ source }) => source);
    expect(await found('batch/4999')).toEqual(['s4999']);
    expect(await found('intervalblock 4999')).toEqual(['s4999']);
    // What all addresses have in common is not shown, and not found.
    expect(await found('espi')).toEqual([]);
    expect(await found('2025-01-15 08:07')).toEqual(['s7']);
    expect(await found('2025-01-15 00:07', 'America/Los_Angeles')).toEqual(['s7']);
  });

  it('of an authorization has those that were fetched for it', async () => {
    const of = { authorization: 'a1' };
    expect((await store.call('documents.list', { ...of, limit: 1 })).total).toBe(1000);
    expect((await store.call('documents.choices', of)).kind).toEqual([
      { value: 'answer', count: 667 },
      { value: 'file', count: 333 },
    ]);
  });
});
