/**
 * What runs ask of the service, gathered: many runs that look at the same time share their requests, so that following a
 * hundred runs costs the service a few requests a look and not a few hundred ("other things once a second").
 */
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

/** @param gatherMs questions within so many milliseconds share a request */
export function sharedLooks(api: JsonApiClient, gatherMs: number): Looks {
  const authorization = gathered(gatherMs, QUERY_KEYS, async (uids: string[]) => {
    const { items } = await api.authorizations({ uids });
    return new Map(items.map((item) => [item.uid, item]));
  });
  const byReferral = gathered(gatherMs, QUERY_KEYS, async (referrals: string[]) => {
    const { items } = await api.authorizations({ referrals });
    const found = new Map<string, ApiAuthorization>();
    for (const item of items) for (const referral of item.referrals ?? []) found.set(referral, item);
    // A service that does not repeat the referrals has still answered the only one that was asked.
    const [only] = referrals;
    if (only !== undefined && referrals.length === 1 && items[0]) found.set(only, items[0]);
    return found;
  });
  const meters = gathered(gatherMs, QUERY_KEYS, async (authorizations: string[]) => {
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
  const events = gathered(gatherMs, 1, async ([next = '']: string[]) => {
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

interface Waiting<V> {
  resolve: (value: V | undefined) => void;
  reject: (error: unknown) => void;
}

/** Gathers keys for a moment and asks for all of them at once. Who gives up stops waiting; the others still get theirs. */
function gathered<V>(
  ms: number,
  most: number,
  ask: (keys: string[]) => Promise<ReadonlyMap<string, V>>,
): (key: string, signal: AbortSignal) => Promise<V | undefined> {
  let waiting = new Map<string, Waiting<V>[]>();
  const send = () => {
    const asked = waiting;
    waiting = new Map();
    const keys = [...asked.keys()];
    for (let start = 0; start < keys.length; start += most) {
      const some = keys.slice(start, start + most);
      const each = (act: (one: Waiting<V>, key: string) => void) => {
        for (const key of some) for (const one of asked.get(key) ?? []) act(one, key);
      };
      ask(some).then(
        (answers) => each((one, key) => one.resolve(answers.get(key))),
        (error) => each((one) => one.reject(error)),
      );
    }
  };
  return (key, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const giveUp = () => reject(signal.reason);
      signal.addEventListener('abort', giveUp, { once: true });
      // A run has one signal for all the looks of its life: each takes its listener away again.
      const done =
        <T>(settle: (value: T) => void) =>
        (value: T) => {
          signal.removeEventListener('abort', giveUp);
          settle(value);
        };
      if (waiting.size === 0) setTimeout(send, ms);
      waiting.set(key, [...(waiting.get(key) ?? []), { resolve: done(resolve), reject: done(reject) }]);
    });
}
