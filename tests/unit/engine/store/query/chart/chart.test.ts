/** Charts of results: what is chosen, what is drawn of it compared with a plain recomputation, and what ends it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChartPicture, ChartWish, QueryChart } from '../../../../../../shared/contract/query-chart.ts';
import { openTestStore, type TestStore } from '../../store-harness.ts';
import { ask } from '../query-harness.ts';

const ENDLESS = 'SELECT a.range AS x, b.range AS y FROM range(10000000) a, range(10000000) b';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore({ file: 'store.duckdb' });
  await store.batch({ days: 2 });
});
afterAll(async () => await store.dispose());

const chart = (sql: string, wish: ChartWish = {}, width = 100) => store.call('query.chart', { sql, wish, width });

function drawn<K extends ChartPicture['kind']>(answer: QueryChart, kind: K): Extract<ChartPicture, { kind: K }> {
  const picture = answer.chart?.picture;
  if (picture?.kind !== kind) throw new Error(`a picture of ${picture?.kind ?? 'nothing'}`);
  return picture as Extract<ChartPicture, { kind: K }>; // its kind was looked at
}

describe('a line', () => {
  it('has every row where they are few, ends at a NULL and where times are missing', async () => {
    const answer = await chart(
      `SELECT TIMESTAMP '2025-01-01' + to_hours(i::INTEGER) AS at, CASE WHEN i = 3 THEN NULL ELSE i END AS value, 'kWh' AS unit
       FROM range(20) t(i) WHERE i NOT BETWEEN 10 AND 14`,
    );
    expect(answer).toMatchObject({
      rows: 15,
      chart: { kind: 'line', x: 'at', y: ['value'], unit: 'kWh', units: false, isTime: true, leftOut: { x: 0, y: 1 } },
    });
    const { every, series } = drawn(answer, 'line');
    expect(every).toBe(true);
    expect(series[0]?.y).toEqual([0, 1, 2, null, 4, 5, 6, 7, 8, 9, null, 15, 16, 17, 18, 19]);
    expect(series[0]?.x[0]).toBe(Date.UTC(2025, 0, 1) / 1000);
  });

  it('of a million rows keeps first, last, lowest and highest of each pixel column, as a plain recomputation has them', async () => {
    const sql = 'SELECT range AS x, (range * 7919) % 100003 AS y FROM range(1000000)';
    const answer = await chart(sql, { kind: 'line' }, 50);
    const { every, series } = drawn(answer, 'line');
    expect([answer.rows, every, series.length]).toEqual([1_000_000, false, 1]);
    const bins = Array.from({ length: 50 }, (): { x: number; y: number }[] => []);
    const binOf = (x: number) => Math.min(Math.floor((x / 999_999) * 50), 49);
    for (let x = 0; x < 1_000_000; x += 1) bins[binOf(x)]?.push({ x, y: (x * 7919) % 100_003 });
    const found = series[0]?.x.map((x, index) => [x, series[0]?.y[index]]) ?? [];
    // Of equal values any row may stand for the column.
    for (const [bin, rows] of bins.entries()) {
      const inBin = found.filter(([x]) => binOf(Number(x)) === bin);
      const values = inBin.map(([, y]) => Number(y));
      const all = rows.map(({ y }) => y);
      expect(inBin.length).toBeLessThanOrEqual(4);
      expect([Math.min(...values), Math.max(...values)]).toEqual([Math.min(...all), Math.max(...all)]);
      expect([inBin[0], inBin.at(-1)]).toEqual([rows[0], rows.at(-1)].map((row) => [row?.x, row?.y]));
      for (const [x, y] of inBin) expect((Number(x) * 7919) % 100_003).toBe(y);
    }
  });

  it('tells series apart by a text, and says how many it leaves out', async () => {
    const answer = await chart(
      `SELECT DATE '2025-01-01' + i::INTEGER AS day, 'm' || lpad_ AS meter, i AS value FROM range(30) t(i), (SELECT range::VARCHAR AS lpad_ FROM range(11))`,
    );
    expect(answer.chart).toMatchObject({ kind: 'line', colour: 'meter', moreSeries: 3 });
    expect(drawn(answer, 'line').series).toHaveLength(8);
  });

  it('is of one series of one meter, whatever text comes first', async () => {
    const rows = (meters: string) =>
      `SELECT m AS usage_point, s AS series, DATE '2025-01-01' + i::INTEGER AS day, i + k AS value
       FROM range(5) t(i), (VALUES ('delivered', 10), ('received', 0)) v(s, k), (VALUES ${meters}) u(m)`;
    const one = await chart(rows(`('a')`));
    expect(one.chart).toMatchObject({ kind: 'line', colour: 'series' });
    const { series, joined } = drawn(one, 'line');
    expect(joined).toBe(false);
    expect(series.map(({ name, y }) => [name, y])).toEqual([
      ['delivered', [10, 11, 12, 13, 14]],
      ['received', [0, 1, 2, 3, 4]],
    ]);
    const two = drawn(await chart(rows(`('a'), ('b')`)), 'line');
    expect([two.series.map(({ name }) => name).sort(), two.joined]).toEqual([
      ['a, delivered', 'a, received', 'b, delivered', 'b, received'],
      false,
    ]);
    // A daily series of the store, too.
    expect((await chart('SELECT * FROM daily')).chart).toMatchObject({ x: 'day', y: ['value'], colour: 'series' });
  });

  it('of several series says that it is', async () => {
    const rows = `SELECT DATE '2025-01-01' + i::INTEGER AS day, i AS value FROM range(5) t(i), range(2)`;
    expect(drawn(await chart(rows), 'line').joined).toBe(true);
    // What is NULL is no second value.
    const whole = `SELECT DATE '2025-01-01' + i::INTEGER AS day, CASE k WHEN 0 THEN i END AS value FROM range(5) t(i), range(2) u(k)`;
    expect(drawn(await chart(whole), 'line').joined).toBe(false);
  });
});

describe('what it says', () => {
  it('is no unit for columns of different ones, and money only of amounts', async () => {
    const bills = `SELECT DATE '2025-01-01' + i::INTEGER AS day, i AS total, 'USD' AS currency, i AS consumption, 'kWh' AS consumption_unit, i::VARCHAR AS bill_id FROM range(5) t(i)`;
    const { chart: both } = await chart(bills);
    expect(both).toMatchObject({ kind: 'line', y: ['total', 'consumption'], colour: '', units: true });
    expect(both?.unit).toBeUndefined();
    expect((await chart(bills, { y: ['total'] })).chart).toMatchObject({ unit: 'USD', units: false });
    const sums = `SELECT DATE '2025-01-01' + i::INTEGER AS day, i AS total, 'kWh' AS unit, 'USD' AS currency FROM range(5) t(i)`;
    expect((await chart(sums)).chart).toMatchObject({ unit: 'kWh', units: false });
  });

  it.each([
    ['count(*)', 'meters'],
    ['sum(i)', 'meters'],
    ['avg(0.5::DOUBLE)', 'estimated_share'],
    ['avg(900::DOUBLE)', 'span_seconds'],
    ['sum(7::DOUBLE)', 'raw_value'],
  ])('is no unit for %s AS %s, which is not drawn beside what has one', async (sql, name) => {
    const months = `SELECT make_date(2025, i::INTEGER, 1) AS month, ${sql} AS ${name}, sum(i::DOUBLE) AS total, 'kWh' AS unit
      FROM range(1, 7) t(i) GROUP BY ALL`;
    expect((await chart(months)).chart).toMatchObject({ y: ['total'], unit: 'kWh', units: false });
    const alone = (await chart(months, { y: [name] })).chart;
    expect([alone?.y, alone?.unit, alone?.units]).toEqual([[name], undefined, false]);
    const both = (await chart(months, { y: ['total', name] })).chart;
    expect([both?.y, both?.unit, both?.units]).toEqual([['total', name], undefined, true]);
  });

  it('counts what a heat map has no place for, on either side', async () => {
    const answer = await chart(
      `SELECT * FROM (VALUES (1, 2, 3.5), (2, NULL, 4), (NULL, 1, 5), (2, 2, NULL)) t(hour, weekday, value)`,
    );
    expect(answer.chart).toMatchObject({ kind: 'heat', leftOut: { x: 2, y: 1 } });
    const { values } = drawn(answer, 'cells');
    // Hour 1 of weekdays 1 and 2, then hour 2: what is left out is in no cell.
    expect(values).toEqual([null, 3.5, null, null]);
  });

  it('counts times without an end, which have no place in a heat map either', async () => {
    const days = (
      step: string,
    ) => `SELECT DATE '2025-01-01' + ${step} AS day, i % 2 AS hour, 1.0 AS value FROM range(8) t(i)
      UNION ALL SELECT 'infinity'::DATE, 0, 9`;
    for (const step of ['i::INTEGER', '(i * i * 7)::INTEGER']) {
      const answer = await chart(days(step), { kind: 'heat', x: 'day', y: ['hour'], colour: 'value' });
      const { values } = drawn(answer, 'cells');
      expect([answer.chart?.leftOut, values.filter((value) => value !== null)]).toEqual([
        { x: 1, y: 0 },
        new Array(8).fill(1),
      ]);
    }
  });
});

describe('bars', () => {
  it('are as high as the sums of their rows, in the order of the result', async () => {
    const answer = await chart(
      `SELECT * FROM (VALUES ('b', 1.5), ('a', 4), ('b', 2), ('c', NULL), (NULL, 9)) t(name, total)`,
    );
    expect(answer.chart).toMatchObject({ kind: 'bar', x: 'name', y: ['total'], leftOut: { x: 1, y: 1 } });
    const { labels, series, summed, more } = drawn(answer, 'bar');
    expect([labels, series[0]?.values, summed, more]).toEqual([['b', 'a', 'c'], [3.5, 4, null], true, 0]);
  });

  it('are the highest where there are too many', async () => {
    const answer = await chart(`SELECT 'n' || range AS name, (range * 37) % 1009 AS n FROM range(1009)`);
    const { labels, series, more } = drawn(answer, 'bar');
    expect([labels.length, more]).toEqual([60, 949]);
    expect(series[0]?.values.toSorted((a, b) => Number(a) - Number(b))[0]).toBe(1009 - 60);
  });
});

describe('points', () => {
  it('are drawn one by one, or counted in cells where they are many', async () => {
    const few = drawn(await chart('SELECT i AS a, i * i AS b FROM range(50) t(i)'), 'scatter');
    expect(few.series[0]?.y[7]).toBe(49);
    const many = await chart('SELECT (range * 7919) % 1000 AS a, (range * 104729) % 977 AS b FROM range(200000)');
    const { of, values } = drawn(many, 'cells');
    expect([many.chart?.kind, of, values.reduce<number>((sum, value) => sum + (value ?? 0), 0)]).toEqual([
      'scatter',
      'rows',
      200_000,
    ]);
  });

  it('are in no cell where they have no height', async () => {
    const answer = await chart('SELECT i AS a, CASE WHEN i % 2 = 0 THEN i END AS b FROM range(5000) t(i)');
    const { values } = drawn(answer, 'cells');
    const sum = values.reduce<number>((all, value) => all + (value ?? 0), 0);
    expect([answer.chart?.leftOut, sum]).toEqual([{ x: 0, y: 2500 }, 2500]);
  });
});

describe('a heat map', () => {
  it('has the mean of each cell, and cells without rows where a day is missing', async () => {
    const sql = `SELECT DATE '2025-03-01' + d::INTEGER AS day, h AS hour, d * 100 + h + s AS value
      FROM range(5) a(d), range(24) b(h), range(2) c(s) WHERE d <> 2`;
    const answer = await chart(sql);
    expect(answer.chart).toMatchObject({ kind: 'heat', x: 'day', y: ['hour'], colour: 'value' });
    const { x, y, values, joined } = drawn(answer, 'cells');
    const day = Date.UTC(2025, 2, 1) / 1000;
    expect([x, y, joined]).toEqual([
      { kind: 'time', from: day, to: day + 5 * 86_400, count: 5 },
      { kind: 'number', from: -0.5, to: 23.5, count: 24 },
      true,
    ]);
    const expected = [0, 1, 2, 3, 4].flatMap((d) =>
      Array.from({ length: 24 }, (_, h) => (d === 2 ? null : d * 100 + h + 0.5)),
    );
    expect(values).toEqual(expected);
  });

  it('names its cells where they are not of equal steps', async () => {
    const sql = `SELECT make_date(2025, m::INTEGER, 1) AS month, meter, m AS kwh FROM range(1, 13) t(m), (VALUES ('x'), ('y')) v(meter)`;
    const { x, y } = drawn(await chart(sql, { kind: 'heat', x: 'month', y: ['meter'], colour: 'kwh' }), 'cells');
    expect(x).toMatchObject({ kind: 'names', names: expect.arrayContaining(['2025-01-01', '2025-12-01']) });
    expect(y).toEqual({ kind: 'names', names: ['x', 'y'] });
  });
});

describe('what may be drawn', () => {
  it.each([
    ['SELECT start_local, value, unit, usage_point FROM readings', 'line', 'start_local'],
    ['SELECT day, value FROM daily', 'line', 'day'],
    ['SELECT hour(start_local) AS hour, avg(value) AS mean FROM readings GROUP BY ALL', 'bar', 'hour'],
    ['SELECT start_local::DATE AS day, hour(start_local) AS hour, value FROM readings', 'heat', 'day'],
    ['SELECT usage_point, sum(value) AS kwh FROM readings GROUP BY ALL', 'bar', 'usage_point'],
    ['SELECT value, cost FROM readings', 'scatter', 'value'],
    ['SELECT 1 AS a -- the end', undefined, undefined],
    [`SELECT 'a' AS b`, undefined, undefined],
    ['SELECT [1] AS b, {a: 1} AS c', undefined, undefined],
    ['DESCRIBE readings', undefined, undefined],
  ])('%s: %s', async (sql, kind, x) => {
    const { chart: found } = await chart(sql);
    expect([found?.kind, found?.x]).toEqual([kind, x]);
  });

  it('is what the user wishes, as far as it fits', async () => {
    const sql = 'SELECT day, value, readings, series FROM daily';
    expect((await chart(sql, { kind: 'bar', x: 'series', y: ['readings'], colour: '' })).chart).toMatchObject({
      kind: 'bar',
      x: 'series',
      y: ['readings'],
      colour: '',
    });
    expect((await chart(sql, { kind: 'line', x: 'series', y: ['gone'] })).chart).toMatchObject({
      x: 'day',
      y: ['value'],
    });
  });

  it('has names and texts of any kind', async () => {
    const sql = `SELECT chr(0) || '''x' AS "a "" b", 2 AS "y'; DROP" UNION ALL SELECT '"', 3`;
    expect(drawn(await chart(sql), 'bar').series[0]?.values).toEqual([2, 3]);
  });

  it('says in how many units values are, and leaves out what is no number', async () => {
    const answer = await chart(
      `SELECT * FROM (VALUES (1, 'nan'::DOUBLE, 'kWh'), (2, 'inf', 'therm'), (3, 4, NULL)) t(x, value, unit)`,
      { kind: 'line' },
    );
    expect(answer.chart).toMatchObject({ units: true, leftOut: { x: 0, y: 2 } });
    expect(answer.chart?.unit).toBeUndefined();
  });
});

describe('a chart', () => {
  it('ends when its time is over or it is cancelled, and says meanwhile how much is done', async () => {
    await expect(store.call('query.chart', { sql: ENDLESS, wish: {}, width: 100, seconds: 0.3 })).rejects.toMatchObject(
      { code: 'query_too_long' },
    );
    const endless = store.call('query.chart', { sql: ENDLESS, wish: {}, width: 100, token: 'drawn' });
    const ended = expect(endless).rejects.toMatchObject({ code: 'cancelled' });
    const share = async () => (await store.call('query.progress', { token: 'drawn' })).share;
    await expect.poll(share, { timeout: 20_000 }).toBeGreaterThanOrEqual(0);
    expect(await share()).toBeLessThan(1);
    await store.call('query.cancel', { token: 'drawn' });
    await ended;
    expect(await store.call('query.progress', { token: 'drawn' })).toEqual({});
  });

  it('leaves nothing behind, and takes values for parameters', async () => {
    const answer = await store.call('query.chart', {
      sql: 'SELECT start_local, value FROM readings WHERE value >= $least',
      parameters: { least: -1 },
      wish: {},
      width: 100,
    });
    expect(answer.rows).toBe(192);
    await expect(ask(store, 'SELECT * FROM drawn')).rejects.toMatchObject({ code: 'query_refused' });
    await expect(chart('SELECT * FROM drawn')).rejects.toMatchObject({ code: 'query_refused' });
  });
});
