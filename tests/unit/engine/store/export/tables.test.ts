import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { billFeed } from '../../../../fixtures/bill-feed.ts';
import { query } from '../../../../fixtures/duckdb-query.ts';
import { openTestStore, type TestStore } from '../store-harness.ts';
import { type ExportInput, exportBench, tableIn } from './export-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => {
  await store.dispose();
});

const at = (time: string) => Date.parse(time) / 1000;
const WINTER = at('2024-01-10T08:00:00Z');
const SUMMER = at('2024-07-10T07:00:00Z');

/** Their local times in an export, oldest first. */
async function timesOf(span: Partial<ExportInput> = {}): Promise<unknown[][]> {
  const folder = await exportBench(store).run('out', { format: 'parquet', ...span });
  const rows = await query(
    `SELECT start_local, end_local, end_utc IS NULL AS endless FROM ${tableIn(folder, 'bills', 'parquet')} ORDER BY start_utc`,
  );
  return rows.map((row) => [row.start_local, row.end_local, row.endless]);
}

describe.each([
  ['none', ''],
  ['0', '<duration>0</duration>'],
])('a bill that gives its length as %s', (_name, duration) => {
  const feed = (bills: Parameters<typeof billFeed>[0]) =>
    billFeed(bills).replaceAll('<duration>0</duration>', duration);

  it('has its local start and no end', async () => {
    await store.ingest(feed([{ start: WINTER, days: 0, total: 5_000_000 }]));
    expect(await timesOf()).toEqual([['2024-01-10T00:00:00-08:00', null, true]]);
  });

  it('has its local start after the last end of the others', async () => {
    await store.ingest(
      feed([
        { start: WINTER, days: 30, total: 5_000_000 },
        { start: SUMMER, days: 0, total: 5_000_000 },
      ]),
    );
    expect(await timesOf()).toEqual([
      ['2024-01-10T00:00:00-08:00', '2024-02-09T00:00:00-08:00', false],
      ['2024-07-10T00:00:00-07:00', null, true],
    ]);
  });

  it('is in an export of a span that it may reach into', async () => {
    await store.ingest(feed([{ start: WINTER, days: 0, total: 5_000_000 }]));
    expect(await timesOf({ selection: { firstDay: '2024-02-01', lastDay: '2024-02-29' } })).toHaveLength(1);
  });
});
