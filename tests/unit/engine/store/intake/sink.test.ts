/** Answers whose entries have no self link: what one of them brings must not take the place of what another one brought. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { batchFeed, DAY, ELECTRICITY, type FeedOptions, START } from '../../../../fixtures/batch-feed.ts';
import { billFeed } from '../../../../fixtures/bill-feed.ts';
import { openTestStore, type TestStore, WORKSPACE } from '../store-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => await store.dispose());

/** The feed without the self links of some kinds of its entries. */
function withoutSelf(feed: string, ...kinds: readonly string[]): string {
  return eachEntry(feed, kinds, (entry) => entry.replace(/<link rel="self"[^>]*>/, ''));
}

function withoutLinks(feed: string, ...kinds: readonly string[]): string {
  return eachEntry(feed, kinds, (entry) => entry.replaceAll(/<link [^>]*>/g, ''));
}

function eachEntry(feed: string, kinds: readonly string[], change: (entry: string) => string): string {
  return feed.replaceAll(/<entry>.*?<\/entry>/gs, (entry) =>
    kinds.some((kind) => entry.includes(`<content><${kind} `)) ? change(entry) : entry,
  );
}

const ALL = ['UsagePoint', 'LocalTimeParameters', 'MeterReading', 'ReadingType', 'IntervalBlock'];
const ONE = { authorization: '1001', meter: '2001', value: () => 1000 };
const OTHER = { authorization: '1002', meter: '2002', value: () => 3000 };
const SAME_CUSTOMER = { ...OTHER, authorization: '1001' };
const NEXT_DAYS = { ...ONE, start: START + 2 * DAY, value: () => 3000 };

const found = async () =>
  (await store.call('series.list', {}))
    .map(({ count, sum, duplicates, commodity }) => ({ count, sum, duplicates, commodity: commodity?.code }))
    .sort((a, b) => (a.sum ?? 0) - (b.sum ?? 0));
const has = (sum: number, commodity: number | undefined = 1, count = 192) => ({ count, sum, duplicates: 0, commodity });

describe('entries without a self link', () => {
  const answers: [string, readonly string[], FeedOptions, FeedOptions][] = [
    ['blocks, of two customers', ['IntervalBlock'], ONE, OTHER],
    ['blocks, of two meters of a customer', ['IntervalBlock'], ONE, SAME_CUSTOMER],
    ['blocks and meter readings, of two customers', ['MeterReading', 'IntervalBlock'], ONE, OTHER],
    ['all, of two customers', ALL, ONE, OTHER],
    ['all, of two meters of a customer', ALL, ONE, SAME_CUSTOMER],
  ];
  it.each(answers)('%s: each keeps its own, also when they come again', async (_what, kinds, one, other) => {
    for (let time = 0; time < 2; time += 1) {
      for (const options of [one, other]) {
        await store.ingest(withoutSelf(batchFeed(options), ...kinds), options.authorization);
        if (time > 0 || options === other) expect(await found()).toEqual([has(192), has(576)]);
      }
    }
    expect((await store.call('usagePoints.list', {})).total).toBe(2);
  });

  it('and blocks without any link: those of two customers are not the same', async () => {
    for (const options of [ONE, OTHER, ONE, OTHER]) {
      await store.ingest(withoutLinks(batchFeed(options), 'IntervalBlock'), options.authorization);
    }
    expect(await found()).toEqual([has(192), has(576)]);
  });

  it('and blocks that hang on nothing at all: those of two customers are two series', async () => {
    for (const options of [ONE, OTHER, ONE, OTHER]) {
      const feed = batchFeed({ ...options, parts: ['blocks'] });
      await store.ingest(withoutLinks(feed, 'IntervalBlock'), options.authorization);
    }
    expect((await found()).map(({ count, sum }) => [count, sum])).toEqual([
      [192, 192_000],
      [192, 576_000],
    ]);
  });

  it('are found again where more came before them', async () => {
    await store.ingest(withoutSelf(batchFeed({ ...ONE, days: 2, start: START + DAY }), ...ALL), '1001');
    await store.ingest(withoutSelf(batchFeed({ ...ONE, days: 3 }), ...ALL), '1001');
    expect(await found()).toEqual([has(288, 1, 288)]);
    expect((await store.call('usagePoints.list', {})).total).toBe(1);
  });

  it('are found again where they name more of what hangs below them', async () => {
    const named = (feed: string, kind: string, href: string) =>
      eachEntry(feed, [kind], (entry) => entry.replace('<title>', `<link rel="related" href="${href}"/><title>`));
    const point = 'https://example.test/DataCustodian/espi/1_1/resource/Subscription/1001/UsagePoint/2001';
    const block = `${point}/MeterReading/2001-15/IntervalBlock/${NEXT_DAYS.start}`;
    const later = named(named(batchFeed(NEXT_DAYS), 'UsagePoint', `${point}/UsageSummary`), 'MeterReading', block);
    await store.ingest(withoutSelf(batchFeed(ONE), ...ALL), '1001');
    await store.ingest(withoutSelf(later, ...ALL), '1001');
    expect(await found()).toEqual([has(192 + 576, 1, 384)]);
    expect((await store.call('usagePoints.list', {})).total).toBe(1);
    const { reader } = store.engine.store(WORKSPACE).database;
    expect(await reader.rows("SELECT id FROM entries WHERE kind = 'MeterReading'")).toHaveLength(1);
  });

  it('and blocks that do not say their own interval: those of other days stay', async () => {
    for (const options of [ONE, NEXT_DAYS]) {
      const feed = withoutSelf(batchFeed(options), 'IntervalBlock');
      await store.ingest(feed.replaceAll(/<interval>.*?<\/interval>/g, ''), '1001');
    }
    expect(await found()).toEqual([has(192 + 576, 1, 384)]);
  });

  it('of what a meter measures: another kind of reading in a later answer takes nothing from the first', async () => {
    const received = ELECTRICITY.replace('<flowDirection>1', '<flowDirection>19');
    const feeds = [
      batchFeed(ONE),
      batchFeed({ ...NEXT_DAYS, readingType: received }).replaceAll('2001-15', '2001-15-back'),
    ];
    for (const feed of [...feeds, ...feeds]) {
      await store.ingest(withoutSelf(feed, 'MeterReading', 'ReadingType', 'IntervalBlock'), '1001');
    }
    expect(await found()).toEqual([has(192), has(576)]);
  });

  it('and bills: that of the next month does not replace the first, and neither is there twice', async () => {
    for (const start of [START, START + 30 * DAY, START, START + 30 * DAY]) {
      await store.ingest(withoutSelf(billFeed([{ start, total: 4_000_000 }]), 'UsageSummary'), '1001');
    }
    const bills = await store.call('bills.list', { usagePoint: '1001~2001' });
    expect(bills.map((bill) => bill.start).sort()).toEqual([START, START + 30 * DAY]);
  });

  it('and bills of one period, as of two suppliers: both are kept', async () => {
    const twice = [
      { start: START, total: 4_000_000 },
      { start: START, total: 5_000_000 },
    ];
    for (let time = 0; time < 2; time += 1) {
      await store.ingest(withoutSelf(billFeed(twice), 'UsageSummary'), '1001');
    }
    expect(await store.call('bills.list', { usagePoint: '1001~2001' })).toHaveLength(2);
  });
});
