import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clockOf } from '../../../../shared/time/index.ts';
import { batchFeed } from '../../../fixtures/batch-feed.ts';
import { block, ESPI, entry, feed, reading, USAGE_POINT } from '../reader/documents.ts';
import { openTestStore, type TestStore, WORKSPACE } from './store-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => await store.dispose());

const POINT = '/RetailCustomer/1/UsagePoint/1';
const link = (rel: string, href: string) => `<link rel="${rel}" href="${href}"/>`;
const time = (number: number, offset: number) =>
  entry(
    `<LocalTimeParameters ${ESPI}><dstEndRule>B40E2000</dstEndRule><dstOffset>3600</dstOffset><dstStartRule>360E2000</dstStartRule><tzOffset>${offset}</tzOffset></LocalTimeParameters>`,
    link('self', `/LocalTimeParameters/${number}`),
  );
const point = (...links: string[]) => entry(USAGE_POINT, link('self', POINT) + links.join(''));
const readings = entry(
  block(reading(1) + reading(2, 1_700_000_900)),
  link('self', `${POINT}/MeterReading/1/IntervalBlock/1`),
);

async function open(...entries: string[]) {
  const file = path.join(store.folder, 'feed.xml');
  await writeFile(file, feed(...entries));
  const { source } = await store.call('ingest.file', { path: file });
  const problems = await store.call('problems.all', { source });
  const [row] = (await store.call('usagePoints.list', { limit: 10 })).rows;
  if (row === undefined) throw new Error('no usage point');
  const { localTime } = await store.call('usagePoints.get', { id: row.id });
  return { localTime, codes: problems.map(({ code }) => code), row };
}

const EASTERN = -18_000;

describe('local time that no link names', () => {
  it('is that of the only parameters in the file, and marked as inferred', async () => {
    const { localTime, codes } = await open(point(), time(7, EASTERN), readings);
    expect(localTime).toMatchObject({ source: 'meter', tzOffset: EASTERN, inferred: true });
    expect(codes).toContain('local_time_inferred');
    expect(codes).not.toContain('local_time_missing');
  });

  it('also of a meter without an entry of its own', async () => {
    const { localTime, codes } = await open(time(7, EASTERN), readings);
    expect(localTime).toMatchObject({ source: 'meter', tzOffset: EASTERN, inferred: true });
    expect(codes).toContain('local_time_inferred');
  });

  it('gives the days of lists, too', async () => {
    // Half past two in the morning UTC, the evening before in the east of America.
    const late = entry(
      block(reading(1, 1_700_015_400), 1_700_015_400),
      link('self', `${POINT}/MeterReading/1/IntervalBlock/1`),
    );
    expect((await open(time(7, EASTERN), late)).row.firstDay).toBe('2023-11-14');
  });

  it('is assumed where there are several different ones, and that is said', async () => {
    const { localTime, codes } = await open(point(), time(7, EASTERN), time(8, EASTERN - 3600), readings);
    expect(localTime).toMatchObject({ source: 'assumed', warning: expect.stringContaining('several') });
    expect(codes).toContain('local_time_missing');
    expect(codes).not.toContain('local_time_inferred');
  });
});

it('local time that a link names is not inferred', async () => {
  const { localTime, codes } = await open(
    point(link('related', '/LocalTimeParameters/7')),
    time(7, EASTERN),
    time(8, EASTERN - 3600),
    readings,
  );
  expect(localTime).toMatchObject({ source: 'meter', tzOffset: EASTERN });
  expect(localTime.inferred).toBeUndefined();
  expect(codes).not.toContain('local_time_inferred');
});

describe('local time of a usage point that comes again', () => {
  const LINK = /<link rel="related" href="[^"]*\/LocalTimeParameters\/\d"\/>/;
  const whole = batchFeed({ days: 3 });
  const again = batchFeed({ parts: ['usagePoint'] });
  const parameters = (number: number, offset: number) =>
    batchFeed({ parts: ['localTime'] })
      .replaceAll('LocalTimeParameters/1', `LocalTimeParameters/${number}`)
      .replace('-28800', String(offset));
  /** The entries of several documents in one. */
  const together = (...documents: string[]) =>
    (documents[0] ?? '').replace(
      /<entry>.*<\/entry>/s,
      documents.map((one) => one.slice(one.indexOf('<entry>'), one.lastIndexOf('</feed>'))).join(''),
    );
  const unlinked = (document: string) => document.replace(LINK, '');

  /** What is said of the meter after these documents, where its days have to follow. */
  async function saidAfter(...documents: string[]) {
    await store.call('store.setZone', { zone: 'Asia/Kolkata' });
    for (const document of documents) await store.ingest(document);
    const [row] = (await store.call('usagePoints.list', { limit: 10 })).rows;
    const { localTime } = await store.call('usagePoints.get', { id: row?.id ?? '' });
    const clocks = await store.engine.store(WORKSPACE).database.reader.rows('SELECT DISTINCT day_clock FROM series');
    expect(clocks).toEqual([{ day_clock: clockOf(localTime).key }]);
    return localTime;
  }

  it('stays where the document says nothing of it', async () => {
    const own = { source: 'meter', tzOffset: -28_800 };
    expect(await saidAfter(unlinked(whole), unlinked(again))).toMatchObject({ ...own, inferred: true });
    const linked = await saidAfter(whole);
    expect(linked).toMatchObject(own);
    expect(await saidAfter(unlinked(again))).toEqual(linked);
  });

  it('is another one where a link says so, or the document has one itself', async () => {
    const eastern = parameters(2, EASTERN);
    const linked = again.replace('LocalTimeParameters/1', 'LocalTimeParameters/2');
    expect(await saidAfter(whole, together(linked, eastern))).toMatchObject({ source: 'meter', tzOffset: EASTERN });
    await store.dispose();
    store = await openTestStore();
    const inferred = { source: 'meter', tzOffset: EASTERN, inferred: true };
    expect(await saidAfter(unlinked(whole), together(unlinked(again), eastern))).toMatchObject(inferred);
  });

  it('is not known any more where the document has several and no link ever said which', async () => {
    const several = together(unlinked(again), parameters(2, EASTERN), parameters(3, EASTERN - 3600));
    expect(await saidAfter(unlinked(whole), several)).toMatchObject({ source: 'assumed', zone: 'Asia/Kolkata' });
    expect(await saidAfter(whole, several)).toMatchObject({ source: 'meter', tzOffset: -28_800 });
  });
});
