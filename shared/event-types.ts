/**
 * What is known about the events of the service: types, what they are about, which answers in the window they make stale.
 * The list is open (specification 6.1): everything here has an answer for a type that it does not know.
 */

/** What an event's members say it is about. */
type EventSubject = 'nothing' | 'form' | 'authorization' | 'meter';

/** Areas of the store that a window asks for again (`store.changed`). */
export type RefreshArea = 'authorizations' | 'usagePoints' | 'series' | 'readings' | 'bills' | 'customers';

/** How an event reads at a glance: something went well, went wrong, waits, or just happened. */
type EventTone = 'good' | 'bad' | 'waiting' | 'plain';

export interface EventTypeFact {
  subject: EventSubject;
  /** One short sentence for people. */
  says: string;
  tone: EventTone;
  refreshes: readonly RefreshArea[];
  /** False where only other clients have seen it (service-facts.md), not the specification. */
  specified: boolean;
}

function fact(
  subject: EventSubject,
  tone: EventTone,
  says: string,
  refreshes: readonly RefreshArea[] = [],
  specified = true,
): EventTypeFact {
  return { subject, tone, says, refreshes, specified };
}

const AUTHORIZATION = ['authorizations'] as const;
const METER = ['usagePoints'] as const;
const GONE = ['authorizations', 'usagePoints', 'series', 'readings', 'bills'] as const;

const FACTS: Readonly<Record<string, EventTypeFact>> = {
  ping: fact('nothing', 'plain', 'A test of the webhook'),
  form_created: fact('form', 'plain', 'A form was created'),
  authorization_created: fact('authorization', 'plain', 'A customer submitted an authorization', AUTHORIZATION),
  authorization_declined: fact('authorization', 'bad', 'A customer declined', AUTHORIZATION),
  authorization_renewed: fact('authorization', 'good', 'Submitted again or extended', AUTHORIZATION),
  authorization_update_started: fact('authorization', 'plain', 'Verification started', AUTHORIZATION),
  authorization_update_delayed: fact('authorization', 'waiting', 'Waits on the utility or the customer', AUTHORIZATION),
  authorization_update_progress: fact('authorization', 'plain', 'The update made progress', AUTHORIZATION),
  authorization_update_finished_successful: fact('authorization', 'good', 'Verified, the meter list is up to date', [
    ...AUTHORIZATION,
    ...METER,
    'customers',
  ]),
  authorization_update_finished_errored: fact('authorization', 'bad', 'The update ended with errors', AUTHORIZATION),
  authorization_expired: fact('authorization', 'bad', 'Expired; nothing more can be collected', GONE),
  authorization_revoked: fact('authorization', 'bad', 'Revoked; its data was deleted at the service', GONE),
  meter_created: fact('meter', 'good', 'A meter was found', [...AUTHORIZATION, ...METER]),
  meter_bills_added: fact('meter', 'good', 'New bills', ['bills', ...METER]),
  meter_intervals_added: fact('meter', 'good', 'New intervals', ['readings', 'series', ...METER]),
  meter_historical_collection_started: fact('meter', 'plain', 'Collection started', METER),
  meter_historical_collection_delayed: fact('meter', 'waiting', 'Collection waits on utility or customer', METER),
  meter_historical_collection_retrying: fact('meter', 'waiting', 'Collection failed and is tried again', METER),
  meter_historical_collection_progress: fact('meter', 'plain', 'Collection is under way', METER),
  meter_historical_collection_finished_successful: fact('meter', 'good', 'Collection complete', [
    ...METER,
    'bills',
    'readings',
    'series',
  ]),
  meter_historical_collection_finished_errored: fact('meter', 'bad', 'Collection ended with errors', [
    ...METER,
    'bills',
    'readings',
    'series',
  ]),
  authorization_update_retrying: fact('authorization', 'waiting', 'The update is tried again', AUTHORIZATION, false),
  authorization_expiring_soon: fact('authorization', 'waiting', 'Expires soon', AUTHORIZATION, false),
  authorization_update_finished_expired: fact('authorization', 'bad', 'The update found it expired', GONE, false),
  authorization_update_finished_revoked: fact('authorization', 'bad', 'The update found it revoked', GONE, false),
};

/** All types that have a fact, specified ones first. */
export const KNOWN_EVENT_TYPES: readonly string[] = Object.keys(FACTS);

/** The fact of a type; undefined for one that is new to this program. */
export function eventTypeFact(type: string): EventTypeFact | undefined {
  return Object.hasOwn(FACTS, type) ? FACTS[type] : undefined;
}

/** What an event is about, from the members that it carries. */
export interface EventReferences {
  authorization?: string | undefined;
  meter?: string | undefined;
  form?: string | undefined;
}

/** Which areas an event makes stale. A new type refreshes what its members point at. */
export function refreshedBy(type: string, about: EventReferences): readonly RefreshArea[] {
  const known = eventTypeFact(type);
  if (known) return known.refreshes;
  if (about.meter !== undefined) return ['usagePoints', 'authorizations'];
  return about.authorization === undefined ? [] : ['authorizations'];
}

/** Stands for the type of an event that names none. */
export const NO_TYPE = '(no type)';
/** Stands for the type of an entry that is no event at all (a text, a number, null). */
export const NO_EVENT = '(no event)';
/** Events without a uid get one from the log, which begins with this. */
export const NO_UID_PREFIX = 'no-uid-';

/** What of an event could not be read (section 2.1 promises all three); empty for a sound one. */
export function unreadableMembers(event: {
  uid: string;
  type: string;
  happenedAt?: number | undefined;
}): readonly string[] {
  if (event.type === NO_EVENT) return ['everything'];
  const isMissing: [boolean, string][] = [
    [event.uid.startsWith(NO_UID_PREFIX), 'uid'],
    [event.type === NO_TYPE, 'type'],
    [event.happenedAt === undefined, 'ts'],
  ];
  return isMissing.flatMap(([isSo, member]) => (isSo ? [member] : []));
}

/** Members of section 2.1; all others that an event carries are shown as they are. */
export const EVENT_MEMBERS: readonly string[] = [
  'uid',
  'type',
  'ts',
  'delivery_method',
  'delivery_target',
  'is_delivered',
  'authorization_uid',
  'meter_uid',
  'form_uid',
];

const INSTANT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:[.,](\d{1,9}))?(Z|[+-]\d\d(?::?\d\d)?)$/i;

/**
 * Epoch microseconds of an event's `ts` (section 2.1: ISO 8601 with microseconds and offset). Finer digits are cut.
 * Undefined for a text that is not an instant, or that has no offset: a guess would put the event in the wrong place.
 */
export function parseEventTime(text: string): number | undefined {
  const match = INSTANT.exec(text.trim());
  const [, clock, fraction, offset] = match ?? [];
  if (clock === undefined || offset === undefined) return undefined;
  const seconds = Date.parse(`${clock}${normalOffset(offset)}`);
  if (Number.isNaN(seconds)) return undefined;
  return seconds * 1000 + Number((fraction ?? '0').padEnd(6, '0').slice(0, 6));
}

function normalOffset(offset: string): string {
  if (offset === 'Z' || offset === 'z') return 'Z';
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0');
  return `${offset[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
