import fc from 'fast-check';
import { expect, it } from 'vitest';
import { batchFeed, DAY, START, STEP } from '../../../../fixtures/batch-feed.ts';
import { ALWAYS, openTestStore } from '../store-harness.ts';

const SLOTS = 5;

it('of each time the reading of the newest block stays, of equally new ones that of the latest, whatever came first', async () => {
  const block = fc.record({
    day: fc.integer({ min: 1, max: 3 }),
    slots: fc.uniqueArray(fc.integer({ min: 0, max: SLOTS - 1 }), { minLength: 1 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 4 }), async (blocks) => {
      const store = await openTestStore();
      const winners = new Map<number, { day: number; value: number }>();
      for (const [index, { day, slots }] of blocks.entries()) {
        const value = index + 1;
        await store.batch({
          days: 1,
          blocks: `${index}-`,
          updated: `2024-01-0${day}T00:00:00Z`,
          value: (slot) => (slots.includes(slot) ? value * 1_000 : undefined),
        });
        for (const slot of slots) if (day >= (winners.get(slot)?.day ?? 0)) winners.set(slot, { day, value });
      }
      const series = await store.series('1001~2001');
      const { rows } = await store.call('usage.readings', { series: series.id, ...ALWAYS, limit: 100 });
      const expected = [...winners].sort(([a], [b]) => a - b).map(([slot, { value }]) => [START + slot * STEP, value]);
      expect(rows.map(({ start, value }) => [start, value])).toEqual(expected);
      expect(series.duplicates).toBe(blocks.reduce((sum, { slots }) => sum + slots.length, 0) - winners.size);
      await store.dispose();
    }),
    { numRuns: 8 },
  );
});

it('a block that reaches partly into a better one gives way where it does, and nowhere else', async () => {
  const store = await openTestStore();
  await store.batch({ days: 1, updated: '2024-01-02T00:00:00Z', value: (index) => (index < 6 ? 1_000 : undefined) });
  // Half a step later: it reaches into two readings of the other.
  await store.batch({
    days: 1,
    start: START + STEP * 2.5,
    blocks: 'late-',
    updated: '2024-01-03T00:00:00Z',
    value: (index) => (index === 0 ? 5_000 : undefined),
  });
  const series = await store.series('1001~2001');
  const { rows } = await store.call('usage.readings', { series: series.id, from: START, to: START + DAY, limit: 100 });
  expect(rows.map(({ start, value }) => [(start - START) / STEP, value])).toEqual([
    [0, 1],
    [1, 1],
    [2.5, 5],
    [4, 1],
    [5, 1],
  ]);
  expect(series.duplicates).toBe(2);
  await store.dispose();
});

/** A day of five steps for each bucket, each in a block of its own, all in one document. */
function bucketFeed(buckets: readonly { name: string; tou?: number; value: number }[]): string {
  const blocks = buckets.map(({ name, tou, value }) => {
    const feed = batchFeed({
      days: 1,
      blocks: name,
      value: (slot) => (slot < SLOTS ? value : undefined),
      extra: () => (tou === undefined ? '' : `<tou>${tou}</tou>`),
    });
    const start = feed.lastIndexOf('<entry>');
    return { head: feed.slice(0, start), block: feed.slice(start, feed.lastIndexOf('</feed>')) };
  });
  return `${blocks[0]?.head}${blocks.map(({ block }) => block).join('')}</feed>`;
}

it('buckets that one document brings in blocks of their own belong together, as they do in one block', async () => {
  const store = await openTestStore();
  const peaks = [
    { name: 'on-', tou: 1, value: 1000 },
    { name: 'off-', tou: 2, value: 500 },
  ];
  await store.ingest(bucketFeed(peaks));
  expect(await store.series('1001~2001')).toMatchObject({ sum: SLOTS * 1.5, count: SLOTS * 2, duplicates: 0 });
  // The same once more, and a newer one that is put into other buckets: the newer document counts, alone.
  await store.ingest(bucketFeed(peaks));
  expect(await store.series('1001~2001')).toMatchObject({ sum: SLOTS * 1.5, count: SLOTS * 2, duplicates: 0 });
  await store.ingest(bucketFeed([{ name: 'new-', tou: 3, value: 2000 }]));
  expect(await store.series('1001~2001')).toMatchObject({ sum: SLOTS * 2, count: SLOTS, duplicates: SLOTS * 2 });
  await store.dispose();
});

it('a block without buckets is not added to the blocks of buckets beside it', async () => {
  const store = await openTestStore();
  await store.ingest(
    bucketFeed([
      { name: 'all-', value: 1500 },
      { name: 'on-', tou: 1, value: 1000 },
      { name: 'off-', tou: 2, value: 500 },
    ]),
  );
  expect(await store.series('1001~2001')).toMatchObject({ sum: SLOTS * 1.5, count: SLOTS * 2, duplicates: SLOTS });
  await store.dispose();
});

const HOUR = 3600;
/** A block of these readings, [start after START, seconds, value], in this order. */
function blockOf(readings: readonly (readonly [number, number, number])[]): string {
  const rows = readings.map(([at, duration, value]) => readingOf(at, duration, value));
  return batchFeed({ days: 1 }).replace(/<IntervalReading>.*<\/IntervalReading>/s, rows.join(''));
}

function readingOf(at: number, duration: number, value: number): string {
  return `<IntervalReading><timePeriod><duration>${duration}</duration><start>${START + at}</start></timePeriod><value>${value}</value></IntervalReading>`;
}

const hours = [0, 1, 2].map((hour) => [hour * HOUR, HOUR, 4000] as const);
const quarters = Array.from({ length: 12 }, (_, slot) => [slot * STEP, STEP, 1000] as const);

it.each([
  ['hours before their quarters', [...hours, ...quarters]],
  ['quarters before their hours', [...quarters, ...hours]],
  ['in the order of time', [...hours, ...quarters].toSorted((a, b) => a[0] - b[0])],
  ['in the order of time, the hour after its first quarter', [...quarters, ...hours].toSorted((a, b) => a[0] - b[0])],
  ['an hour whose quarters are not all there', [...hours, ...quarters.filter((_, slot) => slot !== 5)]],
])('readings inside of a longer one of their block count once: %s', async (_name, readings) => {
  const store = await openTestStore();
  await store.ingest(blockOf(readings));
  const series = await store.series('1001~2001');
  expect(series).toMatchObject({ sum: 12, gaps: 0, count: readings.length - series.duplicates });
  await store.dispose();
});

it('one reading of an odd length takes no others with it', async () => {
  const store = await openTestStore();
  await store.ingest(blockOf([[0, 7 * DAY, 5], ...quarters.slice(1)]));
  expect(await store.series('1001~2001')).toMatchObject({ sum: 11, count: 11, duplicates: 1 });
  await store.dispose();
});

it('readings of one wrong length that reach into each other stay', async () => {
  const store = await openTestStore();
  await store.ingest(blockOf(quarters.map(([at, , value]) => [at, HOUR, value] as const)));
  expect(await store.series('1001~2001')).toMatchObject({ sum: 12, count: 12, duplicates: 0 });
  await store.dispose();
});

const tooLong = quarters.map(([at, , value]) => [at, HOUR, value] as const);

it('nor do they take from the next block', async () => {
  const store = await openTestStore();
  await store.ingest(blockOf(tooLong.slice(0, 6)));
  await store.ingest(blockOf(tooLong.slice(6)).replaceAll('IntervalBlock/17', 'IntervalBlock/next-17'));
  expect(await store.series('1001~2001')).toMatchObject({ sum: 12, count: 12, duplicates: 0 });
  await store.dispose();
});

it('nor from each other where each has a block of its own', async () => {
  const store = await openTestStore();
  const [, head = '', entry = '', end = ''] =
    /^(.*)(<entry>.*<IntervalBlock .*<\/entry>)(<\/feed>)$/s.exec(batchFeed({ days: 1 })) ?? [];
  const [others, block] = [entry.slice(0, entry.lastIndexOf('<entry>')), entry.slice(entry.lastIndexOf('<entry>'))];
  const blocks = tooLong.map(([at, duration, value]) =>
    block
      .replace('IntervalBlock/17', `IntervalBlock/${at}-17`)
      .replace(/<IntervalReading>.*<\/IntervalReading>/s, readingOf(at, duration, value)),
  );
  await store.ingest(head + others + blocks.join('') + end);
  expect(await store.series('1001~2001')).toMatchObject({ sum: 12, count: 12, duplicates: 0 });
  await store.dispose();
});

it('of a chain of three, what the middle one alone overlaps stays', async () => {
  const store = await openTestStore();
  for (const [index, reading] of (
    [
      [0, 600, 1000],
      [300, 600, 2000],
      [720, 600, 4000],
    ] as const
  ).entries()) {
    const updated = `2024-01-0${index + 1}T00:00:00Z`;
    await store.ingest(
      blockOf([reading])
        .replaceAll('IntervalBlock/17', `IntervalBlock/${index}-17`)
        .replaceAll('2024-01-02T00:00:00Z', updated),
    );
  }
  expect(await store.series('1001~2001')).toMatchObject({ sum: 5, count: 2, duplicates: 1 });
  await store.dispose();
});
