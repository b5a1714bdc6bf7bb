import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { block, ESPI, entry, feed, reading, USAGE_POINT } from '../reader/documents.ts';
import { openTestStore, type TestStore } from './store-harness.ts';

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
