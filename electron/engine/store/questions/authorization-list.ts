/** The list of authorizations: what a row of it shows, and by what it is found and ordered. */
import type { AuthorizationRow } from '#shared/contract/portfolio.ts';
import type { AUTHORIZATION_COLUMNS } from '#shared/list-columns.ts';
import type { Row } from '../database.ts';
import { coded } from '../decisions.ts';
import type { LocalDays } from '../local-time.ts';
import { number, optionalNumber, optionalText, text } from '../row.ts';
import { serviceView } from '../service-view.ts';
import { codeWords, naturalKey, SCOPES } from '../sql-words.ts';
import { AUTHORIZATION_METERS } from './authorization-meters.ts';
import { type ListPlan, textsHave } from './list-page.ts';
import { LIKE_A_DAY, onDay } from './meter-list.ts';
import { type Marks, markedWith } from './tags.ts';

export type AuthorizationColumn = (typeof AUTHORIZATION_COLUMNS)[number];

/** What a row shows but its meters, its record and its marks, to be selected beside the authorizations `a`, of the relation in `from`. */
export const authorizationRows = (
  from: string,
) => `a.id, a.uid, a.title, a.status, a.published, a.updated, a.authorized_start, a.authorized_duration, a.published_start,
    a.published_duration, a.expires_at, a.scope, coalesce(o.warnings, 0) AS problems, y.saved_at AS synced_at
  FROM ${from}
  LEFT JOIN sources o ON o.source = a.source
  LEFT JOIN cursors y ON y.name = 'sync/' || a.uid`;

/** What `dayTable` works the days of authorizations out from. */
export const AUTHORIZATION_CLOCKS = `SELECT a.id, u.local_time, u.chosen_zone, u.first, u.last FROM authorizations a
  JOIN ${AUTHORIZATION_METERS} u ON u.authorization_uid = a.uid WHERE u.first IS NOT NULL`;

const STATUS = `CASE WHEN l.status IS NULL THEN 'not said' ELSE ${codeWords('AuthorizationStatus', 'l.status')} END`;

/** What the service calls active is not called expired, whatever this computer's clock says. */
const EXPIRED = (now: number) => `l.expires_at * 1000 < ${now} AND l.status IS DISTINCT FROM 1`;

/** @param now epoch milliseconds */
export function authorizationPlan(days: string | undefined, now: number): ListPlan<AuthorizationColumn> {
  const meters = (value: string, ...order: string[]) => ({
    value,
    needs: ['meters'],
    ...(order.length > 0 ? { order } : {}),
  });
  const service = (value: string) => ({ value, order: [naturalKey(value)], needs: ['service'] });
  return {
    table: 'authorizations',
    joins: {
      meters: `LEFT JOIN ${AUTHORIZATION_METERS} u ON u.authorization_uid = l.uid`,
      source: 'LEFT JOIN sources o ON o.source = l.source',
      sync: `LEFT JOIN cursors y ON y.name = 'sync/' || l.uid`,
      scope: `LEFT JOIN ${SCOPES} s ON s.scope = l.scope`,
      service: `LEFT JOIN service_records v ON v.kind = 'authorization' AND v.uid = l.uid`,
      days: days === undefined ? '' : `LEFT JOIN (${days}) d ON d.id = l.id`,
    },
    columns: {
      customer: meters('coalesce(u.customer, l.uid)', `coalesce(u.customer_key, ${naturalKey('l.uid')})`),
      status: { value: STATUS, order: [`lower(${STATUS})`] },
      uid: { value: 'l.uid', order: [naturalKey('l.uid')] },
      utility: { ...service('v.utility'), order: ['lower(v.utility)'] },
      services: meters('u.services', 'lower(u.services)'),
      tariffs: meters('u.tariffs', naturalKey('u.tariffs')),
      scope: { value: 's.opens', order: ['lower(s.opens)'], needs: ['scope'] },
      meters: meters('coalesce(u.points, 0)'),
      readings: meters('coalesce(u.readings, 0)'),
      coverage: meters('u.coverage'),
      first: { value: 'd.first_date', needs: ['days'] },
      last: { value: 'd.last_date', needs: ['days'] },
      created: { value: 'l.published' },
      age: { value: '-l.published' },
      expires: { value: 'l.expires_at' },
      fetched: { value: 'y.saved_at', needs: ['sync'] },
      notes: { ...service('v.note'), order: ['lower(v.note)'] },
      problems: { value: 'coalesce(o.warnings, 0)', needs: ['source'] },
      referral: service('v.referral'),
      nickname: service('v.nickname'),
      title: { value: 'l.title', order: [naturalKey('l.title')] },
    },
    // The newest come first.
    order: ['-l.published', 'l.id'],
    has: (word, is) => {
      const shown = ['l.uid', 'l.title', 's.opens', STATUS, `CASE WHEN ${EXPIRED(now)} THEN 'expired' END`];
      const ids = [
        `SELECT l.id FROM authorizations l LEFT JOIN ${SCOPES} s ON s.scope = l.scope WHERE ${textsHave(shown, word)}`,
        `SELECT a.id FROM authorizations a JOIN usage_points p ON p.authorization_uid = a.uid
          JOIN usage_point_facts f ON f.usage_point = p.id WHERE contains(f.words, ${word})`,
        `SELECT a.id FROM authorizations a JOIN service_records v ON v.uid = a.uid WHERE v.kind = 'authorization' AND contains(v.words, ${word})`,
        markedWith('authorization', word),
        ...(days !== undefined && LIKE_A_DAY.test(is)
          ? [
              `SELECT id FROM authorizations WHERE contains(try(make_timestamp(published * 1000)::DATE)::VARCHAR, ${word})
                OR contains(try(make_timestamp(expires_at * 1000000)::DATE)::VARCHAR, ${word})`,
              onDay(days, word),
            ]
          : []),
      ];
      return `l.id IN (${ids.join(' UNION ALL ')})`;
    },
  };
}

/** @param row of {@link authorizationRows}, with its record and what its meters are together */
export function authorizationRow(row: Row, days: LocalDays, marks: Marks): AuthorizationRow {
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
    services: optionalText(row.services),
    tariffs: optionalText(row.tariffs),
    coverage: optionalNumber(row.coverage),
    estimated: optionalNumber(row.estimated),
    ...marks,
    service: serviceView(row.record),
    readings: number(row.readings),
    firstReading: optionalNumber(row.first),
    lastReading: optionalNumber(row.last),
    ...days(row),
    problems: number(row.problems),
    syncedAt: optionalNumber(row.synced_at),
  };
}

function period(start: Row[string] | undefined, duration: Row[string] | undefined) {
  const from = optionalNumber(start);
  return from === undefined ? undefined : { start: from, duration: number(duration) };
}
