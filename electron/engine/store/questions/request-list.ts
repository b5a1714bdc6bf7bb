/** The list of requests: those of the log and those that the core holds still, by what they are found and ordered. */
import { EVENT_LIST_URL } from '#shared/event-poll.ts';
import { type REQUEST_COLUMNS, REQUEST_FILTERS } from '#shared/list-columns.ts';
import type { RequestListCalls, SubjectFilter, WhichRequests } from '../../calls/requests.ts';
import type { Handlers } from '../context.ts';
import type { Parameter } from '../database.ts';
import { requestRows, requestView } from '../request-row.ts';
import { text } from '../row.ts';
import { sqlText } from '../sql-text.ts';
import { type ListPlan, listAll, listChoices, listPage, textsHave } from './list-page.ts';
import { LIKE_A_TIME, timeWords } from './shown-time.ts';

type RequestColumn = (typeof REQUEST_COLUMNS)[number];
type Parameters = Record<string, Parameter>;

export const requestListHandlers: Handlers<RequestListCalls> = {
  'requests.list': async (input, context) => {
    const { plan, within } = requestPlan(input, input.zone);
    const { reader } = context.store(input.workspace).database;
    const select = `r.* FROM chosen c JOIN ${plan.table} r ON r.id = c.id`;
    const page = await listPage(reader, plan, { ...input, within }, select);
    return { ...page, rows: page.rows.map((row) => requestView(input.workspace, row)) };
  },
  'requests.ids': async (input, context) => {
    const { plan, within } = requestPlan(input, input.zone);
    const { reader } = context.store(input.workspace).database;
    const rows = await listAll(reader, plan, { ...input, within }, 'c.id FROM found c');
    return rows.map(({ id }) => text(id));
  },
  'requests.choices': ({ workspace, ...which }, context) => {
    const { plan, within } = requestPlan(which);
    return listChoices(context.store(workspace).database.reader, plan, REQUEST_FILTERS, within);
  },
};

/** How requests are found, and which of them are asked for at all. @param zone in which their times are shown */
function requestPlan({ polls = true, tries = true, about, held = [] }: WhichRequests, zone?: string) {
  const parameters: Parameters = {};
  const stored = [...(polls ? [] : [`NOT (${EVENT_POLL})`]), ...(about ? [madeFor(about, parameters)] : [])];
  const asked = stored.join(' AND ') || 'true';
  // Those that are held were looked at by who holds them.
  const condition = held.length > 0 ? `(held OR (${asked}))` : asked;
  if (held.length > 0) parameters.held = JSON.stringify(held);
  const log = held.length > 0 ? LOG_WITH_HELD : 'requests';
  const newest = `id IN (SELECT arg_max(id, attempt) FROM ${log} WHERE ${condition} GROUP BY coalesce(call, id))`;
  const plan: ListPlan<RequestColumn> = {
    table: log,
    joins: {},
    columns: {
      at: { value: 'l.started_at' },
      method: { value: 'l.method' },
      status: { value: statusWords('l') },
      // Letter by letter: a key of the numbers in tens of thousands of addresses would take a quarter of a second.
      path: { value: `lower(regexp_replace(l.url, '^[a-z][a-z0-9+.-]*://[^/?#]*', ''))` },
      purpose: { value: 'lower(l.purpose)' },
      token: { value: 'l.token_class' },
      bytes: { value: 'l.bytes' },
      duration: { value: 'l.duration_ms' },
      waited: { value: 'l.waited_ms' },
      attempt: { value: 'l.attempt' },
      url: { value: 'lower(l.url)' },
      id: { value: 'l.id' },
    },
    order: ['-l.started_at', 'l.id'],
    has: (word, is) => {
      const time = LIKE_A_TIME.test(is) ? [timeWords('l.started_at', zone)] : [];
      return textsHave(['l.method', statusWords('l'), 'l.url', 'l.purpose', 'l.token_class', 'l.id', ...time], word);
    },
  };
  return { plan, within: { condition: tries ? condition : newest, parameters } };
}

/** As `isEventPoll`. */
const EVENT_POLL = `method = 'GET' AND job IS NULL AND regexp_matches(url, ${sqlText(EVENT_LIST_URL)})`;

/** What is held is newer than what is stored of the same request. */
const LOG_WITH_HELD = `(SELECT *, false AS held FROM requests
    WHERE id NOT IN (SELECT h->>'id' FROM (SELECT unnest($held::JSON::JSON[]) AS h))
  UNION ALL BY NAME SELECT *, true AS held FROM (${requestRows('$held')}))`;

/** The condition for requests that were made for something, or that name it. @param parameters gets what the condition names */
function madeFor({ kind, id, named = [], from = 0, to }: SubjectFilter, parameters: Parameters): string {
  parameters.subject = id;
  if (kind === 'job') return 'job = $subject';
  parameters.kind = kind;
  const linked = 'id IN (SELECT request FROM request_links WHERE kind = $kind AND id = $subject)';
  if (named.length === 0) return linked;
  parameters.from = from;
  if (to !== undefined) parameters.to = to;
  const names = named.map((name, place) => {
    parameters[`name${place}`] = name;
    return `contains(url, $name${place})`;
  });
  return `(${linked} OR (started_at >= $from${to === undefined ? '' : ' AND started_at <= $to'} AND (${names.join(' OR ')})))`;
}

/** How a request ended, as the list says it. @param request of the log, by its name in the statement */
function statusWords(request: string): string {
  return `coalesce(${request}.status::VARCHAR, ${request}.error->>'code',
    CASE WHEN ${request}.duration_ms IS NULL THEN 'open' ELSE 'cancelled' END)`;
}
