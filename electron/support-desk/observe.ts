/** Looks at a test submission through the JSON API: referral -> authorization -> meters -> events. */
import type { ApiAuthorization, ApiEvent, ApiMeter } from '../jsonapi/index.ts';
import type { Observation, ObservedAuthorization, ObservedEvent, ObservedMeter, ObservedNote } from './observation.ts';
import type { Looks } from './shared-looks.ts';

/** Pages of the events list that one look reads at most; the events of a run are among the newest. */
const MAX_EVENT_PAGES = 5;

/**
 * Looks once and answers what is known now; `changedAt` moves only when something differs from `before`.
 * @param collected meters that a collection was triggered for, undefined before it was
 * @throws AppError of the JSON API
 */
export async function observe(
  looks: Looks,
  before: Observation,
  collected: string[] | undefined,
  now: () => number,
  signal: AbortSignal,
): Promise<Observation> {
  const authorization = await findAuthorization(looks, before, signal);
  // Events before meters: what an event tells has then already happened to the meters that are read after it.
  const events = authorization ? await eventsOf(looks, authorization.uid, before.events, signal) : [];
  const meters = authorization ? await looks.meters(authorization.uid, signal) : [];
  const after: Observation = {
    ...before,
    seenAt: now(),
    authorization: authorization && observedAuthorization(authorization),
    meters: meters.map(observedMeter),
    events,
    collected,
  };
  return fingerprint(after) === fingerprint(before) ? after : { ...after, changedAt: after.seenAt };
}

async function findAuthorization(
  looks: Looks,
  before: Observation,
  signal: AbortSignal,
): Promise<ApiAuthorization | undefined> {
  if (before.authorization) return await looks.authorization(before.authorization.uid, signal);
  if (before.referral === undefined) return undefined;
  return await looks.authorizationOfReferral(before.referral, signal);
}

/** The list comes newest first, so reading stops at a page that brings nothing new. */
async function eventsOf(
  looks: Looks,
  authorization: string,
  known: readonly ObservedEvent[],
  signal: AbortSignal,
): Promise<ObservedEvent[]> {
  const byUid = new Map(known.map((event) => [event.uid, event]));
  let page = await looks.events(undefined, signal);
  for (let read = 1; ; read += 1) {
    const own = page.items.filter((event) => event.authorization_uid === authorization);
    const fresh = own.filter((event) => !byUid.has(event.uid));
    for (const event of fresh) byUid.set(event.uid, observedEvent(event));
    const reachedKnown = own.length > fresh.length;
    if (reachedKnown || page.next === undefined || read >= MAX_EVENT_PAGES) break;
    page = await looks.events(page.next, signal);
  }
  return [...byUid.values()].sort((a, b) => compareStamps(a.ts, b.ts));
}

/** ISO stamps of one service sort by time as text when offset and precision agree; else by what Date can tell. */
function compareStamps(a: string, b: string): number {
  const difference = Date.parse(a) - Date.parse(b);
  return difference !== 0 && !Number.isNaN(difference) ? difference : a < b ? -1 : a > b ? 1 : 0;
}

/** An authorization of the JSON API in the terms of a run. */
export function observedAuthorization(authorization: ApiAuthorization): ObservedAuthorization {
  return {
    uid: authorization.uid,
    status: authorization.status ?? 'unknown',
    message: authorization.status_message ?? undefined,
    revoked: authorization.is_revoked ?? false,
    expired: authorization.is_expired ?? false,
    notes: observedNotes(authorization.notes),
    raw: authorization,
  };
}

function observedMeter(meter: ApiMeter): ObservedMeter {
  return {
    uid: meter.uid,
    status: meter.status ?? 'unknown',
    message: meter.status_message ?? undefined,
    notes: observedNotes(meter.notes),
    bills: meter.bill_count ?? 0,
    intervals: meter.interval_count ?? 0,
    raw: meter,
  };
}

function observedNotes(notes: ApiMeter['notes']): ObservedNote[] {
  return (notes ?? []).map((note) => ({
    type: note.type ?? 'unknown',
    message: note.msg ?? undefined,
    at: note.ts ?? undefined,
    eta: note.eta ?? undefined,
  }));
}

function observedEvent(event: ApiEvent): ObservedEvent {
  return { uid: event.uid, type: event.type, ts: event.ts, meter: event.meter_uid ?? undefined, raw: event };
}

function fingerprint({ authorization, meters, events, collected }: Observation): string {
  return JSON.stringify([authorization, meters, events.length, collected]);
}
