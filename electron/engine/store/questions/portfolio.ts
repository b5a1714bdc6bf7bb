/** Lists of authorizations and usage points. */
import type { AuthorizationRow, UsagePointRow } from '#shared/contract/portfolio.ts';
import { AppError } from '#shared/errors.ts';
import { codeLabel } from '#shared/espi/code-lists.ts';
import type { SomeHandlers } from '../context.ts';
import type { Database, Row } from '../database.ts';
import { followClocks } from '../day-sums.ts';
import { coded } from '../decisions.ts';
import { isZone, type LocalDays, localDays, localTimeOf, localTimesOf, withOrigin } from '../local-time.ts';
import { serviceView } from '../records/service-records.ts';
import { json, number, optionalNumber, optionalText, text } from '../row.ts';
import { groupIds } from './group-members.ts';
import { carriesTag, notesOf, tagsOf } from './tags.ts';
import { decisionOf, saveDecision } from './user-decisions.ts';

const DEFAULT_LIMIT = 500;

/** A usage point with what is kept of it beside it. */
const POINTS = `points AS (
  SELECT p.*, f.address, f.customer, f.meter, coalesce(f.series, 0) AS series, coalesce(f.readings, 0) AS readings, f.first, f.last,
    f.coverage, f.estimated, coalesce(f.bills, 0) AS bills, f.twin_of, f.others, z.value AS chosen_zone, v.record,
    coalesce(o.warnings, 0) AS problems, CASE WHEN o.kind = 'file' THEN o.label END AS file, g.tags, n.note
  FROM usage_points p
  LEFT JOIN usage_point_facts f ON f.usage_point = p.id
  LEFT JOIN sources o ON o.source = p.source
  LEFT JOIN decisions z ON z.subject = p.id AND z.name = 'zone'
  LEFT JOIN service_records v ON v.kind = 'meter' AND v.uid = p.uid AND v.authorization_uid = p.authorization_uid
  LEFT JOIN ${tagsOf('meter')} g ON g.subject = p.id
  LEFT JOIN ${notesOf('meter')} n ON n.subject = p.id)`;

const POINT_SEARCH = `contains(lower(concat_ws(' ', id, uid, title, meter, address, customer, tariff, authorization_uid, file, tags, note)), lower($search))`;

/**
 * Fetched is what has a cursor of the sync: it moves once all usage data of the authorization are there.
 * @param places with the words that a search looks through: dear to gather, and not shown
 */
const authorizations = (places: boolean) => `rows AS (
  SELECT a.*, coalesce(u.points, 0) AS points, coalesce(u.readings, 0) AS readings, u.first, u.last, u.customer, u.places,
    u.services, u.tariffs, u.coverage, u.estimated, u.local_time, u.chosen_zone, v.record,
    coalesce(o.warnings, 0) AS problems, y.saved_at AS synced_at, g.tags, n.note
  FROM authorizations a
  LEFT JOIN (SELECT authorization_uid, count(*) AS points, sum(readings) AS readings, min(first) AS first, max(last) AS last,
      ${eachOnce('service_kind::VARCHAR', ',')} AS services, ${eachOnce('tariff', ', ')} AS tariffs, avg(coverage) AS coverage,
      sum(estimated * readings) / nullif(sum(readings), 0) AS estimated,
      arg_max(local_time, last) AS local_time, arg_max(chosen_zone, last) AS chosen_zone,
      any_value(customer) AS customer, ${places ? `string_agg(concat_ws(' ', uid, meter, address, customer), ' ')` : 'NULL'} AS places
    FROM points GROUP BY authorization_uid) u ON u.authorization_uid = a.uid
  LEFT JOIN sources o ON o.source = a.source
  LEFT JOIN cursors y ON y.name = 'sync/' || a.uid
  LEFT JOIN service_records v ON v.kind = 'authorization' AND v.uid = a.uid
  LEFT JOIN ${tagsOf('authorization')} g ON g.subject = a.id
  LEFT JOIN ${notesOf('authorization')} n ON n.subject = a.id)`;

const AUTHORIZATION_SEARCH = `contains(lower(concat_ws(' ', id, uid, title, scope, customer, places, record, tags, note)), lower($search))`;

const POINT_ORDER = 'authorization_uid NULLS LAST, uid, id';

const WITH_POINTS = `WITH ${POINTS}`;

export const portfolioHandlers = {
  'authorizations.list': async ({ workspace, search, offset, limit }, context) => {
    const { database, zone } = context.store(workspace);
    const page = await listPage(database, {
      from: `${WITH_POINTS}, ${authorizations(Boolean(search))}`,
      table: 'rows',
      where: search ? AUTHORIZATION_SEARCH : 'true',
      search,
      order: 'published DESC NULLS LAST, id',
      offset,
      limit,
    });
    const days = await localDays(database.reader, page.rows, zone);
    return { ...page, rows: page.rows.map((row) => authorizationRow(row, days)) };
  },
  'authorizations.get': async ({ workspace, id }, context) => {
    const { database, zone } = context.store(workspace);
    const sql = `${WITH_POINTS}, ${authorizations(false)} SELECT * FROM rows WHERE id = ? OR uid = ?`;
    const row = await database.reader.row(sql, [id, id]);
    if (row === undefined) throw unknown('authorization_unknown', 'authorization');
    return authorizationRow(row, await localDays(database.reader, [row], zone));
  },
  'usagePoints.list': async ({ workspace, authorization, search, group, tag, offset, limit }, context) => {
    const { database, zone } = context.store(workspace);
    const conditions = [
      authorization === undefined ? undefined : 'authorization_uid = $authorization',
      search ? POINT_SEARCH : undefined,
      group === undefined ? undefined : `id IN ${await groupIds(database.reader, group)}`,
      tag === undefined ? undefined : carriesTag('meter', 'id', tag),
    ].filter((condition) => condition !== undefined);
    const page = await listPage(database, {
      from: WITH_POINTS,
      table: 'points',
      where: conditions.join(' AND ') || 'true',
      search,
      authorization,
      order: POINT_ORDER,
      offset,
      limit,
    });
    const days = await localDays(database.reader, page.rows, zone);
    return { ...page, rows: page.rows.map((row) => usagePointRow(row, days)) };
  },
  'usagePoints.get': async ({ workspace, id }, context) => {
    const store = context.store(workspace);
    const row = await store.database.reader.row(`${WITH_POINTS} SELECT * FROM points WHERE id = ?`, [id]);
    if (row === undefined) throw unknown('usage_point_unknown', 'usage point');
    const chosen = await decisionOf(store.database.reader, id, 'zone');
    const localTime = await localTimeOf(store.database.reader, optionalText(row.local_time), store.zone, chosen);
    const days = await localDays(store.database.reader, [row], store.zone);
    return { ...usagePointRow(row, days), localTime: await withOrigin(store.database.reader, id, localTime) };
  },
  'usagePoints.localTimes': async ({ workspace }, context) => {
    const { database, zone } = context.store(workspace);
    return await localTimesOf(database.reader, `${WITH_POINTS} SELECT * FROM points ORDER BY ${POINT_ORDER}`, zone);
  },
  'usagePoints.setZone': async ({ workspace, id, zone }, context) => {
    const store = context.store(workspace);
    await store.write(async (connection) => {
      const row = await connection.row('SELECT 1 AS one FROM usage_points WHERE id = ?', [id]);
      if (row === undefined) throw unknown('usage_point_unknown', 'usage point');
      if (zone !== undefined && !isZone(zone)) {
        throw new AppError({
          code: 'zone_unknown',
          message: `There is no time zone "${zone}".`,
          action: 'Use an IANA name, for example America/Los_Angeles.',
        });
      }
      await saveDecision(connection, id, 'zone', zone);
      await followClocks(connection, store.zone, [id]);
    });
    return undefined;
  },
} satisfies SomeHandlers;

/** SQL: the values of a group, each once, in order. Cheaper than DISTINCT within an aggregate, which sorts the rows anew. */
function eachOnce(value: string, separator: string): string {
  return `nullif(array_to_string(list_sort(list_distinct(list(${value}))), '${separator}'), '')`;
}

interface Page {
  from: string;
  table: string;
  where: string;
  order: string;
  search?: string | undefined;
  authorization?: string | undefined;
  offset?: number | undefined;
  limit?: number | undefined;
}

async function listPage(database: Database, page: Page): Promise<{ rows: Row[]; matching: number; total: number }> {
  const { from, table, where, order, search, authorization, offset = 0, limit = DEFAULT_LIMIT } = page;
  const named: Record<string, string | number> = { limit, offset };
  if (search) named.search = search;
  if (authorization !== undefined) named.authorization = authorization;
  const reader = database.reader;
  const base = table === 'rows' ? 'authorizations' : 'usage_points';
  const total = `SELECT count(*) FROM ${base} ${authorization === undefined ? '' : 'WHERE authorization_uid = $authorization'}`;
  // One statement: while a sync stores what it fetched, each one may have to wait for it.
  const rows = await reader.rows(
    `${from} SELECT *, count(*) OVER () AS matching_rows, (${total}) AS total_rows
     FROM ${table} WHERE ${where} ORDER BY ${order} LIMIT $limit OFFSET $offset`,
    named,
  );
  const [first] = rows;
  if (first !== undefined) return { rows, matching: number(first.matching_rows), total: number(first.total_rows) };
  const { limit: _limit, offset: _offset, ...conditions } = named;
  const counts = await reader.row(
    `${from} SELECT (SELECT count(*) FROM ${table} WHERE ${where}) AS matching, (${total}) AS total`,
    conditions,
  );
  return { rows, matching: number(counts?.matching), total: number(counts?.total) };
}

function authorizationRow(row: Row, days: LocalDays): AuthorizationRow {
  const status = optionalNumber(row.status);
  return {
    id: text(row.id),
    uid: text(row.uid),
    title: optionalText(row.title),
    status:
      status === undefined
        ? { code: '', label: 'not said' }
        : (coded('AuthorizationStatus', status) ?? { code: status, label: '' }),
    created: optionalNumber(row.published),
    updated: optionalNumber(row.updated),
    authorizedPeriod: period(row.authorized_start, row.authorized_duration),
    publishedPeriod: period(row.published_start, row.published_duration),
    expiresAt: optionalNumber(row.expires_at),
    scope: optionalText(row.scope),
    customerName: optionalText(row.customer),
    usagePoints: number(row.points),
    services: optionalText(row.services)
      ?.split(',')
      .map((code) => codeLabel('ServiceKind', Number(code)))
      .join(', '),
    tariffs: optionalText(row.tariffs),
    coverage: optionalNumber(row.coverage),
    estimated: optionalNumber(row.estimated),
    ...marksOf(row),
    service: serviceView(row.record),
    readings: number(row.readings),
    firstReading: optionalNumber(row.first),
    lastReading: optionalNumber(row.last),
    ...days(row),
    problems: number(row.problems),
    syncedAt: optionalNumber(row.synced_at),
  };
}

function usagePointRow(row: Row, days: LocalDays): UsagePointRow {
  const status = optionalNumber(row.status);
  return {
    id: text(row.id),
    uid: text(row.uid),
    authorization: optionalText(row.authorization_uid),
    title: optionalText(row.title) ?? (row.implied === true ? 'Usage point without its own entry' : undefined),
    serviceKind: coded('ServiceKind', optionalNumber(row.service_kind)),
    status: status === undefined ? undefined : { code: status, label: ['off', 'on'][status] ?? `unknown (${status})` },
    meterNumber: optionalText(row.meter),
    address: optionalText(row.address),
    customerName: optionalText(row.customer),
    tariff: optionalText(row.tariff),
    file: optionalText(row.file),
    twinOf: optionalText(row.twin_of),
    alsoUnder: row.others === null ? undefined : (json(row.others) as string[]), // see usage-point-facts.ts
    series: number(row.series),
    readings: number(row.readings),
    bills: number(row.bills),
    ...marksOf(row),
    service: serviceView(row.record),
    firstReading: optionalNumber(row.first),
    lastReading: optionalNumber(row.last),
    ...days(row),
    coverage: optionalNumber(row.coverage),
    estimated: optionalNumber(row.estimated),
    problems: number(row.problems),
  };
}

function marksOf(row: Row): { tags: string[] | undefined; note: string | undefined } {
  return {
    tags: row.tags === null ? undefined : (json(row.tags) as string[]), // as tags.ts gathers them
    note: optionalText(row.note),
  };
}

function period(start: Row[string] | undefined, duration: Row[string] | undefined) {
  const from = optionalNumber(start);
  return from === undefined ? undefined : { start: from, duration: number(duration) };
}

function unknown(code: string, what: string): AppError {
  return new AppError({
    code,
    message: `This ${what} is not in the workspace.`,
    action: 'It may not have been fetched yet, or it was removed. Go back to the list.',
  });
}
