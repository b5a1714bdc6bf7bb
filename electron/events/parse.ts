/** What the service sends as events, read tolerantly: unknown types and members are kept, odd values cost only themselves. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseEventTime } from '#shared/event-types.ts';
import type { IncomingEvent } from '../engine/index.ts';

/** Specification 2.2 and the events list: an object with a list; `next` is null or a URL, or whatever comes. */
const envelope = z.looseObject({ events: z.array(z.unknown()) });

const text = z.string().min(1).max(300).optional().catch(undefined);

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

/** The elements of a webhook body or of a page of the list; undefined where it is none. */
export function eventsOf(document: unknown): unknown[] | undefined {
  return envelope.safeParse(document).data?.events;
}

/**
 * One event as the store keeps it; undefined for what is no object. One without a uid gets one out of its content, so
 * that it is kept once as well.
 */
function incomingEvent(value: unknown): IncomingEvent | undefined {
  const parsed = event.safeParse(value);
  if (!parsed.success) return undefined;
  const { uid, type, ts, delivery_method, delivery_target, is_delivered } = parsed.data;
  const json = JSON.stringify(value);
  return {
    uid: uid ?? `no-uid-${createHash('sha256').update(json).digest('hex').slice(0, 24)}`,
    type: type ?? '(no type)',
    ts: ts ?? '',
    happenedAt: ts === undefined ? undefined : parseEventTime(ts),
    delivered: is_delivered,
    authorization: parsed.data.authorization_uid,
    meter: parsed.data.meter_uid,
    form: parsed.data.form_uid,
    addressed: delivery_method === 'webhook' || delivery_target !== undefined,
    json,
  };
}

/** All events of a list; what is no object is left out and counted. */
export function incomingEvents(values: readonly unknown[]): { events: IncomingEvent[]; odd: number } {
  const events = values.flatMap((value) => incomingEvent(value) ?? []);
  return { events, odd: values.length - events.length };
}

/**
 * True where brackets are nested deeper than `limit`. Looked at before JSON.parse, because whatever walks the result
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
