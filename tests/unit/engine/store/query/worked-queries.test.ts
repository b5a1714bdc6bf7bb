/** The queries of docs/queries.md, run. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { START } from '../../../../fixtures/batch-feed.ts';
import { billFeed } from '../../../../fixtures/bill-feed.ts';
import { openTestStore, type TestStore } from '../store-harness.ts';
import { ask } from './query-harness.ts';

const docs = readFileSync(new URL('../../../../../docs/queries.md', import.meta.url), 'utf8');
const blocks = [...docs.matchAll(/([^\n]+)\n\n```sql\n(.*?)\n```/gs)];
const queries = blocks.map(([, title = '', sql = '']) => [title, sql] as const);

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
  await store.batch({ days: 40 });
  await store.ingest(billFeed([{ start: START, total: 5_250_000, lines: [{ note: 'Energy', amount: 5_250_000 }] }]));
});
afterAll(async () => await store.dispose());

describe('worked queries', () => {
  it('are at least a dozen', () => expect(queries.length).toBeGreaterThanOrEqual(12));

  it.each(queries)('%s', async (_, sql) => {
    const { columns } = await store.call('query.run', { sql });
    expect(columns.length).toBeGreaterThan(1);
  });

  it('say what the readings come to', async () => {
    const [, monthly = ''] = queries.find(([title]) => title.startsWith('Use of each meter')) ?? [];
    const rows = await ask(store, monthly);
    const [all] = await ask(store, 'SELECT sum(value) AS total FROM readings');
    expect(rows.reduce((sum, { kwh }) => sum + Number(kwh), 0)).toBeCloseTo(Number(all?.total), 0);
    expect(rows).toHaveLength(2);
  });
});
