import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { batchFeed, DAY, ELECTRICITY, START, STEP } from '../../../fixtures/batch-feed.ts';
import { ALWAYS, openTestStore, type TestStore } from './store-harness.ts';

const POINT = '1001~2001';
const YEARS_3 = 3 * 365;

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => {
  await store.dispose();
});

async function series() {
  const [found] = await store.call('series.list', { usagePoint: POINT });
  if (found === undefined) throw new Error('no series');
  return found;
}

describe('charts', () => {
  it('a single spike in three years of 15-minute readings survives every zoom, at its true time and value', async () => {
    const spike = 50_003;
    await store.batch({ days: YEARS_3, value: (index) => (index === spike ? 99_999 : 100 + (index % 3)) });
    const { id } = await series();
    const at = START + spike * STEP;
    for (const span of [YEARS_3 * DAY, 365 * DAY, 30 * DAY, DAY]) {
      for (const width of [10, 137, 800, 2000]) {
        const range = { from: at - span / 2, to: at + span / 2 };
        const [chart] = await store.call('usage.chart', { series: [id], width, ...range });
        if (chart === undefined) throw new Error('no chart');
        expect(chart.t.length).toBeLessThanOrEqual(2000);
        expect(chart.v[chart.t.indexOf(at)]).toBe(99.999);
        // Every point is a true reading.
        for (const [index, t] of chart.t.entries()) {
          const number = (t - START) / STEP;
          expect(chart.v[index]).toBe(number === spike ? 99.999 : (100 + (number % 3)) / 1000);
        }
        expect([...chart.t].sort((a, b) => a - b)).toEqual(chart.t);
      }
    }
  });

  it('a six-hour hole is a hole in the chart and in the coverage, never zero', async () => {
    await store.batch({ days: 10, value: (index) => (index >= 480 && index < 504 ? undefined : 1000) });
    const { id, gaps } = await series();
    expect(gaps).toBe(1);
    const hole = [START + 480 * STEP, START + 504 * STEP];
    const [chart] = await store.call('usage.chart', { series: [id], width: 300, ...ALWAYS });
    expect(chart?.gaps).toEqual([hole]);
    expect(chart?.t.some((t) => t >= (hole[0] ?? 0) && t < (hole[1] ?? 0))).toBe(false);
    const whole = await store.call('usage.statistics', { series: id, ...ALWAYS });
    expect(whole).toMatchObject({ count: 936, total: 936, coverage: 1 - 24 / 960, loadFactor: 1 });
    const day = await store.call('usage.statistics', { series: id, from: START + 5 * DAY, to: START + 6 * DAY });
    expect(day).toMatchObject({ count: 72, total: 72, coverage: 0.75 });
  });

  it('readings that reach into the range are drawn, those that end before it are not', async () => {
    await store.batch({ days: 1 });
    const { id } = await series();
    const [chart] = await store.call('usage.chart', { series: [id], width: 100, from: START + 1000, to: START + 2000 });
    expect(chart?.t).toEqual([START + 900, START + 1800]);
  });
});

describe('statistics and tables', () => {
  it('seven per cent estimated says seven per cent, everywhere', async () => {
    const extra = (index: number) => (index % 100 < 7 ? '<ReadingQuality><quality>9</quality></ReadingQuality>' : '');
    await store.batch({ days: 100, extra });
    const row = await series();
    expect(row).toMatchObject({ count: 9600, estimated: 672, quality: { valid: 8928, estimated: 672 } });
    const statistics = await store.call('usage.statistics', { series: row.id, ...ALWAYS });
    expect(statistics.estimated).toBe(0.07);
    const [point] = (await store.call('usagePoints.list', {})).rows;
    expect(point?.estimated).toBe(0.07);
    const { rows } = await store.call('usage.readings', { series: row.id, ...ALWAYS, limit: 8 });
    expect(rows.map(({ quality, qualityCode }) => [quality, qualityCode])).toEqual([
      ...Array.from({ length: 7 }, () => ['estimated', 9]),
      ['valid', 17],
    ]);
  });

  it('a register is differenced, never summed, and the user may say otherwise', async () => {
    const register = ELECTRICITY.replace('<accumulationBehaviour>4', '<accumulationBehaviour>3');
    await store.batch({ days: 2, readingType: register, value: (index) => 5_000_000 + index * 10 });
    const row = await series();
    expect(row).toMatchObject({ behaviour: 'register', behaviourBy: 'source', sum: 1.91 });
    expect((await store.call('usage.statistics', { series: row.id, ...ALWAYS })).total).toBe(1.91);
    await store.call('series.setBehaviour', { series: row.id, behaviour: 'interval' });
    expect(await series()).toMatchObject({ behaviour: 'interval', behaviourBy: 'user' });
    await store.call('series.setBehaviour', { series: row.id, behaviour: undefined });
    expect(await series()).toMatchObject({ behaviour: 'register' });
  });

  it('a register that begins anew counts what is known, and never less than nothing', async () => {
    const register = ELECTRICITY.replace('<accumulationBehaviour>4', '<accumulationBehaviour>3');
    // Exchanged after 100 readings: 99 steps before, 91 after it, one that nobody knows.
    const value = (index: number) => (index < 100 ? 5_000_000 + index * 10 : (index - 100) * 10);
    const { source } = await store.batch({ days: 2, readingType: register, value });
    const row = await series();
    expect(row).toMatchObject({ behaviour: 'register', sum: 1.9 });
    expect((await store.call('usage.statistics', { series: row.id, ...ALWAYS })).total).toBe(1.9);
    const bounds = [START, START + DAY, START + 2 * DAY];
    expect((await store.call('usage.totals', { series: row.id, bounds })).total).toEqual([0.96, 0.94]);
    const problems = await store.call('problems.list', { source });
    expect(problems).toContainEqual(expect.objectContaining({ code: 'register_restarted', severity: 'warning' }));
    // What is delivered less what is received may fall.
    const net = register.replace('<flowDirection>1', '<flowDirection>4');
    await store.batch({ meter: '2002', days: 2, readingType: net, value });
    const both = await store.call('series.list', {});
    expect(both.map(({ sum }) => sum)).toContain(-4999.09);
  });

  it('a reading without a value is missing: neither drawn nor added', async () => {
    const feed = batchFeed({ days: 1 }).replace('<value>105</value>', '');
    await store.ingest(feed);
    const row = await series();
    expect(row.quality).toEqual({ valid: 95, missing: 1 });
    const { rows } = await store.call('usage.readings', { series: row.id, ...ALWAYS });
    expect(rows[5]).toMatchObject({ value: undefined, quality: 'missing' });
  });

  it('pages through readings and blocks, and says how many there are', async () => {
    await store.batch({ days: 10 });
    const { id } = await series();
    const page = await store.call('usage.readings', { series: id, ...ALWAYS, offset: 950, limit: 100 });
    expect([page.rows.length, page.matching]).toEqual([10, 960]);
    const blocks = await store.call('usage.blocks', { series: id, from: START + DAY, to: START + 3 * DAY });
    expect(blocks.matching).toBe(3); // the one before ends where the range begins
    expect(blocks.rows[1]).toMatchObject({ readings: 96, start: START + DAY, duration: DAY });
  });
});

describe('lists', () => {
  it('search by meter, page, and say how many of how many', async () => {
    for (let meter = 0; meter < 7; meter += 1) {
      await store.batch({ meter: `20${meter}`, authorization: meter < 4 ? '1001' : '1002', days: 1 });
    }
    const all = await store.call('usagePoints.list', { limit: 3, offset: 3 });
    expect([all.rows.map(({ uid }) => uid), all.matching, all.total]).toEqual([['203', '204', '205'], 7, 7]);
    const one = await store.call('usagePoints.list', { search: '205' });
    expect([one.rows[0]?.id, one.matching, one.total]).toEqual(['1002~205', 1, 7]);
    const of = await store.call('usagePoints.list', { authorization: '1002' });
    expect([of.matching, of.total]).toEqual([3, 3]);
    const beyond = await store.call('usagePoints.list', { offset: 100 });
    expect([beyond.rows.length, beyond.matching]).toEqual([0, 7]);
  });

  it('what is not there is refused with a code', async () => {
    await expect(store.call('usagePoints.get', { id: 'x' })).rejects.toMatchObject({ code: 'usage_point_unknown' });
    await expect(store.call('authorizations.get', { id: 'x' })).rejects.toMatchObject({
      code: 'authorization_unknown',
    });
    await expect(store.call('entries.raw', { id: 'x' })).rejects.toMatchObject({ code: 'entry_unknown' });
    await expect(store.call('usage.statistics', { series: 'x', ...ALWAYS })).rejects.toMatchObject({
      code: 'series_unknown',
    });
  });
});
