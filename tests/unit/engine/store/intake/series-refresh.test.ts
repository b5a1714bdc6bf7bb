/** What is known of a series as a whole stays what it is when some reading of it is odd. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { batchFeed, ELECTRICITY, type FeedOptions } from '../../../../fixtures/batch-feed.ts';
import { openTestStore, type TestStore } from '../store-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => await store.dispose());

async function fileSeries(feed: string) {
  const source = { kind: 'file', label: 'feed.xml', identity: 'feed.xml' } as const;
  const { session } = await store.call('ingest.begin', { source });
  await store.engine.call('ingest.chunk', { session, bytes: new TextEncoder().encode(feed) });
  await store.engine.call('ingest.finish', { session });
  const [only, ...others] = await store.call('series.list', {});
  expect(others).toEqual([]);
  return only;
}

/** One reading of the feed loses its value. */
function withoutValue(feed: string, value: string): string {
  const changed = feed.replace(`<value>${value}</value>`, '');
  expect(changed).not.toBe(feed);
  return changed;
}

describe('readings of 899 seconds', () => {
  const asSeconds = (options: FeedOptions, seconds = 899) =>
    batchFeed(options).replaceAll('<duration>900<', `<duration>${seconds}<`);

  it('are quarters of an hour, also where two blocks speak of the same time', async () => {
    await store.ingest(asSeconds({}));
    const before = await store.series('1001~2001');
    expect(before).toMatchObject({ step: 900, duplicates: 0 });
    expect(before.label).toMatch(/, 15 min$/);
    await store.ingest(asSeconds({ days: 1, blocks: 'new-', updated: '2024-01-03T00:00:00Z' }));
    const { step, label, duplicates } = await store.series('1001~2001');
    expect({ step, label, duplicates }).toEqual({ step: 900, label: before.label, duplicates: 96 });
  });

  it('are quarters of an hour, also where one has no value', async () => {
    const found = await fileSeries(withoutValue(asSeconds({}), '100'));
    expect(found).toMatchObject({ step: 900, label: expect.stringMatching(/, 15 min$/) });
  });

  it('are no others: a length that is no second short of a minute stays', async () => {
    expect(await fileSeries(withoutValue(asSeconds({}, 890), '100'))).toMatchObject({ step: 890 });
  });
});

describe('a register of which the reading type says nothing', () => {
  const readingType = ELECTRICITY.replace('<accumulationBehaviour>4</accumulationBehaviour>', '');
  // More readings than the store looks through again, see MOST_UNDECLARED.
  const long = { days: 60, value: (index: number) => 1_000_000 + index, readingType };
  const decimals = (feed: string) => feed.replaceAll(/<value>(\d+)5<\/value>/g, '<value>$15.5</value>');

  it('is one, also where a reading has no value', async () => {
    const found = await fileSeries(withoutValue(batchFeed(long), '1002000'));
    expect(found).toMatchObject({ count: 60 * 96, behaviour: 'register' });
  });

  it('is one, also where some readings have decimals', async () => {
    expect(await fileSeries(decimals(batchFeed(long)))).toMatchObject({ count: 60 * 96, behaviour: 'register' });
  });

  it('is one when its type comes after its decimals', async () => {
    await store.ingest(decimals(batchFeed({ ...long, parts: ['usagePoint', 'blocks'] })));
    await store.ingest(batchFeed({ ...long, parts: ['meterReading'] }));
    await store.ingest(batchFeed({ ...long, parts: ['readingType'] }));
    expect(await store.series('1001~2001')).toMatchObject({ count: 60 * 96, behaviour: 'register', unit: 'kWh' });
  });
});

describe('readings of which none has a value', () => {
  it('are kept, and no value of them is spoken of', async () => {
    const feed = batchFeed({
      days: 1,
      readingType: ELECTRICITY.replace('<accumulationBehaviour>4', '<accumulationBehaviour>1'),
    });
    const found = await fileSeries(feed.replaceAll(/<value>\d+<\/value>/g, ''));
    expect(found).toMatchObject({ count: 96, step: 900 });
    expect(found?.behaviourReason).toMatch(/no reading has a value\.$/);
  });

  it('are those of a register where the reading type says so', async () => {
    const feed = batchFeed({
      days: 1,
      readingType: ELECTRICITY.replace('<accumulationBehaviour>4', '<accumulationBehaviour>3'),
    });
    expect(await fileSeries(feed.replaceAll(/<value>\d+<\/value>/g, ''))).toMatchObject({ behaviour: 'register' });
  });
});
