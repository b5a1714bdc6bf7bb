/** What the tabs of a meter show, asked again as queries of a real store. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clockOf, startOf } from '../../../../../renderer/charts/local-clock.ts';
import { meterQuery, meterValues } from '../../../../../renderer/features/usage/meter-query.ts';
import type { UsageTab } from '../../../../../renderer/features/usage/usage-address.ts';
import { batchFeed, ELECTRICITY, type FeedOptions } from '../../../../fixtures/batch-feed.ts';
import { openTestStore, type TestStore } from '../../../engine/store/store-harness.ts';

const DAY = 86_400;
let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
  await store.batch({ days: 40 });
  await store.batch({ days: 40, meter: '2002' });
  await readingsOf({
    ...{ meter: '2003', readingType: ELECTRICITY.replace('<accumulationBehaviour>4', '<accumulationBehaviour>3') },
    value: (index) => 5_000_000 + index * 100,
  });
  // Degrees do not add up.
  await readingsOf({ meter: '2004', readingType: ELECTRICITY.replace('<uom>72', '<uom>23'), value: () => 20 });
});
afterAll(async () => await store.dispose());

/** Puts a meter with a reading type of its own into the store. */
async function readingsOf(feed: FeedOptions & { meter: string }) {
  await store.ingest(batchFeed({ days: 40, ...feed }).replaceAll('ReadingType/7', `ReadingType/${feed.meter}`));
}

/** What a tab of a meter asks for `days` from its fifth day on. */
async function asked(tab: UsageTab, days: number, meter = '1001~2001') {
  const { id, localTime } = await store.call('usagePoints.get', { id: meter });
  const series = await store.series(id);
  const begins = startOf(clockOf(localTime), Number(series.first) + 4 * DAY, 'day');
  const span = { from: begins, to: begins + days * DAY };
  const sql = meterQuery(tab, span);
  const all = meterValues(id, clockOf(localTime), span);
  const names = (await store.call('query.parameters', { sql })) ?? [];
  const parameters = Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
  const { columns, rows } = await store.call('query.run', { sql, parameters });
  const at = (name: string) => columns.findIndex((column) => column.name === name);
  return {
    series,
    span,
    names,
    rows,
    sql,
    of: (name: string) => rows.map((row) => row[at(name)]),
    sum: (name: string) => rows.reduce((sum, row) => sum + Number(row[at(name)]), 0),
  };
}

const tabs: UsageTab[] = [
  'profile',
  'totals',
  'bills',
  'heat-map',
  'compare',
  'patterns',
  'coverage',
  'readings',
  'blocks',
  'quality',
];
it.each(tabs)('%s runs, for this meter', async (tab) => {
  for (const days of [7, 300]) expect((await asked(tab, days)).names[0]).toBe('meter');
});

it('has the numbers of the screen', async () => {
  const readings = await asked('profile', 7);
  const { count, total: sum } = await store.call('usage.statistics', { series: readings.series.id, ...readings.span });
  expect(readings.rows).toHaveLength(count);
  expect(readings.sum('value')).toBeCloseTo(Number(sum), 6);
  expect((await asked('totals', 7)).sum('value')).toBeCloseTo(Number(sum), 6);
  expect((await asked('heat-map', 7)).sum('total')).toBeCloseTo(Number(sum), 6);
});

it.each(['heat-map', 'patterns'] as const)('%s leaves out the states of a register, and says so', async (tab) => {
  const { rows, sql } = await asked(tab, 7, '1001~2003');
  expect(rows).toEqual([]);
  expect(sql).toContain('-- Registers are left out: their readings are states, not amounts.');
});

it('what does not add up has a mean and no total', async () => {
  const { of } = await asked('heat-map', 7, '1001~2004');
  expect(new Set(of('total'))).toEqual(new Set([null]));
  expect(new Set(of('mean').map(Number))).toEqual(new Set([20]));
});
