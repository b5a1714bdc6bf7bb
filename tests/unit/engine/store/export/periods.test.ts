/** Values by day and month, against what a plain loop makes of the raw export, over changes of the clock, gaps and estimated readings. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clockOfZone, localPeriods } from '../../../../../shared/time/index.ts';
import { batchFeed, DAY, STEP } from '../../../../fixtures/batch-feed.ts';
import { encodeDstRule } from '../../../../fixtures/dst-rule.ts';
import { query } from '../../../../fixtures/duckdb-query.ts';
import { feedOf } from '../questions/portfolio-store.ts';
import { openTestStore, type TestStore } from '../store-harness.ts';
import { type ExportBench, exportBench, manifestIn, tableIn } from './export-harness.ts';

let store: TestStore;
let bench: ExportBench;
beforeEach(async () => {
  store = await openTestStore();
  bench = exportBench(store);
});
afterEach(async () => {
  await store.dispose();
});

const sunday = (month: number, nth: number, hour: number) =>
  encodeDstRule({ month, day: { kind: 'nth', nth, weekday: 7 }, seconds: hour * 3600 });

/** Local times as a feed has them, in place of those of California. */
const CLOCKS = {
  'America/Los_Angeles': { offset: -28_800, start: sunday(3, 2, 2), end: sunday(11, 1, 2) },
  'Australia/Adelaide': { offset: 34_200, start: sunday(10, 1, 2), end: sunday(4, 1, 3) },
} as const;
type Zone = keyof typeof CLOCKS;

/** A feed of a meter in a zone, from the local midnight of a date. */
function feedIn(zone: Zone, date: string, options: Parameters<typeof batchFeed>[0] = {}): string {
  const { offset, start, end } = CLOCKS[zone];
  const midnight = Date.parse(`${date}T00:00:00Z`) / 1000;
  return batchFeed({ ...options, start: midnight - clockOfZone(zone).offsetAt(midnight - offset) })
    .replace('<dstEndRule>B40E2000', `<dstEndRule>${end}`)
    .replace('<dstStartRule>360E2000', `<dstStartRule>${start}`)
    .replace('<tzOffset>-28800', `<tzOffset>${offset}`);
}

interface RawRow {
  start_epoch: number;
  start_local: string;
  duration_seconds: number;
  value: number | null;
  quality: string;
}

interface PeriodRow {
  period: string;
  hours: number;
  value: number | null;
  readings: number;
  minimum: number | null;
  maximum: number | null;
  estimated_share: number | null;
  coverage: number;
}

async function rows<T>(folder: string, file: string): Promise<T[]> {
  const text = await readFile(path.join(folder, file), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T); // what the export wrote, a row a line
}

/** What the periods must hold, from nothing but the raw rows and the zone. */
function recomputed(raw: readonly RawRow[], zone: Zone, period: 'day' | 'month'): PeriodRow[] {
  const length = period === 'day' ? 10 : 7;
  const first = raw[0]?.start_epoch ?? 0;
  const last = raw.at(-1)?.start_epoch ?? 0;
  return localPeriods(clockOfZone(zone), first, last + 1, period).map(({ start, end, label }) => {
    const inside = raw.filter((row) => row.start_local.slice(0, length) === label);
    const values = inside.flatMap(({ value }) => value ?? []);
    const covered = raw
      .filter(({ value }) => value !== null)
      .reduce((sum, row) => {
        const overlap = Math.min(end, row.start_epoch + row.duration_seconds) - Math.max(start, row.start_epoch);
        return sum + Math.max(0, overlap);
      }, 0);
    return {
      period: label,
      hours: (end - start) / 3600,
      value: values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0),
      readings: inside.length,
      minimum: values.length === 0 ? null : Math.min(...values),
      maximum: values.length === 0 ? null : Math.max(...values),
      estimated_share:
        values.length === 0 ? null : inside.filter(({ quality }) => quality === 'estimated').length / values.length,
      coverage: covered / (end - start),
    };
  });
}

/** Every number within the error of adding doubles. */
function near(row: PeriodRow) {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'number' ? expect.closeTo(value, 9) : value]),
  );
}

describe('values by day and month', () => {
  it.each([
    ['America/Los_Angeles', '2025-02-26', 300],
    ['Australia/Adelaide', '2025-03-20', 220],
  ] as const)('of a meter in %s are what its raw readings add up to', async (zone, date, days) => {
    const missing = (index: number) =>
      // Some hours, three whole days, and hours around both changes of the clock.
      index % 401 < 9 || (index > 2000 && index < 2000 + 3 * 96 + 40);
    const feed = feedIn(zone, date, {
      days,
      value: (index) => (missing(index) ? undefined : ((index * 7919) % 1000) - 20),
      extra: (index) => (index % 13 === 0 ? '<ReadingQuality><quality>8</quality></ReadingQuality>' : ''),
    }).replaceAll('<value>500</value>', '');
    await store.ingest(feed);
    const raw = await rows<RawRow>(await bench.run('raw', { format: 'json' }), 'readings.json');
    expect(raw.filter(({ value }) => value === null).length).toBeGreaterThan(5);
    for (const [values, period] of [
      ['daily', 'day'],
      ['monthly', 'month'],
    ] as const) {
      const written = await rows<PeriodRow>(await bench.run(values, { format: 'json', values }), `${values}.json`);
      const expected = recomputed(raw, zone, period);
      expect(written).toHaveLength(expected.length);
      for (const [index, row] of expected.entries()) expect(written[index], row.period).toMatchObject(near(row));
    }
    const daily = await rows<PeriodRow>(path.join(store.folder, 'daily'), 'daily.json');
    expect(daily.map(({ hours }) => hours)).toEqual(expect.arrayContaining([23, 25, 24]));
    // Days that lie in a hole have a row, and nothing in it.
    expect(daily.filter(({ readings }) => readings === 0)).toEqual(
      expect.arrayContaining([expect.objectContaining({ value: null, coverage: 0, estimated_share: null })]),
    );
    // The same in all formats.
    const sum = daily.reduce((total, { value }) => total + (value ?? 0), 0);
    for (const format of ['csv', 'parquet'] as const) {
      const folder = await bench.run(format, { format, values: 'daily' });
      expect(
        await query(`SELECT count(*)::INTEGER AS days, sum(value) AS sum FROM ${tableIn(folder, 'daily', format)}`),
      ).toEqual([{ days: daily.length, sum: expect.closeTo(sum, 6) }]);
    }
  });

  it('of a span are those of its days, and a month that is cut says how little it covers', async () => {
    await store.ingest(feedIn('America/Los_Angeles', '2025-01-01', { days: 90, value: () => 100 }));
    const selection = { firstDay: '2025-01-11', lastDay: '2025-02-28' };
    const daily = await rows<PeriodRow>(
      await bench.run('d', { format: 'json', values: 'daily', selection }),
      'daily.json',
    );
    expect([daily[0]?.period, daily.at(-1)?.period, daily.length]).toEqual(['2025-01-11', '2025-02-28', 49]);
    const monthly = await rows<PeriodRow>(
      await bench.run('m', { format: 'json', values: 'monthly', selection }),
      'monthly.json',
    );
    expect(monthly.map(({ period, value, coverage }) => [period, value, coverage])).toEqual([
      ['2025-01', expect.closeTo(21 * 9.6), expect.closeTo(21 / 31)],
      ['2025-02', expect.closeTo(28 * 9.6), 1],
    ]);
  });

  it('of a hole that is longer than the span are rows without a value, of each series that goes on behind it', async () => {
    const at = { start: Date.parse('2025-01-01T08:00:00Z') / 1000, days: 31 };
    const hole = (index: number) => index >= 10 * 96 && index < 20 * 96;
    await store.batch({ ...at, value: (index) => (hole(index) ? undefined : 100) });
    await store.batch({ ...at, meter: '2002', days: 10, value: () => 100 });
    await store.batch({ ...at, meter: '2003', start: at.start + 20 * DAY, days: 11, value: () => 100 });
    const selection = { firstDay: '2025-01-12', lastDay: '2025-01-15' };
    const daily = await rows(await bench.run('d', { format: 'json', values: 'daily', selection }), 'daily.json');
    expect(daily).toEqual(
      ['2025-01-12', '2025-01-13', '2025-01-14', '2025-01-15'].map((period) =>
        expect.objectContaining({ usage_point: '1001~2001', period, value: null, readings: 0, coverage: 0 }),
      ),
    );
    // Raw, there is nothing to write.
    expect((await manifestIn(await bench.run('raw', { format: 'json', selection }))).tables).not.toHaveProperty(
      'readings',
    );
  });

  it('of a month that one reading reaches over are the same alone as among others', async () => {
    const start = Date.parse('2025-01-30T08:00:00Z') / 1000;
    await store.ingest(
      feedOf({ meter: '2001', type: { length: 31 * DAY }, readings: [{ start, duration: 31 * DAY, value: 31_000 }] }),
    );
    const monthly = async (name: string, selection?: { firstDay: string; lastDay: string }) =>
      await rows<PeriodRow>(await bench.run(name, { format: 'json', values: 'monthly', selection }), 'monthly.json');
    const february = { period: '2025-02', value: expect.closeTo(28), coverage: 1, shared_readings: 1 };
    expect((await monthly('all'))[1]).toMatchObject(february);
    const alone = await monthly('february', { firstDay: '2025-02-01', lastDay: '2025-02-28' });
    expect(alone).toEqual([expect.objectContaining(february)]);
  });

  it('of temperatures are means, with the lowest and the highest', async () => {
    const readingType =
      '<intervalLength>900</intervalLength><kind>46</kind><accumulationBehaviour>12</accumulationBehaviour><powerOfTenMultiplier>0</powerOfTenMultiplier><uom>23</uom>';
    await store.ingest(
      feedIn('America/Los_Angeles', '2025-01-01', { days: 2, value: (index) => index % 96, readingType }),
    );
    const folder = await bench.run('d', { format: 'json', values: 'daily' });
    const [day] = await rows<Record<string, unknown>>(folder, 'daily.json');
    expect(day).toMatchObject({ value: 47.5, value_is: 'mean', minimum: 0, maximum: 95, unit: 'degC', cost: null });
    expect(day?.series).toMatch(/^Temperature/);
  });

  it('of nothing but zeros that are taken as sent have no share that is estimated', async () => {
    await store.ingest(
      feedIn('America/Los_Angeles', '2025-01-01', {
        days: 3,
        value: (index) => (index >= 96 && index < 192 ? undefined : 5),
      }),
    );
    const [series] = await store.call('series.list', {});
    await store.call('series.setHoles', { series: series?.id ?? '', holes: 'zeros' });
    const folder = await bench.run('d', { format: 'json', values: 'daily' });
    const daily = await rows<Record<string, unknown>>(folder, 'daily.json');
    const found = daily.map(({ value, readings, zeros_assumed, estimated_share }) => {
      return [value, readings, zeros_assumed, estimated_share];
    });
    expect(found).toEqual([
      [expect.closeTo(0.48), 96, 0, 0],
      [0, 0, 96, null],
      [expect.closeTo(0.48), 96, 0, 0],
    ]);
  });

  it('of readings longer than the period are empty, and months share bills by time', async () => {
    // 34 readings of 30 days, one after the other, from the middle of a month.
    const start = Date.parse('2024-01-15T08:00:00Z') / 1000;
    const feed = batchFeed({ days: 1, start, value: (index) => (index < 12 ? 30 : undefined) }).replaceAll(
      /<timePeriod><duration>900<\/duration><start>(\d+)<\/start>/g,
      (_, at) =>
        `<timePeriod><duration>${30 * DAY}</duration><start>${start + ((at - start) / STEP) * 30 * DAY}</start>`,
    );
    await store.ingest(feed);
    const daily = await rows<Record<string, unknown>>(
      await bench.run('d', { format: 'json', values: 'daily' }),
      'daily.json',
    );
    expect(daily.filter(({ value }) => value !== null)).toEqual([]);
    expect(daily.filter(({ readings }) => readings === 1)).toHaveLength(12);
    expect(daily).toHaveLength(12 * 30);
    const monthly = await rows<Record<string, unknown>>(
      await bench.run('m', { format: 'json', values: 'monthly' }),
      'monthly.json',
    );
    expect(monthly[0]).toMatchObject({
      period: '2024-01',
      value: expect.closeTo((0.03 * 17) / 30),
      coverage: expect.closeTo(17 / 31),
      shared_readings: 1,
    });
    expect(monthly.reduce((sum, { value }) => sum + Number(value), 0)).toBeCloseTo(12 * 0.03);
  });
});
