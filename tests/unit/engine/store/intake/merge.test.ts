import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { batchFeed, DAY, ELECTRICITY, type FeedOptions, START, STEP } from '../../../../fixtures/batch-feed.ts';
import { ALWAYS, openTestStore, type TestStore, WORKSPACE } from '../store-harness.ts';

const POINT = '1001~2001';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => {
  await store.dispose();
});

async function onlySeries(from = store) {
  const [series, ...others] = await from.call('series.list', { usagePoint: POINT });
  if (series === undefined || others.length > 0) throw new Error(`${others.length + (series ? 1 : 0)} series`);
  return series;
}

async function readings(from = store) {
  const { rows } = await from.call('usage.readings', { series: (await onlySeries(from)).id, ...ALWAYS, limit: 10_000 });
  return rows;
}

async function gaps(from = store) {
  const { id } = await onlySeries(from);
  const [chart] = await from.call('usage.chart', { series: [id], width: 500, ...ALWAYS });
  return chart?.gaps;
}

describe('merging', () => {
  it('the same batch twice is there once', async () => {
    await store.batch();
    const before = await readings();
    await store.batch();
    expect(await readings()).toEqual(before);
    expect(await onlySeries()).toMatchObject({ count: 192, duplicates: 0 });
    expect((await store.call('usagePoints.list', {})).total).toBe(1);
  });

  it('a block that was sent again replaces its rows, also those that it has no more; an older one does not', async () => {
    await store.batch({ days: 1, updated: '2024-01-02T00:00:00Z' });
    await store.batch({ days: 1, updated: '2024-01-03T00:00:00Z', value: (i) => (i === 3 ? undefined : 7000) });
    expect(await onlySeries()).toMatchObject({ count: 95, sum: 95 * 7, duplicates: 0, gaps: 1 });
    await store.batch({ days: 1, updated: '2024-01-01T00:00:00Z', value: () => 1 });
    expect(await onlySeries()).toMatchObject({ count: 95, sum: 95 * 7 });
  });

  it('a block that could not be read to its end replaces none, and is kept until the whole one comes', async () => {
    const whole = batchFeed({ days: 2, updated: '2024-01-02T00:00:00Z', value: () => 1000 });
    const newer = batchFeed({ days: 2, updated: '2024-01-03T00:00:00Z', value: () => 2000 });
    const broken = (feed: string) => {
      const at = [...feed.matchAll(/<\/value>/g)][40]?.index ?? 0;
      return `${feed.slice(0, at)}</wrong>${feed.slice(at + '</value>'.length)}`;
    };
    expect(await store.ingest(broken(whole))).toMatchObject({ damaged: true });
    expect(await onlySeries()).toMatchObject({ count: 40 + 96, sum: 40 + 96 });
    expect(await store.ingest(whole)).toMatchObject({ damaged: false });
    expect(await onlySeries()).toMatchObject({ count: 192, sum: 192, duplicates: 0 });
    await store.ingest(broken(newer));
    expect(await onlySeries()).toMatchObject({ count: 192, sum: 96 + 2 * 96, duplicates: 0 });
    await store.ingest(newer);
    expect(await onlySeries()).toMatchObject({ count: 192, sum: 2 * 192, duplicates: 0 });
  });

  it('of blocks that overlap the newest wins; the others are counted, and come back when the winner is gone', async () => {
    await store.batch({ days: 2, updated: '2024-01-02T00:00:00Z', value: () => 1000 });
    await store.batch({ days: 1, blocks: 'new-', updated: '2024-01-05T00:00:00Z', value: () => 2000 });
    expect(await onlySeries()).toMatchObject({ count: 192, duplicates: 96, sum: 96 * 2 + 96 });
    // The newer block is corrected and has one reading less: there, the older one counts again.
    await store.batch({
      days: 1,
      blocks: 'new-',
      updated: '2024-01-06T00:00:00Z',
      value: (i) => (i === 0 ? undefined : 3000),
    });
    expect(await onlySeries()).toMatchObject({ count: 192, duplicates: 95, sum: 95 * 3 + 97, gaps: 0 });
  });

  it('blocks of one href and different starts are different blocks', async () => {
    const feed = batchFeed({ days: 3 }).replaceAll(/IntervalBlock\/\d+/g, 'IntervalBlock/1');
    await store.ingest(feed);
    await store.ingest(feed);
    expect(await onlySeries()).toMatchObject({ count: 288, duplicates: 0 });
  });

  it('day by day gives the same rows, gaps and figures as all at once', async () => {
    const holes = (index: number) => (index % 7 === 3 || (index > 100 && index < 200) ? undefined : index);
    await store.batch({ days: 4, value: holes });
    const other = await openTestStore();
    for (const day of [2, 0, 3, 1]) {
      await other.batch({ days: 1, start: START + day * DAY, value: (index) => holes(day * 96 + index) });
    }
    const strip = (rows: Awaited<ReturnType<typeof readings>>) => rows.map(({ block: _, ...row }) => row);
    expect(strip(await readings(other))).toEqual(strip(await readings()));
    expect(await gaps(other)).toEqual(await gaps());
    const { id: _a, ...one } = await onlySeries();
    const { id: _b, ...two } = await onlySeries(other);
    expect(two).toEqual(one);
    expect((await gaps())?.length).toBe(one.gaps);
    await other.dispose();
  });

  it('a reading type that comes after its blocks gives them unit, quality and series', async () => {
    await store.batch({ parts: ['usagePoint', 'blocks'], days: 1 });
    expect(await onlySeries()).toMatchObject({ unit: '', count: 96, quality: { valid: 96 } });
    await store.batch({ parts: ['meterReading'] });
    await store.batch({ parts: ['readingType'] });
    expect(await onlySeries()).toMatchObject({ unit: 'kWh', count: 96, intervalLength: 900, commodity: { code: 1 } });
    await store.batch({ days: 1, start: START + DAY });
    expect(await onlySeries()).toMatchObject({ unit: 'kWh', count: 192 });
  });

  it('readings without a time follow each other from the start of their block', async () => {
    await store.batch({ days: 2, timeless: true });
    const rows = await readings();
    expect(rows.map(({ start, duration }) => [start, duration])).toEqual(
      Array.from({ length: 192 }, (_, index) => [START + index * STEP, STEP]),
    );
    expect(await onlySeries()).toMatchObject({ gaps: 0, count: 192 });
  });

  it('a usage point that no entry describes is there all the same, and its entry fills it later', async () => {
    await store.batch({ parts: ['meterReading', 'readingType', 'blocks'] });
    const [implied] = (await store.call('usagePoints.list', {})).rows;
    expect(implied).toMatchObject({ id: POINT, uid: '2001', authorization: '1001', readings: 192 });
    expect(implied?.serviceKind).toBeUndefined();
    await store.batch({ parts: ['usagePoint'] });
    const { rows, total } = await store.call('usagePoints.list', {});
    expect(total).toBe(1);
    expect(rows[0]).toMatchObject({ id: POINT, readings: 192, serviceKind: { code: 0 } });
  });

  it('two types of one unit but another multiplier are one series, each scaled by its own', async () => {
    await store.batch({ days: 1, value: () => 5 });
    const kilo = ELECTRICITY.replace('<powerOfTenMultiplier>0', '<powerOfTenMultiplier>3');
    const feed = batchFeed({ days: 1, start: START + DAY, value: () => 5, readingType: kilo });
    await store.ingest(feed.replaceAll('2001-15', '2001-15-kilo').replaceAll('ReadingType/7', 'ReadingType/8'));
    expect(await onlySeries()).toMatchObject({ count: 192, sum: 96 * 0.005 + 96 * 5 });
    const rows = await readings();
    expect([rows[0]?.value, rows[100]?.value, rows[100]?.rawValue]).toEqual([0.005, 5, '5']);
  });

  const shapes: [string, FeedOptions][] = [
    ['plain', { days: 6 }],
    ['holes, costs and own qualities', { days: 6, value: (i) => (i % 50 < 7 ? undefined : i), extra: quality }],
    ['without times', { days: 6, timeless: true }],
    ['type and meter reading last', { days: 6, parts: ['blocks', 'usagePoint', 'meterReading', 'readingType'] }],
    ['time-of-use buckets of the type', { days: 6, readingType: `${ELECTRICITY}<tou>2</tou>` }],
  ];
  it.each(shapes)('appending early gives the same as holding: %s', async (_name, options) => {
    const early = await openTestStore({ holdRows: 100 });
    const open = await openTestStore({ holdRows: 20 });
    await store.batch(options);
    await early.batch(options);
    // All blocks in one entry, whose end is not waited for.
    const feed = batchFeed(options);
    await open.ingest(feed);
    const strip = (rows: Awaited<ReturnType<typeof readings>>) => rows.map(({ block: _, ...row }) => row);
    const expected = strip(await readings());
    expect(expected.length).toBeGreaterThan(400);
    for (const other of [early, open]) {
      expect(strip(await readings(other))).toEqual(expected);
      expect(await onlySeries(other)).toEqual(await onlySeries());
      expect(await gaps(other)).toEqual(await gaps());
      await other.dispose();
    }
  });

  it('a very long block gets what its reading type says, as the short one before it', async () => {
    const early = await openTestStore({ holdRows: 3000 });
    const readingType = `${ELECTRICITY}<tou>2</tou>`;
    const feed = batchFeed({ days: 2, value: (index) => (index < 96 ? index : undefined), readingType });
    const long = Array.from({ length: 10_000 }, (_, place) => {
      const start = START + DAY + place * STEP;
      return `<IntervalReading><timePeriod><duration>${STEP}</duration><start>${start}</start></timePeriod><value>${place}</value></IntervalReading>`;
    });
    const end = feed.lastIndexOf('</IntervalBlock>');
    await early.ingest(feed.slice(0, end) + long.join('') + feed.slice(end));
    const stored = early.engine.store(WORKSPACE).database.reader;
    expect(await stored.rows('SELECT tou, quality, count(*) AS count FROM readings GROUP BY ALL')).toEqual([
      { tou: 2, quality: 17, count: 10_096 },
    ]);
    await early.dispose();
  });

  it('appending early replaces, too, and leaves out what is older', async () => {
    const early = await openTestStore({ holdRows: 50 });
    await early.batch({ days: 4, updated: '2024-01-02T00:00:00Z' });
    await early.batch({ days: 4, updated: '2024-01-03T00:00:00Z', value: () => 9000 });
    await early.batch({ days: 5, updated: '2024-01-01T00:00:00Z', value: () => 1000 });
    expect(await onlySeries(early)).toMatchObject({ count: 480, sum: 384 * 9 + 96, duplicates: 0 });
    await early.dispose();
  });
});

function quality(index: number): string {
  const cost = index % 3 === 0 ? `<cost>${index * 10}</cost>` : '';
  return `${cost}${index % 10 === 0 ? '<ReadingQuality><quality>8</quality></ReadingQuality>' : ''}`;
}

describe('what a document names', () => {
  const authorization = (uid: string, updated: string, status = 1) =>
    `<entry><id>urn:${uid}</id><link rel="self" href="https://example.test/espi/1_1/resource/Authorization/${uid}"/><updated>${updated}</updated><content><Authorization xmlns="http://naesb.org/espi"><status>${status}</status></Authorization></content></entry>`;
  const listOf = (...entries: string[]) => `<feed xmlns="http://www.w3.org/2005/Atom">${entries.join('')}</feed>`;

  it('are all its authorizations, each once, also those of which the store has a newer version', async () => {
    const earlier = '2024-01-01T00:00:00Z';
    const later = '2024-01-02T00:00:00Z';
    const first = await store.ingest(listOf(authorization('1', later, 0), authorization('2', later)));
    const again = await store.ingest(
      listOf(authorization('1', earlier), authorization('2', earlier), authorization('2', earlier)),
    );
    expect(first.authorizations).toHaveLength(2);
    expect([...again.authorizations].sort()).toEqual([...first.authorizations].sort());
    // What is known of them stays the newest.
    const { rows } = await store.call('authorizations.list', {});
    expect(rows.map(({ uid, status }) => [uid, status.code]).sort()).toEqual([
      ['1', 0],
      ['2', 1],
    ]);
  });
});

describe('what shows only beside the rest of the store', () => {
  it('is told: duplicates of a series, and reading types that nobody uses', async () => {
    const feed = batchFeed({ days: 1 });
    const twice = feed.slice(feed.lastIndexOf('<entry>'), feed.lastIndexOf('</entry>') + '</entry>'.length);
    const type = feed.slice(feed.indexOf('<entry>', feed.indexOf('<MeterReading')), feed.length).split('</entry>')[0];
    const extra = `${type}</entry>`.replaceAll('ReadingType/7', 'ReadingType/8');
    await store.ingest(
      feed.replace('</feed>', `${twice.replace('IntervalBlock/', 'IntervalBlock/again-')}${extra}</feed>`),
    );
    const problems = await store.call('problems.all', {});
    expect(problems.map(({ code, severity }) => [code, severity]).sort()).toEqual([
      ['duplicate_readings', 'info'],
      ['unused_reading_type', 'info'],
    ]);
    expect(problems.find(({ code }) => code === 'duplicate_readings')?.message).toContain('96 readings');
  });

  it('is a warning where duplicates have other values', async () => {
    const blockOf = (text: string) => text.slice(text.lastIndexOf('<entry>'), text.lastIndexOf('</entry>') + 8);
    const other = batchFeed({ days: 1, value: (slot) => (slot < 3 ? 1 : 1000) });
    const feed = batchFeed({ days: 1, value: () => 1000 });
    await store.ingest(
      feed.replace('</feed>', `${blockOf(other).replace('IntervalBlock/', 'IntervalBlock/again-')}</feed>`),
    );
    expect(await store.call('problems.all', {})).toMatchObject([
      { severity: 'warning', message: expect.stringMatching(/^96 readings .* Of these 3 have another value/) },
    ]);
  });

  it('the commodity of a series is that of the service where its reading type names none', async () => {
    const feed = batchFeed({ days: 1, readingType: ELECTRICITY.replace('<commodity>1</commodity>', '') });
    await store.ingest(feed);
    expect((await store.call('series.list', {}))[0]?.commodity).toEqual({ code: 'service 0', label: 'electricity' });
  });

  it('the raw text of a block is right in a document that was converted', async () => {
    const text = batchFeed({ days: 2 }).replace('<title>Batch</title>', '<title>Ünïcödé – 電力</title>');
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
    const source = { kind: 'request', label: 'utf-16', requestId: 'r2' } as const;
    const { session } = await store.call('ingest.begin', { source });
    await store.engine.call('ingest.chunk', { session, bytes: utf16 });
    await store.engine.call('ingest.finish', { session });
    const [row] = await store.call('series.list', {});
    const { rows } = await store.call('usage.blocks', { series: row?.id ?? '', from: 0, to: 4_000_000_000 });
    for (const block of rows) {
      const { xml } = await store.call('entries.raw', { id: block.entry });
      expect(xml.startsWith('<entry>') && xml.endsWith('</entry>')).toBe(true);
      expect(xml).toContain(`<start>${block.start}</start>`);
    }
    expect(rows).toHaveLength(2);
  });
});
