/** Who answers the calls of the event log. */
import type { ArrivalWay } from '#shared/contract/events.ts';
import { AppError } from '#shared/errors.ts';
import { EVENT_MEMBERS, NO_UID_PREFIX } from '#shared/event-types.ts';
import type { EventSummary } from '../../calls/events.ts';
import type { SomeHandlers } from '../context.ts';
import type { Connection, Row } from '../database.ts';
import { number, optionalNumber, optionalText, text } from '../row.ts';
import { commitEvents, readCursor, readHoles, writeEvents } from './commit.ts';
import { exportEvents } from './export.ts';
import {
  DELIVERIES,
  DELIVERY_COLUMNS,
  deliveryRow,
  EVENT_COLUMNS,
  eventRow,
  eventsWhere,
  ORDER_BY,
  UNCONFIRMED,
} from './rows.ts';

/** Neighbours on either side of an event. */
const NEIGHBOURS = 10;
/** Longest body that is shown; a replay sends all of it. */
const BODY_SHOWN = 256 * 1024;

export const eventHandlers = {
  'events.commit': (input, context) => commitEvents(context.store(input.workspace), input),
  'events.cursor': ({ workspace }, context) => readCursor(context.store(workspace)),
  'events.setDelivered': ({ workspace, uids, delivered, othersDelivered }, context) =>
    writeEvents(context.store(workspace), async (connection) => {
      const list = JSON.stringify(uids);
      const named = `(SELECT unnest(json_extract_string($1::JSON, '$[*]')))`;
      await connection.run(
        `UPDATE events SET delivered = ${delivered} WHERE uid IN ${named} AND delivered IS DISTINCT FROM ${delivered}`,
        [list],
      );
      if (othersDelivered) {
        await connection.run(`UPDATE events SET delivered = true WHERE delivered = false AND uid NOT IN ${named}`, [
          list,
        ]);
      }
      return undefined;
    }),
  'events.unconfirmed': async ({ workspace, before, limit }, context) => {
    const rows = await context.store(workspace).database.reader.rows(
      `SELECT uid FROM events WHERE way = 'webhook' AND ${UNCONFIRMED} AND denied_at IS NULL AND arrived_at < $1
         AND NOT starts_with(uid, '${NO_UID_PREFIX}') ORDER BY seq DESC LIMIT ${limit}`,
      [before],
    );
    return rows.map((row) => text(row.uid));
  },
  'events.deny': ({ workspace, uid, at }, context) =>
    writeEvents(context.store(workspace), async (connection) => {
      await connection.run('UPDATE events SET denied_at = $1::BIGINT WHERE uid = $2', [at, uid]);
      return undefined;
    }),
  'events.list': async ({ workspace, filter = {}, order = 'arrival', upTo, offset = 0, limit = 200 }, context) => {
    const { reader } = context.store(workspace).database;
    const totals = await reader.row('SELECT count(*) AS total, coalesce(max(seq), 0) AS newest FROM events');
    const newest = number(totals?.newest);
    // What arrives between these statements is in none of their answers.
    const where = eventsWhere(filter, order, { upTo: Math.min(upTo ?? newest, newest) });
    const matching = await reader.row(`SELECT count(*) AS count FROM events WHERE ${where.sql}`, where.parameters);
    // Sorting slim rows first and fetching the wide ones of the page keeps deep pages of a long log fast.
    const rows = await reader.rows(
      `SELECT ${EVENT_COLUMNS} FROM events JOIN
         (SELECT seq, row_number() OVER () AS place FROM
           (SELECT seq FROM events WHERE ${where.sql} ORDER BY ${ORDER_BY[order]} LIMIT ${limit} OFFSET ${offset})) USING (seq)
       ORDER BY place`,
      where.parameters,
    );
    return {
      rows: rows.map(eventRow),
      matching: number(matching?.count),
      total: number(totals?.total),
      newest,
    };
  },
  'events.newer': async ({ workspace, filter = {}, order = 'arrival', after }, context) => {
    const where = eventsWhere(filter, order, { after });
    const row = await context
      .store(workspace)
      .database.reader.row(`SELECT count(*) AS count FROM events WHERE ${where.sql}`, where.parameters);
    return { count: number(row?.count) };
  },
  'events.types': async ({ workspace }, context) => {
    const rows = await context
      .store(workspace)
      .database.reader.rows('SELECT type, count(*) AS count FROM events GROUP BY type ORDER BY count DESC, type');
    return rows.map((row) => ({ type: text(row.type), count: number(row.count) }));
  },
  'events.get': async ({ workspace, uid }, context) => {
    const { reader } = context.store(workspace).database;
    const row = await reader.row(`SELECT ${EVENT_COLUMNS}, json FROM events WHERE uid = $1`, [uid]);
    if (row === undefined) {
      throw new AppError({
        code: 'event_unknown',
        message: 'This event is not in the log.',
        action: 'Look it up at the service by its uid.',
      });
    }
    const held = await reader.rows(
      `SELECT ${DELIVERY_COLUMNS} FROM ${DELIVERIES} WHERE id IN (SELECT delivery FROM delivery_events WHERE uid = $1) ORDER BY id`,
      [uid],
    );
    const event = eventRow(row);
    const [before, after] = await neighbours(reader, row);
    return {
      ...event,
      json: text(row.json),
      unknownMembers: unknownMembers(text(row.json)),
      heldBy: held.map(deliveryRow),
      before: before.map(eventRow).reverse(),
      after: after.map(eventRow),
      ...(await storeIds(reader, event.authorization, event.meter)),
    };
  },
  'events.export': ({ workspace, file, format, rawText, filter = {}, order = 'arrival' }, context) =>
    exportEvents(context.store(workspace).database, { file, format, rawText, filter, order, signal: context.signal }),
  'events.summary': ({ workspace, since }, context) => summary(context.store(workspace).database.reader, since),
  'deliveries.list': async ({ workspace, verdict = 'all', offset = 0, limit = 200 }, context) => {
    const { reader } = context.store(workspace).database;
    const where = { all: 'true', good: "verdict = 'good'", bad: "verdict <> 'good'" }[verdict];
    const matching = await reader.row(`SELECT count(*) AS count FROM deliveries WHERE ${where}`);
    const rows = await reader.rows(
      `SELECT ${DELIVERY_COLUMNS} FROM ${DELIVERIES} WHERE ${where} ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`,
    );
    return { rows: rows.map(deliveryRow), matching: number(matching?.count) };
  },
  'deliveries.get': async ({ workspace, id }, context) => {
    const { reader } = context.store(workspace).database;
    const row = await reader.row(
      `SELECT ${DELIVERY_COLUMNS}, sha256, headers, octet_length(body) AS kept FROM ${DELIVERIES} WHERE id = $1`,
      [id],
    );
    if (row === undefined) throw deliveryUnknown();
    const uids = await reader.rows('SELECT uid FROM delivery_events WHERE delivery = $1 ORDER BY ordinal', [id]);
    const bytes = await bodyOf(reader, id);
    return {
      ...deliveryRow(row),
      sha256: text(row.sha256),
      headers: headersOf(row),
      body: new TextDecoder().decode(bytes.subarray(0, BODY_SHOWN)),
      bodyCut: number(row.bytes) > Math.min(bytes.length, BODY_SHOWN),
      uids: uids.map((held) => text(held.uid)),
    };
  },
  'deliveries.setForwards': ({ workspace, forwards }, context) =>
    writeEvents(context.store(workspace), async (connection) => {
      // One upsert holds a delivery once: of several answers the last.
      const last = new Map(forwards.map((forward) => [forward.delivery, forward]));
      await connection.run(
        `INSERT OR REPLACE INTO forwards
         SELECT (r->>'delivery')::BIGINT, r->>'url', (r->>'at')::BIGINT, (r->>'status')::INTEGER, r->>'error', r->>'body',
           (r->>'durationMs')::DOUBLE
         FROM (SELECT unnest($1::JSON::JSON[]) AS r)`,
        [JSON.stringify([...last.values()])],
      );
      return undefined;
    }),
  'deliveries.lastGood': async ({ workspace }, context) => {
    const row = await context
      .store(workspace)
      .database.reader.row("SELECT max(id) AS id FROM deliveries WHERE verdict = 'good' AND NOT rehearsal");
    return optionalNumber(row?.id);
  },
  'deliveries.raw': async ({ workspace, id }, context) => {
    const { reader } = context.store(workspace).database;
    const row = await reader.row('SELECT headers, answer FROM deliveries WHERE id = $1', [id]);
    if (row === undefined) throw deliveryUnknown();
    return { headers: headersOf(row), body: await bodyOf(reader, id), answer: number(row.answer) };
  },
} satisfies SomeHandlers;

async function bodyOf(reader: Connection, id: number): Promise<Uint8Array> {
  // As base64: a row's cells are plain values, and bytes are none of them.
  const row = await reader.row('SELECT to_base64(body) AS body FROM deliveries WHERE id = $1', [id]);
  return Uint8Array.from(Buffer.from(text(row?.body), 'base64'));
}

/** Events of the same meter (else of the same authorization, else form) right before and after, in the order they happened. */
async function neighbours(reader: Connection, row: Row): Promise<[Row[], Row[]]> {
  const column = ['meter_uid', 'authorization_uid', 'form_uid'].find((name) => row[name] !== null);
  if (column === undefined) return [[], []];
  const place = '(coalesce(happened_at, arrived_at * 1000), seq)';
  const here = [row[column] ?? null, number(row.happened_at ?? number(row.arrived_at) * 1000), number(row.seq)];
  const side = (comparison: string, direction: string) =>
    reader.rows(
      `SELECT ${EVENT_COLUMNS} FROM events WHERE ${column} = $1 AND ${place} ${comparison} ($2::BIGINT, $3::BIGINT)
       ORDER BY ${place} ${direction} LIMIT ${NEIGHBOURS}`,
      here,
    );
  return [await side('<', 'DESC'), await side('>', 'ASC')];
}

/** Ids of what the event is about, where a sync has brought it; links lead there. */
async function storeIds(
  reader: Connection,
  authorization: string | undefined,
  meter: string | undefined,
): Promise<{ usagePointId: string | undefined; authorizationId: string | undefined }> {
  const points =
    meter === undefined
      ? undefined
      : await reader.row(
          'SELECT id FROM usage_points WHERE uid = $1 ORDER BY (authorization_uid IS NOT DISTINCT FROM $2) DESC, id LIMIT 1',
          [meter, authorization],
        );
  const grants =
    authorization === undefined
      ? undefined
      : await reader.row('SELECT id FROM authorizations WHERE uid = $1 ORDER BY id LIMIT 1', [authorization]);
  return { usagePointId: optionalText(points?.id), authorizationId: optionalText(grants?.id) };
}

async function summary(reader: Connection, since: number): Promise<EventSummary> {
  const log = await reader.row('SELECT count(*) AS total, coalesce(max(seq), 0) AS newest FROM events');
  const heard = await reader.row('SELECT arrived_at, way FROM events ORDER BY arrived_at DESC, seq DESC LIMIT 1');
  const bad = await reader.row(
    `SELECT count(*) AS count, max(received_at) AS last, arg_max(reason, received_at) AS reason FROM deliveries
     WHERE verdict IN ('wrong_signature', 'missing_salt', 'missing_signature') AND NOT rehearsal AND received_at >= $1`,
    [since],
  );
  return {
    total: number(log?.total),
    newest: number(log?.newest),
    lastHeard: heard && { at: number(heard.arrived_at), way: text(heard.way) as ArrivalWay }, // written from an ArrivalWay
    holes: await readHoles(reader),
    signatureFailures: {
      count: number(bad?.count),
      lastAt: optionalNumber(bad?.last),
      lastReason: optionalText(bad?.reason),
    },
  };
}

function headersOf(row: Row): [string, string][] {
  return JSON.parse(text(row.headers)) as [string, string][]; // written by events.commit
}

function unknownMembers(json: string): string[] {
  const event: unknown = JSON.parse(json);
  if (typeof event !== 'object' || event === null) return [];
  return Object.keys(event).filter((member) => !EVENT_MEMBERS.includes(member));
}

function deliveryUnknown(): AppError {
  return new AppError({
    code: 'delivery_unknown',
    message: 'This delivery is no longer kept.',
    action: 'Only the newest of the refused deliveries are kept.',
  });
}
