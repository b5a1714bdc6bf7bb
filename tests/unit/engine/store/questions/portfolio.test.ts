import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../store-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => await store.dispose());

const authorization = async () => (await store.call('authorizations.list', {})).rows[0];

it('an authorization counts as fetched once its sync says so, not with the first document of it', async () => {
  await store.ingest(
    `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>urn:a</id><link rel="self" href="https://example.test/espi/1_1/resource/Authorization/1001"/><content><Authorization xmlns="http://naesb.org/espi"><status>1</status></Authorization></content></entry></feed>`,
  );
  await store.batch({ authorization: '1001', days: 1 });
  expect(await authorization()).toMatchObject({ uid: '1001', usagePoints: 1, syncedAt: undefined });
  await store.call('cursors.set', { cursors: [{ name: 'sync/1001', value: '{}' }] });
  expect((await authorization())?.syncedAt).toBeGreaterThan(Date.now() - 60_000);
});

it('an authorization lists each service and tariff of its meters once, in order, and is found by its places', async () => {
  await store.batch({ authorization: '1001', meter: '2002', days: 1 });
  await store.batch({ authorization: '1001', meter: '2001', days: 1 });
  await store.ingest(
    `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>urn:a</id><link rel="self" href="https://example.test/espi/1_1/resource/Authorization/1001"/><content><Authorization xmlns="http://naesb.org/espi"><status>1</status></Authorization></content></entry></feed>`,
  );
  const found = (await store.call('authorizations.list', { search: '2002' })).rows;
  expect(found.map(({ uid, usagePoints, services }) => [uid, usagePoints, services])).toEqual([
    ['1001', 2, 'electricity'],
  ]);
  expect((await store.call('authorizations.list', { search: '2003' })).rows).toEqual([]);
});

it('a meter under two authorizations is one meter, of whichever of them it is asked', async () => {
  await store.batch({ authorization: '1001', meter: '2001', days: 2 });
  await store.batch({ authorization: '1002', meter: '2001', days: 4 });
  for (const asked of [{ authorization: '1001' }, { authorization: '1002' }, {}]) {
    expect(await store.call('usagePoints.summary', asked)).toMatchObject({ meters: 1, shared: 1 });
  }
});
