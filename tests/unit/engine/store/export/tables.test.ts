import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { billFeed } from '../../../../fixtures/bill-feed.ts';
import { query } from '../../../../fixtures/duckdb-query.ts';
import { openTestStore, type TestStore, WORKSPACE } from '../store-harness.ts';
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

describe('a bill that belongs to no meter', () => {
  beforeEach(async () => {
    const bill = { start: WINTER, days: 30, total: 5_000_000, lines: [{ note: 'Gas', amount: 5_000_000 }] };
    await store.ingest(billFeed([{ start: SUMMER, total: 7_000_000 }], { meter: '2001' }));
    await store.ingest(billFeed([bill], { meter: '2002' }));
    await store.engine.store(WORKSPACE).write(async (connection) => {
      await connection.run("UPDATE usage_summaries SET usage_point = NULL WHERE usage_point LIKE '%2002'");
    });
  });
  const rowsOf = async (table: string, input: Partial<ExportInput> = {}) => {
    const folder = await exportBench(store).run('out', { format: 'parquet', ...input });
    return await query(`SELECT * FROM ${tableIn(folder, table, 'parquet')}`);
  };
  const loose = { usage_point: null, start_local: '2024-01-10T00:00:00-08:00', end_local: '2024-02-09T00:00:00-08:00' };

  it.each([
    ['bills', 2, 1],
    ['bill_lines', 1, 0],
  ])('is in %s of the whole workspace, and not of another meter', async (table, all, ofMeter) => {
    expect(await rowsOf(table)).toHaveLength(all);
    await rm(path.join(store.folder, 'out'), { recursive: true });
    expect(await rowsOf(table, { selection: { meters: ['2001'] } })).toHaveLength(ofMeter);
  });

  it('has its times by the clock of the workspace, and is left out by a span that it does not touch', async () => {
    expect(await rowsOf('bills')).toContainEqual(expect.objectContaining(loose));
    await rm(path.join(store.folder, 'out'), { recursive: true });
    const rows = await rowsOf('bills', { selection: { firstDay: '2024-03-01' } });
    expect(rows).not.toContainEqual(expect.objectContaining({ usage_point: null }));
  });
});

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
