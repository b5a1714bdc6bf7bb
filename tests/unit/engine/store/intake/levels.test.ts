import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY, START } from '../../../../fixtures/batch-feed.ts';
import { ALWAYS, openTestStore, type TestStore } from '../store-harness.ts';

/** Of an electricity meter, priced, and called a register, as custodians do it. */
const TEMPERATURE =
  '<accumulationBehaviour>3</accumulationBehaviour><commodity>1</commodity><currency>840</currency><flowDirection>1</flowDirection><intervalLength>900</intervalLength><powerOfTenMultiplier>-1</powerOfTenMultiplier><uom>23</uom>';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
  // From 5.0 to 14.5 °C each day, always rising.
  await store.batch({
    days: 2,
    readingType: TEMPERATURE,
    value: (index) => 50 + (index % 96),
    extra: () => '<cost>100</cost>',
  });
});
afterEach(async () => await store.dispose());

async function series() {
  const [found] = await store.call('series.list', {});
  if (found === undefined) throw new Error('no series');
  return found;
}

describe('a temperature', () => {
  it('is named as one, and has neither a total nor a cost', async () => {
    const row = await series();
    expect(row).toMatchObject({ label: 'Temperature, °C, 15 min', level: 'Temperature', behaviour: 'sample' });
    expect([row.sum, row.cost, row.typical]).toEqual([undefined, undefined, 9.75]);
  });

  it('has a mean, a least and a greatest value, but no base load and no load factor', async () => {
    const statistics = await store.call('usage.statistics', { series: (await series()).id, ...ALWAYS });
    expect(statistics).toMatchObject({
      mean: 9.75,
      least: { value: 5, at: START },
      peak: { value: 14.5, at: START + 95 * 900 },
    });
    const { total, base, loadFactor, cost } = statistics;
    expect([total, base, loadFactor, cost]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('is averaged by period and by time of day, and splits by no rate', async () => {
    const { id } = await series();
    expect(await store.call('usage.totals', { series: id, bounds: [START, START + DAY] })).toMatchObject({
      total: [null],
      mean: [9.75],
      least: [5],
      peak: [14.5],
      cost: [null],
    });
    const offsets = [{ from: 0, offset: 0 }];
    const typical = await store.call('usage.typicalDay', { series: id, split: 'all', offsets, ...ALWAYS });
    expect(Math.max(...typical.rows.map(({ mean }) => mean))).toBe(14.5);
    expect((await store.call('usage.rates', { series: id, ...ALWAYS })).rows).toEqual([]);
  });

  it('cannot be summed by a decision', async () => {
    const { id } = await series();
    for (const behaviour of ['interval', 'register'] as const) {
      await expect(store.call('series.setBehaviour', { series: id, behaviour })).rejects.toMatchObject({
        code: 'behaviour_not_sample',
      });
    }
    await expect(store.call('series.setHoles', { series: id, holes: 'zeros' })).rejects.toMatchObject({
      code: 'holes_not_zeros',
    });
  });
});
