/** Reading types that are corrected, or come behind their readings: what is there follows, as if all had been read anew. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Packer } from '../../../../../electron/engine/store/packing/index.ts';
import { batchFeed, DAY, ELECTRICITY, type FeedOptions, START } from '../../../../fixtures/batch-feed.ts';
import { ALWAYS, openTestStore, type TestStore, WORKSPACE } from '../store-harness.ts';

const POINT = '1001~2001';
const KILO = ELECTRICITY.replace('<powerOfTenMultiplier>0', '<powerOfTenMultiplier>3');
const NEXT_DAY: FeedOptions = { days: 1, start: START + DAY };
/** All but the reading type. */
const UNTYPED = ['usagePoint', 'meterReading', 'blocks'] as const;

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => await store.dispose());

const rows = (from: TestStore, sql: string) => from.engine.store(WORKSPACE).database.reader.rows(sql);

async function onlySeries(from = store) {
  const all = await from.call('series.list', { usagePoint: POINT });
  expect(all).toHaveLength(1);
  const [only] = all;
  if (only === undefined) throw new Error('no series');
  return only;
}

/** What people see of the one series: its figures, its readings and its gaps. */
async function shown(from = store) {
  const { id, ...figures } = await onlySeries(from);
  const { rows: readings } = await from.call('usage.readings', { series: id, ...ALWAYS, limit: 10_000 });
  const [chart] = await from.call('usage.chart', { series: [id], width: 500, ...ALWAYS });
  return { figures, readings: readings.map(({ block: _, ...row }) => row), gaps: chart?.gaps };
}

/** The same in a store that reads these documents and knows no other. */
async function readAnew(...documents: FeedOptions[]) {
  const fresh = await openTestStore();
  for (const document of documents) await fresh.batch(document);
  const answer = await shown(fresh);
  await fresh.dispose();
  return answer;
}

/** Sums of days and months are those of the readings, one by one; the meter's time is eight hours behind. */
async function expectSumsOfReadings(): Promise<void> {
  const days = await rows(
    store,
    'SELECT day, sum(total) AS total, max(peak) AS peak FROM day_sums GROUP BY day ORDER BY day',
  );
  const months = await rows(store, 'SELECT sum(total) AS total, max(peak) AS peak FROM month_sums');
  const sums = new Map<number, { day: number; total: number; peak: number }>();
  let [total, peak] = [0, 0];
  for (const { start, value, scale } of await rows(store, 'SELECT start, value, value_scale AS scale FROM readings')) {
    const day = Math.floor((Number(start) - 8 * 3600) / DAY);
    const amount = Number(value) * 10 ** Number(scale);
    const sum = sums.get(day) ?? { day, total: 0, peak: 0 };
    sums.set(day, { day, total: sum.total + amount, peak: Math.max(sum.peak, amount) });
    total += amount;
    peak = Math.max(peak, amount);
  }
  expect(days).toEqual([...sums.values()].sort((a, b) => a.day - b.day));
  expect(months).toEqual([{ total, peak }]);
}

describe('a reading type whose multiplier is corrected', () => {
  it('scales what is there, though it comes alone', async () => {
    await store.batch({ days: 1 });
    const before = await shown();
    await store.batch({ parts: ['readingType'], readingType: KILO });
    const after = await shown();
    expect(after.figures.sum).toBe(1000 * Number(before.figures.sum));
    expect(after.readings.map(({ value }) => value)).toEqual(before.readings.map(({ value = 0 }) => value * 1000));
    await expectSumsOfReadings();
  });

  it('with later days leaves what a store has that reads all of it anew, and again when it is taken back', async () => {
    await store.batch({ days: 1 });
    await store.batch({ ...NEXT_DAY, readingType: KILO });
    expect(await shown()).toEqual(await readAnew({ days: 1, readingType: KILO }, { ...NEXT_DAY, readingType: KILO }));
    await expectSumsOfReadings();
    const third = { days: 1, start: START + 2 * DAY };
    await store.batch(third);
    expect(await shown()).toEqual(await readAnew({ days: 1 }, NEXT_DAY, third));
    await expectSumsOfReadings();
  });

  it.each([1_000_000, 50])(
    'scales each reading once, also where its block is sent again; %i held',
    async (holdRows) => {
      await store.dispose();
      store = await openTestStore({ holdRows });
      const second = { days: 3, start: START + DAY, updated: '2024-01-03T00:00:00Z', readingType: KILO };
      await store.batch({ days: 2 });
      await store.batch(second);
      expect(await shown()).toEqual(await readAnew({ days: 2, readingType: KILO }, second));
      await expectSumsOfReadings();
    },
  );

  it('scales readings that were packed, and those that were set aside', async () => {
    await store.batch({ days: 2, updated: '2024-01-02T00:00:00Z' });
    await store.batch({ days: 1, blocks: 'new-', updated: '2024-01-05T00:00:00Z', value: () => 50 });
    const packer = new Packer({ tail: 1, runs: 4, step: 50, rowGroup: 100 });
    await store.engine.store(WORKSPACE).write(async (connection) => {
      for (;;) {
        const step = await packer.next(connection);
        if (step === undefined) return;
        await step(connection);
      }
    });
    await store.batch({ parts: ['readingType'], readingType: KILO, updated: '2024-01-06T00:00:00Z' });
    expect((await onlySeries()).sum).toBe(96 * 50 + 96 * 100 + (95 * 96) / 2);
    await expectSumsOfReadings();
    expect(await rows(store, 'SELECT DISTINCT value_scale FROM superseded')).toEqual([{ value_scale: 0 }]);
  });

  it('leaves readings as they were sent, also where it comes with more of them', async () => {
    await store.batch({ days: 1 });
    await store.batch({ ...NEXT_DAY, readingType: KILO });
    const numbers = batchFeed({ days: 2 }).match(/<value>\d+<\/value>/g) ?? [];
    const sent = numbers.map((value) => ({ value: Number(value.replaceAll(/\D/g, '')), scale: 0 }));
    const kept = await rows(store, 'SELECT value, value_scale AS scale FROM readings ORDER BY start');
    expect(kept.map(({ value, scale }) => ({ value: Number(value), scale }))).toEqual(sent);
    expect(kept).toHaveLength(192);
  });

  it('leaves alone the readings of another type in the same series', async () => {
    await store.batch({ days: 1, value: () => 5 });
    const second = batchFeed({ ...NEXT_DAY, value: () => 5, readingType: KILO });
    await store.ingest(second.replaceAll('2001-15', '2001-15-kilo').replaceAll('ReadingType/7', 'ReadingType/8'));
    await store.batch({ parts: ['readingType'], readingType: KILO });
    expect(await onlySeries()).toMatchObject({ count: 192, sum: 192 * 5 });
    await expectSumsOfReadings();
  });

  it('is that of a meter reading that is said to have another type now', async () => {
    await store.batch({ days: 1 });
    const other = batchFeed({ ...NEXT_DAY, readingType: KILO }).replaceAll('ReadingType/7', 'ReadingType/8');
    await store.ingest(other);
    expect(await shown()).toEqual(await readAnew({ days: 1, readingType: KILO }, { ...NEXT_DAY, readingType: KILO }));
  });

  it('of an older version changes nothing', async () => {
    await store.batch({ days: 1, updated: '2024-01-02T00:00:00Z' });
    const before = await shown();
    await store.batch({ parts: ['readingType'], readingType: KILO, updated: '2024-01-01T00:00:00Z' });
    expect(await shown()).toEqual(before);
  });

  it('in a file that is opened again is that of all of its readings', async () => {
    const open = async (text: string) => {
      const source = { kind: 'file', label: 'a.xml', identity: 'a.xml' } as const;
      const { session } = await store.call('ingest.begin', { source });
      await store.engine.call('ingest.chunk', { session, bytes: new TextEncoder().encode(text) });
      await store.engine.call('ingest.finish', { session });
      return (await store.call('series.list', {})).map(({ sum }) => sum);
    };
    const [before = 0] = await open(batchFeed({ days: 1 }));
    expect(await open(batchFeed({ days: 1, readingType: KILO }))).toEqual([before * 1000]);
  });

  it('is that of every meter that has the type', async () => {
    const meters = ['2001', '2002', '2003'];
    for (const meter of meters) await store.batch({ meter, days: 1 });
    await store.batch({ parts: ['readingType'], readingType: KILO });
    const sum = 96 * 100 + (95 * 96) / 2;
    expect((await store.call('series.list', {})).map((one) => one.sum)).toEqual(meters.map(() => sum));
  });
});

describe('a reading type that is corrected in something else', () => {
  const rising = (index: number) => 100_000 + index * 10;

  it('makes a register of values that were summed, and amounts of a register', async () => {
    const cumulative = ELECTRICITY.replace('<accumulationBehaviour>4', '<accumulationBehaviour>3');
    await store.batch({ days: 1, value: rising });
    expect(await onlySeries()).toMatchObject({ behaviour: 'interval' });
    await store.batch({ parts: ['readingType'], readingType: cumulative });
    expect(await onlySeries()).toMatchObject({ behaviour: 'register', sum: 0.95 });
    expect(await shown()).toEqual(await readAnew({ days: 1, value: rising, readingType: cumulative }));
    await store.batch({ parts: ['readingType'] });
    expect(await shown()).toEqual(await readAnew({ days: 1, value: rising }));
    await expectSumsOfReadings();
  });

  it('makes samples of amounts, and amounts of samples', async () => {
    const sampled = ELECTRICITY.replace('<accumulationBehaviour>4', '<accumulationBehaviour>6');
    await store.batch({ days: 60 });
    await store.batch({ parts: ['readingType'], readingType: sampled });
    expect(await shown()).toEqual(await readAnew({ days: 60, readingType: sampled }));
    await store.batch({ parts: ['readingType'] });
    expect(await shown()).toEqual(await readAnew({ days: 60 }));
  });

  it('has the costs in its currency', async () => {
    const priced = (currency: number): FeedOptions => ({
      days: 1,
      readingType: `${ELECTRICITY}<currency>${currency}</currency>`,
      extra: () => '<cost>100000</cost>',
    });
    await store.batch(priced(840));
    expect(await onlySeries()).toMatchObject({ currency: 'USD' });
    await store.batch({ ...priced(124), parts: ['readingType'] });
    expect(await onlySeries()).toMatchObject({ currency: 'CAD' });
    expect(await shown()).toEqual(await readAnew(priced(124)));
  });

  it('is that of the series in a store that did not follow it', async () => {
    const canadian = `${ELECTRICITY}<currency>124</currency>`;
    await store.batch({ days: 1, readingType: canadian });
    // As an earlier version left it.
    await store.engine.store(WORKSPACE).write((connection) => {
      return connection.run(`UPDATE series SET reading_type = replace(reading_type, '124', '840')`);
    });
    expect(await onlySeries()).toMatchObject({ currency: 'USD' });
    await store.batch({ ...NEXT_DAY, readingType: canadian });
    expect(await onlySeries()).toMatchObject({ currency: 'CAD', count: 192 });
  });

  it('is not said to say what it said before of the length of an interval', async () => {
    const wrong = ELECTRICITY.replace('<intervalLength>900', '<intervalLength>3600');
    await store.batch({ days: 1, readingType: wrong });
    await store.batch({ parts: ['readingType'] });
    expect(await shown()).toEqual(await readAnew({ days: 1 }));
  });

  it('gives readings the quality that it did not name before, and leaves them their own', async () => {
    const silent = ELECTRICITY.replace('<defaultQuality>17</defaultQuality>', '');
    const own = (index: number) => (index < 6 ? '<ReadingQuality><quality>7</quality></ReadingQuality>' : '');
    const estimated = `${silent}<defaultQuality>8</defaultQuality>`;
    await store.batch({ days: 1, readingType: silent, extra: own });
    await store.batch({ parts: ['readingType'], readingType: estimated });
    expect(await shown()).toEqual(await readAnew({ days: 1, readingType: estimated, extra: own }));
  });
});

describe('a reading type that comes behind its readings', () => {
  const late = (first: FeedOptions, type = ELECTRICITY) => [
    { ...first, parts: UNTYPED, days: 1 },
    { ...NEXT_DAY, readingType: type },
  ];

  it('forgets no gap inside of their blocks', async () => {
    const value = (index: number) => (index >= 40 && index < 44 ? undefined : 1);
    for (const document of late({ value })) await store.batch(document);
    expect(await onlySeries()).toMatchObject({ gaps: 1, count: 188 });
    expect(await shown()).toEqual(await readAnew({ days: 1, value }, NEXT_DAY));
  });

  it('counts none twice that were set aside', async () => {
    const feed = batchFeed({ parts: UNTYPED, days: 1 });
    const reading = /<IntervalReading>.*?<\/IntervalReading>/.exec(feed)?.[0] ?? '';
    await store.ingest(feed.replace(reading, reading + reading));
    expect(await onlySeries()).toMatchObject({ count: 96, duplicates: 1 });
    await store.batch({ parts: ['readingType'] });
    expect(await onlySeries()).toMatchObject({ count: 96, duplicates: 1, sum: 9.6 + (95 * 96) / 2 / 1000 });
    await store.batch(NEXT_DAY);
    expect(await onlySeries()).toMatchObject({ count: 192, duplicates: 1 });
    await expectSumsOfReadings();
  });

  it('gives them its quality', async () => {
    const type = ELECTRICITY.replace('<defaultQuality>17', '<defaultQuality>8');
    for (const document of late({}, type)) await store.batch(document);
    expect(await onlySeries()).toMatchObject({ quality: { estimated: 192 } });
  });

  it('gives them its bucket', async () => {
    for (const document of late({}, `${ELECTRICITY}<tou>2</tou><consumptionTier>3</consumptionTier><cpp>1</cpp>`)) {
      await store.batch(document);
    }
    expect(await rows(store, 'SELECT DISTINCT tou, tier, cpp FROM readings')).toEqual([{ tou: 2, tier: 3, cpp: 1 }]);
  });

  it('scales them to a series that is there already', async () => {
    await store.batch({ days: 1, value: () => 5 });
    const second = (options: FeedOptions) =>
      batchFeed({ ...NEXT_DAY, value: () => 5, readingType: KILO, ...options })
        .replaceAll('2001-15', '2001-15-kilo')
        .replaceAll('ReadingType/7', 'ReadingType/8');
    await store.ingest(second({ parts: UNTYPED }));
    await store.ingest(second({ parts: ['readingType'] }));
    expect(await onlySeries()).toMatchObject({ count: 192, sum: 96 * 0.005 + 96 * 5 });
    await expectSumsOfReadings();
  });
});
