/**
 * What is exported, read without the program and without its database: raw readings, days and months of a portfolio of everything that is
 * awkward come to what the store says, in each format.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SeriesRow, UsageStatistics } from '../../../../../shared/contract/usage.ts';
import { unitOf } from '../../../../../shared/espi/units.ts';
import { DAY } from '../../../../fixtures/batch-feed.ts';
import { feedOf, portfolioStore, run } from '../questions/portfolio-store.ts';
import { READERS } from '../sharing/parquet-readers.ts';
import { openTestStore, type TestStore, WORKSPACE } from '../store-harness.ts';
import { type ExportBench, exportBench, type Format } from './export-harness.ts';

let store: TestStore;
let bench: ExportBench;
let all: SeriesRow[];
beforeAll(async () => {
  store = await openTestStore();
  bench = exportBench(store);
  await portfolioStore(store);
  await awkward();
  all = await store.call('series.list', {});
}, 120_000);
afterAll(async () => await store.dispose());

/** 2023-10-10 00:00 in Los Angeles, where the clocks change in November. */
const BEGIN = Date.UTC(2023, 9, 10, 7) / 1000;

async function awkward(): Promise<void> {
  // Hours of two days are sent again, later and with other values: what was there before is superseded.
  const hours = (value: number) => run(3600, 48, (i) => value + i, BEGIN + 3 * DAY);
  await store.ingest(feedOf({ meter: '2101', type: { length: 3600 }, readings: hours(100) }));
  const again = feedOf({ meter: '2101', type: { length: 3600 }, readings: hours(700).slice(10, 40) });
  await store.ingest(
    again.replaceAll('2024-01-02T', '2024-03-02T').replaceAll(/IntervalBlock\/\d+/g, 'IntervalBlock/again'),
  );
  // A water register that was exchanged, with a hole, and one that rolled over.
  const register = { uom: 42, accumulation: 3, length: 0 };
  const shown = (value: (i: number) => number | undefined) =>
    run(21_600, 200, value).map((one) => ({ ...one, duration: 0 }));
  await store.ingest(
    feedOf({
      meter: '2102',
      service: 2,
      type: register,
      readings: shown((i) => (i % 41 === 7 ? undefined : i < 120 ? 50_000 + 7 * i : 7 * i)),
    }),
  );
  await store.ingest(
    feedOf({ meter: '2103', service: 2, type: register, readings: shown((i) => (99_000 + 9 * i) % 100_000) }),
  );
  // One that could not be read once: a reading without a value, at noon of its third day.
  const unread = shown((i) => 100 + 5 * i).slice(0, 20);
  await store.ingest(
    feedOf({ meter: '2105', service: 2, type: register, readings: unread }).replace('<value>150</value>', ''),
  );
  // Days of the calendar, of 24 and 25 hours.
  const local = Array.from({ length: 60 }, (_, day) => ({
    start: BEGIN + day * DAY + (day > 26 ? 3600 : 0),
    duration: day === 26 ? 25 * 3600 : DAY,
    value: day % 11,
  }));
  await store.ingest(feedOf({ meter: '2104', service: 1, type: { uom: 169, length: DAY }, readings: local }));
}

type Row = Record<string, unknown>;

/** A table of an export, by readers that know nothing of this program. */
async function tableOf(folder: string, table: string, format: Format): Promise<Row[]> {
  if (format === 'json') {
    const text = await readFile(path.join(folder, `${table}.json`), 'utf8');
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row); // a row a line
  }
  if (format === 'csv') return fromCsv(await readFile(path.join(folder, `${table}.csv`), 'utf8'));
  const files = (await readdir(path.join(folder, table), { recursive: true })).filter((file) =>
    file.endsWith('.parquet'),
  );
  const read = READERS.hyparquet;
  if (read === undefined || files.length === 0) throw new Error('There is nothing to read.');
  return (await Promise.all(files.map(async (file) => await read(path.join(folder, table, file))))).flat();
}

/** RFC 4180. */
function fromCsv(text: string): Row[] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\n') lines.push([]);
    if (end === '') break;
  }
  const [head = [], ...rows] = lines.filter((cells) => cells.length > 1);
  return rows.map((cells) =>
    Object.fromEntries(head.map((name, place) => [name, cells[place] === '' ? null : cells[place]])),
  );
}

const sum = (rows: readonly Row[], of: (row: Row) => unknown) =>
  rows.reduce((total, row) => total + Number(of(row) ?? 0), 0);
const some = (rows: readonly Row[], column: string) =>
  rows.some((row) => row[column] !== null && row[column] !== undefined);

/** Whole of a series in the store. */
async function statistics({ id, first = 0, end = 0 }: SeriesRow): Promise<UsageStatistics> {
  return await store.call('usage.statistics', { series: id, from: first, to: end });
}

/** What was sent of a series, and counts. */
async function sent({ id }: SeriesRow) {
  const rows = await store.engine
    .store(WORKSPACE)
    .database.reader.rows(
      `SELECT r.start::VARCHAR AS start, r.value::VARCHAR AS value, r.value_scale, r.quality, s.power, (s.reading_type->>'uom')::INTEGER AS uom FROM readings r JOIN series s USING (series) WHERE s.id = '${id}'`,
    );
  return {
    count: rows.length,
    starts: sum(rows, ({ start }) => start),
    estimated: rows.filter(({ quality }) => quality === 8).length,
    sum: sum(
      rows,
      ({ value, value_scale, power, uom }) =>
        Number(value) * 10 ** (Number(value_scale) + Number(power)) * unitOf(Number(uom)).factor,
    ),
  };
}

it('there is something superseded, exchanged, rolled over, estimated, and read by gaps', async () => {
  const superseded = await store.series('1001~2101');
  expect(superseded.duplicates).toBe(30);
  expect((await sent(superseded)).count).toBe(48);
  expect((await store.series('1001~2102')).gaps).toBe(6);
  expect(await store.series('1001~2103')).toMatchObject({ gaps: 0, sum: 199 * 9 });
  expect(all.filter(({ estimated }) => estimated > 0).length).toBeGreaterThan(1);
});

it('of a register, without a value is what was sent without one: neither the last reading nor one before an exchange', async () => {
  const rows = await tableOf(await bench.run('empty', { format: 'json', values: 'daily' }), 'daily', 'json');
  const of = (meter: string) => rows.filter(({ usage_point }) => usage_point === `1001~${meter}`);
  const empty = (meter: string) => sum(of(meter), ({ without_value }) => without_value);
  expect([empty('2102'), empty('2103'), empty('2105')]).toEqual([0, 0, 1]);
  expect(of('2105').map(({ readings, without_value }) => [readings, without_value])).toEqual(
    [0, 0, 1, 0, 0].map((without) => [4, without]),
  );
});

describe.each<Format>(['csv', 'json', 'parquet'])('as %s', (format) => {
  it('raw readings are those of the store, one by one and in sum', async () => {
    const rows = await tableOf(await bench.run(`raw-${format}`, { format }), 'readings', format);
    expect(new Set(rows.map(({ series_id }) => series_id))).toEqual(new Set(all.map(({ id }) => id)));
    for (const series of all) {
      const own = rows.filter(({ series_id }) => series_id === series.id);
      const expected = await sent(series);
      expect([series.label, own.length, sum(own, (row) => row.start_epoch)]).toEqual([
        series.label,
        expected.count,
        expected.starts,
      ]);
      expect([series.label, sum(own, ({ value }) => value)]).toEqual([series.label, expect.closeTo(expected.sum, 5)]);
      expect(own.filter(({ quality }) => quality === 'estimated')).toHaveLength(expected.estimated);
      expect(own.every(({ unit }) => unit === series.unit)).toBe(true);
    }
  }, 60_000);

  it.each([
    ['daily', 1.1 * DAY],
    ['monthly', 40 * DAY],
  ] as const)(
    '%s values come to the totals of the store, with as much covered and estimated',
    async (values, longest) => {
      const rows = await tableOf(await bench.run(`${values}-${format}`, { format, values }), values, format);
      for (const series of all) {
        const own = rows.filter(({ series_id }) => series_id === series.id);
        const whole = await statistics(series);
        const seconds = sum(own, ({ hours, coverage }) => Number(hours) * Number(coverage) * 3600);
        expect([series.label, seconds]).toEqual([
          series.label,
          expect.closeTo(whole.coverage * ((series.end ?? 0) - (series.first ?? 0)), 0),
        ]);
        expect([series.label, sum(own, ({ readings }) => readings)]).toEqual([series.label, series.count]);
        // Of readings that are longer, nobody knows how much is of which day.
        if (series.step > longest) expect([series.label, some(own, 'value')]).toEqual([series.label, false]);
        else if (series.behaviour !== 'sample')
          expect([series.label, sum(own, ({ value }) => value)]).toEqual([
            series.label,
            expect.closeTo(whole.total ?? Number.NaN, 5),
          ]);
        expect(some(own, 'estimated_share') && own.some(({ estimated_share }) => Number(estimated_share) > 0)).toBe(
          series.estimated > 0,
        );
      }
    },
    60_000,
  );
});
