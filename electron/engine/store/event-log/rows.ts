/** Reading the event log: filters as SQL, rows as the contract has them. */
import type { ArrivalWay, DeliveryRow, EventFilter, EventOrder, EventRow, Forward } from '#shared/contract/events.ts';
import type { Parameter, Row } from '../database.ts';
import { number, optionalNumber, optionalText, text } from '../row.ts';

/** Everything of an event but its JSON. */
export const EVENT_COLUMNS =
  'seq, uid, type, ts, happened_at, arrived_at, way, late, late_us, hole, signed, listed_at, denied_at, deliveries, delivered, authorization_uid, meter_uid, form_uid';
export const DELIVERY_COLUMNS =
  'id, received_at, verdict, reason, answer, bytes, events, fresh, rehearsal, duration_ms, url, sent_at, status, error, said, took_ms';
/** Deliveries with how they were posted on, where they were. */
export const DELIVERIES = 'deliveries LEFT JOIN forwards ON forwards.delivery = deliveries.id';

/**
 * Newest first. Events without a readable time stand where they arrived at the end. Arrivals stand as they were kept (`seq`), whatever
 * the computer's clock said. What one poll brings has one time of arrival and stands together: kept page by page from the newest
 * down, its oldest would else be on top.
 */
export const ORDER_BY: Record<EventOrder, string> = {
  arrival: `CASE WHEN way = 'poll' THEN max(seq) OVER (PARTITION BY way, arrived_at) ELSE seq END DESC,
    CASE WHEN way = 'poll' THEN happened_at END DESC NULLS LAST, seq DESC`,
  happened: 'happened_at DESC NULLS LAST, seq DESC',
};

/** No answer of the service's API held it. */
export const UNCONFIRMED = 'listed_at IS NULL';

const VERDICTS: Record<NonNullable<EventFilter['verdict']>, string> = {
  signed: 'signed',
  unsigned: 'NOT signed',
  late: 'late',
  hole: 'hole',
  repeated: 'deliveries > 1',
  undelivered: 'delivered = false',
  denied: `denied_at IS NOT NULL AND ${UNCONFIRMED}`,
};

/** A WHERE clause (without the word) with its parameters; `true` where nothing narrows. */
export function eventsWhere(
  filter: EventFilter,
  order: EventOrder,
  range: { upTo?: number | undefined; after?: number | undefined } = {},
): { sql: string; parameters: Parameter[] } {
  const conditions: string[] = [];
  const parameters: Parameter[] = [];
  const bind = (value: Parameter) => {
    parameters.push(value);
    return `$${parameters.length}`;
  };
  const oneOf = (column: string, values: readonly string[] | undefined) => {
    if (values !== undefined && values.length > 0) conditions.push(`${column} IN (${values.map(bind).join(', ')})`);
  };
  oneOf('type', filter.types);
  oneOf('way', filter.ways);
  if (filter.object) {
    const uid = bind(filter.object);
    conditions.push(`(authorization_uid = ${uid} OR meter_uid = ${uid} OR form_uid = ${uid} OR uid = ${uid})`);
  }
  if (filter.verdict) conditions.push(VERDICTS[filter.verdict]);
  if (filter.text) conditions.push(`contains(lower(json), lower(${bind(filter.text)}))`);
  // Arrival is kept in milliseconds, what happened in microseconds.
  const [column, scale] = order === 'arrival' ? ['arrived_at', 1] : ['happened_at', 1000];
  if (filter.from !== undefined) conditions.push(`${column} >= ${bind(filter.from * scale)}`);
  if (filter.to !== undefined) conditions.push(`${column} < ${bind(filter.to * scale)}`);
  if (range.upTo !== undefined) conditions.push(`seq <= ${bind(range.upTo)}`);
  if (range.after !== undefined) conditions.push(`seq > ${bind(range.after)}`);
  return { sql: conditions.length > 0 ? conditions.join(' AND ') : 'true', parameters };
}

export function eventRow(row: Row): EventRow {
  const lateUs = optionalNumber(row.late_us);
  return {
    seq: number(row.seq),
    uid: text(row.uid),
    type: text(row.type),
    ts: text(row.ts),
    happenedAt: optionalNumber(row.happened_at),
    arrivedAt: number(row.arrived_at),
    way: text(row.way) as ArrivalWay, // written by events.commit from an ArrivalWay
    late: row.late === true,
    lateMs: lateUs === undefined ? undefined : Math.round(lateUs / 1000),
    hole: row.hole === true,
    signed: row.signed === true,
    listedAt: optionalNumber(row.listed_at),
    deniedAt: optionalNumber(row.denied_at),
    deliveries: number(row.deliveries),
    delivered: typeof row.delivered === 'boolean' ? row.delivered : undefined,
    authorization: optionalText(row.authorization_uid),
    meter: optionalText(row.meter_uid),
    form: optionalText(row.form_uid),
  };
}

export function deliveryRow(row: Row): DeliveryRow {
  return {
    id: number(row.id),
    at: number(row.received_at),
    verdict: text(row.verdict) as DeliveryRow['verdict'], // written by events.commit from a DeliveryVerdict
    reason: text(row.reason),
    answer: number(row.answer),
    bytes: number(row.bytes),
    events: number(row.events),
    fresh: number(row.fresh),
    rehearsal: row.rehearsal === true,
    durationMs: number(row.duration_ms),
    forward: row.sent_at === null ? undefined : forwardOf(row),
  };
}

function forwardOf(row: Row): Forward {
  return {
    at: number(row.sent_at),
    url: text(row.url),
    status: optionalNumber(row.status),
    error: optionalText(row.error),
    body: text(row.said),
    durationMs: number(row.took_ms),
  };
}
