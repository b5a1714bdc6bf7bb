/** Reads the events of a run from the list of all: its own, those that do not say whose they are, and who shares its meters. */
import type { ApiEvent } from '../jsonapi/index.ts';
import type { Observation, ObservedAuthorization, ObservedEvent, Sharing, UnclaimedEvent } from './observation.ts';
import type { EventPage, Looks } from './shared-looks.ts';
import { compareStamps } from './stamps.ts';

/** Pages that one look reads at most: up to 1,000 events each. */
const MAX_PAGES = 20;

interface EventsRead {
  /** Sorted by `ts`. */
  events: ObservedEvent[];
  unclaimed: UnclaimedEvent[];
  sharing: Sharing[];
  /** There are more events since the authorization was created than were read. */
  cut: boolean;
}

/** All events since the authorization was created; what an earlier look has read is kept. */
export async function readEvents(
  looks: Pick<Looks, 'events'>,
  authorization: ObservedAuthorization,
  before: Observation,
  signal: AbortSignal,
): Promise<EventsRead> {
  const byUid = new Map(before.events.map((event) => [event.uid, event]));
  const others: ApiEvent[] = [];
  const unclaimed: UnclaimedEvent[] = [];
  let page = await looks.events(undefined, signal);
  const since = createdAt(authorization) ?? firstOf(page, authorization.uid) ?? before.events[0]?.ts;
  let cut = false;
  for (let read = 1; ; read += 1) {
    for (const event of page.items) {
      if (since !== undefined && compareStamps(event.ts, since) < 0) continue;
      const lacks = whatItLacks(event, authorization.uid);
      if (lacks) unclaimed.push({ type: event.type, lacks });
      if (event.authorization_uid === authorization.uid) byUid.set(event.uid, observedEvent(event));
      else others.push(event);
    }
    unclaimed.push(...unreadable(page, authorization.uid, since));
    if (page.next === undefined || reachesBack(page, since)) break;
    cut = read >= MAX_PAGES;
    if (cut) break;
    page = await looks.events(page.next, signal);
  }
  const events = [...byUid.values()].sort((a, b) => compareStamps(a.ts, b.ts));
  const meters = new Set([...events, ...before.meters.map(({ uid }) => ({ meter: uid }))].map(({ meter }) => meter));
  const relevant = others.filter(({ meter_uid }) => meters.has(meter_uid ?? undefined));
  return {
    events,
    unclaimed: unclaimed.filter(isNew()),
    sharing: joined(before.sharing ?? [], sharingOf(relevant, others)),
    cut,
  };
}

/** The service's own clock; undefined where the authorization does not say when it was created. */
function createdAt({ raw }: ObservedAuthorization): string | undefined {
  const created = typeof raw === 'object' && raw !== null && 'created' in raw ? raw.created : undefined;
  return typeof created === 'string' && !Number.isNaN(Date.parse(created)) ? created : undefined;
}

/** When the authorization's own creation was told; where it is not, its first event has to do. */
function firstOf({ items }: EventPage, authorization: string): string | undefined {
  const own = items.filter((event) => event.authorization_uid === authorization);
  return own.map(({ ts }) => ts).toSorted(compareStamps)[0];
}

/** The list comes newest first; one that does not is read to its end. */
export function reachesBack({ items }: Pick<EventPage, 'items'>, since: string | undefined): boolean {
  const [first] = items;
  const last = items.at(-1);
  if (since === undefined || !first || !last) return false;
  return compareStamps(last.ts, since) < 0 && compareStamps(first.ts, last.ts) >= 0;
}

/** What an event does not say that is needed to know whose it is. */
function whatItLacks(event: ApiEvent, authorization: string): string | undefined {
  const ofMeter = event.type.startsWith('meter_');
  if (!ofMeter && !event.type.startsWith('authorization_')) return undefined;
  if (event.authorization_uid == null) return 'it does not say its authorization';
  return ofMeter && event.authorization_uid === authorization && event.meter_uid == null
    ? 'it does not say its meter'
    : undefined;
}

/** Entries that could not be read and may be of this authorization. */
function unreadable(
  { broken, entries }: EventPage,
  authorization: string,
  since: string | undefined,
): UnclaimedEvent[] {
  return broken.flatMap(({ index, issues }) => {
    const { type, ts, authorization_uid: owner } = textsOf(entries[index]);
    const isOther = owner === undefined ? ts === undefined && type === undefined : owner !== authorization;
    const isOlder = ts !== undefined && since !== undefined && compareStamps(ts, since) < 0;
    return isOther || isOlder ? [] : [{ type, lacks: `it cannot be read (${issues.join('; ')})` }];
  });
}

function textsOf(entry: unknown): Partial<Record<string, string>> {
  if (typeof entry !== 'object' || entry === null) return {};
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => typeof value === 'string'));
}

/** Authorizations that appeared after this one, and have events of its meters. */
function sharingOf(events: readonly ApiEvent[], all: readonly ApiEvent[]): Sharing[] {
  const newer = new Set(
    all
      .filter(({ type }) => type === 'authorization_created' || type === 'meter_created')
      .map((event) => event.authorization_uid),
  );
  const found = events
    .filter(({ authorization_uid }) => authorization_uid != null && newer.has(authorization_uid))
    .map((event) => ({
      meter: event.meter_uid ?? '',
      authorization: event.authorization_uid ?? '',
      started: event.type === 'meter_historical_collection_started',
    }));
  return joined([], found);
}

/** One entry for each meter and authorization, oldest first. */
function joined(before: readonly Sharing[], now: readonly Sharing[]): Sharing[] {
  const all = new Map<string, Sharing>();
  for (const one of [...before, ...now.toReversed()]) {
    const key = `${one.meter} ${one.authorization}`;
    all.set(key, { ...one, started: one.started || (all.get(key)?.started ?? false) });
  }
  return [...all.values()];
}

/** True for the first of equal ones. */
function isNew(): (event: UnclaimedEvent) => boolean {
  const known = new Set<string>();
  return (event) => {
    const key = JSON.stringify(event);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  };
}

function observedEvent(event: ApiEvent): ObservedEvent {
  return { uid: event.uid, type: event.type, ts: event.ts, meter: event.meter_uid ?? undefined, raw: event };
}
