import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LoggedRequest } from '../../../../../electron/engine/calls/requests.ts';
import type { KeptExchange } from '../../../../../shared/contract/requests.ts';
import { openTestStore, type TestStore } from '../store-harness.ts';

const NOW = 1_800_000_000_000;
const DAY = 86_400_000;
const keep = { days: 30, bytes: 1_000_000 };

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => {
  await store.dispose();
});

const exchange = (text: string): KeptExchange => ({
  sent: { headers: { accept: 'application/json' }, body: { state: 'absent' } },
  answer: { headers: {}, httpVersion: '1.1', body: { state: 'kept', text, cut: false } },
});

function request(id: string, change: Partial<LoggedRequest['view']> = {}, rest: Omit<LoggedRequest, 'view'> = {}) {
  const view = {
    id,
    call: id,
    at: NOW,
    method: 'GET',
    url: `https://x.test/${id}`,
    tokenClass: 'api',
    bytes: 0,
    waitedMs: 0,
    attempt: 1,
    ...change,
  } as const;
  return { view, ...rest };
}

const append = (...requests: LoggedRequest[]) => store.call('requests.append', { requests, keep });
const idsOf = async (about: {
  kind: 'run' | 'event' | 'job';
  id: string;
  named?: string[];
  from?: number;
  to?: number;
}) => (await store.call('requests.list', { limit: 10, about })).rows.map(({ id }) => id).toSorted();

describe('a request', () => {
  it('comes back with its times, its tries, what it was made for and what it brought', async () => {
    const times = { queuedMs: 1, connection: 'new', connectMs: 2, tlsMs: 3, headMs: 40, durationMs: 50 } as const;
    const more = { purpose: 'Batch', tokenScope: 'a1', sentBytes: 0, receivedBytes: 7, retryAfter: '40' };
    await append(
      request('r0', { call: 'r0', status: 202, retryAfter: '40', retryAfterMs: 40_000 }),
      request(
        'r1',
        { call: 'r0', attempt: 2, at: NOW + 1, ...times, ...more },
        { about: { kind: 'run', id: 'run-1' } },
      ),
      request('other'),
    );
    await store.batch({ days: 1 });
    const { request: view, tries, about, brought, kept } = await store.call('requests.inspect', { id: 'r1' });
    expect(view).toMatchObject({ id: 'r1', ...times, ...more });
    expect(tries.map(({ id, retryAfter }) => [id, retryAfter])).toEqual([
      ['r0', '40'],
      ['r1', '40'],
    ]);
    expect(about).toEqual([{ kind: 'run', id: 'run-1' }]);
    expect(brought?.readings).toBe(96);
    expect(kept).toBeUndefined();
  });

  it('that is not in the log is said to be unknown', async () => {
    await expect(store.call('requests.inspect', { id: 'x' })).rejects.toMatchObject({ code: 'request_unknown' });
  });

  it('is found by what it was made for: links, jobs, and names in addresses of a time', async () => {
    await append(
      request('fire', {}, { about: { kind: 'run', id: 'run-1' } }),
      request('look', { url: 'https://x.test/authorizations?referrals=abc' }),
      request('later', { url: 'https://x.test/authorizations?referrals=abc', at: NOW + 10_000 }),
      request('of-job', { job: 'j' }),
      request('poll', { url: 'https://x.test/api/v2/events' }),
    );
    expect(await idsOf({ kind: 'run', id: 'run-1' })).toEqual(['fire']);
    expect(await idsOf({ kind: 'run', id: 'run-1', named: ['abc'], from: NOW - 1, to: NOW + 1 })).toEqual([
      'fire',
      'look',
    ]);
    expect(await idsOf({ kind: 'job', id: 'j' })).toEqual(['of-job']);
    await store.call('requests.link', { id: 'poll', about: [{ kind: 'event', id: 'e-1' }] });
    expect(await idsOf({ kind: 'event', id: 'e-1' })).toEqual(['poll']);
    expect(await idsOf({ kind: 'event', id: 'e-2' })).toEqual([]);
  });
});

describe('headers and bodies', () => {
  const left = async (...ids: string[]) =>
    (await store.call('requests.kept', { ids })).filter(({ kept }) => kept).map(({ request: { id } }) => id);

  it('are kept beside the line, and deleted without it', async () => {
    await append(request('a', {}, { kept: exchange('{"a":1}') }), request('b', { at: NOW + 1 }));
    const [a, b] = await store.call('requests.kept', { ids: ['b', 'a', 'gone'] });
    expect(a?.kept).toEqual(exchange('{"a":1}'));
    expect(b).toMatchObject({ request: { id: 'b' }, kept: undefined });
    expect(await store.call('requests.use', {})).toEqual({ requests: 1, bytes: JSON.stringify(a?.kept).length });
    await store.call('requests.trim', { keep: { days: 0, bytes: 0 }, now: NOW + 1 });
    expect(await left('a')).toEqual([]);
    expect((await store.call('requests.list', { limit: 10 })).total).toBe(2);
  });

  it('of all tries of a call come with one of them', async () => {
    await append(
      request('try-1', { call: 'try-1', status: 202 }, { kept: exchange('1') }),
      request('try-2', { call: 'try-1', attempt: 2, at: NOW + 1 }, { kept: exchange('2') }),
      request('other'),
    );
    const kept = await store.call('requests.kept', { ids: ['try-2'] });
    expect(kept.map(({ request: { id } }) => id)).toEqual(['try-1', 'try-2']);
    expect(await store.call('requests.kept', { ids: ['other'] })).toHaveLength(1);
  });

  it('go when they are too old', async () => {
    await append(
      request('old', { at: NOW - 31 * DAY }, { kept: exchange('1') }),
      request('new', {}, { kept: exchange('2') }),
    );
    expect(await left('old', 'new')).toEqual(['new']);
  });

  it('go oldest first when they are too much together, and never take more than the limit', async () => {
    const big = 'x'.repeat(1000);
    for (let at = 0; at < 12; at += 1) {
      await store.call('requests.append', {
        requests: [request(`r${at}`, { at: NOW + at }, { kept: exchange(big) })],
        keep: { days: 30, bytes: 5_000 },
      });
      expect((await store.call('requests.use', {})).bytes).toBeLessThanOrEqual(5_000);
    }
    const ids = await left(...Array.from({ length: 12 }, (_, at) => `r${at}`));
    expect(ids.length).toBeGreaterThanOrEqual(3);
    expect(ids).toEqual(Array.from({ length: ids.length }, (_, at) => `r${12 - ids.length + at}`));
  });
});
