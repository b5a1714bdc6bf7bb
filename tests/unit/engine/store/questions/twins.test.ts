import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { batchFeed, START } from '../../../../fixtures/batch-feed.ts';
import { openTestStore, type TestStore } from '../store-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => await store.dispose());

const points = async () => (await store.call('usagePoints.list', { limit: 10 })).rows;
const november = {
  first: new Date(START * 1000).getUTCFullYear() * 12 + new Date(START * 1000).getUTCMonth(),
  count: 1,
};

describe('a meter under two authorizations', () => {
  beforeEach(async () => {
    await store.batch({ authorization: '1001', meter: '2001', days: 2 });
    await store.batch({ authorization: '1002', meter: '2001', days: 4 });
    await store.batch({ authorization: '1003', meter: '2003', days: 2 });
  });

  it('is marked under both, and the fuller one counts', async () => {
    const rows = await points();
    expect(rows.map(({ id, twinOf, alsoUnder }) => [id, twinOf, alsoUnder])).toEqual([
      ['1001~2001', '1002~2001', ['1002']],
      ['1002~2001', undefined, ['1001']],
      ['1003~2003', undefined, undefined],
    ]);
  });

  it('counts once in the coverage of the portfolio', async () => {
    const { full, estimated, partial, missing } = await store.call('coverage.portfolio', november);
    const counted = [full, estimated, partial, missing].reduce((sum, [count = 0]) => sum + count, 0);
    expect(counted).toBe(2);
  });
});

it('a meter that has another uid under each authorization is known by its number and address', async () => {
  const base = 'https://example.test/DataCustodian/espi/1_1/resource';
  const customer = 'xmlns="http://naesb.org/espi/customer"';
  for (const [authorization, meter] of [
    ['1001', '2001'],
    ['1002', '2002'],
  ] as const) {
    await store.batch({ authorization, meter, days: 1 });
    const place = `${base}/RetailCustomer/${authorization}/Customer/1/CustomerAccount/1/CustomerAgreement/1/ServiceLocation/1`;
    const entry = (self: string, up: string, content: string) =>
      `<entry><id>urn:${self}</id><link rel="self" href="${self}"/><link rel="up" href="${up}"/><content>${content}</content></entry>`;
    await store.ingest(
      `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><id>c</id>${entry(
        place,
        place.replace('/1$', ''),
        `<ServiceLocation ${customer}><mainAddress><streetDetail><name>5 Elm</name></streetDetail></mainAddress><UsagePoints><UsagePoint>${base}/Subscription/${authorization}/UsagePoint/${meter}</UsagePoint></UsagePoints></ServiceLocation>`,
      )}${entry(`${place}/Meter/1`, place, `<Meter ${customer}><serialNumber>E400</serialNumber></Meter>`)}</feed>`,
      authorization,
    );
  }
  const rows = await points();
  expect(rows.map(({ meterNumber, alsoUnder }) => [meterNumber, alsoUnder])).toEqual([
    ['E400', ['1002']],
    ['E400', ['1001']],
  ]);
});

it('meters of two files are not one because both are the first of their file', async () => {
  for (const name of ['a.xml', 'b.xml']) {
    const file = path.join(store.folder, name);
    await writeFile(file, batchFeed({ days: 1 }));
    await store.call('ingest.file', { path: file, label: name });
  }
  const rows = (await points()).toSorted((a, b) => (a.file ?? '').localeCompare(b.file ?? ''));
  expect(rows.map(({ file, twinOf, alsoUnder }) => [file, twinOf, alsoUnder])).toEqual([
    ['a.xml', undefined, undefined],
    ['b.xml', undefined, undefined],
  ]);
  expect((await store.call('usagePoints.list', { search: 'b.xml' })).rows).toHaveLength(1);
});
