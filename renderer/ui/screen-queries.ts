/**
 * What lists and pictures of the program show, as queries over the views of docs/store.md. Undefined where the views do not have what the
 * screen is narrowed down to (groups by rule, what is held in memory): nothing is offered then rather than another answer.
 */
import type { EventFilter, EventOrder } from '#shared/contract/events.ts';
import type { ListSubject } from '#shared/contract/requests.ts';
import { EVENT_LIST_URL } from '#shared/event-poll.ts';

export interface ScreenQuery {
  sql: string;
  /** Of `$name` in it. */
  values: Record<string, string>;
}

const query = (sql: string, values: Record<string, string> = {}): ScreenQuery => ({ sql, values });

const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
const where = (conditions: readonly string[]) => (conditions.length > 0 ? `\nWHERE ${conditions.join(' AND ')}` : '');
/** Local or UTC times have no zone in the views. @param at epoch milliseconds */
const timestamp = (at: number) => new Date(at).toISOString().slice(0, 23);

export function metersQuery({ group, tag }: { group?: string; tag?: string }): ScreenQuery | undefined {
  if (group !== undefined) return undefined;
  const tagged = tag === undefined ? [] : [`list_contains(string_split(lower(tags), '; '), lower($tag))`];
  return query(
    `SELECT meter_number, uid, customer, address, service, tariff, status, coalesce(readings, 0) AS readings, first_utc, last_utc,
  coalesce(bills, 0) AS bills, tags, note, authorization_uid, usage_point
FROM meters${where(tagged)}
ORDER BY authorization_uid, uid`,
    tag === undefined ? {} : { tag },
  );
}

export const authorizationsQuery: ScreenQuery = query(
  `SELECT customer, status, authorization_uid, meters, readings, coverage, first_utc, last_utc, created_utc, expires_utc, scope, tags, note
FROM authorizations
ORDER BY created_utc DESC NULLS LAST, authorization_uid`,
);

/** Of each meter the series with the most readings, as on the screen. No view tells in which months (`gapsIn`) there are gaps. */
export function coverageQuery({ group, gapsIn }: { group?: string; gapsIn?: number }): ScreenQuery | undefined {
  if (group !== undefined || gapsIn !== undefined) return undefined;
  return query(
    `SELECT m.meter_number, m.customer, m.service, c.series, c.coverage, c.gaps, c.gap_seconds / 86400 AS days_missing, c.first_utc, c.end_utc, usage_point
FROM coverage c JOIN meters m USING (usage_point)
WHERE c.readings > 0
QUALIFY row_number() OVER (PARTITION BY usage_point ORDER BY c.readings DESC, c.series_id) = 1
ORDER BY c.coverage, m.meter_number`,
  );
}

export const problemsQuery: ScreenQuery = query(
  `SELECT severity, message, code, document, line, entry, fetched_utc, raw
FROM findings
ORDER BY source_id DESC, line`,
);

/** What the verdicts of the filter are; "filled a hole" is in no view. */
const VERDICTS: Readonly<Record<NonNullable<EventFilter['verdict']>, string | undefined>> = {
  signed: 'signed',
  unsigned: 'NOT signed',
  late: 'late',
  hole: undefined,
  repeated: 'deliveries > 1',
  undelivered: 'delivered = false',
  denied: undefined,
};

/** As the screen sorts them. */
const EVENT_ORDERS: Record<EventOrder, string> = {
  arrival: `CASE WHEN way = 'poll' THEN max(seq) OVER (PARTITION BY way, arrived_utc) ELSE seq END DESC,
  CASE WHEN way = 'poll' THEN happened_utc END DESC NULLS LAST, seq DESC`,
  happened: 'happened_utc DESC NULLS LAST, seq DESC',
};

export function eventsQuery(filter: EventFilter, order: EventOrder): ScreenQuery | undefined {
  const { types = [], ways = [], object, verdict, text: words, from, to } = filter;
  if (verdict !== undefined && VERDICTS[verdict] === undefined) return undefined;
  const time = order === 'arrival' ? 'arrived_utc' : 'happened_utc';
  const conditions = [
    ...(types.length > 0 ? [`type IN (${types.map(text).join(', ')})`] : []),
    ...(ways.length > 0 ? [`way IN (${ways.map(text).join(', ')})`] : []),
    ...(object ? ['$object IN (authorization_uid, meter_uid, form_uid, uid)'] : []),
    ...(verdict ? [VERDICTS[verdict] ?? 'true'] : []),
    ...(words ? ['contains(lower(json), lower($words))'] : []),
    ...(from === undefined ? [] : [`${time} >= $since`]),
    ...(to === undefined ? [] : [`${time} < $before`]),
  ];
  return query(
    `SELECT arrived_utc, happened_utc, type, way, late, signed, deliveries, delivered, authorization_uid, meter_uid, form_uid, uid, json
FROM events${where(conditions)}
ORDER BY ${EVENT_ORDERS[order]}`,
    {
      ...(object ? { object } : {}),
      ...(words ? { words } : {}),
      ...(from === undefined ? {} : { since: timestamp(from) }),
      ...(to === undefined ? {} : { before: timestamp(to) }),
    },
  );
}

/** Those in the store: a request of the last seconds may not be there yet. */
export function requestsQuery({
  polls,
  tries,
  about,
}: {
  polls: boolean;
  tries: boolean;
  about?: ListSubject | undefined;
}): ScreenQuery | undefined {
  if (about !== undefined && about.kind !== 'job') return undefined;
  const conditions = [
    ...(polls ? [] : [`NOT (method = 'GET' AND job IS NULL AND regexp_matches(url, ${text(EVENT_LIST_URL)}))`]),
    ...(about ? ['job = $job'] : []),
  ];
  const newest = tries
    ? ''
    : '\nQUALIFY row_number() OVER (PARTITION BY coalesce(call, request_id) ORDER BY attempt DESC) = 1';
  return query(
    `SELECT started_utc, method, status, url, purpose, token_class, received_bytes, duration_ms, waited_ms, attempt, error, request_id
FROM requests${where(conditions)}${newest}
ORDER BY started_utc DESC, request_id`,
    about ? { job: about.id } : {},
  );
}

/** @param batch only of runs that were fired together */
export function runsQuery(batch: string | undefined): ScreenQuery {
  return query(
    `SELECT coalesce(fired_utc, created_utc) AS at_utc, scenario, utility, verdict, over, batch, run_id
FROM runs${where(["kind = 'run'", ...(batch === undefined ? [] : ['batch = $batch'])])}
ORDER BY at_utc DESC`,
    batch === undefined ? {} : { batch },
  );
}

export const collectionsQuery: ScreenQuery = query(
  `SELECT created_utc, over, run_id
FROM runs
WHERE kind = 'collection'
ORDER BY created_utc DESC`,
);
