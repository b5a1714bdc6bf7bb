/** Looks at a test submission through the JSON API: referral -> authorization -> meters -> events. */
import type { ApiAuthorization, ApiMeter } from '../jsonapi/index.ts';
import {
  hasEnded,
  type Observation,
  type ObservedAuthorization,
  type ObservedMeter,
  type ObservedNote,
  type Sharing,
} from './observation.ts';
import { readEvents } from './read-events.ts';
import type { Found, Looks } from './shared-looks.ts';

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
  // What is quiet is counted from when it was asked: a computer that sleeps before the answers are read proves no quiet.
  const askedAt = now();
  const found = await findAuthorization(looks, before, signal);
  const authorization = found.authorization ? observedAuthorization(found.authorization) : before.authorization;
  // Events before meters: what an event announces has then already happened to the meters that are read after it.
  const told = authorization && (await readEvents(looks, authorization, before, signal));
  const listed = authorization ? await looks.meters(authorization.uid, signal) : { items: [], unread: [], foreign: [] };
  // A Meter object names one authorization: where that is another one by now, events tell that it is ours as well.
  const own = new Set(told?.events.map((event) => event.meter));
  const named = listed.foreign.filter((meter) => own.has(meter.uid));
  const foreign = listed.foreign.filter((meter) => !own.has(meter.uid)).map((meter) => meter.uid);
  const after: Observation = {
    ...before,
    seenAt: askedAt,
    authorization,
    statusBeforeEnd: hasEnded(authorization) ? before.statusBeforeEnd : authorization?.status,
    lost: authorization !== undefined && found.authorization === undefined,
    unread: { authorizations: found.unread, meters: listed.unread },
    meters: [...listed.items, ...named].map(observedMeter),
    foreign,
    events: told?.events ?? [],
    unclaimed: told?.unclaimed ?? [],
    sharing: withNamed(told?.sharing ?? [], named),
    eventsCut: told?.cut ?? false,
    collected,
  };
  return fingerprint(after) === fingerprint(before) ? after : { ...after, changedAt: now() };
}

async function findAuthorization(looks: Looks, before: Observation, signal: AbortSignal): Promise<Found> {
  if (before.authorization) return await looks.authorization(before.authorization.uid, signal);
  if (before.referral === undefined) return { authorization: undefined, unread: [] };
  return await looks.authorizationOfReferral(before.referral, signal);
}

function withNamed(sharing: Sharing[], named: readonly ApiMeter[]): Sharing[] {
  const more = named.filter(({ uid }) => !sharing.some((one) => one.meter === uid));
  return [
    ...sharing,
    ...more.map(({ uid, authorization_uid }) => ({
      meter: uid,
      authorization: authorization_uid ?? '',
      started: false,
    })),
  ];
}

/** An authorization of the JSON API in the terms of a run. */
export function observedAuthorization(authorization: ApiAuthorization): ObservedAuthorization {
  return {
    uid: authorization.uid,
    status: authorization.status ?? undefined,
    message: authorization.status_message ?? undefined,
    revoked: authorization.is_revoked ?? undefined,
    expired: authorization.is_expired ?? undefined,
    notes: observedNotes(authorization.notes),
    raw: authorization,
  };
}

function observedMeter(meter: ApiMeter): ObservedMeter {
  return {
    uid: meter.uid,
    status: meter.status ?? undefined,
    message: meter.status_message ?? undefined,
    notes: observedNotes(meter.notes),
    bills: meter.bill_count ?? undefined,
    intervals: meter.interval_count ?? undefined,
    raw: meter,
  };
}

function observedNotes(notes: ApiMeter['notes']): ObservedNote[] | undefined {
  return notes?.map((note) => ({
    type: note.type ?? 'a note of no type',
    message: note.msg ?? undefined,
    at: note.ts ?? undefined,
    eta: note.eta ?? undefined,
    raw: note,
  }));
}

function fingerprint({
  authorization,
  lost,
  unread,
  meters,
  events,
  unclaimed,
  sharing,
  collected,
}: Observation): string {
  return JSON.stringify([
    authorization,
    lost ?? false,
    unread?.authorizations ?? [],
    unread?.meters ?? [],
    meters,
    events.length,
    unclaimed?.length ?? 0,
    sharing ?? [],
    collected,
  ]);
}
