/** What the address of the events screen keeps, so that a filtered log and an opened event can be copied and found again. */
import type { EventFilter, EventOrder } from '#shared/contract/events.ts';

export const eventTabs = ['log', 'deliveries', 'rehearsal', 'settings'] as const;
export type EventTab = (typeof eventTabs)[number];

export const ways = ['webhook', 'poll', 'lookup', 'rehearsal'] as const;
export const verdicts = ['signed', 'unsigned', 'late', 'hole', 'repeated', 'undelivered', 'denied'] as const;

export interface EventsSearch {
  tab?: EventTab;
  order?: EventOrder;
  types?: string[];
  object?: string;
  ways?: (typeof ways)[number][];
  verdict?: (typeof verdicts)[number];
  text?: string;
  /** Epoch milliseconds. */
  from?: number;
  to?: number;
  /** Uid of the opened event. */
  event?: string;
  /** Id of the opened delivery. */
  delivery?: number;
}

/** Reads an address; what makes no sense is left out rather than refused. */
export function parseEventsSearch(search: Record<string, unknown>): EventsSearch {
  const oneOf = <T extends string>(all: readonly T[], value: unknown) => all.find((one) => one === value);
  const words = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
  const list = (value: unknown) => (Array.isArray(value) ? value.map(words).filter((one) => one !== '') : []);
  const instant = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);
  const found: { [K in keyof EventsSearch]: EventsSearch[K] | undefined } = {
    tab: oneOf(eventTabs, search.tab),
    order: oneOf(['arrival', 'happened'], search.order),
    types: list(search.types),
    object: words(search.object),
    ways: list(search.ways).flatMap((way) => oneOf(ways, way) ?? []),
    verdict: oneOf(verdicts, search.verdict),
    text: words(search.text),
    from: instant(search.from),
    to: instant(search.to),
    event: words(search.event),
    delivery: instant(search.delivery),
  };
  return withoutEmpty(found);
}

/** Leaves out what says nothing, so that an address without filters is short. */
export function withoutEmpty(search: { [K in keyof EventsSearch]: EventsSearch[K] | undefined }): EventsSearch {
  const said = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(said) as EventsSearch; // members of an EventsSearch, fewer of them
}

/** The part of an address that narrows the log. */
export function filterOf({ types, object, ways: by, verdict, text, from, to }: EventsSearch): EventFilter {
  return withoutEmpty({ types, object, ways: by, verdict, text, from, to }) as EventFilter; // the same members under the same names
}

/** True where anything narrows the log. */
export function isFiltered(search: EventsSearch): boolean {
  return Object.keys(filterOf(search)).length > 0;
}
