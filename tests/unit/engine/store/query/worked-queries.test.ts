/** The queries of docs/queries.md, run. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchFeed, DAY, ELECTRICITY, type FeedOptions, START } from '../../../../fixtures/batch-feed.ts';
import { billFeed } from '../../../../fixtures/bill-feed.ts';
import { openTestStore, type TestStore, WORKSPACE } from '../store-harness.ts';
import { ask } from './query-harness.ts';

const read = (page: string) => readFileSync(new URL(`../../../../../docs/${page}`, import.meta.url), 'utf8');
const blocks = [...read('queries.md').matchAll(/([^\n]+)\n\n```sql\n(.*?)\n```/gs)];
const queries = blocks.map(([, title = '', sql = '']) => [title, sql] as const);
const sqlOf = (title: string) => queries.find(([one]) => one.startsWith(title))?.[1] ?? '';
const answersOf = (title: string) => ask(store, sqlOf(title));

const flow = (code: number) => ELECTRICITY.replace('<flowDirection>1', `<flowDirection>${code}`);
/** What a counter of the same energy shows. */
const REGISTER = ELECTRICITY.replace('<accumulationBehaviour>4', '<accumulationBehaviour>3');
/** Wh of the delivered quarter hour of this number. */
const delivered = (index: number) => 100 + (index % 96);
const kwhOf = (days: number) =>
  Array.from({ length: days * 96 }, (_, index) => delivered(index)).reduce((sum, value) => sum + value, 0) / 1000;
const BILL = {
  start: START,
  total: 5_250_000,
  lines: [{ note: 'Energy', amount: 5_250_000 }],
  consumption: { uom: 72, value: 4_000_000 },
};

let store: TestStore;
/** Another series of the same meter. */
const beside = (number: number, options: FeedOptions) =>
  store.ingest(
    batchFeed(options).replaceAll('ReadingType/7', `ReadingType/${number}`).replaceAll('2001-15', `2001-${number}`),
  );
beforeAll(async () => {
  store = await openTestStore();
  const extra = (index: number) => `<tou>${1 + (index % 2)}</tou>`;
  await store.batch({ days: 40, value: delivered, extra });
  await beside(19, { days: 40, value: (index) => 7 + (index % 5), readingType: flow(19), extra });
  await beside(4, { days: 40, value: (index) => delivered(index) - 7 - (index % 5), readingType: flow(4) });
  await beside(3, { days: 39, value: (index) => 1_000_000 + index * 150, readingType: REGISTER, extra });
  await store.ingest(billFeed([BILL]));
  // The same meter once more: another authorization gives it, too.
  await store.batch({ authorization: '1002', days: 30, value: delivered });
  await store.ingest(billFeed([BILL], { subscription: '1002' }));
});
afterAll(async () => await store.dispose());

describe('worked queries', () => {
  it('are at least a dozen', () => expect(queries.length).toBeGreaterThanOrEqual(12));

  it.each(queries)('%s', async (_, sql) => {
    const { columns } = await store.call('query.run', { sql });
    expect(columns.length).toBeGreaterThan(1);
  });

  it('have a meter with every direction, a register, and a twin to go wrong with', async () => {
    expect(await ask(store, 'SELECT DISTINCT name, behaviour FROM series ORDER BY name')).toEqual([
      { name: 'Electricity delivered, 15 min', behaviour: 'interval' },
      { name: 'Electricity delivered, register, 15 min', behaviour: 'register' },
      { name: 'Electricity net, 15 min', behaviour: 'interval' },
      { name: 'Electricity received, 15 min', behaviour: 'interval' },
    ]);
    expect(await ask(store, 'SELECT usage_point FROM meters WHERE twin_of IS NOT NULL')).toEqual([
      { usage_point: '1002~2001' },
    ]);
  });

  it('say what was delivered, and add no other direction, register or twin', async () => {
    const rows = await answersOf('Use of each meter');
    expect(rows.reduce((sum, { kwh }) => sum + Number(kwh), 0)).toBeCloseTo(kwhOf(40), 0);
    expect(rows).toHaveLength(2);
  });

  it('have what was delivered beside a bill, and nothing where the meter is counted elsewhere', async () => {
    const rows = await answersOf('Bills beside');
    expect(rows.map(({ consumption, measured, unit }) => ({ consumption, measured, unit }))).toEqual(
      expect.arrayContaining([
        { consumption: 4000, measured: expect.closeTo(kwhOf(30), 6), unit: 'kWh' },
        { consumption: 4000, measured: null, unit: null },
      ]),
    );
    expect(rows).toHaveLength(2);
  });

  it('take the base load of what is delivered', async () => {
    const night = `SELECT quantile_cont(value * 4, 0.1) AS kw FROM readings
      WHERE usage_point = '1001~2001' AND series = 'Electricity delivered, 15 min' AND hour(start_local) BETWEEN 1 AND 4`;
    const [expected] = await ask(store, night);
    expect(await answersOf('Base load')).toEqual([{ usage_point: '1001~2001', kw: expected?.kw }]);
  });

  it('make neither a usual day nor shares of what a register showed', async () => {
    const usual = await answersOf('What a usual day');
    expect(usual.filter(({ days }) => String(days).includes('register'))).toEqual([]);
    // Three series of one meter and one of the other, two kinds of days.
    expect(usual).toHaveLength(4 * 2 * 24);
    const shares = await answersOf('The share of each time-of-use');
    expect(shares.map(({ series, tou }) => [series, tou])).toEqual([
      ['Electricity delivered, 15 min', 1],
      ['Electricity delivered, 15 min', 2],
      ['Electricity received, 15 min', 1],
      ['Electricity received, 15 min', 2],
    ]);
  });

  it('count the lines of a bill once', async () => {
    expect(await answersOf('What the lines of bills')).toMatchObject([{ note: 'Energy', lines: 1 }]);
  });

  it('compare a month with that of the year before, and with no other', async () => {
    const years = await openTestStore();
    try {
      await years.batch({ days: 10, start: START - 731 * DAY, value: delivered });
      await years.batch({ days: 10, value: delivered });
      const unknown = { a_year_before: null, change_percent: null };
      expect(await ask(years, sqlOf('This year against'))).toMatchObject([unknown, unknown]);
      await years.batch({ days: 10, start: START - 366 * DAY, value: (index) => delivered(index) / 2 });
      const known = { a_year_before: expect.closeTo(kwhOf(10) / 2, 6), change_percent: expect.closeTo(100, 6) };
      expect(await ask(years, sqlOf('This year against'))).toMatchObject([unknown, { change_percent: -50 }, known]);
    } finally {
      await years.dispose();
    }
  });
});

describe('the queries of docs/store.md', () => {
  const [ofTables = '', ofViews = ''] = [...read('store.md').matchAll(/```sql\n(.*?)\n```/gs)].map(([, sql]) => sql);

  it('say what was delivered, from the views', async () => {
    const rows = await ask(store, ofViews.replace('2025-01-01', '2023-01-01'));
    expect(rows.reduce((sum, { kwh }) => sum + Number(kwh), 0)).toBeCloseTo(kwhOf(40), 6);
    expect(rows).toHaveLength(2);
  });

  it('say what was delivered, from the tables', async () => {
    const rows = await store.engine.store(WORKSPACE).database.reader.rows(ofTables);
    const ofMeter = rows.filter(({ usage_point }) => usage_point === '1001~2001');
    expect(ofMeter.reduce((sum, { kwh }) => sum + Number(kwh), 0)).toBeCloseTo(kwhOf(40), 6);
  });
});
