import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refuseSomethingElse } from '../../../../../electron/engine/store/intake/foreign-answer.ts';
import { batchFeed } from '../../../../fixtures/batch-feed.ts';
import { customerFeed } from '../../../../fixtures/customer-feed.ts';
import { openTestStore, type TestStore } from '../store-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => await store.dispose());

const stored = async () => ({
  points: (await store.call('usagePoints.list', {})).rows.map(({ id }) => id),
  series: await store.call('series.list', {}),
});

describe('the answer to a request for one authorization', () => {
  it.each([
    ['that is all of another one', batchFeed({ authorization: '1002', meter: '2002' })],
    ['of interval blocks of another one alone', batchFeed({ authorization: '1002', meter: '2002', parts: ['blocks'] })],
    ['that has some of another one', bothOf('1001', '1002')],
    [
      'with the customers of another one',
      customerFeed({ authorization: '1002', meter: '2002', street: '5 Elm', serial: 'E400' }),
    ],
  ])('%s is refused, and changes nothing', async (_what, feed) => {
    await store.ingest(batchFeed({ days: 1 }), '1001');
    await store.ingest(batchFeed({ authorization: '1002', meter: '2002', days: 1 }), '1002');
    const before = await stored();
    expect(before.points).toHaveLength(2);
    await expect(store.ingest(feed, '1001')).rejects.toMatchObject({
      code: 'another_authorization',
      details: { asked: '1001', owner: '1002' },
    });
    expect(await stored()).toEqual(before);
  });

  it('may hold what belongs to none, and anything where none was asked for', async () => {
    await store.ingest(batchFeed({ days: 1, parts: ['readingType', 'localTime'] }), '1001');
    await store.ingest(bothOf('1001', '1002'));
    expect((await stored()).points).toHaveLength(2);
  });
});

describe('the answer to a request for something', () => {
  it.each([
    [
      ['Customer', 'Unknown'],
      'usage',
      '1001',
      'for usage data of authorization 1001 and answered with something else (Customer, something unknown)',
    ],
    [['UsagePoint'], 'customers', '1001', 'for customer data of authorization 1001 and'],
    [['UsagePoint'], 'authorizations', undefined, 'for the list of authorizations and'],
  ] as const)('that is %j is refused where %s was asked for', (kinds, asked, authorization, words) => {
    expect(() => refuseSomethingElse(kinds, asked, authorization)).toThrowError(
      expect.objectContaining({ code: 'another_resource', message: expect.stringContaining(words) }),
    );
  });

  it('is none where nothing came, and may be anything where nobody said what was asked for', () => {
    expect(() => refuseSomethingElse([], 'usage', '1001')).not.toThrow();
    expect(() => refuseSomethingElse(['Customer'], undefined, '1001')).not.toThrow();
  });
});

/** A feed with the entries of two authorizations. */
function bothOf(one: string, other: string): string {
  const [entries = ''] = /<entry>.*<\/entry>/s.exec(batchFeed({ authorization: other, meter: '2002', days: 1 })) ?? [];
  return batchFeed({ authorization: one, days: 1 }).replace('</feed>', `${entries}</feed>`);
}
