/**
 * What a server has of each meter and month, as SQL on its views `v1` (docs/postgres.md): no reading is looked at. What is covered of a month
 * is exact for a series without gaps, its span; for one with gaps, of equal readings of an hour at most, it is their number times their length.
 * A reading without a value covers nothing: where some of a month may have none, and for others, it is not known.
 */
import { isAmount } from '#shared/espi/quantities.ts';
import { USED_UNITS, unitOf } from '#shared/espi/units.ts';
import { sqlText } from '../../../sql-text.ts';
import { COUNTED, TWINS } from './twins.ts';

/** Units whose values add up. */
const AMOUNTS = USED_UNITS.filter((uom) => isAmount({ uom, kind: 0 }))
  .map((uom) => sqlText(unitOf(uom).name))
  .join(', ');

/** Seconds. Longer readings tell no demand, and where one reaches into the next month, too much of a month is not known. */
const SHORT = 3600;

/** SQL of a measure's key: what adds up is of one service, direction and unit. */
export const KEY = `concat_ws('|', coalesce(m.service, ''), split_part(s.name, ', ', 1), s.unit)`;

const SERIES = `s.usage_point, s.series_id, s.readings, s.grid, s.interval_seconds::bigint AS step, s.zone, m.service, m.tariff, c.gaps, c.gap_seconds, coalesce(e.readings, 0) AS empty_readings,
    extract(epoch FROM c.first_utc)::bigint AS first, extract(epoch FROM c.end_utc)::bigint AS last_end,
    CASE WHEN s.behaviour = 'interval' AND s.grid = 'fixed' AND s.interval_seconds BETWEEN 1 AND ${SHORT} THEN s.interval_seconds::bigint END AS demand_step
  FROM v1.series s JOIN v1.meters m ON m.usage_point = s.usage_point JOIN v1.coverage c ON c.series_id = s.series_id LEFT JOIN empty e ON e.series_id = s.series_id`;

/** CTE `empty`: by series, the readings of the months in which none has a value. */
const EMPTY = `empty AS (SELECT d.series_id, sum(d.readings)::bigint AS readings FROM v1.monthly d WHERE d.estimated_share IS NULL GROUP BY d.series_id)`;

/**
 * SQL: of `m`, a series with gaps, the number of readings says what they cover: they are equal, an hour at most, and as many as fit beside the
 * gaps. One without a value is a gap, and would be one too many.
 */
export const COUNTS = `(coalesce(m.step, 0) BETWEEN 1 AND ${SHORT}
  AND (m.readings - m.empty_readings - 1) * m.step < m.last_end - m.first - m.gap_seconds)`;

/**
 * CTEs `twins` and `main`: the series that add up, of each meter and measure the one with the most readings. `key`, `what` it is ("Electricity
 * delivered"), `unit`. @param more a condition for them
 */
export function measured(more = 'true'): string {
  return `${TWINS},
  ${EMPTY},
  main AS MATERIALIZED (
    SELECT DISTINCT ON (s.usage_point, ${KEY}) ${KEY} AS key, split_part(s.name, ', ', 1) AS what, s.unit, ${SERIES}
    WHERE ${COUNTED} AND s.readings > 0 AND s.behaviour <> 'sample' AND s.unit IN (${AMOUNTS}) AND ${more}
    ORDER BY s.usage_point, ${KEY}, s.readings DESC, s.series_id)`;
}

/** CTEs `twins` and `main`: of each meter the series with the most readings, whatever it measures. @param more a condition for them */
export function fullest(more: string): string {
  return `${TWINS},
  ${EMPTY},
  main AS MATERIALIZED (SELECT DISTINCT ON (s.usage_point) ${SERIES}
    WHERE s.readings > 0 AND ${more} ORDER BY s.usage_point, s.readings DESC, s.series_id)`;
}

/** CTE `zones`: time zones of `main` that the server knows by their name. */
const ZONES = `zones AS MATERIALIZED (SELECT DISTINCT m.zone FROM main m JOIN pg_timezone_names z ON z.name = m.zone)`;

/** SQL: the instant, epoch seconds, at which a zone's clock shows the beginning of a date. */
const instant = (date: string) => `extract(epoch FROM (${date})::timestamp AT TIME ZONE z.zone)::bigint`;

/**
 * CTEs that end in `bounds`: `zone`, `part` from 0, `p0`, `p1` (epoch seconds), of so many months or days from one on, by each zone.
 * @param first SQL of the first date @param count how many parts
 */
export function boundsOf(part: 'month' | 'day', first: string, count: number): string {
  const at = (number: string) => instant(`(${first})::date + make_interval(${part}s => ${number})`);
  return `${ZONES}, bounds AS MATERIALIZED (SELECT z.zone, i AS part, ${at('i')} AS p0, ${at('i + 1')} AS p1
    FROM zones z, generate_series(0, ${count - 1}) AS i)`;
}

/**
 * SQL: the seconds of [p0, p1) between the first and the last reading of `m`; gaps are still to be taken off. NULL without a zone, which
 * PostgreSQL's own `least` and `greatest` would pass over.
 */
const SPAN = 'CASE WHEN b.p0 IS NOT NULL THEN greatest(0, least(b.p1, m.last_end) - greatest(b.p0, m.first)) END';

/**
 * SQL: the seconds of [p0, p1) that readings of `m` cover; NULL where it is not known.
 * @param readings SQL of how many there are in it, without those of its days or months in which none has a value
 */
export function covered(readings: string): string {
  return `CASE WHEN b.p0 IS NULL THEN NULL WHEN m.gaps = 0 THEN ${SPAN} WHEN ${COUNTS} THEN least(${SPAN}, coalesce(${readings}, 0) * m.step) END`;
}

/** SQL: the readings of a day or month `d`; NULL where none of them has a value. */
export const VALUED = 'CASE WHEN d.estimated_share IS NOT NULL THEN d.readings END';

/**
 * CTEs after `main` that end in `cells`: of each series of it and month `part` `length`, `span`, `covered` and `estimated` in seconds (NULL
 * where not known), and the amount (`value`) and number of readings (`month_readings`, NULL where there are none with a value).
 */
export function monthCells(first: string, count: number): string {
  return `${boundsOf('month', first, count)},
    sums AS MATERIALIZED (SELECT d.series_id, (extract(year FROM age(d.month, ${first}::date)) * 12 + extract(month FROM age(d.month, ${first}::date)))::integer AS part,
        d.value, d.readings, d.estimated_share
      FROM v1.monthly d WHERE d.month >= ${first}::date AND d.month < ${first}::date + make_interval(months => ${count})),
    cells AS MATERIALIZED (SELECT m.*, n.part, b.p1 - b.p0 AS length, ${SPAN} AS span, ${covered(VALUED)} AS covered,
        coalesce(d.estimated_share, 0) * ${covered(VALUED)} AS estimated, d.value, CASE WHEN m.gaps = 0 THEN d.readings ELSE ${VALUED} END AS month_readings
      FROM main m CROSS JOIN generate_series(0, ${count - 1}) AS n(part)
      LEFT JOIN bounds b ON b.zone = m.zone AND b.part = n.part LEFT JOIN sums d ON d.series_id = m.series_id AND d.part = n.part)`;
}

/** SQL of the date of a month by number (year * 12 + month - 1). */
export function monthDate(month: number): string {
  const year = String(Math.floor(month / 12)).padStart(4, '0');
  return `'${year}-${String((month % 12) + 1).padStart(2, '0')}-01'`;
}
