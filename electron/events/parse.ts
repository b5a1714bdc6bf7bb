/** What the service sends as events, read tolerantly: unknown types and members are kept, odd values cost only themselves. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { NO_EVENT, NO_TYPE, NO_UID_PREFIX, parseEventTime } from '#shared/event-types.ts';
import { wellFormedJson } from '#shared/well-formed.ts';
import type { IncomingEvent } from '../engine/index.ts';

/** Specification 2.2 and the events list: an object with a list; `next` is null or a URL, but anything is accepted. */
const envelope = z.looseObject({ events: z.array(z.unknown()) });

const text = z.string().min(1).max(300).refine(isStorable).optional().catch(undefined);

/**
 * Halves of surrogate pairs, NUL and a byte order mark in front do not come out of the database as they went in: a member
 * with one of them counts as missing. The event's own JSON and the body of its delivery have it.
 */
function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes('\0') && !value.startsWith('\ufeff');
}

/** Specification 2.1. Only being an object is required: a member of the wrong type counts as missing. */
const event = z.looseObject({
  uid: text,
  type: text,
  ts: text,
  delivery_method: text,
  delivery_target: text,
  is_delivered: z.boolean().optional().catch(undefined),
  authorization_uid: text,
  meter_uid: text,
  form_uid: text,
});

/** The elements of a webhook body or of a page of the list; undefined where the document is neither. */
export function eventsOf(document: unknown): unknown[] | undefined {
  return envelope.safeParse(document).data?.events;
}

/**
 * One event as the store keeps it. An event without a uid gets one out of its content, so that it is kept once, too; an
 * entry that is not an event is kept as it came, for a person to look at.
 */
function incomingEvent(value: unknown): IncomingEvent {
  const parsed = event.safeParse(value);
  const { uid, type, ts, delivery_method, delivery_target, is_delivered, authorization_uid, meter_uid, form_uid } =
    parsed.data ?? {};
  return {
    uid: uid ?? `${NO_UID_PREFIX}${createHash('sha256').update(identity(value)).digest('hex').slice(0, 24)}`,
    type: type ?? (parsed.success ? NO_TYPE : NO_EVENT),
    ts: ts ?? '',
    happenedAt: ts === undefined ? undefined : parseEventTime(ts),
    delivered: is_delivered,
    authorization: authorization_uid,
    meter: meter_uid,
    form: form_uid,
    addressed: delivery_method === 'webhook' || delivery_target !== undefined,
    json: unlessTooDeep(() => wellFormedJson(value)),
  };
}

/** What identifies an event without a uid. It stays the same event when it is delivered later. */
function identity(value: unknown): string {
  const lasting = typeof value === 'object' && value !== null ? { ...value, is_delivered: undefined } : value;
  return unlessTooDeep(() => JSON.stringify(lasting));
}

function unlessTooDeep(print: () => string): string {
  try {
    return print();
  } catch {
    // The API's answers are not limited in depth; a printer runs out of stack before the parser does.
    return '"(nested too deep to be kept)"';
  }
}

/** All entries of a list, in its order; `odd` counts those that are no events. */
export function incomingEvents(values: readonly unknown[]): { events: IncomingEvent[]; odd: number } {
  const events = values.map(incomingEvent);
  return { events, odd: events.filter(({ type }) => type === NO_EVENT).length };
}

/**
 * True where brackets are nested deeper than `limit`. Checked before JSON.parse, because any code that walks the result
 * (a schema, a printer) would run out of stack.
 */
export function isTooDeep(json: string, limit: number): boolean {
  let depth = 0;
  let inText = false;
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (inText) {
      if (code === 0x5c) index += 1;
      else if (code === 0x22) inText = false;
    } else if (code === 0x22) inText = true;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > limit) return true;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return false;
}
