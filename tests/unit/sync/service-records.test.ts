import { describe, expect, it } from 'vitest';
import { fetchServiceRecords, type ServiceRecordsInput } from '../../../electron/sync/service-records.ts';

const never = new AbortController().signal;
const meter = (uid: string) => ({ uid, status: 'updated' });

/** An API with pages of authorizations and of meters, and an engine that keeps what it is given. */
function serviceOf(authorizations: Record<string, object>, meters: Record<string, object> = {}) {
  const asked: object[] = [];
  const kept: { kind: string; uid: string; authorization: string }[][] = [];
  const input = {
    api: {
      authorizations: async (question: { next?: string }) => {
        asked.push(question);
        return authorizations[question.next ?? 'first'];
      },
      meters: async ({ next }: { next: string }) => meters[next],
    },
    engine: { call: async (_name: string, { records }: { records: (typeof kept)[number] }) => void kept.push(records) },
    workspace: 'w',
    authorizations: undefined,
    now: () => 5,
    options: { signal: never, job: 'j' },
  } as unknown as ServiceRecordsInput; // as much of API and engine as is used
  const rows = () =>
    kept.map((page) => page.map(({ kind, uid, authorization }) => `${kind} ${uid} of ${authorization}`));
  return { input, asked, kept, rows };
}

describe('what the JSON API says', () => {
  it('is kept page by page: authorizations with their meters, also with those of further pages', async () => {
    const first = { uid: 'a1', status: 'updated', meters: { meters: [meter('m1')], next: 'more' } };
    const { input, kept, rows } = serviceOf(
      { first: { items: [first], next: 'second' }, second: { items: [{ uid: 'a2' }], next: undefined } },
      { more: { items: [meter('m2')], next: 'last' }, last: { items: [meter('m3')] } },
    );
    await fetchServiceRecords(input);
    expect(rows()).toEqual([
      ['authorization a1 of a1', 'meter m1 of a1', 'meter m2 of a1', 'meter m3 of a1'],
      ['authorization a2 of a2'],
    ]);
    // The meters are records of their own.
    expect(kept[0]?.[0]).toMatchObject({ record: { uid: 'a1', status: 'updated' } });
    expect(kept[0]?.[0]).not.toHaveProperty('record.meters');
  });

  it('is asked for fifty authorizations at a time where only some are wanted', async () => {
    const uids = Array.from({ length: 120 }, (_, n) => `a${n}`);
    const { input, asked } = serviceOf({ first: { items: [], next: undefined } });
    await fetchServiceRecords({ ...input, authorizations: uids });
    expect(asked).toEqual(
      [uids.slice(0, 50), uids.slice(50, 100), uids.slice(100)].map((some) => ({ uids: some, withMeters: true })),
    );
  });

  it('is given up where pages come again: of the list, and of the meters of one authorization', async () => {
    const again = { items: [{ uid: 'a1' }], next: 'first' };
    const list = serviceOf({ first: again });
    await expect(fetchServiceRecords(list.input)).rejects.toMatchObject({ code: 'pages_repeat' });
    expect(list.asked).toHaveLength(2);
    expect(list.rows()[0]).toEqual(['authorization a1 of a1']);
    const one = { uid: 'a1', meters: { meters: [meter('m1')], next: 'more' } };
    const { input } = serviceOf({ first: { items: [one] } }, { more: { items: [meter('m1')], next: 'other' } });
    await expect(fetchServiceRecords(input)).rejects.toMatchObject({ code: 'pages_repeat' });
  });
});
