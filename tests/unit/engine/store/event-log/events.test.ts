import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EngineInput, EngineOutput } from '../../../../../electron/engine/protocol.ts';
import type { CallContext } from '../../../../../electron/engine/store/context.ts';
import { eventHandlers } from '../../../../../electron/engine/store/event-log/events.ts';
import { catchUp } from '../../../../../electron/engine/store/intake/index.ts';
import { Store } from '../../../../../electron/engine/store/store.ts';
import { BASE, delivery, incoming } from '../../../events/sample.ts';

let folder: string;
let store: Store;

const call = <K extends keyof typeof eventHandlers>(
  name: K,
  input: Omit<EngineInput<K>, 'workspace'>,
): Promise<EngineOutput<K>> => {
  // Only what these handlers use of a context.
  const context = { store: () => store, signal: new AbortController().signal } as unknown as CallContext;
  const handler = eventHandlers[name] as (input: unknown, context: CallContext) => Promise<EngineOutput<K>>;
  return handler({ workspace: 'w', ...input }, context);
};

const open = () =>
  Store.open(
    'w',
    { file: path.join(folder, 'store.duckdb'), rawFolder: path.join(folder, 'raw'), zone: 'UTC' },
    catchUp,
  );

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'events-store-'));
  store = await open();
});

afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the event log of a store', () => {
  it('keeps an event once, however often and whichever way it comes', async () => {
    const first = await call('events.commit', { deliveries: [delivery([incoming(1), incoming(2)])], pages: [] });
    expect(first.fresh.map(({ uid }) => uid)).toEqual(['event-1', 'event-2']);
    const again = await call('events.commit', {
      deliveries: [delivery([incoming(2)]), delivery([incoming(2), incoming(3)])],
      pages: [
        {
          at: BASE + 4_000_000,
          way: 'poll',
          events: [incoming(3), incoming(1)],
          history: false,
          receiverExpected: true,
        },
      ],
    });
    expect(again.fresh.map(({ uid }) => uid)).toEqual(['event-3']);
    const { rows, total } = await call('events.list', { filter: {} });
    expect(total).toBe(3);
    expect(rows.map(({ uid, deliveries }) => [uid, deliveries])).toEqual([
      ['event-3', 1],
      ['event-2', 3],
      ['event-1', 1],
    ]);
    expect(rows.find(({ uid }) => uid === 'event-1')).toMatchObject({ signed: true, listedAt: BASE + 4_000_000 });
    const held = await call('deliveries.list', {});
    expect(held.rows.map(({ events, fresh }) => [events, fresh])).toEqual([
      [2, 1],
      [1, 0],
      [2, 2],
    ]);
  });

  it('is listed as of one moment, whatever arrives meanwhile: a list is frozen at the newest that it shows', async () => {
    await call('events.commit', { deliveries: [delivery([incoming(1), incoming(2)])], pages: [] });
    const { reader } = store.database;
    let asked = 0;
    const row: typeof reader.row = async (...statement) => {
      const answer = await reader.row(...statement);
      asked += 1;
      if (asked === 1) await call('events.commit', { deliveries: [delivery([incoming(3)])], pages: [] });
      return answer;
    };
    const between = { row, rows: reader.rows.bind(reader) };
    // Only what the handler uses of a context.
    const context = { store: () => ({ database: { reader: between } }) } as unknown as CallContext;
    const { rows, matching, total, newest } = await eventHandlers['events.list']({ workspace: 'w' }, context);
    expect(rows.map(({ uid }) => uid)).toEqual(['event-2', 'event-1']);
    expect([matching, total, newest]).toEqual([2, 2, Math.max(...rows.map(({ seq }) => seq))]);
    expect((await call('events.list', {})).rows).toHaveLength(3);
  });

  it('keeps events with any text that JSON can hold', async () => {
    const odd = [
      '\ud800',
      '\udc00\ud800',
      'a\u0000b',
      '\uffff',
      '\ufeff',
      '\u{1F600}',
      '"\\\n\u2028',
      '\\ud800',
      `'; DROP TABLE events; --`,
    ];
    const events = odd.flatMap((text, index) => [
      incoming(index, { uid: `u${text}`, type: `t${text}`, authorization_uid: text, note: text, [text]: text }),
      incoming(100 + index, { uid: text }),
    ]);
    const { fresh } = await call('events.commit', { deliveries: [delivery(events)], pages: [] });
    expect(fresh).toHaveLength(events.length);
    const again = await call('events.commit', {
      deliveries: [delivery(events)],
      pages: [{ at: BASE, way: 'poll', events, history: false, receiverExpected: true }],
    });
    expect(again.fresh).toEqual([]);
    const { rows, total } = await call('events.list', { filter: {} });
    expect(total).toBe(events.length);
    for (const { uid } of rows) expect((await call('events.get', { uid })).json).toContain('meter');
    await call('events.setDelivered', { uids: rows.map(({ uid }) => uid), delivered: true });
    expect((await call('events.list', { filter: {} })).rows.every(({ delivered }) => delivered)).toBe(true);
  });

  it('goes on where it was after it was closed and opened', async () => {
    await call('events.commit', { deliveries: [delivery([incoming(1)])], pages: [], cursor: '{"a":1}' });
    await store.close();
    store = await open();
    expect(await call('events.cursor', {})).toBe('{"a":1}');
    const { fresh, newest } = await call('events.commit', {
      deliveries: [delivery([incoming(1), incoming(2)])],
      pages: [],
    });
    expect(fresh.map(({ uid }) => uid)).toEqual(['event-2']);
    expect(newest).toBeGreaterThan(1);
    expect((await call('deliveries.list', {})).rows.map(({ id }) => id)).toEqual([2, 1]);
  });

  it('marks as late what arrives after something newer, but not the history of a first poll', async () => {
    await call('events.commit', { deliveries: [delivery([incoming(100)])], pages: [] });
    await call('events.commit', {
      deliveries: [delivery([incoming(10), incoming(98)])],
      pages: [{ at: BASE, way: 'poll', events: [incoming(5)], history: true, receiverExpected: true }],
    });
    const { rows } = await call('events.list', { order: 'happened' });
    expect(rows.map(({ uid, late, lateMs, hole }) => ({ uid, late, lateMs, hole }))).toEqual([
      { uid: 'event-100', late: false, lateMs: undefined, hole: false },
      { uid: 'event-98', late: false, lateMs: undefined, hole: false },
      { uid: 'event-10', late: true, lateMs: 90_000, hole: false },
      { uid: 'event-5', late: false, lateMs: undefined, hole: false },
    ]);
  });

  const lateOnes = async () =>
    (await call('events.list', { filter: { verdict: 'late' } })).rows.map(({ uid, lateMs }) => [uid, lateMs]);
  /** One event, delivered `after` seconds after it happened. */
  const soonAfter = (n: number, uid = `event-${n}`, after = 1) =>
    delivery([incoming(n, { uid })], { at: BASE + (n + after) * 1000 });

  it('calls nothing late because of an event that says it happened in the future', async () => {
    const clockAheadMs = 0;
    await call('events.commit', { deliveries: [soonAfter(3_600, 'future', -3_500)], pages: [], clockAheadMs });
    await call('events.commit', { deliveries: [soonAfter(110), soonAfter(120)], pages: [], clockAheadMs });
    // Also once its time has come, and after a start.
    await store.close();
    store = await open();
    await call('events.commit', { deliveries: [soonAfter(3_700)], pages: [], clockAheadMs });
    await call('events.commit', { deliveries: [soonAfter(3_650, 'slow', 60)], pages: [], clockAheadMs });
    expect(await lateOnes()).toEqual([['slow', 50_000]]);
  });

  it('calls nothing late because of what happened before the service began anew with its clock', async () => {
    const hour = 3_600_000;
    const first = [soonAfter(10), soonAfter(2_400)];
    await call('events.commit', { deliveries: first, pages: [], clockAheadMs: 0 });
    const again = (n: number, after = 1) =>
      delivery([incoming(n, { uid: `again-${n}` })], { at: BASE + hour + (n + after) * 1000 });
    // Where the start of the program did not end in between, too.
    await call('events.commit', { deliveries: [again(5)], pages: [], clockAheadMs: -hour });
    await store.close();
    store = await open();
    await call('events.commit', { deliveries: [again(60), again(2_500)], pages: [], clockAheadMs: -hour + 400 });
    expect(await lateOnes()).toEqual([]);
    await call('events.commit', { deliveries: [again(2_450, 100)], pages: [], clockAheadMs: -hour });
    expect(await lateOnes()).toEqual([['again-2450', 50_000]]);
  });

  it('calls nothing late that later pages of a walk bring, and has the newest on top when it is over', async () => {
    await call('events.commit', { deliveries: [delivery([incoming(1)])], pages: [] });
    const page = (from: number, to: number, later: boolean) => ({
      at: BASE + 7_200_000,
      way: 'poll' as const,
      events: Array.from({ length: to - from + 1 }, (_, index) => incoming(from + index)),
      history: false,
      later,
      receiverExpected: true,
    });
    await call('events.commit', { deliveries: [], pages: [page(101, 200, false)] });
    const frozen = { upTo: (await call('events.list', {})).newest };
    await call('events.commit', { deliveries: [], pages: [page(2, 100, true)] });
    expect(await lateOnes()).toEqual([]);
    expect((await call('events.summary', { since: 0 })).holes).toMatchObject({ polls: 1, events: 199 });
    const uids = async (input: Omit<EngineInput<'events.list'>, 'workspace'>) =>
      (await call('events.list', { limit: 1000, ...input })).rows.map(({ uid }) => uid);
    const down = (from: number, to: number) =>
      Array.from({ length: from - to + 1 }, (_, index) => `event-${from - index}`);
    expect(await uids({})).toEqual(down(200, 1));
    // A list that was frozen before stays as it was.
    expect(await uids({ ...frozen, offset: 50 })).toEqual([...down(150, 101), 'event-1']);
    const file = path.join(folder, 'events.ndjson');
    await call('events.export', { format: 'ndjson', file, filter: {} });
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).uid)).toEqual(down(200, 1).toReversed());
    // The newest of the walk counts again for what comes after it.
    await call('events.commit', { deliveries: [delivery([incoming(150, { uid: 'slow' })])], pages: [] });
    expect(await lateOnes()).toEqual([['slow', 50_000]]);
  });

  it('leaves what one delivery brings as it was received', async () => {
    await call('events.commit', { deliveries: [delivery([incoming(9), incoming(3), incoming(6)])], pages: [] });
    const { rows } = await call('events.list', {});
    expect(rows.map(({ uid }) => uid)).toEqual(['event-6', 'event-3', 'event-9']);
  });

  it('counts a hole only where the service meant to deliver, and takes it back when the delivery was on its way', async () => {
    const page = (events: ReturnType<typeof incoming>[], at: number) => ({
      at,
      way: 'poll' as const,
      events,
      history: false,
      receiverExpected: true,
    });
    const unaddressed = incoming(3, { delivery_method: undefined, delivery_target: undefined });
    await call('events.commit', { deliveries: [], pages: [page([incoming(1), incoming(2), unaddressed], BASE)] });
    expect((await call('events.summary', { since: 0 })).holes).toEqual({ polls: 1, events: 2, lastAt: BASE });
    const soon = await call('events.commit', {
      deliveries: [delivery([incoming(1)], { at: BASE + 500 })],
      pages: [],
    });
    await call('events.commit', { deliveries: [delivery([incoming(2)], { at: BASE + 3_600_000 })], pages: [] });
    const { holes } = await call('events.summary', { since: 0 });
    expect(holes).toMatchObject({ polls: 1, events: 1 });
    expect(soon.holes).toEqual(holes);
  });

  it('filters by type, object, way, verdict, text and time, and freezes a list at a place', async () => {
    await call('events.commit', {
      deliveries: [delivery([incoming(1), incoming(2, { type: 'brand_new', note: 'Grüße' })])],
      pages: [{ at: BASE, way: 'poll', events: [incoming(3)], history: false, receiverExpected: false }],
    });
    const uids = async (input: Omit<EngineInput<'events.list'>, 'workspace'>) =>
      (await call('events.list', input)).rows.map(({ uid }) => uid);
    expect(await uids({ filter: { types: ['brand_new', 'other'] } })).toEqual(['event-2']);
    expect(await uids({ filter: { object: 'meter-0' } })).toEqual(['event-3']);
    expect(await uids({ filter: { ways: ['poll'] } })).toEqual(['event-3']);
    expect(await uids({ filter: { verdict: 'unsigned' } })).toEqual(['event-3']);
    expect(await uids({ filter: { text: 'grüsse' } })).toEqual([]);
    expect(await uids({ filter: { text: 'GRÜßE' } })).toEqual(['event-2']);
    expect(await uids({ filter: { text: "' OR 1=1 --" } })).toEqual([]);
    expect(await uids({ order: 'happened', filter: { from: BASE + 2000, to: BASE + 3000 } })).toEqual(['event-2']);
    expect(await uids({ upTo: 2, limit: 1, offset: 1 })).toEqual(['event-1']);
    expect(await call('events.newer', { after: 1, filter: { ways: ['webhook'] } })).toEqual({ count: 1 });
    expect(await call('events.types', {})).toEqual([
      { type: 'meter_bills_added', count: 2 },
      { type: 'brand_new', count: 1 },
    ]);
  });

  it('shows an event with its deliveries, unknown members and neighbours', async () => {
    await call('events.commit', {
      deliveries: [delivery([incoming(9), incoming(3), incoming(6, { extra: 1 })])],
      pages: [],
    });
    const shown = await call('events.get', { uid: 'event-6' });
    expect(shown).toMatchObject({ unknownMembers: ['extra'], heldBy: [{ id: 1, verdict: 'good' }] });
    expect(JSON.parse(shown.json)).toMatchObject({ extra: 1 });
    expect(shown.before.map(({ uid }) => uid)).toEqual(['event-3']);
    expect(shown.after.map(({ uid }) => uid)).toEqual(['event-9']);
    await expect(call('events.get', { uid: 'nothing' })).rejects.toMatchObject({ code: 'event_unknown' });
  });

  it('keeps a delivery byte for byte', async () => {
    const body = Uint8Array.from([0, 255, 10, 13, 195, 40]);
    await call('events.commit', {
      deliveries: [
        delivery([], { body, bytes: body.length, verdict: 'not_utf8', answer: 400, headers: [['X-A', 'b']] }),
      ],
      pages: [],
    });
    expect(await call('deliveries.raw', { id: 1 })).toEqual({ body, answer: 400, headers: [['X-A', 'b']] });
    expect(await call('deliveries.get', { id: 1 })).toMatchObject({
      bodyCut: false,
      uids: [],
      headers: [['X-A', 'b']],
    });
  });

  it('follows the delivery status of the service', async () => {
    const pages = [
      {
        at: BASE,
        way: 'poll' as const,
        events: [1, 2, 3].map((n) => incoming(n)),
        history: true,
        receiverExpected: false,
      },
    ];
    await call('events.commit', { deliveries: [], pages });
    await call('events.setDelivered', { uids: ['event-2'], delivered: false, othersDelivered: true });
    const { rows } = await call('events.list', {});
    expect(rows.map(({ delivered }) => delivered)).toEqual([true, false, true]);
    expect((await call('events.list', { filter: { verdict: 'undelivered' } })).matching).toBe(1);
  });

  it('exports what matches, oldest first, as NDJSON and CSV', async () => {
    await call('events.commit', {
      deliveries: [delivery([incoming(1), incoming(2, { note: 'a "quoted", one' })])],
      pages: [],
    });
    const file = path.join(folder, "it's here.ndjson");
    expect(await call('events.export', { format: 'ndjson', file, filter: {} })).toEqual({ events: 2 });
    const lines = (await readFile(file, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ uid }) => uid)).toEqual(['event-1', 'event-2']);
    expect(lines[1].event).toMatchObject({ note: 'a "quoted", one' });
    const csv = path.join(folder, 'events.csv');
    await call('events.export', { format: 'csv', file: csv, filter: { text: 'quoted' } });
    expect((await readFile(csv, 'utf8')).trim().split('\n')).toHaveLength(2);
  });

  it('counts the events that are in the file, also where others come meanwhile', async () => {
    const commit = (n: number) => call('events.commit', { deliveries: [delivery([incoming(n)])], pages: [] });
    await commit(1);
    const { database } = store;
    const connection = await database.connect();
    const row = connection.row.bind(connection);
    vi.spyOn(connection, 'row').mockImplementation(async (...statement) => {
      const answer = await row(...statement);
      await commit(2);
      return answer;
    });
    vi.spyOn(database, 'connect').mockResolvedValueOnce(connection);
    const file = path.join(folder, 'events.ndjson');
    const { events } = await call('events.export', { format: 'ndjson', file, filter: {} });
    expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(events);
  });

  it('defuses what a spreadsheet would run in its CSV, unless it is told not to', async () => {
    await call('events.commit', { deliveries: [delivery([incoming(1, { type: '=1+1', uid: '@evil' })])], pages: [] });
    const file = path.join(folder, 'events.csv');
    await call('events.export', { format: 'csv', file, filter: {} });
    expect(await readFile(file, 'utf8')).toContain("\n1,'@evil,'=1+1,");
    await call('events.export', { format: 'csv', file, filter: {}, rawText: true });
    expect(await readFile(file, 'utf8')).toContain('\n1,@evil,=1+1,');
  });

  it('commits while another writer holds the store', async () => {
    let release = () => {};
    const held = store.write((connection) =>
      connection
        .run("INSERT INTO settings VALUES ('a', 'b')")
        .then(() => new Promise<void>((resolve) => (release = resolve))),
    );
    const { fresh } = await call('events.commit', { deliveries: [delivery([incoming(1)])], pages: [] });
    expect(fresh).toHaveLength(1);
    release();
    await held;
  });
});
