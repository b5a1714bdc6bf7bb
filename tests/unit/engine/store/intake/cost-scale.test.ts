import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { batchFeed } from '../../../../fixtures/batch-feed.ts';
import { haveSamples, sample } from '../../reader/samples.ts';
import { ALWAYS, openTestStore, type TestStore } from '../store-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.dispose());

/** Two days of readings, each with a cost of so much a kWh in so many parts of the currency. */
const priced = (price: number, scale: number) =>
  batchFeed({ days: 2 }).replaceAll(
    /(<IntervalReading>)(.*?<value>(\d+)<\/value>)/gs,
    (_all, start: string, rest: string, value: string) =>
      `${start}<cost>${Math.round((Number(value) / 1000) * price * scale)}</cost>${rest}`,
  );

async function first() {
  const [row] = (await store.call('series.list', {})).filter(({ cost }) => cost !== undefined);
  if (!row) throw new Error('no series with costs');
  return row;
}

describe('costs of readings', () => {
  it.each([100_000, 1000])('in 1/%i are the same money everywhere', async (scale) => {
    await store.ingest(priced(0.4, scale), '1001');
    const row = await first();
    expect(row.costScale).toMatchObject({ value: scale, by: 'detected' });
    const money = 0.4 * (row.sum ?? 0);
    expect(row.cost).toBeCloseTo(money, 1);
    const input = { series: row.id, ...ALWAYS };
    expect((await store.call('usage.statistics', input)).cost).toBe(row.cost);
    const totals = await store.call('usage.totals', { series: row.id, bounds: [ALWAYS.from, ALWAYS.to] });
    expect(totals.cost[0]).toBeCloseTo(row.cost ?? 0, 9);
    const readings = await store.call('usage.readings', { ...input, limit: 1000 });
    expect(readings.rows.reduce((sum, { cost }) => sum + (cost ?? 0), 0)).toBeCloseTo(row.cost ?? 0, 9);
  });

  it('are divided by what the user says, also after a new fetch, and can be given back', async () => {
    await store.ingest(priced(0.4, 1000), '1001');
    const { id, cost = 0 } = await first();
    await store.call('series.setCostScale', { series: id, scale: 100 });
    expect(await first()).toMatchObject({ cost: cost * 10, costScale: { value: 100, by: 'user' } });
    await store.ingest(priced(0.4, 1000).replaceAll(/<updated>\d{4}/g, '<updated>2031'), '1001');
    expect((await first()).costScale).toMatchObject({ value: 100, by: 'user' });
    await store.call('series.setCostScale', { series: id });
    expect(await first()).toMatchObject({ cost, costScale: { value: 1000, by: 'detected' } });
  });
});

describe.skipIf(!haveSamples)('costs in real files', () => {
  it.each([
    ['natgas_billing_nationalgrid_opower.xml', 7207.11],
    ['abridged_gas_direct.xml', 206.24],
    ['electric_daily_binned_monthly.xml', 1072.13],
    ['trestles_no_usagepoint.xml', 75.27],
    ['cmdtest_batchbulk.xml', 149.99],
    ['cmdtest_three_up_three_customers.xml', 126.01],
  ])('%s: %d in all, by the schema', async (file, money) => {
    const where = path.join(store.folder, file);
    await writeFile(where, sample(file));
    await store.call('ingest.file', { path: where, label: file });
    const rows = (await store.call('series.list', {})).filter(({ cost }) => cost !== undefined);
    expect(rows.map(({ costScale }) => costScale?.value)).toEqual(rows.map(() => 100_000));
    expect(rows.reduce((sum, { cost }) => sum + (cost ?? 0), 0)).toBeCloseTo(money, 0);
  });
});
