import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY, START, STEP } from '../../../../fixtures/batch-feed.ts';
import { openTestStore, type TestStore } from '../store-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.dispose());

/** 250 Wh a quarter of an hour at rate 1, 500 Wh at rate 2 in every fourth; the first has no rate. */
const peak = (index: number) => index % 4 === 3;
const rated = {
  start: START,
  days: 2,
  value: (index: number) => (peak(index) ? 500 : 250),
  extra: (index: number) => (index === 0 ? '' : `<tou>${peak(index) ? 2 : 1}</tou>`),
};

async function seriesId(): Promise<string> {
  const [series] = await store.call('series.list', {});
  return series?.id ?? '';
}

describe('totals by rate and period', () => {
  it('split each period, and add up to the totals of the same periods', async () => {
    await store.batch(rated);
    const series = await seriesId();
    const bounds = [START, START + DAY, START + 2 * DAY];
    const split = await store.call('usage.rateTotals', { series, kind: 'tou', bounds });
    expect(split.codes).toEqual([1, 2, null]);
    expect(split.total).toEqual([
      [71 * 0.25, 72 * 0.25],
      [24 * 0.5, 24 * 0.5],
      [0.25, 0],
    ]);
    expect(split.count).toEqual([96, 96]);
    expect(split.seconds).toEqual([96 * STEP, 96 * STEP]);
    const { total } = await store.call('usage.totals', { series, bounds });
    const sums = [0, 1].map((period) => split.total.reduce((sum, list) => sum + (list[period] ?? 0), 0));
    expect(sums).toEqual(total);
  });

  it('a hole has no readings in it, and a way of pricing that nothing names has no split', async () => {
    await store.batch({ ...rated, value: (index) => (index < 96 ? undefined : 250) });
    const series = await seriesId();
    const bounds = [START, START + DAY, START + 2 * DAY];
    const split = await store.call('usage.rateTotals', { series, kind: 'tou', bounds });
    expect(split.count).toEqual([0, 96]);
    expect((await store.call('usage.rateTotals', { series, kind: 'cpp', bounds })).codes).toEqual([null]);
  });

  it('a register does not add up', async () => {
    await store.batch(rated);
    const series = await seriesId();
    await store.call('series.setBehaviour', { series, behaviour: 'register' });
    const split = await store.call('usage.rateTotals', { series, kind: 'tou', bounds: [START, START + DAY] });
    expect(split).toMatchObject({ codes: [], total: [], count: [0] });
  });
});

describe('the split of a span by rate', () => {
  it('has what no rate was sent for, and adds up to the total of the span', async () => {
    await store.batch(rated);
    const span = { series: await seriesId(), from: START, to: START + 2 * DAY };
    const { rows } = await store.call('usage.rates', span);
    expect(rows.map(({ kind, code, total, count }) => [kind, code, total, count])).toEqual([
      ['tou', 1, 143 * 0.25, 143],
      ['tou', 2, 48 * 0.5, 48],
      ['tou', null, 0.25, 1],
    ]);
    const { total } = await store.call('usage.statistics', span);
    expect(rows.reduce((sum, row) => sum + (row.total ?? 0), 0)).toBe(total);
  });

  it('is empty where nothing is priced, and has no row without a rate where everything is', async () => {
    await store.batch({ ...rated, extra: () => '' });
    const span = { series: await seriesId(), from: START, to: START + 2 * DAY };
    expect((await store.call('usage.rates', span)).rows).toEqual([]);
    await store.batch({ ...rated, updated: '2024-01-03T00:00:00Z', extra: () => '<tou>1</tou>' });
    expect((await store.call('usage.rates', span)).rows.map(({ kind, code }) => [kind, code])).toEqual([['tou', 1]]);
  });
});
