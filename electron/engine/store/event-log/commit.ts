/**
 * Writing the event log. Every commit is one transaction, on disk when it returns. It has a lock of its own: a sync
 * that holds the store's writer for minutes must not keep a webhook waiting; DuckDB lets both write, as they touch
 * different tables.
 */
import type { ArrivalWay } from '#shared/contract/events.ts';
import type { EventCalls, EventSummary, FreshEvent, IncomingDelivery, IncomingEvent } from '../../calls/events.ts';
import { saveCursors } from '../cursors.ts';
import type { Connection, Row } from '../database.ts';
import { Mutex } from '../mutex.ts';
import { number, optionalNumber, text } from '../row.ts';
import type { Store } from '../store.ts';
import { appendAll, appendDelivery, appendEvent, type Staged } from './append.ts';

/** A newer event that had arrived before makes an event late, if it is newer by more than this. Microseconds. */
const LATE_AFTER_US = 2_000_000;
/** The service's clock is another one once it moved by more than this against this computer's. Milliseconds. */
const CLOCK_MOVED_MS = 2_000;
/** A delivery that comes this soon after a poll was on its way already: the receiver had not missed it. Milliseconds. */
const OVERTAKEN_MS = 60_000;
/** At most this many refused deliveries are kept. Good ones are all kept. */
const BAD_DELIVERIES_KEPT = 2_000;
/** The cursor of the poller among the store's cursors. */
const CURSOR = 'events';

/** What the next commit needs to know and would be slow to ask each time. */
interface LogState {
  lock: Mutex;
  /** Undefined until the first commit has read it. */
  last: { seq: number; delivery: number; newest: Newest; badDeliveries: number } | undefined;
}

/** When the newest event happened, epoch microseconds, of those that a service's clock does not speak against. */
interface Newest {
  us: number | undefined;
  /** See `events.commit`. */
  clockAheadMs: number | undefined;
}

const states = new WeakMap<Store, LogState>();

function stateOf(store: Store): LogState {
  let state = states.get(store);
  if (state === undefined) {
    state = { lock: new Mutex(), last: undefined };
    states.set(store, state);
  }
  return state;
}

/** Runs `work` in a transaction, alone among the writers of the event log. */
export async function writeEvents<T>(store: Store, work: (connection: Connection) => Promise<T>): Promise<T> {
  return await stateOf(store).lock.run(async () => {
    const connection = await store.database.connect();
    try {
      return await connection.transaction(() => work(connection));
    } finally {
      await connection.close();
    }
  });
}

/** See `events.commit`. */
export async function commitEvents(
  store: Store,
  input: EventCalls['events.commit']['input'],
): Promise<EventCalls['events.commit']['output']> {
  const state = stateOf(store);
  try {
    return await writeEvents(store, async (connection) => {
      const last = state.last ?? (await readLast(connection, input.clockAheadMs));
      const newest = isClockOf(last.newest, input.clockAheadMs)
        ? last.newest
        : await readNewest(connection, input.clockAheadMs);
      const staged = stage(input, last.seq, newest.us);
      const inserted = await insertNew(connection, [...staged.values()]);
      const freshUids = new Set(inserted.map((event) => event.uid));
      const isFresh = ({ event }: Staged) => freshUids.has(event.uid);
      const known = [...staged.values()].filter((one) => !isFresh(one));
      await touchKnown(connection, known);
      const firstSeen = new Set<string>();
      await appendDeliveries(connection, input.deliveries, last.delivery, freshUids, firstSeen);
      if (input.cursor !== undefined) {
        await saveCursors(connection, [{ name: CURSOR, value: input.cursor }]);
      }
      const bad = last.badDeliveries + input.deliveries.filter(({ verdict }) => verdict !== 'good').length;
      // Only now: a commit that fails must leave the state as it was, which the catch below sees to.
      state.last = {
        seq: last.seq + staged.size,
        delivery: last.delivery + input.deliveries.length,
        newest: withFresh(newest, [...staged.values()].filter(isFresh)),
        badDeliveries: await forgetBad(connection, bad),
      };
      return {
        fresh: inserted,
        newest: state.last.seq,
        deliveryIds: input.deliveries.map((_, index) => last.delivery + index + 1),
        holes: known.some(({ signed }) => signed) ? await readHoles(connection) : undefined,
      };
    });
  } catch (error) {
    state.last = undefined;
    throw error;
  }
}

async function readLast(
  connection: Connection,
  clockAheadMs: number | undefined,
): Promise<NonNullable<LogState['last']>> {
  const log = await connection.row('SELECT max(seq) AS seq FROM events');
  const held = await connection.row("SELECT max(id) AS id, count(*) FILTER (verdict <> 'good') AS bad FROM deliveries");
  return {
    seq: number(log?.seq),
    delivery: number(held?.id),
    newest: await readNewest(connection, clockAheadMs),
    badDeliveries: number(held?.bad),
  };
}

async function readNewest(connection: Connection, clockAheadMs: number | undefined): Promise<Newest> {
  const row = await connection.row(
    `SELECT max(happened_at) AS newest FROM events WHERE way <> 'rehearsal'
       AND ($1::BIGINT IS NULL OR happened_at <= (arrived_at + $1::BIGINT) * 1000 + ${LATE_AFTER_US})`,
    [clockAheadMs === undefined ? null : Math.round(clockAheadMs)],
  );
  return { us: optionalNumber(row?.newest), clockAheadMs };
}

/** Nearly: what it is ahead by is measured with each poll, and never quite the same. */
function isClockOf({ clockAheadMs }: Newest, ahead: number | undefined): boolean {
  if (clockAheadMs === undefined || ahead === undefined) return clockAheadMs === ahead;
  return Math.abs(clockAheadMs - ahead) <= CLOCK_MOVED_MS;
}

/** Polls that filled holes, and their events; all that one poll brings has one time of arrival. */
export async function readHoles(connection: Connection): Promise<EventSummary['holes']> {
  const row = await connection.row(
    'SELECT count(DISTINCT arrived_at) AS polls, count(*) AS events, max(arrived_at) AS last FROM events WHERE hole',
  );
  return { polls: number(row?.polls), events: number(row?.events), lastAt: optionalNumber(row?.last) };
}

/**
 * Every uid of the commit once, in the order of arrival. Lateness counts against what was there before the commit; nothing
 * is known of it where that holds newer pages of the same walk.
 */
function stage(
  { deliveries, pages }: EventCalls['events.commit']['input'],
  lastSeq: number,
  newestUs: number | undefined,
): Map<string, Staged> {
  const staged = new Map<string, Staged>();
  const add = (
    event: IncomingEvent,
    arrival: Omit<Staged, 'seq' | 'event' | 'lateUs' | 'deliveries'>,
    mayBeLate: boolean,
  ) => {
    const known = staged.get(event.uid);
    if (known !== undefined) {
      known.signed ||= arrival.signed;
      known.listed ||= arrival.listed;
      known.deliveries += arrival.listed ? 0 : 1;
      return;
    }
    const behind =
      newestUs === undefined || event.happenedAt === undefined || !mayBeLate ? 0 : newestUs - event.happenedAt;
    staged.set(event.uid, {
      ...arrival,
      seq: lastSeq + staged.size + 1,
      event,
      deliveries: arrival.listed ? 0 : 1,
      lateUs: behind > LATE_AFTER_US ? behind : undefined,
    });
  };
  for (const { at, rehearsal, events } of deliveries) {
    const way: ArrivalWay = rehearsal ? 'rehearsal' : 'webhook';
    for (const event of events) {
      // What this program sent itself says nothing about the service's order of events.
      add(event, { way, arrivedAt: at, signed: true, listed: false, hole: false }, !rehearsal);
    }
  }
  for (const { at, way, events, history, later, receiverExpected } of pages) {
    for (const event of events) {
      add(
        event,
        { way, arrivedAt: at, signed: false, listed: true, hole: receiverExpected && event.addressed && !history },
        !history && !later,
      );
    }
  }
  return staged;
}

function withFresh({ us, clockAheadMs }: Newest, fresh: Iterable<Staged>): Newest {
  let newest = us;
  for (const { event, way, arrivedAt } of fresh) {
    if (way === 'rehearsal' || event.happenedAt === undefined) continue;
    if (clockAheadMs !== undefined && event.happenedAt > (arrivedAt + clockAheadMs) * 1000 + LATE_AFTER_US) continue;
    if (newest === undefined || event.happenedAt > newest) newest = event.happenedAt;
  }
  return { us: newest, clockAheadMs };
}

async function insertNew(connection: Connection, staged: readonly Staged[]): Promise<FreshEvent[]> {
  if (staged.length === 0) return [];
  await connection.run('CREATE OR REPLACE TEMP TABLE staged AS SELECT * FROM events LIMIT 0');
  await appendAll(connection, 'staged', 'temp', staged, appendEvent);
  const rows = await connection.rows(
    'INSERT INTO events SELECT * FROM staged ORDER BY seq ON CONFLICT DO NOTHING RETURNING uid',
  );
  const isNew = new Set(rows.map((row) => text(row.uid)));
  return staged
    .filter(({ event }) => isNew.has(event.uid))
    .map(({ seq, event, way, lateUs, hole }) => ({
      seq,
      uid: event.uid,
      type: event.type,
      way,
      late: lateUs !== undefined,
      hole,
      authorization: event.authorization,
      meter: event.meter,
      form: event.form,
    }));
}

/** What another arrival adds to a known event: it is signed, or listed, or was delivered again. */
async function touchKnown(connection: Connection, known: readonly Staged[]): Promise<void> {
  if (known.length === 0) return;
  const changes = JSON.stringify(
    known.map(({ event, signed, listed, deliveries, arrivedAt }) => ({
      uid: event.uid,
      signed,
      listed_at: listed ? arrivedAt : null,
      deliveries,
      delivered: event.delivered ?? null,
      arrived_at: arrivedAt,
    })),
  );
  await connection.run(
    `UPDATE events SET signed = events.signed OR c.signed,
       listed_at = coalesce(events.listed_at, c.listed_at),
       deliveries = events.deliveries + c.deliveries,
       delivered = CASE WHEN c.listed_at IS NOT NULL THEN coalesce(c.delivered, events.delivered)
                        ELSE events.delivered OR c.signed END,
       hole = events.hole AND NOT (c.signed AND c.arrived_at - events.arrived_at < ${OVERTAKEN_MS})
     FROM (SELECT r->>'uid' AS uid, (r->>'signed')::BOOLEAN AS signed, (r->>'listed_at')::BIGINT AS listed_at,
             (r->>'deliveries')::INTEGER AS deliveries, (r->>'delivered')::BOOLEAN AS delivered, (r->>'arrived_at')::BIGINT AS arrived_at
           FROM (SELECT unnest($1::JSON::JSON[]) AS r)) AS c
     WHERE events.uid = c.uid`,
    [changes],
  );
}

async function appendDeliveries(
  connection: Connection,
  deliveries: readonly IncomingDelivery[],
  lastId: number,
  freshUids: ReadonlySet<string>,
  seen: Set<string>,
): Promise<void> {
  if (deliveries.length === 0) return;
  const held: { delivery: number; ordinal: number; uid: string }[] = [];
  const rows = deliveries.map((delivery, index) => {
    let fresh = 0;
    for (const [ordinal, { uid }] of delivery.events.entries()) {
      held.push({ delivery: lastId + index + 1, ordinal, uid });
      if (!freshUids.has(uid) || seen.has(uid)) continue;
      seen.add(uid);
      fresh += 1;
    }
    return { id: lastId + index + 1, delivery, fresh };
  });
  await appendAll(connection, 'deliveries', undefined, rows, appendDelivery);
  await appendAll(connection, 'delivery_events', undefined, held, (appender, row) => {
    appender.appendBigInt(BigInt(row.delivery));
    appender.appendInteger(row.ordinal);
    appender.appendVarchar(row.uid);
  });
}

async function forgetBad(connection: Connection, bad: number): Promise<number> {
  if (bad <= BAD_DELIVERIES_KEPT * 1.1) return bad;
  await connection.run(
    `DELETE FROM deliveries WHERE verdict <> 'good' AND id <
       (SELECT min(id) FROM (SELECT id FROM deliveries WHERE verdict <> 'good' ORDER BY id DESC LIMIT ${BAD_DELIVERIES_KEPT}))`,
  );
  return BAD_DELIVERIES_KEPT;
}

/** Where the poller goes on. */
export async function readCursor(store: Store): Promise<string | undefined> {
  const row: Row | undefined = await store.database.reader.row('SELECT value FROM cursors WHERE name = ?', [CURSOR]);
  return row?.value === undefined ? undefined : text(row.value);
}
