/** Totals of many meters as queries over the views of docs/store.md: the overview's months, also by bills, the ranking, and the sum of meters. */
import { codeLabel } from '#shared/espi/code-lists.ts';
import { unitOf } from '#shared/espi/units.ts';
import type { ScreenQuery } from './screen-queries.ts';

/** ESPI ServiceKind (undefined where none is said), FlowDirection and UnitSymbol. */
export interface Measured {
  service: number | undefined;
  flow: number;
  uom: number;
}

const DIRECTIONS: Readonly<Record<number, string>> = { 1: 'delivered', 19: 'received', 4: 'net', 20: 'total' };

/** What a measure of the overview (`0:72:1`) is; undefined for costs and differences. */
export function measuredOf(key: string): Measured | undefined {
  const [, service, uom, flow] = /^(\d*):(\d+):(\d+)$/.exec(key) ?? [];
  if (uom === undefined || flow === undefined) return undefined;
  return { service: service === '' ? undefined : Number(service), flow: Number(flow), uom: Number(uom) };
}

/** Conditions on the view `measures` with the alias `m`, and their values. */
function measured({ service, flow, uom }: Measured): { sql: string; values: Record<string, string> } {
  return {
    sql: `${service === undefined ? 'm.service IS NULL' : 'm.service = $service'} AND m.direction = $direction AND m.unit = $unit`,
    values: {
      ...(service === undefined ? {} : { service: codeLabel('ServiceKind', service) }),
      direction: DIRECTIONS[flow] ?? `unknown (${flow})`,
      unit: unitOf(uom).name,
    },
  };
}

/** First day of a month by its number (year * 12 + month - 1). */
const monthDay = (month: number) => new Date(Date.UTC(Math.floor(month / 12), month % 12)).toISOString().slice(0, 10);

/** The months of the overview. @param span months by number */
export function overviewQuery(measure: Measured, { first, count }: { first: number; count: number }): ScreenQuery {
  const { sql, values } = measured(measure);
  return {
    sql: `SELECT d.month, sum(d.value) AS total, any_value(d.unit) AS unit, count(DISTINCT usage_point) AS meters
FROM monthly d JOIN measures m USING (series_id, usage_point)
WHERE ${sql} AND d.month >= $since::DATE AND d.month < $before::DATE
GROUP BY d.month
ORDER BY d.month`,
    values: { ...values, since: monthDay(first), before: monthDay(first + count) },
  };
}

/**
 * The months of costs by bills: each bill is shared by time among the months of its meter's own calendar. Where the name of a time zone is not
 * certain, the offset at the start of the bill stands in. @param currency undefined where the bills say none @param span months by number
 */
export function billedQuery(
  currency: string | undefined,
  { first, count }: { first: number; count: number },
): ScreenQuery {
  const is = currency === undefined ? 'b.currency IS NULL' : 'b.currency = $currency';
  const at = (month: string) =>
    `coalesce(epoch(timezone(b.zone, (${month})::TIMESTAMP)), epoch((${month})::TIMESTAMP) - b.clock_offset)`;
  return {
    sql: `WITH billed AS (
    SELECT usage_point, p.zone, b.total, b.currency, epoch(b.start_utc) AS start, epoch(b.end_utc) AS stop,
      epoch(b.start_local) - epoch(b.start_utc) AS clock_offset
    FROM bills b JOIN meters p USING (usage_point)
    WHERE ${is} AND b.total IS NOT NULL AND b.end_utc > b.start_utc AND p.twin_of IS NULL),
  months AS (SELECT ($since::DATE + i * INTERVAL 1 MONTH)::DATE AS month FROM range(${count}) m(i)),
  shared AS (
    SELECT b.*, m.month, greatest(b.start, ${at('m.month')}) AS first,
      least(b.stop, ${at('m.month + INTERVAL 1 MONTH')}) AS last
    FROM billed b CROSS JOIN months m)
SELECT month, sum(total * (last - first) / (stop - start)) AS total, any_value(currency) AS currency, count(DISTINCT usage_point) AS meters
FROM shared
WHERE last > first
GROUP BY month
ORDER BY month`,
    values: {
      ...(currency === undefined ? {} : { currency }),
      since: monthDay(first),
    },
  };
}

/** Amounts of a period of whole days, both included. @param up the lowest first */
export function rankingQuery(measure: Measured, period: { from: string; until: string }, up: boolean): ScreenQuery {
  const { sql, values } = measured(measure);
  return {
    sql: `SELECT p.meter_number, p.customer, p.address, sum(d.value) AS amount, any_value(d.unit) AS unit, count(*) AS days, usage_point
FROM daily d JOIN measures m USING (series_id, usage_point) JOIN meters p USING (usage_point)
WHERE ${sql} AND d.day BETWEEN $since::DATE AND $until::DATE
GROUP BY ALL
ORDER BY amount ${up ? 'ASC' : 'DESC'} NULLS LAST`,
    values: { ...values, since: period.from, until: period.until },
  };
}

/**
 * The summed profile of all meters, or of these. Readings that reach over a border of two intervals are not shared between them.
 * @param span epoch seconds, from the begin of an interval on
 */
export function sumQuery(
  measure: Measured,
  { step, from, to, meters }: { step: number; from: number; to: number; meters?: readonly string[] | undefined },
): ScreenQuery {
  const { sql, values } = measured(measure);
  // Of a meter that two authorizations give, the usage point that is counted may be the other one.
  const chosen = meters
    ? `\n  AND usage_point IN (SELECT coalesce(twin_of, usage_point) FROM meters WHERE list_contains(string_split($meters, chr(10)), usage_point))`
    : '';
  return {
    sql: `SELECT epoch_ms(($since::BIGINT + (r.start_epoch - $since::BIGINT) // $step::BIGINT * $step::BIGINT) * 1000) AS start_utc, sum(r.value) AS total, any_value(r.unit) AS unit,
  count(DISTINCT usage_point) AS meters
FROM readings r JOIN measures m USING (series_id, usage_point)
WHERE ${sql} AND r.start_epoch >= $since::BIGINT AND r.start_epoch < $before::BIGINT AND r.duration_seconds <= $step::BIGINT${chosen}
GROUP BY ALL
ORDER BY start_utc`,
    values: {
      ...values,
      step: String(step),
      since: String(from),
      before: String(to),
      ...(meters ? { meters: meters.join('\n') } : {}),
    },
  };
}
