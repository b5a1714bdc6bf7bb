/** Readings whose length varies while their kind does not are one series, with gaps where one is missing. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY, type Period, type PeriodFeed, periodFeed, periods } from '../../../../fixtures/period-feed.ts';
import { ALWAYS, openTestStore, type TestStore, WORKSPACE } from '../store-harness.ts';

const HOUR = 3600;
const START = 1_704_085_200; // 2024-01-01T05:00Z
const MONTHS = Array.from({ length: 24 }, (_, index) => new Date(Date.UTC(2024, index + 1, 0)).getUTCDate());
const BILLS = [28, 34, 29, 33, 30, 31, 32, 27, 35, 30, 29, 31, 28, 34, 33, 30, 29, 32, 30, 31];
const some = (index: number) => 10 + index;

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => {
  await store.dispose();
});

const series = () => store.call('series.list', {});
const sum = (readings: readonly Period[]) => readings.reduce((total, { value }) => total + value, 0);

/** Days of the local clock of Los Angeles in 2024, or nearly: 23 hours on 10 March, 25 on 3 November. */
function localDays(): Period[] {
  let at = START + 3 * HOUR;
  return Array.from({ length: 366 }, (_, day) => {
    const duration = day === 69 ? 23 * HOUR : day === 307 ? 25 * HOUR : DAY;
    at += duration;
    return { start: at - duration, duration, value: day };
  });
}

describe('one series', () => {
  const kinds: [string, Period[], string][] = [
    ['24 months of gas', periods(START, MONTHS, some), 'month'],
    ['bills of 27 to 35 days', periods(START, BILLS, some), 'month'],
    ['two months each', periods(START, [61, 59, 62, 61, 60, 62], some), 'irregular'],
    ['weeks', periods(START, new Array<number>(60).fill(7), some), 'week'],
    ['weeks of four, four and five', periods(START, [28, 28, 35, 28, 28, 35, 28, 28, 35], some), 'month'],
    ['a first bill of 12 days and a last of 5', periods(START, [12, ...BILLS, 5], some), 'month'],
    ['days of 23, 24 and 25 hours', localDays(), 'day'],
  ];
  const ways: NonNullable<PeriodFeed['each']>[] = ['together', 'block', 'meterReading'];
  it.each(kinds.flatMap(([name, readings, grid]) => ways.map((each) => [name, each, readings, grid] as const)))(
    '%s, %s',
    async (_name, each, readings, grid) => {
      await store.ingest(periodFeed({ readings, each, type: '<intervalLength>2592000</intervalLength>' }));
      const all = await series();
      expect(all).toHaveLength(1);
      expect(all[0]).toMatchObject({ grid, intervalLength: 0, count: readings.length, sum: sum(readings), gaps: 0 });
      const last = readings.at(-1);
      expect(all[0]).toMatchObject({ first: readings[0]?.start, end: (last?.start ?? 0) + (last?.duration ?? 0) });
      expect(all[0]).toMatchObject({ duplicates: 0 });
    },
  );

  it('bills that arrive one by one join those that are there', async () => {
    const readings = periods(START, BILLS, some);
    for (const [index, reading] of readings.entries()) {
      await store.ingest(periodFeed({ readings: [reading], prefix: `m${index}-` }));
    }
    expect(await series()).toMatchObject([{ count: 20, sum: sum(readings), gaps: 0, grid: 'month' }]);
  });

  it('a bill that is missing is one gap of its length, also a short one', async () => {
    for (const [place, days] of [
      [4, 30],
      [2, 3],
    ] as const) {
      const lengths = [...BILLS.slice(0, place), days, ...BILLS.slice(place)];
      const readings = periods(START, lengths, (index) => (index === place ? undefined : 5));
      const own = await openTestStore();
      await own.ingest(periodFeed({ readings, each: 'meterReading' }));
      const [only, ...others] = await own.call('series.list', {});
      expect(others).toHaveLength(0);
      expect(only).toMatchObject({ gaps: 1, count: 20 });
      const [chart] = await own.call('usage.chart', { series: [only?.id ?? ''], width: 500, ...ALWAYS });
      const [start, stop] = chart?.gaps[0] ?? [0, 0];
      expect((stop - start) / DAY).toBe(days);
      await own.dispose();
    }
  });

  it('days of 24 hours each, though the clock changes, lose none and have no gap', async () => {
    const readings = localDays().map((day) => ({ ...day, duration: DAY }));
    await store.ingest(periodFeed({ readings, each: 'block' }));
    expect(await series()).toMatchObject([{ count: 366, duplicates: 0, gaps: 0 }]);
  });

  it('billing periods whose last day both or none of two bills count lose none and have no gap', async () => {
    for (const change of [DAY, -DAY]) {
      const own = await openTestStore();
      const readings = periods(START, BILLS, some).map((one) => ({ ...one, duration: one.duration + change }));
      await own.ingest(periodFeed({ readings, each: 'block' }));
      expect(await own.call('series.list', {})).toMatchObject([{ count: 20, duplicates: 0, gaps: 0 }]);
      await own.dispose();
    }
  });

  it('a bill that was corrected to another length takes the place of the first', async () => {
    const readings = periods(START, [30, 30, 30], () => 10);
    await store.ingest(periodFeed({ readings, each: 'meterReading', prefix: 'a' }));
    const corrected = [{ start: START + 30 * DAY, duration: 29 * DAY, value: 7 }];
    await store.ingest(periodFeed({ readings: corrected, prefix: 'b', updated: '2024-07-01T00:00:00Z' }));
    expect(await series()).toMatchObject([{ count: 3, sum: 27, duplicates: 1 }]);
  });
});

describe('a length that changes under one meter reading', () => {
  const hours = lasting(START, HOUR, 40 * 24);
  const quarters = lasting(START + 40 * DAY, 900, 40 * 96);
  // One of them is missing.
  quarters.splice(1000, 1);
  const lone = { start: START + 80 * DAY, duration: 1800, value: 3 };

  function lasting(start: number, duration: number, count: number): Period[] {
    return Array.from({ length: count }, (_, at) => ({ start: start + at * duration, duration, value: 1 + (at % 7) }));
  }

  /** What is kept of the one series that comes of these documents. */
  async function kept(documents: readonly (readonly Period[])[], options: Partial<PeriodFeed> = {}) {
    const own = await openTestStore();
    for (const readings of documents) await own.ingest(periodFeed({ readings, each: 'together', ...options }));
    const rows = (sql: string) => own.engine.store(WORKSPACE).database.reader.rows(sql);
    const found = {
      series: await rows('SELECT * EXCLUDE (id, key) FROM series'),
      gaps: await rows('SELECT start, stop FROM gaps ORDER BY start'),
      months: await rows('SELECT * FROM month_sums ORDER BY month'),
    };
    await own.dispose();
    expect(found.series).toHaveLength(1);
    return found;
  }

  it('is seen as in one document, also where it comes a few days at a time', async () => {
    const both = await kept([[...hours, ...quarters]]);
    expect(both.series).toMatchObject([
      { grid: 'irregular', step: 900, interval_length: 0, interval_reason: 'The intervals are of unequal length.' },
    ]);
    expect(both.gaps).toEqual([{ start: START + 40 * DAY + 1000 * 900, stop: START + 40 * DAY + 1001 * 900 }]);
    expect(await kept([hours, quarters])).toEqual(both);
    const pieces = Array.from({ length: 5 }, (_, piece) => {
      const from = START + (40 + piece * 8) * DAY;
      return quarters.filter(({ start }) => start >= from && start < from + 8 * DAY);
    });
    expect(await kept([hours, ...pieces])).toEqual(both);
  });

  it('is the new length once hardly anything has the old one', async () => {
    const documents = [hours.slice(0, 24), quarters.slice(0, 700), quarters.slice(700)];
    const one = await kept([documents.flat()]);
    expect(one.series).toMatchObject([{ grid: 'fixed', step: 900, interval_length: 900 }]);
    expect(await kept(documents)).toEqual(one);
  });

  it('is said of a single reading', async () => {
    const one = await kept([[...quarters, lone]]);
    expect(one.series).toMatchObject([{ grid: 'fixed', interval_reason: '99.9 % of the readings last 900 seconds.' }]);
    expect(await kept([quarters, [lone]])).toEqual(one);
  });

  it('is said where another meter reading of the series has it, of a new series too', async () => {
    for (const each of ['one document', 'two'] as const) {
      const own = await openTestStore();
      const first = periodFeed({ readings: quarters, each: 'together', prefix: 'a' });
      const second = periodFeed({
        readings: [...lasting(lone.start + HOUR, 900, 90), lone],
        each: 'together',
        prefix: 'b',
      });
      if (each === 'two') {
        await own.ingest(first);
        await own.ingest(second);
      } else await own.ingest(first.replace('</feed>', second.slice(second.indexOf('<entry>'))));
      const [only, ...others] = await own.call('series.list', {});
      expect(others).toEqual([]);
      expect(only?.intervalReason).toBe('99.9 % of the readings last 900 seconds.');
      await own.dispose();
    }
  });
});

describe('two series', () => {
  it.each<[string, Period[], Period[]]>([
    ['quarters of an hour and days', fine(900), periods(START, new Array<number>(10).fill(1), some)],
    ['hours and months', fine(3600), periods(START, MONTHS.slice(0, 4), some)],
    ['days and months', periods(START, new Array<number>(90).fill(1), some), periods(START, MONTHS.slice(0, 3), some)],
    ['weeks and months', periods(START, new Array<number>(20).fill(7), some), periods(START, MONTHS.slice(0, 5), some)],
  ])('%s of one meter', async (_name, one, other) => {
    await store.ingest(periodFeed({ readings: one, each: 'together', prefix: 'a' }));
    await store.ingest(periodFeed({ readings: other, each: 'together', prefix: 'b' }));
    const all = await series();
    expect(all.map(({ sum: total }) => total).sort()).toEqual([sum(one), sum(other)].sort());
    expect(all.map(({ duplicates, gaps }) => [duplicates, gaps])).toEqual([
      [0, 0],
      [0, 0],
    ]);
    // And the same again changes nothing.
    await store.ingest(periodFeed({ readings: other, each: 'together', prefix: 'b' }));
    expect(await series()).toEqual(all);
  });

  function fine(step: number): Period[] {
    return Array.from({ length: 200 }, (_, index) => ({ start: START + index * step, duration: step, value: index }));
  }
});
