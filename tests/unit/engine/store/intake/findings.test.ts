import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { batchFeed } from '../../../../fixtures/batch-feed.ts';
import { block, ESPI, entry, feed, reading, USAGE_POINT } from '../../reader/documents.ts';
import { openTestStore, type TestStore } from '../store-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => {
  await store.dispose();
});

/** What is told of a file that lacks something, or has too much of it. */
async function codesOf(text: string): Promise<string[]> {
  const file = path.join(store.folder, 'feed.xml');
  await writeFile(file, text);
  const { source } = await store.call('ingest.file', { path: file });
  return (await store.call('problems.all', { source })).map(({ code }) => code);
}

const self = (href: string) => `<link rel="self" href="/${href}"/>`;
const METER_READING = `<MeterReading ${ESPI}/>`;
const readingType = (flow: number) =>
  `<ReadingType ${ESPI}><accumulationBehaviour>4</accumulationBehaviour><flowDirection>${flow}</flowDirection><uom>72</uom></ReadingType>`;
const localTime = (offset: number) =>
  `<LocalTimeParameters ${ESPI}><dstEndRule>B40E2000</dstEndRule><dstOffset>3600</dstOffset><dstStartRule>360E2000</dstStartRule><tzOffset>${offset}</tzOffset></LocalTimeParameters>`;
const blocks = entry(block(reading(1) + reading(2, 1_700_000_900)));

describe('a price beyond all reason is told', () => {
  const WATER =
    '<accumulationBehaviour>4</accumulationBehaviour><commodity>9</commodity><currency>840</currency><intervalLength>900</intervalLength><uom>128</uom>';
  const priced = (power: number) =>
    batchFeed({
      days: 1,
      readingType: `${WATER}<powerOfTenMultiplier>${power}</powerOfTenMultiplier>`,
      extra: () => '<cost>400</cost>',
    });

  it('with both numbers and where to look', async () => {
    expect(await codesOf(priced(3))).toContain('implausible_price');
    const told = await store.call('problems.all', {});
    expect(told.find(({ code }) => code === 'implausible_price')?.message).toMatch(
      /^14,160,000 gal \(US\) for 0\.38 USD is no plausible price\..*powerOfTenMultiplier.*\(3\)/,
    );
  });

  it('and a usual one is not', async () => {
    expect(await codesOf(priced(-3))).not.toContain('implausible_price');
  });
});

describe('what a file lacks is told', () => {
  it('nothing, of a whole one', async () => {
    expect(await codesOf(batchFeed({ days: 1 }))).toEqual(['repeated_atom_id']);
  });

  it.each([
    ['interval blocks alone', feed(blocks), ['reading_type_missing', 'usage_point_missing', 'local_time_missing']],
    [
      'no reading type',
      feed(entry(USAGE_POINT), entry(METER_READING), entry(localTime(-18_000)), blocks),
      ['local_time_inferred', 'reading_type_missing'],
    ],
    [
      'two reading types, and no link to either',
      feed(
        entry(USAGE_POINT),
        entry(METER_READING),
        entry(localTime(-18_000)),
        entry(readingType(1)),
        entry(readingType(19)),
        blocks,
      ),
      ['local_time_inferred', 'reading_type_missing', 'unused_reading_type', 'unused_reading_type'],
    ],
    [
      'no local time',
      feed(entry(USAGE_POINT), entry(METER_READING), entry(readingType(1)), blocks),
      ['local_time_missing'],
    ],
    [
      'two local times, and no link to either',
      feed(
        entry(USAGE_POINT),
        entry(METER_READING),
        entry(readingType(1)),
        entry(localTime(-18_000), self('LocalTimeParameters/1')),
        entry(localTime(-28_800), self('LocalTimeParameters/2')),
        blocks,
      ),
      ['local_time_missing'],
    ],
    [
      'two local times that say the same, and no link to either',
      feed(
        entry(USAGE_POINT),
        entry(METER_READING),
        entry(readingType(1)),
        entry(localTime(-18_000), self('LocalTimeParameters/1')),
        entry(localTime(-18_000), self('LocalTimeParameters/2')),
        blocks,
      ),
      ['local_time_inferred'],
    ],
    [
      'a meter reading without blocks',
      feed(entry(USAGE_POINT), entry(METER_READING), entry(readingType(1)), entry(localTime(-18_000))),
      ['meter_reading_empty'],
    ],
    ['a meter reading alone, which is a resource of its own', feed(entry(METER_READING)), []],
  ])('%s', async (_name, text, expected) => {
    const told = (await codesOf(text)).filter((code) => !['self_link_missing', 'repeated_atom_id'].includes(code));
    expect(told.sort()).toEqual([...expected].sort());
  });

  it('that there is nothing in it, and not of an answer: it says that nothing is new', async () => {
    expect(await codesOf(feed())).toEqual(['no_entries']);
    const { problems } = await store.ingest(feed());
    expect(problems).toBe(0);
  });

  it('not of an answer: what it lacks may come with the next one', async () => {
    const { source } = await store.ingest(feed(blocks));
    expect((await store.call('problems.all', { source })).map(({ code }) => code)).toEqual(['self_link_missing']);
  });
});

it('an entry without a title is named by its self link', async () => {
  const bare = (href: string) => `${self(href)}<title/>`;
  const file = path.join(store.folder, 'feed.xml');
  await writeFile(
    file,
    feed(
      entry(USAGE_POINT),
      entry(METER_READING, bare('MeterReading/1')),
      entry(METER_READING, bare('MeterReading/2')),
      entry(block(reading(1)), '<link rel="up" href="/MeterReading/1/IntervalBlock"/>'),
      entry(readingType(1), bare('ReadingType/7')),
      entry(readingType(19), bare('ReadingType/8')),
    ),
  );
  const { source } = await store.call('ingest.file', { path: file });
  const told = (await store.call('problems.all', { source })).map(({ message }) => message);
  expect(told).toContain('No meter reading refers to this reading type (/ReadingType/8).');
  expect(told).toContain('A meter reading (/MeterReading/2) has no interval blocks in this file.');
});

describe('self links that cannot be right', () => {
  const meterReading = (n: number) =>
    entry(
      METER_READING,
      `${self(`MeterReading/${n}`)}<link rel="related" href="/IntervalBlock/${n}0"/><link rel="related" href="/IntervalBlock/${n}1"/><link rel="related" href="/ReadingType/${n}"/>`,
    );
  const named = (n: number, value: number, start: number) =>
    entry(block(reading(value, start)), self(`IntervalBlock/${n}`));

  it('of one self link, entities of different kinds are kept apart', async () => {
    const one = self('Batch/Subscription/1');
    await codesOf(
      feed(
        entry(USAGE_POINT, one),
        entry(METER_READING, one),
        entry(readingType(19), one),
        entry(block(reading(1)), one),
      ),
    );
    const [series] = await store.call('series.list', {});
    expect(series).toMatchObject({ flow: { code: 19 }, unit: 'kWh', count: 1 });
  });

  it('of one self link and kind, those with ids and content of their own are kept, versions are not', async () => {
    const one = self('UsagePoint/1');
    const gas = entry(USAGE_POINT.replace('>0<', '>1<'), one);
    const other = gas.replace('urn:uuid:1', 'urn:uuid:2');
    for (const [text, count] of [
      [feed(entry(USAGE_POINT, one), other), 2],
      [feed(entry(USAGE_POINT, one), gas), 1],
      [feed(gas, other), 1],
    ] as const) {
      const file = path.join(store.folder, 'feed.xml');
      await writeFile(file, text);
      const { source } = await store.call('ingest.file', { path: file });
      const told = await store.call('problems.all', { source });
      expect(told.filter(({ code }) => code === 'repeated_self_link')).toHaveLength(1);
      expect((await store.call('usagePoints.list', {})).rows).toHaveLength(count);
      await store.call('files.remove', { source });
    }
  });

  const pointOf = (kind: number, id: number) =>
    entry(USAGE_POINT.replace('>0<', `>${kind}<`), self('UsagePoint/1')).replace('urn:uuid:1', `urn:uuid:${id}`);
  const apart = (count: number) =>
    `Entries (${count}, UsagePoint) share a self link with others, but ids and content of their own: all are kept.`;
  const versions = (count: number) =>
    `Entries (${count}, UsagePoint) share a self link with others: the newest of them counts, of equals the last.`;

  it.each([
    [
      'what says the same as the second',
      [pointOf(0, 1), pointOf(1, 2), pointOf(1, 3)],
      [0, 1],
      [apart(1), versions(1)],
    ],
    ['what has the id of the second', [pointOf(0, 1), pointOf(1, 2), pointOf(2, 2)], [0, 2], [apart(1), versions(1)]],
    ['each of these again', [0, 1, 2, 0, 1, 2].map((kind, n) => pointOf(kind, n)), [0, 1, 2], [apart(2), versions(3)]],
    [
      'the content of the second with the id of the first',
      [pointOf(0, 1), pointOf(1, 2), pointOf(1, 1)],
      [0, 1],
      [apart(1), versions(1)],
    ],
  ])('of one self link and kind, each may have versions: %s', async (_what, entries, kinds, expected) => {
    const file = path.join(store.folder, 'feed.xml');
    await writeFile(file, feed(...entries));
    const { source } = await store.call('ingest.file', { path: file });
    const { rows } = await store.call('usagePoints.list', {});
    expect(rows.map(({ serviceKind }) => serviceKind?.code).sort()).toEqual(kinds);
    const told = await store.call('problems.all', { source });
    expect(told.filter(({ code }) => code === 'repeated_self_link').map(({ message }) => message)).toEqual(expected);
  });

  it('of one self link and kind, those that link to others are no versions, though they say the same', async () => {
    const linked = (n: number) =>
      pointOf(0, n).replace('<content>', `<link rel="related" href="/UsagePoint/${n}/MeterReading"/><content>`);
    const codes = await codesOf(feed(pointOf(1, 1), linked(2), linked(3), linked(2)));
    expect((await store.call('usagePoints.list', {})).rows).toHaveLength(3);
    expect(codes.filter((code) => code === 'repeated_self_link')).toHaveLength(2);
  });

  it('of one self link in an answer one counts, and it is told that others are lost', async () => {
    const { source } = await store.ingest(feed(pointOf(0, 1), pointOf(1, 2), pointOf(1, 3)));
    expect((await store.call('usagePoints.list', {})).rows).toHaveLength(1);
    const told = await store.call('problems.all', { source });
    expect(told.filter(({ code }) => code === 'repeated_self_link')).toMatchObject([
      {
        severity: 'warning',
        message:
          'Entries (1, UsagePoint) share a self link with others, but ids and content of their own: only the newest counts, of equals the last.',
      },
    ]);
    const again = await store.ingest(feed(pointOf(1, 3)));
    expect(again.problems).toBe(0);
  });

  it('what stands in one content belongs together', async () => {
    const bundle = (n: number, flow: number, value: number) =>
      entry(USAGE_POINT + METER_READING + readingType(flow) + block(reading(value)), self(`UsagePoint/${n}`));
    await codesOf(feed(bundle(1, 1, 5), bundle(2, 19, 7)));
    const series = await store.call('series.list', {});
    const found = series.map(({ flow, sum, usagePoint }) => [flow?.code, sum, usagePoint !== undefined]);
    expect(found.sort()).toEqual([
      [1, 0.005, true],
      [19, 0.007, true],
    ]);
    expect(new Set(series.map(({ usagePoint }) => usagePoint)).size).toBe(2);
  });

  const types = [entry(readingType(1), self('ReadingType/1')), entry(readingType(19), self('ReadingType/2'))];
  const blocksOfTwo = [
    named(10, 1, 1_700_000_000),
    named(11, 2, 1_700_000_900),
    named(20, 3, 1_700_000_000),
    named(21, 4, 1_700_000_900),
  ];
  const oneSelf = meterReading(2).replace('MeterReading/2', 'MeterReading/1').replace('urn:uuid:1', 'urn:uuid:2');

  it.each([
    ['after them', [meterReading(1), meterReading(2), ...types, ...blocksOfTwo]],
    ['before them', [...blocksOfTwo, ...types, meterReading(1), meterReading(2)]],
    ['all with one self link', [meterReading(1), oneSelf, ...types, ...blocksOfTwo]],
    [
      'all with one self link, which is that of an entry of another kind too',
      [entry(localTime(-18_000), self('MeterReading/1')), meterReading(1), oneSelf, ...types, ...blocksOfTwo],
    ],
  ])('blocks of one folder belong to the meter readings that name them: %s', async (_where, entries) => {
    const codes = await codesOf(feed(entry(USAGE_POINT, self('UsagePoint/1')), ...entries));
    expect(codes).not.toContain('duplicate_readings');
    expect(codes).not.toContain('meter_reading_empty');
    expect(await flows()).toEqual([
      [1, 2, 0.003],
      [19, 2, 0.007],
    ]);
  });

  it('blocks that nothing names are one series, wherever they stand', async () => {
    await codesOf(feed(entry(USAGE_POINT, self('UsagePoint/1')), ...blocksOfTwo.slice(0, 2), ...types));
    expect(await flows()).toEqual([[undefined, 2, 3]]);
  });

  it.each<[string, (n: number) => string]>([
    ['without self links', () => ''],
    ['of one folder', (n) => self(`IntervalBlock/${n}`)],
    ['with one link up', () => '<link rel="up" href="/UsagePoint/1/IntervalBlock"/>'],
  ])('blocks that name their reading types are a series of each: %s', async (_how, links) => {
    const typed = (n: number, type: number, readings: string) =>
      entry(block(readings), `${links(n)}<link rel="related" href="/ReadingType/${type}"/>`);
    const hour = 1_700_003_600;
    const delivered = [entry(readingType(1), self('ReadingType/1')), typed(1, 1, reading(1) + reading(2, hour))];
    const received = [entry(readingType(19), self('ReadingType/19')), typed(2, 19, reading(0.5))];
    const codes = await codesOf(feed(entry(USAGE_POINT, self('UsagePoint/1')), ...delivered, ...received));
    expect(await flows()).toEqual([
      [1, 2, 0.003],
      [19, 1, 0.0005],
    ]);
    expect(codes).not.toContain('duplicate_readings');
    expect(codes).not.toContain('unused_reading_type');
  });
});

describe('an entry that names another parent than the only one that is here', () => {
  const meter = (point: number, n = point) => `UsagePoint/${point}/MeterReading/${n}`;
  const meterReading = (point: number, n = point) =>
    entry(METER_READING, `${self(meter(point, n))}<link rel="related" href="/ReadingType/${n}"/>`);
  const blockOf = (point: number, value: number, n = point) =>
    entry(block(reading(value)), self(`${meter(point, n)}/IntervalBlock/1`));
  const type = (n: number, flow: number) => entry(readingType(flow), self(`ReadingType/${n}`));
  const point = (n: number) => entry(USAGE_POINT, self(`UsagePoint/${n}`));

  it('is not one more of those that name it: a meter reading is missing', async () => {
    const whole = [point(1), type(1, 1), type(2, 19), meterReading(1, 1), blockOf(1, 5, 1), blockOf(1, 7, 2)];
    expect(await codesOf(feed(...whole))).not.toContain('duplicate_readings');
    expect(await flows()).toEqual([
      [1, 1, 0.005],
      [undefined, 1, 7],
    ]);
  });

  it('is not one more of those that name it: a usage point is missing', async () => {
    const both = [meterReading(1), meterReading(2), blockOf(1, 5), blockOf(2, 7)];
    await codesOf(feed(point(1), type(1, 1), type(2, 1), ...both));
    expect(await flows()).toEqual([
      [1, 1, 0.005],
      [1, 1, 0.007],
    ]);
    expect((await store.call('usagePoints.list', {})).rows).toHaveLength(2);
  });

  it('is not one more of those that name it: a reading type is missing', async () => {
    const both = [meterReading(1, 1), meterReading(1, 2), blockOf(1, 5, 1), blockOf(1, 7, 2)];
    await codesOf(feed(point(1), type(1, 1), ...both));
    expect(await flows()).toEqual([
      [1, 1, 0.005],
      [undefined, 1, 7],
    ]);
  });

  it('belongs to it where nothing else does: its number is only written in another way', async () => {
    await codesOf(
      feed(point(1), type(1, 1), meterReading(1, 1), entry(block(reading(5)), self(`${meter(1)}1/IntervalBlock/1`))),
    );
    expect(await flows()).toEqual([[1, 1, 0.005]]);
  });
});

/** Direction, number of readings and sum of all series. */
async function flows(): Promise<unknown[][]> {
  const series = await store.call('series.list', {});
  return series.map(({ flow, count, sum }) => [flow?.code, count, sum]);
}

describe('the raw text of a block', () => {
  const text = batchFeed({ days: 3 })
    .replace('version="1.0"', 'version="1.0" encoding="UTF-16"')
    .replace('<title>Batch', '<title>Zähler – 𝄞');
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');

  it.each([
    ['UTF-8', Buffer.from(text.replace('UTF-16', 'UTF-8'))],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text.replace('UTF-16', 'UTF-8')}`)],
    ['UTF-16, little endian', utf16],
    ['UTF-16, big endian', Buffer.from(utf16).swap16()],
    ['ISO 8859-1', Buffer.from(text.replace('UTF-16', 'ISO-8859-1').replace(' – 𝄞', ''), 'latin1')],
  ])('is that of its entry, of a file in %s', async (_name, bytes) => {
    const file = path.join(store.folder, 'feed.xml');
    await writeFile(file, bytes);
    await store.call('ingest.file', { path: file });
    const [series] = await store.call('series.list', {});
    const range = { series: series?.id ?? '', from: 0, to: 4_000_000_000 };
    const { rows } = await store.call('usage.blocks', range);
    expect(rows).toHaveLength(3);
    for (const row of rows) {
      const { xml, cut } = await store.call('entries.raw', { id: row.id });
      expect(cut).toBe(false);
      expect(xml).toMatch(/^<entry>.*<\/entry>$/s);
      expect(xml).toContain(`<interval><duration>86400</duration><start>${row.start}</start></interval>`);
    }
  });
});

it('readings that are sent twice are told of each series, those of another value first', async () => {
  const entriesOf = (options: Parameters<typeof batchFeed>[0]) =>
    /<entry>.*<\/entry>/s.exec(batchFeed({ days: 1, ...options }))?.[0] ?? '';
  const meters = Array.from({ length: 60 }, (_, index) => String(3001 + index));
  const once = meters.map((meter) => entriesOf({ meter }));
  const again = meters.map((meter) =>
    entriesOf({
      meter,
      blocks: 'again',
      parts: ['blocks'],
      value: (index) => 100 + (index % 96) + Number(meter === '3060' && index === 7),
    }),
  );
  await store.ingest(`<feed xmlns="http://www.w3.org/2005/Atom">${[...once, ...again].join('')}</feed>`);
  const told = (await store.call('problems.all', {})).filter(({ code }) => code === 'duplicate_readings');
  expect(told).toHaveLength(60);
  expect(told.filter(({ severity }) => severity === 'warning')).toHaveLength(1);
});
