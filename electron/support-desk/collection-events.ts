/** Reads what happened to the meters of a historical collection since it was triggered, from the list of all events. */
import { type ApiEvent, type CallOptions, type JsonApiClient, pageWalk } from '../jsonapi/index.ts';
import { reachesBack } from './read-events.ts';
import { compareStamps } from './stamps.ts';

/** Where the events of a collection begin, as it was seen before the trigger. */
export interface EventsBefore {
  /** Uids of events of its meters that were there, at least those as new as `since`: they say nothing about it. */
  earlier: string[];
  /** Stamp of the newest event of all, on the service's own clock; empty where there was none, not kept by an earlier version. */
  since?: string | undefined;
}

interface EventsRead {
  /** Of the meters since the trigger, oldest first. */
  events: ApiEvent[];
  /** There may be more of them, older than those that were read. */
  cut: boolean;
}

/** Pages that are read where nothing says how far back the events of a collection go. */
const MAX_PAGES = 10;

/** To be asked before anything is triggered. */
export async function eventsBefore(
  api: JsonApiClient,
  meters: readonly string[],
  options: CallOptions,
): Promise<EventsBefore> {
  const { items } = await api.events({}, options);
  const since = newestOf(items) ?? '';
  const { events } = await eventsReader(api, meters, { earlier: [], since })(options);
  return { earlier: events.map(({ uid }) => uid), since };
}

/** Answers all events since the trigger, each time it is called. It reads back to what it read before, at first to the trigger. */
export function eventsReader(
  api: JsonApiClient,
  meters: readonly string[],
  { earlier, since }: EventsBefore,
): (options: CallOptions) => Promise<EventsRead> {
  const asked = new Set(meters);
  const known = new Set(earlier);
  const byUid = new Map<string, ApiEvent>();
  let readTo = since;
  const isSince = ({ uid, ts, meter_uid }: ApiEvent) =>
    asked.has(meter_uid ?? '') && !known.has(uid) && (since === undefined || compareStamps(ts, since) >= 0);
  return async (options) => {
    const found: ApiEvent[] = [];
    const following = pageWalk();
    let page = await api.events({}, options);
    const newest = newestOf(page.items);
    let cut = false;
    for (let read = 1; ; read += 1) {
      // The whole page: what was listed late stands among events that are known.
      found.push(...page.items.filter(isSince));
      if (page.next === undefined || reachesBack(page, readTo)) break;
      cut = readTo === undefined && read >= MAX_PAGES;
      const uids = page.items.map(({ uid }) => uid);
      const next = cut ? undefined : following(page.next, uids);
      if (next === undefined) break;
      page = await api.events({ next }, options);
    }
    for (const event of found.reverse()) byUid.set(event.uid, event);
    readTo = newest ?? readTo;
    return { events: [...byUid.values()].sort((a, b) => compareStamps(a.ts, b.ts)), cut };
  };
}

function newestOf(events: readonly ApiEvent[]): string | undefined {
  return events
    .map(({ ts }) => ts)
    .toSorted(compareStamps)
    .at(-1);
}
