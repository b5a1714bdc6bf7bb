import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { QualityClass } from '../../../../../shared/contract/usage.ts';
import { batchFeed, DAY, ELECTRICITY, START, STEP } from '../../../../fixtures/batch-feed.ts';
import { ALWAYS, openTestStore, type TestStore } from '../store-harness.ts';
import { feedOf, run } from './portfolio-store.ts';

const POINT = '1001~2001';
const YEARS_3 = 3 * 365;

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => {
  await store.dispose();
});

const series = () => store.series(POINT);

/** Two days with values in no order, of several qualities, some with a cost or a rate, one without a value. */
function mixedFeed(): string {
  const quality = (index: number) => (index % 5 === 0 ? 9 : index % 7 === 0 ? 77 : 17);
  return batchFeed({
    days: 2,
    value: (index) => (index === 50 ? 31_337 : (index * 37) % 101),
    extra: (index) =>
      `<ReadingQuality><quality>${quality(index)}</quality></ReadingQuality>${index % 3 === 0 ? `<cost>${index % 11}</cost>` : ''}`,
  }).replace('<value>31337</value>', '');
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

  it.each([
    ['on one scale', '12'],
    ['on scales of their own', '999.5'],
  ])(
    'the dearest and the cheapest reading survive where their amounts are nothing special: costs %s',
    async (_, usual) => {
      // Every ninth reading is dear, and neither the first, last, least nor greatest of its pixel column.
      const isDear = (index: number) => index % 9 === 4;
      await store.batch({
        days: 53,
        value: (index) => (isDear(index) ? 150 : 100 + ((index * 37) % 101)),
        extra: (index) => {
          const cheap = index === 3001 ? '5' : usual;
          return `<cost>${isDear(index) ? 1000 + ((index * 7919) % 4999) : cheap}</cost>`;
        },
      });
      const { id } = await series();
      const extreme = async (descending: boolean) => {
        const order = { by: 'cost', descending } as const;
        return (await store.call('usage.readings', { series: id, ...ALWAYS, order, limit: 1 })).rows[0]?.cost;
      };
      for (const width of [50, 200, 2000]) {
        const range = { from: START, to: START + 53 * DAY };
        const [chart] = await store.call('usage.chart', { series: [id], width, ...range });
        const costs = chart?.c.filter((cost) => cost !== null) ?? [];
        expect(chart?.resolution).toBe('m4');
        expect(costs.length).toBeLessThanOrEqual(2000);
        expect([Math.max(...costs), Math.min(...costs)]).toEqual([await extreme(true), await extreme(false)]);
      }
    },
  );

  it('where costs were not sent for a while, a selection has a reading without one', async () => {
    // Neither the first, last, least nor greatest of a pixel column of 100.
    const unpriced = (index: number) => index % 100 > 40 && index % 100 < 60;
    await store.batch({
      days: 50,
      value: (index) => (unpriced(index) ? 150 : 100 + ((index * 37) % 101)),
      extra: (index) => (unpriced(index) ? '' : `<cost>${10 + (index % 7)}</cost>`),
    });
    const { id } = await series();
    const range = { from: START, to: START + 4800 * STEP };
    const [chart] = await store.call('usage.chart', { series: [id], width: 48, ...range });
    const found = chart?.t.filter((_, index) => chart.v[index] !== null && chart.c[index] === null) ?? [];
    expect(found).toEqual(Array.from({ length: 48 }, (_, column) => START + (column * 100 + 41) * STEP));
  });

  it('a six-hour hole is a hole in the chart and in the coverage, never zero', async () => {
    await store.batch({ days: 10, value: (index) => (index >= 480 && index < 504 ? undefined : 1000) });
    const { id, gaps } = await series();
    expect(gaps).toBe(1);
    const hole = [START + 480 * STEP, START + 504 * STEP];
    const [chart] = await store.call('usage.chart', { series: [id], width: 300, ...ALWAYS });
    expect(chart?.gaps).toEqual([hole]);
    expect(chart?.t.some((t) => t >= (hole[0] ?? 0) && t < (hole[1] ?? 0))).toBe(false);
    const whole = await store.call('usage.statistics', { series: id, from: START, to: START + 10 * DAY });
    expect(whole).toMatchObject({ count: 936, total: 936, coverage: 1 - 24 / 960, loadFactor: 1 });
    const day = await store.call('usage.statistics', { series: id, from: START + 5 * DAY, to: START + 6 * DAY });
    expect(day).toMatchObject({ count: 72, total: 72, coverage: 0.75 });
  });

  it('coverage is that of the span as asked: before the first and after the last reading there is none', async () => {
    await store.batch({ days: 6, value: (index) => (index >= 500 ? undefined : 1) });
    const { id } = await series();
    const coverage = async (from: number, to: number) =>
      (await store.call('usage.statistics', { series: id, from: START + from, to: START + to })).coverage;
    expect(await coverage(0, 500 * STEP)).toBe(1);
    expect(await coverage(0, 500 * STEP + 1)).toBeLessThan(1);
    expect(await coverage(-1, 500 * STEP)).toBeLessThan(1);
    expect(await coverage(0, 7 * DAY)).toBeCloseTo((500 * STEP) / (7 * DAY), 12);
    expect(await coverage(-DAY, DAY)).toBe(0.5);
    expect(await coverage(7 * DAY, 8 * DAY)).toBe(0);
  });

  it('a reading without a value covers no time', async () => {
    await store.ingest(batchFeed({ days: 1 }).replace('<value>105</value>', ''));
    const row = await series();
    expect(row.gaps).toBe(1);
    const numbers = await store.call('usage.statistics', { series: row.id, from: START, to: START + DAY });
    expect(numbers).toMatchObject({ count: 96, coverage: 95 / 96 });
  });

  it('a span that cuts a reading counts its share by time', async () => {
    await store.batch({ days: 1, value: () => 4000 });
    const { id } = await series();
    const span = { from: START + STEP / 2, to: START + 2 * STEP + STEP / 4 };
    const numbers = await store.call('usage.statistics', { series: id, ...span });
    expect(numbers).toMatchObject({ count: 3, cut: 2, total: 4 * 1.75, mean: 4, peak: { value: 4 } });
    const bounds = [span.from, START + STEP, START + 2 * STEP, span.to];
    const totals = await store.call('usage.totals', { series: id, bounds });
    expect(totals).toMatchObject({ total: [2, 4, 1], weight: [0.5, 1, 0.25], count: [1, 1, 1] });
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

  it('values that fall are no register whatever the type says, in one block or one by one, and the reason is true', async () => {
    const register = ELECTRICITY.replace('<accumulationBehaviour>4', '<accumulationBehaviour>3');
    const values = [210, 200, 210];
    await store.batch({ days: 1, readingType: register, value: (index) => values[index] });
    const other = await openTestStore();
    for (const [place, value] of values.entries()) {
      const only = (index: number) => (index === place ? value : undefined);
      await other.batch({ days: 1, readingType: register, blocks: `${place}-`, value: only });
    }
    for (const one of [store, other]) {
      const [row, ...others] = await one.call('series.list', { usagePoint: POINT });
      expect(others).toHaveLength(0);
      expect(row).toMatchObject({ behaviour: 'interval', behaviourDetected: 'interval', sum: 0.62, count: 3 });
      expect(row?.behaviourReason).toBe(
        'The reading type says cumulative (3), but the values fall once in 3 readings, as no register does.',
      );
      const numbers = await one.call('usage.statistics', { series: row?.id ?? '', from: START, to: START + 3 * STEP });
      expect(numbers).toMatchObject({ total: 0.62, peak: { value: 0.21 }, coverage: 1 });
    }
    await other.dispose();
  });

  it('a register draws what it counted from each reading to the next', async () => {
    const register = ELECTRICITY.replace('<accumulationBehaviour>4', '<accumulationBehaviour>3');
    await store.batch({ days: 1, readingType: register, value: (index) => 5_000_000 + index * index });
    const { id } = await series();
    const [chart] = await store.call('usage.chart', { series: [id], width: 100, from: START, to: START + 3 * STEP });
    expect(chart).toMatchObject({ v: [0.001, 0.003, 0.005], d: [STEP, STEP, STEP] });
    const { rows } = await store.call('usage.readings', { series: id, from: START, to: START + STEP });
    expect(rows.map(({ value }) => value)).toEqual([5000]);
  });

  it('the load of a register is not told where it counted for longer over a hole, its total is', async () => {
    const register = ELECTRICITY.replace('<accumulationBehaviour>4', '<accumulationBehaviour>3');
    const holed = (index: number) => (index >= 50 && index < 60 ? undefined : 5_000_000 + index * 100);
    await store.batch({ days: 1, readingType: register, value: holed });
    const { id } = await series();
    const of = (from: number, to: number) =>
      store.call('usage.statistics', { series: id, from: START + from * STEP, to: START + to * STEP });
    expect(await of(0, 95)).toMatchObject({ total: 9.5, base: undefined, loadFactor: undefined });
    expect(await of(0, 48)).toMatchObject({ total: 4.8, base: 0.1, loadFactor: 1 });
  });

  it('one reading of a register says nothing of what was used', async () => {
    const register = ELECTRICITY.replace('<accumulationBehaviour>4', '<accumulationBehaviour>3');
    await store.batch({ days: 1, readingType: register, value: (index) => (index === 0 ? 77 : undefined) });
    const row = await series();
    expect(row).toMatchObject({ behaviour: 'register', sum: undefined });
    const numbers = await store.call('usage.statistics', { series: row.id, ...ALWAYS });
    expect([numbers.count, numbers.total, numbers.mean]).toEqual([1, undefined, undefined]);
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
    const problems = await store.call('problems.all', { source });
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

  it('readings come in any order, those without what it is by at the end, and page by page as in one', async () => {
    await store.ingest(mixedFeed());
    const { id } = await series();
    const all = (await store.call('usage.readings', { series: id, ...ALWAYS })).rows;
    expect(all).toHaveLength(192);
    for (const descending of [false, true]) {
      for (const by of ['start', 'value', 'quality', 'cost', 'tou', 'duration'] as const) {
        const order = { by, descending };
        const pages = [];
        for (let offset = 0; offset < 192; offset += 50) {
          const page = await store.call('usage.readings', { series: id, ...ALWAYS, order, offset, limit: 50 });
          expect(page).toMatchObject({ matching: 192, total: 192 });
          pages.push(...page.rows);
        }
        // The same sorted here: by what is asked for, then by time.
        const sign = descending ? -1 : 1;
        const expected = all.toSorted((a, b) => {
          const [one, other] = [a[by], b[by]];
          if (one === undefined || other === undefined) {
            return Number(one === undefined) - Number(other === undefined) || a.start - b.start;
          }
          return (one < other ? -sign : one > other ? sign : 0) || a.start - b.start;
        });
        expect(pages, `${by} ${descending}`).toEqual(expected);
      }
    }
  });

  it('readings of some qualities only, and how many of how many', async () => {
    await store.ingest(mixedFeed());
    const { id, quality } = await series();
    const all = (await store.call('usage.readings', { series: id, ...ALWAYS })).rows;
    expect(new Set(all.map((row) => row.quality))).toEqual(new Set(['estimated', 'unknown', 'valid', 'missing']));
    for (const qualities of [['estimated'], ['unknown', 'missing'], ['valid'], ['forecast'], []] as QualityClass[][]) {
      const page = await store.call('usage.readings', { series: id, ...ALWAYS, qualities });
      expect(page.rows).toEqual(all.filter((row) => qualities.includes(row.quality)));
      expect(page).toMatchObject({ matching: page.rows.length, total: 192 });
      // As the counts of the series say.
      expect(page.matching).toBe(qualities.reduce((sum, one) => sum + (quality[one] ?? 0), 0));
    }
  });

  it('pages through readings and blocks, and says how many there are', async () => {
    await store.batch({ days: 10 });
    const { id } = await series();
    const page = await store.call('usage.readings', { series: id, ...ALWAYS, offset: 950, limit: 100 });
    expect([page.rows.length, page.matching]).toEqual([10, 960]);
    const blocks = await store.call('usage.blocks', { series: id, from: START + DAY, to: START + 3 * DAY });
    expect(blocks.matching).toBe(2);
    expect(blocks.rows[0]).toMatchObject({ readings: 96, start: START + DAY, duration: DAY });
  });

  it('a reading that blocks of a rolling window send again is of the newest, which leads to what was received', async () => {
    // A block is sent each night, always under the same address, and begins a day later each time.
    const window = (night: number) => {
      const start = START + night * DAY;
      const readings = run(STEP, 10 * 96, (index) => 100 + night + (index % 7), start);
      return feedOf({ meter: '2001', readings })
        .replaceAll('2024-01-02T00:00:00Z', `2024-01-0${night + 1}T00:00:00Z`)
        .replaceAll('urn:uuid:1', `urn:uuid:${night}`);
    };
    for (let night = 0; night < 8; night += 1) await store.ingest(window(night));
    const { id } = await series();
    const at = { series: id, from: START + 8 * DAY, to: START + 8 * DAY + 1 };
    const blocks = await store.call('usage.blocks', at);
    expect(blocks.rows.map(({ start }) => start)).toEqual(Array.from({ length: 8 }, (_, n) => START + n * DAY));
    const newest = blocks.rows.at(-1);
    const { rows } = await store.call('usage.readings', at);
    expect(rows.map(({ start, block }) => [start, block])).toEqual([[at.from, newest?.id]]);
    const { xml } = await store.call('entries.raw', { id: rows[0]?.block ?? '' });
    expect(xml).toContain(`<start>${START + 7 * DAY}</start>`);
    expect(xml).not.toContain(`<start>${START + 6 * DAY}</start>`);
  });

  it('says when the newest of all blocks was fetched, not only of those on the page', async () => {
    await store.batch({ days: 2 });
    const { id } = await series();
    const whole = await store.call('usage.blocks', { series: id, ...ALWAYS });
    expect(whole.newestFetch).toBe(Math.max(...whole.rows.map(({ fetchedAt }) => fetchedAt)));
    await store.batch({ days: 1, start: START + 2 * DAY, blocks: 'later' });
    const later = await store.call('usage.blocks', { series: id, ...ALWAYS });
    const page = await store.call('usage.blocks', { series: id, ...ALWAYS, limit: 1 });
    expect(page.newestFetch).toBe(Math.max(...later.rows.map(({ fetchedAt }) => fetchedAt)));
    expect(page.newestFetch).toBeGreaterThan(page.rows[0]?.fetchedAt ?? 0);
    const none = await store.call('usage.blocks', { series: id, from: 0, to: 1 });
    expect([none.matching, none.newestFetch]).toEqual([0, undefined]);
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
