/**
 * What each meter comes to in each month, as SQL: one row a usage point, measure and month. Readings are added up from the sums of
 * months (`month-sums.ts`), never read; bills are shared among the months of their period by time.
 */
import { LONGER_CONDITION } from '../intake/gap-rule.ts';
import { UNIT_FACTORS } from '../sql-words.ts';
import { takesZeros } from '../stored-series.ts';
import type { Months } from './month-calendar.ts';

/** Delivered and received: ESPI FlowDirection 1 (or not said) and 19. */
const DELIVERED = 1;
const RECEIVED = 19;

/** Above this an interval says nothing of demand. Seconds. */
const LONGEST_OF_DEMAND = 3600;
/**
 * SQL: readings of a series `s` tell a peak and a base load. Where one of them lasts longer than the others, its amount would pass for
 * one of a step, and the sums of days no longer tell it from them.
 */
export const TELLS_DEMAND = `s.behaviour = 'interval' AND s.grid = 'fixed' AND s.step BETWEEN 1 AND ${LONGEST_OF_DEMAND} AND NOT (${LONGER_CONDITION})`;
/** SQL: direction of a series `s`; delivered, also where nothing is said. */
export const FLOW = `coalesce(nullif((s.reading_type->>'flowDirection')::INTEGER, 0), ${DELIVERED})`;

/**
 * Parts of a `WITH`, after those of {@link monthCalendar}:
 * - `ranked`: the series that add up, `rank` 1 the one that counts for its usage point, unit and direction;
 * - `billed`: bills with a period and a total;
 * - `cells`: `usage_point`, `measure`, month `i`, its `length` in seconds, of which `covered` and `estimated`; `known` (it has data);
 *   `total` in the unit of the measure; of demand, in units per hour, `peak`, when it was first (`peak_at`), and `base` over `base_days` whole days.
 * @param net the measure is "delivered less received", so there are cells of it too
 */
export function overviewCells({ first, count }: Months, net: boolean): string {
  return `${RANKED},
    ${BILLED},
    main AS (SELECT * FROM ranked WHERE rank = 1),
    sums AS (
      SELECT series, month - ${first} AS i, total, estimated_seconds AS estimated, peak, peak_at, least / nullif(least_days, 0) AS base, least_days AS base_days
      FROM month_sums WHERE month BETWEEN ${first} AND ${first + count - 1}),
    spans AS (
      SELECT m.*, c.i, c.p1 - c.p0 AS length, greatest(0, least(m.last_end, c.p1) - greatest(m.first, c.p0)) AS span
      FROM main m JOIN months c USING (place)),
    holes AS (
      SELECT m.series, c.i, sum(least(g.stop, c.p1) - greatest(g.start, c.p0)) AS missing
      FROM main m JOIN gaps g USING (series) JOIN months c ON c.place = m.place AND c.p0 < g.stop AND c.p1 > g.start
      WHERE NOT m.zeros GROUP BY ALL),
    measured AS (
      SELECT s.usage_point, s.service_kind, s.uom, s.flow, s.i, s.length, s.summed AND s.span - coalesce(h.missing, 0) > 0 AS known,
        CASE WHEN s.summed THEN greatest(0, s.span - coalesce(h.missing, 0)) ELSE 0 END AS covered,
        coalesce(d.estimated, 0) AS estimated, d.total * s.factor AS total,
        CASE WHEN s.demand THEN d.peak * s.factor * 3600 / s.step END AS peak, CASE WHEN s.demand THEN d.peak_at END AS peak_at,
        CASE WHEN s.demand THEN d.base * s.factor * 3600 / s.step END AS base, CASE WHEN s.demand THEN d.base_days ELSE 0 END AS base_days
      FROM spans s LEFT JOIN holes h USING (series, i) LEFT JOIN sums d USING (series, i)),
    cells AS MATERIALIZED (
      SELECT * EXCLUDE (service_kind, uom, flow), ${measureKey('flow')} AS measure FROM measured
      ${net ? `UNION ALL BY NAME ${NET}` : ''}
      UNION ALL BY NAME ${BILL_CELLS})`;
}

/** SQL of a measure's key, of a row of {@link RANKED}. @param last SQL of its last part */
export function measureKey(last: string): string {
  return `concat(service_kind, ':', uom, ':', ${last})`;
}

/** Part of a `WITH`, after those of `monthCalendar`: `ranked`, see {@link overviewCells}. */
export const RANKED = `ranked AS (
  SELECT *, row_number() OVER (PARTITION BY usage_point, uom, flow ORDER BY count DESC, series) AS rank
  FROM (SELECT s.usage_point, u.service_kind, k.uom, c.place, s.series, s.count, s.first, s.last_end, s.step,
      s.day_clock IS NOT NULL AS summed, ${takesZeros('s')} AS zeros, pow(10.0, s.power) * k.factor AS factor,
      ${FLOW} AS flow, ${TELLS_DEMAND} AS demand
    FROM series s JOIN points p USING (usage_point) JOIN clocks c USING (clock) JOIN usage_points u ON u.id = s.usage_point
    JOIN (VALUES ${UNIT_FACTORS}) k(uom, factor) ON k.uom = (s.reading_type->>'uom')::INTEGER
    WHERE s.count > 0 AND s.behaviour IN ('interval', 'register')))`;

/** SQL: a bill `b` has a period and a total. */
export const BILLS_THAT_COUNT = 'b.total IS NOT NULL AND b.start IS NOT NULL AND b.duration > 0';

const BILLED = `billed AS (
  SELECT b.usage_point, c.place, b.currency, b.start, b.start + b.duration AS stop, b.total / b.money_scale AS total
  FROM usage_summaries b JOIN points p USING (usage_point) JOIN clocks c USING (clock)
  WHERE ${BILLS_THAT_COUNT})`;

/** Part of a `WITH`, after {@link overviewCells}: `measures` with their `key`, and how many `meters` have it. */
export const MEASURES: string = `measures AS (
  SELECT ${measureKey('flow')} AS key, count(*) AS meters, false AS cost FROM main GROUP BY ALL
  UNION ALL SELECT concat('cost:', currency), count(DISTINCT usage_point), true FROM billed GROUP BY ALL)`;

/** Peak and base load of a difference are not in the sums of days. */
const NET = `SELECT usage_point, ${measureKey("'net'")} AS measure, i, sum(length) AS length, bool_or(known) AS known, sum(covered) AS covered,
    sum(estimated) AS estimated, sum(CASE flow WHEN ${RECEIVED} THEN -total ELSE total END) AS total, NULL AS peak, NULL AS peak_at, NULL AS base, 0 AS base_days
  FROM measured WHERE flow IN (${DELIVERED}, ${RECEIVED}) GROUP BY usage_point, service_kind, uom, i`;

const BILL_CELLS = `SELECT m.usage_point, concat('cost:', m.currency) AS measure, c.i, any_value(c.p1 - c.p0) AS length, count(b.start) > 0 AS known,
    least(any_value(c.p1 - c.p0), coalesce(sum(least(b.stop, c.p1) - greatest(b.start, c.p0)) FILTER (b.start IS NOT NULL), 0)) AS covered, 0 AS estimated,
    sum(b.total * (least(b.stop, c.p1) - greatest(b.start, c.p0)) / (b.stop - b.start)::DOUBLE) AS total,
    NULL AS peak, NULL AS peak_at, NULL AS base, 0 AS base_days
  FROM (SELECT DISTINCT usage_point, place, currency FROM billed) m JOIN months c USING (place)
  LEFT JOIN billed b ON b.usage_point = m.usage_point AND b.currency IS NOT DISTINCT FROM m.currency AND b.start < c.p1 AND b.stop > c.p0
  GROUP BY m.usage_point, m.currency, c.i`;
