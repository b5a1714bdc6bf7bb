/**
 * What the meters of an authorization are together: in SQL, to find and to order authorizations by; and of the rows of a page, to
 * be shown. One statement for both would take three times the processor's time, most of it to plan.
 */
import { codeLabel } from '#shared/espi/code-lists.ts';
import { groupBy } from '#shared/group.ts';
import type { Connection, Row } from '../database.ts';
import { CLOCK_COLUMNS } from '../local-time.ts';
import { number, optionalNumber, optionalText, text } from '../row.ts';
import { codeWords } from '../sql-words.ts';

/** SQL: the values of a group, each once, in order. Cheaper than DISTINCT within an aggregate, which sorts the rows anew. */
const eachOnce = (value: string) => `list_sort(list_distinct(list(${value})))`;

/** SQL of the usage points `p` with their facts `f`, and the zone that the user chose: `z.value`. */
const POINTS = `usage_points p LEFT JOIN usage_point_facts f ON f.usage_point = p.id
  LEFT JOIN decisions z ON z.subject = p.id AND z.name = 'zone'`;

/** SQL of a relation with a row for each authorization that has meters, by `authorization_uid`. */
export const AUTHORIZATION_METERS: string = `(SELECT p.authorization_uid, count(*) AS points, sum(f.readings) AS readings,
    min(f.first) AS first, max(f.last) AS last, avg(f.coverage) AS coverage,
    arg_min(f.customer, f.customer_key) AS customer, min(f.customer_key) AS customer_key,
    nullif(array_to_string(list_transform(${eachOnce('p.service_kind')}, lambda kind: ${codeWords('ServiceKind', 'kind')}), ', '), '') AS services,
    nullif(array_to_string(${eachOnce('p.tariff')}, ', '), '') AS tariffs,
    arg_max(p.local_time, f.last) AS local_time, arg_max(z.value, f.last) AS chosen_zone
  FROM ${POINTS} WHERE p.authorization_uid IS NOT NULL GROUP BY p.authorization_uid)`;

/** What the meters of rows of authorizations (`uid`) are together. */
export async function metersOf(connection: Connection, rows: readonly Row[]): Promise<(row: Row) => Row> {
  const points = await connection.rows(
    `SELECT p.authorization_uid, p.service_kind, p.tariff, f.readings, f.first, f.last, f.coverage, f.estimated, f.customer,
       f.customer_key, z.value AS chosen_zone, ${CLOCK_COLUMNS}
     FROM ${POINTS} LEFT JOIN local_times t ON t.id = p.local_time
     WHERE p.authorization_uid IN (SELECT unnest(?::JSON::VARCHAR[]))`,
    [JSON.stringify(rows.map(({ uid }) => uid))],
  );
  const byAuthorization = groupBy(points, (point) => point.authorization_uid);
  return ({ uid }) => together(byAuthorization.get(uid) ?? []);
}

function together(points: readonly Row[]): Row {
  const numbers = (name: string) => points.flatMap((point) => optionalNumber(point[name]) ?? []);
  const readings = sum(numbers('readings'));
  const estimated = points.filter((point) => point.estimated !== null);
  const coverages = numbers('coverage');
  const latest = points.toSorted((a, b) => number(b.last) - number(a.last));
  const named = points.filter((point) => point.customer !== null);
  return {
    // Its clock; what else it has stands below.
    ...latest.find((point) => point.has_own === true),
    chosen_zone: latest.find((point) => point.chosen_zone !== null)?.chosen_zone ?? null,
    points: points.length,
    readings,
    first: numbers('first').sort(ascending)[0] ?? null,
    last: numbers('last').sort(ascending).at(-1) ?? null,
    coverage: coverages.length === 0 ? null : sum(coverages) / coverages.length,
    estimated:
      estimated.length === 0 || readings === 0
        ? null
        : sum(estimated.map((point) => number(point.estimated) * number(point.readings))) / readings,
    customer: named.toSorted((a, b) => (text(a.customer_key) < text(b.customer_key) ? -1 : 1))[0]?.customer ?? null,
    services: eachOnceOf(numbers('service_kind').sort(ascending), (kind) => codeLabel('ServiceKind', kind)),
    tariffs: eachOnceOf(points.flatMap(({ tariff }) => optionalText(tariff) ?? []).sort(), (tariff) => tariff),
  };
}

function eachOnceOf<T>(values: readonly T[], words: (value: T) => string): string | null {
  return values.length === 0 ? null : [...new Set(values)].map(words).join(', ');
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}

function ascending(a: number, b: number): number {
  return a - b;
}
