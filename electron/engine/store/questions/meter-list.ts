/** The list of usage points: what a row of it shows, and by what it is found and ordered. */
import type { UsagePointRow } from '#shared/contract/portfolio.ts';
import type { METER_COLUMNS } from '#shared/list-columns.ts';
import type { Row } from '../database.ts';
import { coded } from '../decisions.ts';
import { CLOCK_COLUMNS, type LocalDays, localDays } from '../local-time.ts';
import { json, number, optionalNumber, optionalText, text } from '../row.ts';
import { recordsOf, serviceView } from '../service-view.ts';
import { among } from '../sql-text.ts';
import { codeWords, naturalKey, pointStatusWords, tariffWords } from '../sql-words.ts';
import type { Store } from '../store.ts';
import type { ListPlan } from './list-page.ts';
import { type Marks, markedWith, marksOf } from './tags.ts';

export type MeterColumn = (typeof METER_COLUMNS)[number];

/** SQL: usage points with their facts, and what is kept beside them. */
const POINTS = `SELECT p.id, p.uid, p.authorization_uid, p.title, p.implied, p.service_kind, p.status, p.tariff,
    f.address, f.customer, f.meter, coalesce(f.series, 0) AS series, coalesce(f.readings, 0) AS readings, f.first, f.last, f.coverage,
    f.missing_seconds, f.estimated, coalesce(f.bills, 0) AS bills, f.twin_of, f.others,
    z.value AS chosen_zone, coalesce(o.warnings, 0) AS problems, CASE WHEN o.kind = 'file' THEN o.label END AS file, ${CLOCK_COLUMNS}
  FROM usage_points p
  JOIN usage_point_facts f ON f.usage_point = p.id
  LEFT JOIN sources o ON o.source = p.source
  LEFT JOIN local_times t ON t.id = p.local_time
  LEFT JOIN decisions z ON z.subject = p.id AND z.name = 'zone'`;

/** Usage points as rows of a list show them, in the order of these ids, but for those that are gone. */
export async function shownPoints({ database, zone }: Store, ids: readonly string[]): Promise<UsagePointRow[]> {
  const [points, marks] = await Promise.all([
    database.reader.rows(`${POINTS} WHERE p.id IN ${among(ids)}`),
    marksOf(database.reader, 'meter', ids),
  ]);
  const record = await recordsOf(database.reader, 'meter', points);
  const pointOf = new Map(points.map((row) => [row.id, row]));
  const days = localDays(zone);
  return ids.flatMap((id) => {
    const point = pointOf.get(id);
    return point ? usagePointRow({ ...point, record: record(point) }, days, marks(id)) : [];
  });
}

/** What `dayTable` works the days of usage points out from. */
export const POINT_CLOCKS = `SELECT p.id, p.local_time, z.value AS chosen_zone, f.first, f.last FROM usage_points p
  JOIN usage_point_facts f ON f.usage_point = p.id AND f.first IS NOT NULL
  LEFT JOIN decisions z ON z.subject = p.id AND z.name = 'zone'`;

/** As far as a word may be the beginning of a date, or of a month. */
export const LIKE_A_DAY: RegExp = /^\d{4}-(\d\d?(-\d?\d?)?)?$/;

/** Days of the calendar are worked out only where the list is ordered by them, or a word of the search may be one. */
export function asksForDays({ search = '', sort }: Asked): boolean {
  return (
    sort?.column === 'first' || sort?.column === 'last' || search.split(/\s+/).some((word) => LIKE_A_DAY.test(word))
  );
}

interface Asked {
  search?: string | undefined;
  sort?: { column: string } | undefined;
}

/** The facts of usage points: what these are found and ordered by most often. */
const METERS = '(SELECT usage_point AS id, * FROM usage_point_facts)';

/** SQL of the ids of rows of a day table, the first or last day of which has a word. */
export function onDay(days: string, word: string): string {
  return `SELECT id FROM (${days}) WHERE contains(first_date::VARCHAR, ${word}) OR contains(last_date::VARCHAR, ${word})`;
}

interface Beside {
  /** SQL of the days of usage points, where these are asked for. */
  days?: string | undefined;
  collecting?: readonly string[] | undefined;
}

export function meterPlan({ days, collecting = [] }: Beside): ListPlan<MeterColumn> {
  const codes = (value: string) => ({ value, order: [`lower(${value})`], needs: ['point'] });
  const service = (value: string) => ({ value, order: [`lower(${value})`], needs: ['point', 'service'] });
  return {
    table: METERS,
    joins: {
      point: 'JOIN usage_points p ON p.id = l.id',
      source: 'LEFT JOIN sources o ON o.source = p.source',
      file: `LEFT JOIN (SELECT source, label, ${naturalKey('label')} AS key FROM sources WHERE kind = 'file') i ON i.source = p.source`,
      tariff: `LEFT JOIN (SELECT tariff, name, ${naturalKey('name')} AS key FROM
        (SELECT DISTINCT tariff, ${tariffWords('tariff')} AS name FROM usage_points)) r ON r.tariff = p.tariff`,
      service: `LEFT JOIN service_records v ON v.kind = 'meter' AND v.uid = p.uid AND v.authorization_uid = p.authorization_uid`,
      days: days === undefined ? '' : `LEFT JOIN (${days}) d ON d.id = l.id`,
    },
    columns: {
      meter: { value: 'l.name_key' },
      file: { value: 'i.label', order: ['i.key'], needs: ['point', 'file'] },
      customer: { value: 'l.customer_key' },
      address: { value: 'l.address_key' },
      service: codes(codeWords('ServiceKind', 'p.service_kind')),
      tariff: { value: 'r.name', order: ['r.key'], needs: ['point', 'tariff'] },
      // Of equals, those with more estimates are the worse ones.
      coverage: { value: 'l.coverage', order: ['l.coverage', '-coalesce(l.estimated, 0)'] },
      missing: { value: 'l.missing_seconds' },
      estimated: { value: 'l.estimated' },
      readings: { value: 'coalesce(l.readings, 0)' },
      bills: { value: 'coalesce(l.bills, 0)' },
      series: { value: 'coalesce(l.series, 0)' },
      first: { value: 'd.first_date', needs: ['days'] },
      last: { value: 'd.last_date', needs: ['days'] },
      problems: { value: 'coalesce(o.warnings, 0)', needs: ['point', 'source'] },
      status: codes(pointStatusWords('p.status')),
      notes: service('v.note'),
      utility: service('v.utility'),
      title: { value: 'l.title_key' },
      uid: { value: 'l.uid_key' },
      authorization: { value: 'l.authorization_key' },
      collecting: { value: `CASE WHEN p.uid IN ${among(collecting)} THEN 'yes' END`, needs: ['point'] },
    },
    order: ['l.authorization_key', 'l.uid_key', 'l.id'],
    has: (word, is) => {
      const elsewhere = [
        `SELECT p.id FROM usage_points p JOIN sources o ON o.source = p.source WHERE o.kind = 'file' AND contains(lower(o.label), ${word})`,
        markedWith('meter', word),
        ...(days !== undefined && LIKE_A_DAY.test(is) ? [onDay(days, word)] : []),
      ];
      return `(contains(l.words, ${word}) OR contains(l.record_words, ${word}) OR l.id IN (${elsewhere.join(' UNION ALL ')}))`;
    },
  };
}

/** @param row of {@link POINTS}, with its record */
function usagePointRow(row: Row, days: LocalDays, marks: Marks): UsagePointRow {
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
    ...marks,
    service: serviceView(row.record),
    firstReading: optionalNumber(row.first),
    lastReading: optionalNumber(row.last),
    ...days(row),
    coverage: optionalNumber(row.coverage),
    missingSeconds: optionalNumber(row.missing_seconds),
    estimated: optionalNumber(row.estimated),
    problems: number(row.problems),
  };
}
