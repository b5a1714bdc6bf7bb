/**
 * What runs ask of the service, gathered: many runs that look at the same time share their requests, so that following a
 * hundred runs costs the service a few requests a look and not a few hundred ("other things once a second").
 */
import { batched } from '#shared/batched.ts';
import type { ApiAuthorization, ApiEvent, ApiMeter, JsonApiClient } from '../jsonapi/index.ts';

export interface Looks {
  authorization(uid: string, signal: AbortSignal): Promise<ApiAuthorization | undefined>;
  authorizationOfReferral(referral: string, signal: AbortSignal): Promise<ApiAuthorization | undefined>;
  meters(authorization: string, signal: AbortSignal): Promise<ApiMeter[]>;
  /** A page of the events, newest first; the first one without `next`. */
  events(next: string | undefined, signal: AbortSignal): Promise<EventPage>;
}

export interface EventPage {
  items: ApiEvent[];
  next: string | undefined;
}

/** Keys that go into one query string. */
const QUERY_KEYS = 50;

/** @param gatherMs questions that come within this time share a request */
export function sharedLooks(api: JsonApiClient, gatherMs: number): Looks {
  const authorization = batched(gatherMs, QUERY_KEYS, async (uids: string[]) => {
    const { items } = await api.authorizations({ uids });
    return new Map(items.map((item) => [item.uid, item]));
  });
  const byReferral = batched(gatherMs, QUERY_KEYS, async (referrals: string[]) => {
    const { items } = await api.authorizations({ referrals });
    const found = new Map<string, ApiAuthorization>();
    for (const item of items) for (const referral of item.referrals ?? []) found.set(referral, item);
    // A service that does not repeat the referrals has still answered the only one that was asked.
    const [only] = referrals;
    if (only !== undefined && referrals.length === 1 && items[0]) found.set(only, items[0]);
    return found;
  });
  const meters = batched(gatherMs, QUERY_KEYS, async (authorizations: string[]) => {
    const found = new Map<string, ApiMeter[]>(authorizations.map((uid) => [uid, []]));
    const [only] = authorizations;
    let page = await api.meters({ authorizations });
    for (;;) {
      for (const meter of page.items) {
        const owner = authorizations.length === 1 ? only : meter.authorization_uid;
        found.get(owner ?? '')?.push(meter);
      }
      if (page.next === undefined) return found;
      page = await api.meters({ next: page.next });
    }
  });
  const events = batched(gatherMs, 1, async ([next = '']: string[]) => {
    const page = await api.events(next === '' ? {} : { next });
    return new Map<string, EventPage>([[next, page]]);
  });
  return {
    authorization,
    authorizationOfReferral: byReferral,
    meters: async (uid, signal) => (await meters(uid, signal)) ?? [],
    events: async (next, signal) => (await events(next ?? '', signal)) ?? { items: [], next: undefined },
  };
}
