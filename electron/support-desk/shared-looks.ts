/**
 * What runs ask of the service, gathered: many runs that look at the same time share their requests, so that following a
 * hundred runs costs the service a few requests a look and not a few hundred ("other things once a second").
 */
import { batched } from '#shared/batched.ts';
import {
  type ApiAuthorization,
  type ApiEvent,
  type ApiMeter,
  type JsonApiClient,
  type Page,
  pageWalk,
} from '../jsonapi/index.ts';

/** An authorization, and why entries of the answer could not be read where it was not found. */
export interface Found {
  authorization: ApiAuthorization | undefined;
  unread: string[];
}

export interface FoundMeters {
  items: ApiMeter[];
  /** Why entries could not be read. */
  unread: string[];
  /** Listed as well, and of another authorization as they say themselves. */
  foreign: ApiMeter[];
}

export interface Looks {
  authorization(uid: string, signal: AbortSignal): Promise<Found>;
  authorizationOfReferral(referral: string, signal: AbortSignal): Promise<Found>;
  meters(authorization: string, signal: AbortSignal): Promise<FoundMeters>;
  /** A page of the events, newest first; the first one without `next`. */
  events(next: string | undefined, signal: AbortSignal): Promise<EventPage>;
}

export type EventPage = Page<ApiEvent>;

/** Keys that go into one query string. */
const QUERY_KEYS = 50;

/** @param gatherMs questions that come within this time share a request */
export function sharedLooks(api: JsonApiClient, gatherMs: number): Looks {
  const byUid = async (uids: string[]) => {
    const { items, broken } = await api.authorizations({ uids });
    const found = new Map(items.map((item) => [item.uid, item]));
    return foundEach(uids, found, broken);
  };
  const byReferral = async (referrals: string[]): Promise<Map<string, Found>> => {
    const { items, broken } = await api.authorizations({ referrals });
    const found = new Map<string, ApiAuthorization>();
    for (const item of items) for (const referral of item.referrals ?? []) found.set(referral, item);
    const [only] = referrals;
    const silent = items.find((item) => item.referrals == null);
    // An authorization that does not repeat its referrals is the answer to the only one that was asked.
    if (silent && referrals.length > 1) return await oneByOne(referrals, byReferral);
    if (silent && only !== undefined && !found.has(only)) found.set(only, silent);
    return foundEach(referrals, found, broken);
  };
  const ofAuthorizations = async (uids: string[]): Promise<Map<string, FoundMeters>> => {
    const found = new Map<string, FoundMeters>(uids.map((uid) => [uid, { items: [], unread: [], foreign: [] }]));
    const [only = ''] = uids;
    const following = pageWalk();
    for (let page = await api.meters({ authorizations: uids }); ; ) {
      const strange = page.broken.length > 0 || page.items.some((meter) => !found.has(meter.authorization_uid ?? ''));
      if (strange && uids.length > 1) return await oneByOne(uids, ofAuthorizations);
      for (const { issues } of page.broken) found.get(only)?.unread.push(issues.join('; '));
      for (const meter of page.items) {
        const owner = found.get(meter.authorization_uid ?? only);
        if (owner) owner.items.push(meter);
        else found.get(only)?.foreign.push(meter);
      }
      const next = following(
        page.next,
        page.items.map(({ uid }) => uid),
      );
      if (next === undefined) return found;
      page = await api.meters({ next });
    }
  };
  const events = batched(gatherMs, 1, async ([next = '']: string[]) => {
    const page = await api.events(next === '' ? {} : { next });
    return new Map<string, EventPage>([[next, page]]);
  });
  const authorization = batched(gatherMs, QUERY_KEYS, byUid);
  const referral = batched(gatherMs, QUERY_KEYS, byReferral);
  const meters = batched(gatherMs, QUERY_KEYS, ofAuthorizations);
  return {
    authorization: async (uid, signal) =>
      (await authorization(uid, signal)) ?? { authorization: undefined, unread: [] },
    authorizationOfReferral: async (code, signal) =>
      (await referral(code, signal)) ?? { authorization: undefined, unread: [] },
    meters: async (uid, signal) => (await meters(uid, signal)) ?? { items: [], unread: [], foreign: [] },
    events: async (next, signal) =>
      (await events(next ?? '', signal)) ?? { items: [], broken: [], entries: [], next: undefined },
  };
}

function foundEach(
  keys: readonly string[],
  found: ReadonlyMap<string, ApiAuthorization>,
  broken: Page<unknown>['broken'],
): Map<string, Found> {
  const unread = broken.map(({ issues }) => issues.join('; '));
  const entry = (key: string): Found => {
    const authorization = found.get(key);
    return { authorization, unread: authorization ? [] : unread };
  };
  return new Map(keys.map((key) => [key, entry(key)]));
}

/** Asks for each key alone: an answer that does not say what it is about can be only about that. */
async function oneByOne<V>(
  keys: readonly string[],
  ask: (keys: string[]) => Promise<ReadonlyMap<string, V>>,
): Promise<Map<string, V>> {
  const all = new Map<string, V>();
  for (const key of keys) for (const [name, value] of await ask([key])) all.set(name, value);
  return all;
}
