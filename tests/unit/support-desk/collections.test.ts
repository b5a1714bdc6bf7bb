import { expect, it } from 'vitest';
import type { JsonApiClient } from '../../../electron/jsonapi/index.ts';
import { HistoricalCollections } from '../../../electron/support-desk/collections.ts';
import type { CollectionView } from '../../../shared/contract/collections.ts';

/** A service that is done with the collection of `m` between two requests: those before do not know, those after do. */
function finishingAfter(requests: number) {
  let left = Number.POSITIVE_INFINITY;
  const isDone = () => {
    left -= 1;
    return left < 0;
  };
  const event = (type: string) => ({ uid: type, type, ts: '2026-01-01T00:00:00Z', meter_uid: 'm' });
  return {
    meters: async () => ({
      items: [
        isDone()
          ? { uid: 'm', status: 'updated', status_message: 'all was collected', bill_count: 36 }
          : { uid: 'm', status: 'pending', status_message: 'logging in', bill_count: 0 },
      ],
      broken: [],
      next: undefined,
    }),
    events: async () => ({
      items: isDone() ? [event('meter_historical_collection_finished_successful')] : [],
      broken: [],
      next: undefined,
    }),
    authorizations: async () => ({ items: [], broken: [], next: undefined }),
    collectHistory: async () => {
      left = requests;
      return { accepted: ['m'], dropped: [], months: undefined };
    },
  } as unknown as JsonApiClient; // all that a collection asks of it
}

it.each([0, 1, 2, 3])(
  'tells of a meter that is finished what it has then, finished after %i requests',
  async (requests) => {
    const view = await new Promise<CollectionView>((resolve, reject) => {
      const collections = new HistoricalCollections({
        workspace: 'w',
        api: finishingAfter(requests),
        store: { save: async () => undefined, unfinished: async () => [] },
        onChange: (changed) => {
          if (changed.finishedAt !== undefined) resolve(changed);
        },
        by: 'somebody',
        lookEveryMs: 0,
        now: () => 1,
        sleep: async () => undefined,
      });
      collections.start(['m'], undefined).catch(reject);
    });
    expect(view).toMatchObject({
      state: 'done',
      meters: [{ state: 'finished', status: 'updated', message: 'all was collected', billsBefore: 0, bills: 36 }],
    });
  },
);
