/** The list of requests: a page of what a table of all of them would show, with those that the store has not got yet. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EngineInput } from '../../../../../electron/engine/protocol.ts';
import type { RequestView } from '../../../../../shared/contract/requests.ts';
import { isEventPoll } from '../../../../../shared/event-poll.ts';
import { REQUEST_COLUMNS } from '../../../../../shared/list-columns.ts';
import { openTestStore, type TestStore } from '../store-harness.ts';

type Value = string | number | undefined;
type Question = Omit<EngineInput<'requests.list'>, 'workspace'>;

/** 2025-01-15 08:00:00 UTC. */
const NOW = 1_736_928_000_000;
const MINUTE = 60_000;
const keep = { days: 30, bytes: 1_000_000 };

function request(id: string, change: Partial<RequestView> = {}): RequestView {
  return {
    id,
    call: id,
    at: NOW,
    method: 'GET',
    url: `https://x.test/${id}`,
    tokenClass: 'access',
    bytes: 0,
    durationMs: 10,
    waitedMs: 0,
    attempt: 1,
    ...change,
  };
}

/** Whatever a log may have in it: sends of all ends, calls with several tries, polls, requests of a job. */
const various = Array.from({ length: 120 }, (_, index) => {
  const ends: Partial<RequestView>[] = [
    { status: 200 },
    { status: 429 },
    { status: 202, error: { code: 'building', message: 'It is built.' } },
    { error: { code: 'network_refused', message: 'Nobody answered.' } },
    {},
  ];
  return request(`r${String(index).padStart(3, '0')}`, {
    ...ends[index % ends.length],
    call: `r${String(index - (index % 3)).padStart(3, '0')}`,
    attempt: 1 + (index % 3),
    at: NOW + Math.floor(index / 2) * MINUTE,
    method: index % 7 === 0 ? 'POST' : 'GET',
    url: `https://x.test/${index % 10 === 1 ? 'api/v2/events?limit=5' : `Batch/${(index * 7) % 31}?a=${index % 2}`}`,
    tokenClass: index % 4 === 0 ? 'api' : 'access',
    bytes: (index * 37) % 1000,
    durationMs: (index * 13) % 97,
    waitedMs: index % 6 === 0 ? index : 0,
    ...(index % 5 === 0 ? { job: 'sync-1', purpose: `Batch of ${index % 9}` } : {}),
  });
});

const statusOf = ({ status, error, durationMs }: RequestView) =>
  String(status ?? error?.code ?? (durationMs === undefined ? 'open' : 'cancelled'));

/** What each column is ordered by. */
const values: Record<(typeof REQUEST_COLUMNS)[number], (row: RequestView) => Value> = {
  at: (row) => row.at,
  method: (row) => row.method,
  status: statusOf,
  path: (row) => row.url.slice('https://x.test'.length).toLowerCase(),
  purpose: (row) => row.purpose?.toLowerCase(),
  token: (row) => row.tokenClass,
  bytes: (row) => row.bytes,
  duration: (row) => row.durationMs,
  waited: (row) => row.waitedMs,
  attempt: (row) => row.attempt,
  url: (row) => row.url.toLowerCase(),
  id: (row) => row.id,
};

/** Rows as a table would order them: what has no value comes last, and of equals the newest first. */
function ordered(column: (typeof REQUEST_COLUMNS)[number], descending: boolean): string[] {
  const compare = (a: Value, b: Value) => {
    if (a === b) return 0;
    if (a === undefined) return 1;
    if (b === undefined) return -1;
    return (a < b ? -1 : 1) * (descending ? -1 : 1);
  };
  const value = values[column];
  return various
    .toSorted((a, b) => compare(value(a), value(b)) || b.at - a.at || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

const idsOf = ({ rows }: { rows: readonly RequestView[] }) => rows.map(({ id }) => id);

describe('the list of requests', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore();
    await store.call('requests.append', { requests: various.map((view) => ({ view })), keep });
  });
  afterAll(async () => await store.dispose());

  const list = (input: Question) => store.call('requests.list', { limit: 1000, ...input });

  it('has the newest first, where no other order is asked for', async () => {
    const { rows, matching, total } = await list({});
    expect(idsOf({ rows })).toEqual(ordered('at', true));
    expect([matching, total]).toEqual([120, 120]);
    expect(rows.find(({ id }) => id === 'r002')).toEqual({ ...various[2], workspace: 'w' });
  });

  it.each(REQUEST_COLUMNS.flatMap((column) => [false, true].map((descending) => ({ column, descending }))))(
    'is ordered by %o',
    async (sort) => {
      expect(idsOf(await list({ sort }))).toEqual(ordered(sort.column, sort.descending));
    },
  );

  it('has pages that follow each other without a request lost or doubled, where many are equal', async () => {
    const sort = { column: 'method', descending: true } as const;
    const pages: string[] = [];
    for (let offset = 0; offset < 120; offset += 17) pages.push(...idsOf(await list({ sort, offset, limit: 17 })));
    expect(pages).toEqual(ordered('method', true));
    expect(await store.call('requests.ids', { sort })).toEqual(pages);
    expect(await list({ sort, offset: 120 })).toEqual({ rows: [], matching: 120, total: 120 });
  });

  it('each choice of a filter is on as many requests as it says, and a filter takes these', async () => {
    const { rows } = await list({});
    for (const tries of [true, false]) {
      const choices = await store.call('requests.choices', { tries });
      const all = await list({ tries });
      for (const column of ['method', 'status', 'token'] as const) {
        expect(choices[column]?.reduce((sum, { count }) => sum + count, 0)).toBe(all.total);
        for (const { value, count } of choices[column] ?? []) {
          const own = all.rows.filter((row) => values[column](row) === value).map(({ id }) => id);
          const found = await list({ tries, filters: { [column]: [value] } });
          expect([idsOf(found), found.matching, found.total]).toEqual([own, count, all.total]);
        }
      }
    }
    const statuses = await store.call('requests.choices', {});
    expect(statuses.status?.map(({ value }) => value).toSorted()).toEqual([
      '200',
      '202',
      '429',
      'cancelled',
      'network_refused',
    ]);
    const two = await list({ filters: { status: ['429', 'cancelled'], method: ['POST'] } });
    const own = rows.filter((row) => row.method === 'POST' && ['429', 'cancelled'].includes(statusOf(row)));
    expect(idsOf(two)).toEqual(own.map(({ id }) => id));
  });

  it('is searched for each word that a request shows, in any order', async () => {
    const { rows } = await list({});
    const shown = (row: RequestView) =>
      [row.method, statusOf(row), row.url, row.purpose ?? '', row.tokenClass, row.id].join('\n').toLowerCase();
    for (const search of ['batch/7', 'POST  429', 'refused', 'of 3 batch', 'a=1 access', 'r01', 'nobody']) {
      const words = search.toLowerCase().split(/\s+/);
      const own = rows.filter((row) => words.every((word) => shown(row).includes(word))).map(({ id }) => id);
      const found = await list({ search });
      expect([idsOf(found), found.matching], search).toEqual([own, own.length]);
      expect(await store.call('requests.ids', { search })).toEqual(own);
    }
  });

  it('is searched for parts of a day and of a time, as they are in the zone of who asks', async () => {
    const found = async (search: string, zone?: string) => (await list({ search, ...(zone && { zone }) })).matching;
    expect(await found('2025-01-15')).toBe(120);
    expect(await found('2025-01-16')).toBe(0);
    expect(await found('2025-01-16', 'Asia/Tokyo')).toBe(0);
    expect(await found('2025-01-14', 'America/Los_Angeles')).toBe(0);
    // 08:00 UTC is midnight in Los Angeles and 17:00 in Tokyo.
    expect(await found('08:07')).toBe(2);
    expect(await found('00:07', 'America/Los_Angeles')).toBe(2);
    expect(await found('2025-01 17:07', 'Asia/Tokyo')).toBe(2);
    expect(await found('17:07')).toBe(0);
    expect(await found('08:07', 'no zone at all')).toBe(2);
  });

  it('without tries has the newest send of each call that is listed', async () => {
    const { rows, total } = await list({ tries: false });
    expect(total).toBe(40);
    expect(rows.every(({ attempt }) => attempt === 3)).toBe(true);
    // Of a job only some of the tries are listed: the newest of these stands for its call.
    const about = { kind: 'job', id: 'sync-1' } as const;
    const own = (await list({ about })).rows;
    const calls = new Map(own.toSorted((a, b) => a.attempt - b.attempt).map((row) => [row.call, row.id]));
    expect(idsOf(await list({ about, tries: false })).toSorted()).toEqual([...calls.values()].toSorted());
  });

  it('without polls has what is for a job or asks for something else', async () => {
    const { rows, total } = await list({ polls: false });
    expect(rows.some(isEventPoll)).toBe(false);
    expect(total).toBe(various.filter((one) => !isEventPoll(one)).length);
    expect(total).toBeLessThan(120);
  });

  it('has those that the store has not got yet, each request once and as it is now', async () => {
    const held = [
      request('new', { at: NOW + 500 * MINUTE, durationMs: undefined, url: 'https://x.test/under-way' }),
      request('r119', { at: NOW + 59 * MINUTE, call: 'r117', attempt: 3, status: 503 }),
      request('r117-4', { at: NOW + 400 * MINUTE, call: 'r117', attempt: 4, status: 200 }),
    ];
    const all = await list({ held });
    expect(all.total).toBe(122);
    expect(idsOf(all).slice(0, 2)).toEqual(['new', 'r117-4']);
    expect(all.rows.filter(({ id }) => id === 'r119').map(({ status }) => status)).toEqual([503]);
    expect(idsOf(await list({ held, filters: { status: ['open'] } }))).toEqual(['new']);
    expect(idsOf(await list({ held, search: 'under-way' }))).toEqual(['new']);
    const newest = await list({ held, tries: false });
    expect([newest.total, newest.rows.find(({ call }) => call === 'r117')?.id]).toEqual([41, 'r117-4']);
    const choices = await store.call('requests.choices', { held });
    expect(choices.status).toContainEqual({ value: '503', count: 1 });
    // Whoever holds them says which of them are asked for.
    const about = { kind: 'job', id: 'sync-2' } as const;
    expect(idsOf(await list({ about, polls: false, held: held.slice(0, 1) }))).toEqual(['new']);
    expect(await store.call('requests.ids', { about, held: [] })).toEqual([]);
  });
});

it('of 30,000 requests no call of the screen answers more than its page', async () => {
  const store = await openTestStore();
  try {
    await store.engine.store('w').write((connection) =>
      connection.run(
        `INSERT INTO requests BY NAME SELECT 'r' || i AS id, 'r' || (i - i % 2) AS call, ${NOW} + i * 1000 AS started_at, 'GET' AS method,
           'https://x.test/Batch/Subscription/' || i AS url, 'access' AS token_class, 200 AS status, 100 AS bytes, 5.0 AS duration_ms,
           0.0 AS waited_ms, 1 + i % 2 AS attempt FROM range(30000) r(i)`,
      ),
    );
    const held = [request('now', { at: NOW + 1e9, durationMs: undefined })];
    const asked = [
      await store.call('requests.list', { limit: 100, polls: false, tries: false, held }),
      await store.call('requests.list', { limit: 100, offset: 29_950, sort: { column: 'path', descending: true } }),
      await store.call('requests.list', { limit: 100, search: 'subscription/29' }),
    ];
    expect(asked.map(({ rows, matching, total }) => [rows.length, matching, total])).toEqual([
      [100, 15_001, 15_001],
      [50, 30_000, 30_000],
      [100, 1111, 30_000],
    ]);
    expect(asked[0]?.rows[0]?.id).toBe('now');
    const choices = await store.call('requests.choices', { polls: false, tries: false });
    expect(JSON.stringify(choices).length).toBeLessThan(1000);
  } finally {
    await store.dispose();
  }
});
