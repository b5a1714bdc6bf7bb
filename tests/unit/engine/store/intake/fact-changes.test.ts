import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { customerFeed } from '../../../../fixtures/customer-feed.ts';
import { openTestStore, type TestStore } from '../store-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => await store.dispose());

const place = { authorization: '1001', meter: '2001', street: '5 Elm', serial: 'E400' };
const known = async () =>
  (await store.call('usagePoints.list', { limit: 10 })).rows.map(({ uid, meterNumber, address }) => [
    uid,
    meterNumber,
    address,
  ]);

describe('what is known of a usage point', () => {
  it('is there whichever document comes first', async () => {
    await store.ingest(customerFeed(place), '1001');
    await store.batch({ days: 1 });
    expect(await known()).toEqual([['2001', 'E400', '5 Elm']]);
  });

  it('moves with the customer: the usage point that it leaves knows nothing of it any more', async () => {
    for (const meter of ['2001', '2002']) await store.batch({ meter, days: 1 });
    await store.ingest(customerFeed({ ...place, location: 'home' }), '1001');
    expect(await known()).toEqual([
      ['2001', 'E400', '5 Elm'],
      ['2002', undefined, undefined],
    ]);
    await store.ingest(customerFeed({ ...place, location: 'home', meter: '2002' }), '1001');
    expect(await known()).toEqual([
      ['2001', undefined, undefined],
      ['2002', 'E400', '5 Elm'],
    ]);
  });

  // Ten, for what has no order of its own is in the order of hashes.
  const meters = Array.from({ length: 10 }, (_, index) => String(2001 + index));
  const homes = (serial: string, street = 'Elm') =>
    meters.map((meter) => ({ ...place, meter, street: `${meter} ${street}`, serial: `${serial}${meter}` }));
  const given = async (feeds: readonly string[]) => {
    for (const feed of feeds) await store.ingest(feed, '1001');
  };

  it('has the number of the meter, not of another device at the same place', async () => {
    for (const meter of meters) await store.batch({ meter, days: 1 });
    await given(homes('E').map((home) => customerFeed({ ...home, device: `C${home.meter}` })));
    expect(await known()).toEqual(meters.map((meter) => [meter, `E${meter}`, `${meter} Elm`]));
  });

  it('has the number of the only device where no meter is named', async () => {
    await store.batch({ days: 1 });
    await given([customerFeed({ ...place, serial: undefined, device: 'C400' })]);
    expect(await known()).toEqual([['2001', 'C400', '5 Elm']]);
  });

  it('is of the new meter after an exchange, of the new location after a move to another id', async () => {
    for (const meter of meters) await store.batch({ meter, days: 1 });
    await given(homes('E').map(customerFeed));
    await given(homes('N').map(customerFeed));
    expect(await known()).toEqual(meters.map((meter) => [meter, `N${meter}`, `${meter} Elm`]));
    await given(homes('N', 'Oak').map((home) => customerFeed({ ...home, location: `new-${home.meter}` })));
    expect(await known()).toEqual(meters.map((meter) => [meter, `N${meter}`, `${meter} Oak`]));
  });

  it('of others stays as it is', async () => {
    for (const meter of ['2001', '2002']) await store.batch({ meter, days: 1 });
    await store.ingest(customerFeed(place), '1001');
    await store.ingest(customerFeed({ ...place, meter: '2002', street: '6 Elm', serial: undefined }), '1001');
    expect(await known()).toEqual([
      ['2001', 'E400', '5 Elm'],
      ['2002', undefined, '6 Elm'],
    ]);
  });
});
