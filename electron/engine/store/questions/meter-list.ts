/** The list of usage points: what a row of it shows, and by what it is found and ordered. */
import type { UsagePointRow } from '#shared/contract/portfolio.ts';
import type { METER_COLUMNS } from '#shared/list-columns.ts';
import type { Row } from '../database.ts';
import { coded } from '../decisions.ts';
import { CLOCK_COLUMNS, type LocalDays, localDays } from '../local-time.ts';
import { json, number, optionalNumber, optionalText, text } from '../row.ts';
import { serviceView } from '../service-view.ts';
import { among } from '../sql-text.ts';
import { codeWords, naturalKey, pointStatusWords } from '../sql-words.ts';
import type { Store } from '../store.ts';
import type { ListPlan } from './list-page.ts';
import { type Marks, markedWith, marksOf } from './tags.ts';

export type MeterColumn = (typeof METER_COLUMNS)[number];

/** What a row shows but its marks, to be selected beside the facts `f` of usage points, of the relation in `from`. */
export const pointRows = (
  from: string,
) => `f.usage_point AS id, f.uid, f.authorization_uid, f.title, f.service_kind, f.status, f.tariff, f.address, f.customer, f.meter,
    coalesce(f.series, 0) AS series, coalesce(f.readings, 0) AS readings, f.first, f.last, f.coverage, f.missing_seconds, f.estimated,
    coalesce(f.bills, 0) AS bills, f.twin_of, f.others, f.record, z.value AS chosen_zone, coalesce(o.warnings, 0) AS problems,
    CASE WHEN o.kind = 'file' THEN o.label END AS file, ${CLOCK_COLUMNS}
  FROM ${from}
  LEFT JOIN sources o ON o.source = f.source
  LEFT JOIN local_times t ON t.id = f.local_time
  LEFT JOIN decisions z ON z.subject = f.usage_point AND z.name = 'zone'`;

/** Usage points as a list shows them. @param rows of {@link pointRows}; their order is kept */
export async function shownPoints({ database, zone }: Store, rows: readonly Row[]): Promise<UsagePointRow[]> {
  const marks = await marksOf(
    database.reader,
    'meter',
    rows.map(({ id }) => text(id)),
  );
  const days = localDays(zone);
  return rows.map((row) => usagePointRow(row, days, marks(text(row.id))));
}

/** What `dayTable` works the days of usage points out from. */
export const POINT_CLOCKS = `SELECT f.usage_point AS id, f.rowid AS row, f.local_time, z.value AS chosen_zone, f.first, f.last FROM usage_point_facts f
  LEFT JOIN decisions z ON z.subject = f.usage_point AND z.name = 'zone' WHERE f.first IS NOT NULL`;

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

/** The facts of usage points: what these are found and ordered by. */
const METERS = '(SELECT usage_point AS id, rowid, * FROM usage_point_facts)';

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
  const words = (value: string) => ({ value, order: [`lower(${value})`] });
  return {
    table: METERS,
    row: 'l.rowid',
    joins: {
      source: 'LEFT JOIN sources o ON o.source = l.source',
      file: `LEFT JOIN (SELECT source, label, ${naturalKey('label')} AS key FROM sources WHERE kind = 'file') i ON i.source = l.source`,
      days: days === undefined ? '' : `LEFT JOIN (${days}) d ON d.row = l.rowid`,
    },
    columns: {
      meter: { value: 'l.name_key' },
      file: { value: 'i.label', order: ['i.key'], needs: ['file'] },
      customer: { value: 'l.customer_key' },
      address: { value: 'l.address_key' },
      service: words(codeWords('ServiceKind', 'l.service_kind')),
      // One that names nothing has no key.
      tariff: { value: 'CASE WHEN l.tariff_key IS NOT NULL THEN l.tariff END', order: ['l.tariff_key'] },
      // Of equals, those with more estimates are the worse ones.
      coverage: { value: 'l.coverage', order: ['l.coverage', '-coalesce(l.estimated, 0)'] },
      missing: { value: 'l.missing_seconds' },
      estimated: { value: 'l.estimated' },
      readings: { value: 'coalesce(l.readings, 0)' },
      bills: { value: 'coalesce(l.bills, 0)' },
      series: { value: 'coalesce(l.series, 0)' },
      first: { value: 'd.first_date', needs: ['days'] },
      last: { value: 'd.last_date', needs: ['days'] },
      problems: { value: 'coalesce(o.warnings, 0)', needs: ['source'] },
      status: words(pointStatusWords('l.status')),
      notes: words('l.note'),
      utility: words('l.utility'),
      title: { value: 'l.title_key' },
      uid: { value: 'l.uid_key' },
      authorization: { value: 'l.authorization_key' },
      collecting: { value: `CASE WHEN l.uid IN ${among(collecting)} THEN 'yes' END` },
    },
    order: ['l.authorization_key', 'l.uid_key', 'l.id'],
    has: (word, is) => {
      const elsewhere = [
        markedWith('meter', word),
        ...(days !== undefined && LIKE_A_DAY.test(is) ? [onDay(days, word)] : []),
      ];
      return `(contains(l.words, ${word}) OR contains(l.record_words, ${word}) OR l.id IN (${elsewhere.join(' UNION ALL ')})
        OR l.source IN (SELECT source FROM sources WHERE kind = 'file' AND contains(lower(label), ${word})))`;
    },
  };
}

/** @param row of {@link pointRows} */
function usagePointRow(row: Row, days: LocalDays, marks: Marks): UsagePointRow {
  const status = optionalNumber(row.status);
  return {
    id: text(row.id),
    uid: text(row.uid),
    authorization: optionalText(row.authorization_uid),
    title: optionalText(row.title),
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
