/** How events and deliveries are put into words. */
import type { ArrivalWay, DeliveryVerdict, EventRow } from '#shared/contract/events.ts';
import type { CallOutput } from '#shared/contract/index.ts';
import type { ErrorValue } from '#shared/errors.ts';
import { eventTypeFact, NO_EVENT, NO_TYPE } from '#shared/event-types.ts';
import { formatCount, formatCounted, formatDuration, formatServiceTime } from '../../ui/format.ts';

export const wayWords: Record<ArrivalWay, string> = {
  webhook: 'webhook',
  poll: 'poll',
  lookup: 'look-up',
  rehearsal: 'rehearsal',
};

export const verdictWords: Record<DeliveryVerdict, string> = {
  good: 'good',
  wrong_signature: 'wrong signature',
  missing_salt: 'salt missing',
  missing_signature: 'signature missing',
  not_utf8: 'not UTF-8',
  not_json: 'not JSON',
  too_deep: 'nested too deep',
  not_events: 'no events',
  no_secret: 'no secret here',
  forced: 'answer rehearsed',
};

/** A type as people read it: its words without underscores. */
export function typeWords(type: string): string {
  return type.replaceAll('_', ' ');
}

/** What a type means; says so where this program does not know it. */
export function typeMeaning(type: string): string {
  if (type === NO_EVENT) return 'A list entry that is not an event; it is kept as received.';
  if (type === NO_TYPE) return 'An event without a type; it is kept as received.';
  const known = eventTypeFact(type);
  if (!known) return 'A type that this version does not know; it is kept as received.';
  return known.specified ? known.says : `${known.says} (seen in use, not in the specification)`;
}

const clock = new Intl.DateTimeFormat('en-CA', {
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});

/** When an event arrived, in the computer's own zone, to the millisecond. */
export function arrivalTime(epochMs: number): string {
  return clock.format(epochMs).replace(',', '');
}

/** Why an event counts as late; undefined where it does not. */
export function lateWords({ late, lateMs }: Pick<EventRow, 'late' | 'lateMs'>): string | undefined {
  if (!late || lateMs === undefined) return undefined;
  return `an event that happened ${formatDuration(lateMs)} later had arrived before it`;
}

/** When an event happened, in the service's own words. */
export function happenedTime({ ts }: Pick<EventRow, 'ts'>): string {
  return formatServiceTime(ts);
}

/** What an event is about, the most exact first. */
export function subjectOf({ meter, authorization, form }: EventRow): string {
  if (meter) return `meter ${meter}`;
  if (authorization) return `authorization ${authorization}`;
  return form ? `form ${form}` : '';
}

/** A delivery brought it, and the service said that it does not know it. */
export function isDenied({ deniedAt, listedAt }: EventRow): boolean {
  return deniedAt !== undefined && listedAt === undefined;
}

/** Whether the service's own API vouches for an event. */
export function confirmedWords(event: EventRow): string {
  if (event.listedAt !== undefined) return `yes, ${arrivalTime(event.listedAt)}`;
  if (event.way === 'rehearsal') return 'no: a rehearsal';
  return event.deniedAt === undefined
    ? 'not seen yet; the service is asked if no poll lists it'
    : `no: it did not know it, ${arrivalTime(event.deniedAt)}`;
}

/** What the service's answer to a look-up says of the event that was asked for. */
export function lookupWords({ isSame }: CallOutput<'events.lookup'>): string {
  return isSame
    ? 'The service confirms this event.'
    : 'The service answered with another event, so this one is not confirmed.';
}

type Marks = CallOutput<'events.markDelivered'>;

/** Why the service took none of the marks; undefined where it took one. */
export function markFailure(marks: Marks): ErrorValue | undefined {
  if (marks.some(({ ok }) => ok)) return undefined;
  return { code: 'not_marked', message: `Not marked as delivered: ${marks[0]?.error}` };
}

/** How many marks the service took, and why not the others. */
export function markedWords(marks: Marks): string {
  const failed = marks.filter(({ ok }) => !ok);
  const marked = `${formatCounted(marks.length - failed.length, 'event')} marked as delivered`;
  return failed.length === 0
    ? `${marked}.`
    : `${marked}; ${formatCount(failed.length)} could not be: ${failed[0]?.error}`;
}

/** A delivery's or event's JSON in lines; text that is no JSON stays as it is. */
export function prettyJson(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), undefined, 2);
  } catch {
    return json;
  }
}
