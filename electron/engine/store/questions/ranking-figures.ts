/**
 * Figures of many meters over a span of days, as SQL on the sums of their days (`day-sums.ts`): no reading is looked at. Amounts are on
 * the scale that they are stored on; `factor` takes them to the unit that is shown.
 */

import type { Quantity } from '#shared/contract/ranking.ts';
import { SCHEMA_DIVISOR } from '#shared/espi/bill-evidence.ts';
import { displayPower } from '#shared/espi/units.ts';
import type { RankedBy } from '#shared/ranked-by.ts';
import { takesZeros } from '../stored-series.ts';
import { type Days, dayBounds, eachDay } from './day-calendar.ts';
import { FLOW, TELLS_DEMAND } from './overview-cells.ts';

/** How many days before the period the one begins that it is compared with: whole weeks, so that weekdays meet. */
export function shiftsOf({ from, until }: Days): Record<'previous' | 'lastYear', number> {
  const previous = Math.ceil((until - from) / 7) * 7;
  return { previous, lastYear: Math.max(previous, 364) };
}

export const UOM = `(s.reading_type->>'uom')::INTEGER`;
export const SERVICE = 'coalesce(p.service_kind, -1)';

/** Series `s` of usage points `p` that can be compared. A meter under two authorizations counts once. */
const COMPARED = `series s JOIN usage_points p ON p.id = s.usage_point JOIN usage_point_facts f ON f.usage_point = p.id
  WHERE f.twin_of IS NULL AND s.count > 0 AND s.behaviour <> 'sample'`;

/**
 * SQL of the numbers of series: of each meter and quantity the one with the most readings.
 * @param quantity undefined for all of them
 * @param chosen SQL of ids of usage points
 */
export function comparedSeries(quantity: Quantity | undefined, chosen: string | undefined): string {
  const ofQuantity =
    quantity === undefined
      ? ''
      : `AND ${SERVICE} = ${quantity.service} AND ${FLOW} = ${quantity.flow} AND ${UOM} = ${quantity.uom}`;
  return `(SELECT arg_max(s.series, (s.count, -s.series)) AS series FROM ${COMPARED} ${ofQuantity}
    ${chosen === undefined ? '' : `AND p.id IN ${chosen}`} GROUP BY s.usage_point, ${FLOW}, ${UOM})`;
}

export interface Figures {
  /** SQL of the numbers of series, for `IN`. */
  series: string;
  /** Keys of all of their clocks. */
  clocks: readonly string[];
  uom: number;
  days: Days;
  /** Only costs in this currency; all, where it is undefined. */
  currency: number | undefined;
  /** Only bills in this currency (0: none is said); where it is undefined, those of a meter that has one. */
  billedIn: number | undefined;
  /** Powers of ten that take stored costs to their currency, where it is another than that of the schema. */
  costPowers: ReadonlyMap<number, number>;
  /** What is needed; the rest is NULL. */
  wanted: ReadonlySet<RankedBy>;
}

/** The power of ten of costs by the schema. */
export const SCHEMA_COST_POWER: number = -Math.log10(SCHEMA_DIVISOR);

/**
 * A `WITH` that ends in `figures`, a row a series: `series`, `usage_point`, `factor`, `step`, `peak_at`, `previousDays`,
 * `lastYearDays`, and a column of each of {@link RankedBy} in the unit and currency shown.
 */
export function figures({ series, clocks, uom, days, currency, billedIn, costPowers, wanted }: Figures): string {
  const shifts = shiftsOf(days);
  const compared = (['previous', 'lastYear'] as const).filter((one) => wanted.has(one));
  const spans: Days[] = [
    ...(wanted.has('base') || compared.length > 0 ? [days] : []),
    ...new Set(compared.map((one) => shifts[one])),
  ].map((one) => (typeof one === 'number' ? { from: days.from - one, until: days.until - one } : one));
  const chosenCost =
    currency === undefined ? 'true' : `coalesce((s.reading_type->>'currency')::INTEGER, 0) = ${currency}`;
  const powers = [...costPowers].map(([number, power]) => `WHEN ${number} THEN ${power}`).join(' ');
  return `WITH c AS MATERIALIZED (SELECT s.series, s.usage_point, s.day_clock, coalesce(s.day_whole, false) AS day_whole, s.first, s.last_end,
      ${takesZeros('s')} AS zeros,
      CASE WHEN ${TELLS_DEMAND} THEN s.step END AS step, ${FLOW} = 1 AS delivered,
      pow(10.0, s.power + ${displayPower(uom, 0)}) AS factor, ${chosenCost} AS costs,
      ${powers === '' ? SCHEMA_COST_POWER : `CASE s.series ${powers} ELSE ${SCHEMA_COST_POWER} END`} AS cost_power
    FROM series s WHERE s.series IN ${series}),
  period AS (${dayBounds(clocks, [days])}),
  sums AS (SELECT series, sum(total) AS total, sum(weight) AS weight, sum(estimated) AS estimated, max(peak) AS peak,
      arg_max(peak_at, (peak, -peak_at)) AS peak_at, sum(cost) AS cost, sum(total) FILTER (cost IS NOT NULL) AS costed
    FROM day_sums WHERE series IN (SELECT series FROM c) AND ${within(days)} GROUP BY series),
  -- Seconds of holes: of those that are missing, and of those that are zeros, which the sums of days do not count as readings.
  holes AS (SELECT c.series, sum(least(g.stop, w.p1) - greatest(g.start, w.p0)) FILTER (NOT c.zeros) AS missing_seconds,
      sum(least(g.stop, w.p1) - greatest(g.start, w.p0)) FILTER (c.zeros) AS zero_seconds
    FROM c JOIN period w ON w.clock = c.day_clock JOIN gaps g ON g.series = c.series AND g.start < w.p1 AND g.stop > w.p0 GROUP BY c.series),
  ${spans.length === 0 ? '' : `${wholeDays(clocks, spans)},`}
  lows AS (${wanted.has('base') ? `SELECT series, avg(least) AS base FROM whole WHERE ${within(days)} GROUP BY series` : NOTHING('base')}),
  ${compared.map((one) => `${one} AS (${changes(days, shifts[one])}),`).join('\n')}
  bills AS (${wanted.has('billed') || wanted.has('billedPrice') ? billsOf(billedIn) : NOTHING('billed', 'covered', 'currency')}),
  figures AS (SELECT c.series, c.usage_point, c.factor, coalesce(c.step, 0) AS step, s.peak_at,
    s.total * c.factor AS amount, s.peak * c.factor * 3600 / c.step AS peak, l.base * c.factor * 3600 / c.step AS base,
    CASE WHEN c.step IS NOT NULL AND s.peak > 0 AND s.total >= 0
      THEN s.total / nullif(s.weight + coalesce(h.zero_seconds, 0) / c.step, 0) / s.peak END AS "loadFactor",
    CASE WHEN c.costs THEN s.cost * pow(10.0, c.cost_power) END AS cost,
    CASE WHEN c.costs AND s.costed > 0 THEN s.cost * pow(10.0, c.cost_power) / (s.costed * c.factor) END AS price,
    1 - (greatest(0, least(w.p1, c.last_end) - greatest(w.p0, c.first)) - coalesce(h.missing_seconds, 0)) / (w.p1 - w.p0) AS missing,
    CASE WHEN b.covered BETWEEN (w.p1 - w.p0) * ${ALL} AND (w.p1 - w.p0) / ${ALL} THEN b.billed END AS billed, b.currency AS billed_currency,
    CASE WHEN b.covered BETWEEN (w.p1 - w.p0) * ${ALL} AND (w.p1 - w.p0) / ${ALL} AND missing < 1 - ${ALL} AND s.total > 0
      THEN b.billed / (s.total * c.factor) END AS "billedPrice",
    s.estimated / nullif(s.weight, 0) AS estimated,
    ${(['previous', 'lastYear'] as const)
      .map((one) =>
        compared.includes(one)
          ? `${one}.change AS "${one}", coalesce(${one}.days, 0) AS "${one}Days"`
          : `NULL::DOUBLE AS "${one}", 0 AS "${one}Days"`,
      )
      .join(', ')}
    FROM c JOIN period w ON w.clock = c.day_clock LEFT JOIN sums s USING (series) LEFT JOIN holes h USING (series) LEFT JOIN lows l USING (series) LEFT JOIN bills b USING (series)
    ${compared.map((one) => `LEFT JOIN ${one} USING (series)`).join(' ')})`;
}

/** Bills begin and end at an hour of the utility's: of a month this is less than one. */
const ALL = 0.999;

/** `series`, `billed`, `covered` (seconds), `currency`: the bills of what is delivered, shared by time, of meters whose bills are in one currency. */
function billsOf(billedIn: number | undefined): string {
  const part = 'least(b.start + b.duration, w.p1) - greatest(b.start, w.p0)';
  return `SELECT c.series, sum(b.total / b.money_scale * (${part}) / b.duration::DOUBLE) AS billed, sum(${part}) AS covered, any_value(coalesce(b.currency, 0)) AS currency
    FROM c JOIN period w ON w.clock = c.day_clock JOIN usage_summaries b ON b.usage_point = c.usage_point AND b.start < w.p1 AND b.start + b.duration > w.p0
    WHERE c.delivered AND b.total IS NOT NULL AND b.duration > 0 ${billedIn === undefined ? '' : `AND coalesce(b.currency, 0) = ${billedIn}`}
    GROUP BY c.series HAVING count(DISTINCT coalesce(b.currency, 0)) = 1`;
}

const NOTHING = (...columns: string[]) =>
  `SELECT NULL::INTEGER AS series, ${columns.map((column) => `NULL::DOUBLE AS ${column}`).join(', ')} WHERE false`;

function within({ from, until }: Days): string {
  return `day >= ${from} AND day < ${until}`;
}

/**
 * CTEs that end in `whole`: `series`, `day`, `total`, `least` of days of which nothing is missing: between the first and the last
 * reading, in no gap, and each reading with a value.
 */
function wholeDays(clocks: readonly string[], spans: readonly Days[]): string {
  return `calendar AS (${dayBounds(clocks, spans.flatMap(eachDay))}),
  broken AS (SELECT DISTINCT c.series, d.day FROM c JOIN gaps g USING (series) JOIN calendar d
    ON d.clock = c.day_clock AND g.start < d.p1 AND g.stop > d.p0 WHERE NOT c.zeros),
  daily AS (SELECT series, day, sum(total) AS total, min(least) AS least, sum(weight) AS weight, sum(count) AS count FROM day_sums
    WHERE series IN (SELECT series FROM c) AND (${spans.map((span) => `(${within(span)})`).join(' OR ')}) GROUP BY series, day),
  whole AS MATERIALIZED (SELECT y.series, y.day, y.total, y.least FROM daily y JOIN c USING (series)
    JOIN calendar d ON d.clock = c.day_clock AND d.day = y.day
    WHERE y.total IS NOT NULL AND d.p0 >= c.first AND d.p1 <= c.last_end AND (NOT c.day_whole OR y.weight = y.count)
      AND NOT EXISTS (SELECT 1 FROM broken b WHERE b.series = y.series AND b.day = y.day))`;
}

/** `series`, `change`, `days`: of days that are whole in both; said where these are at least half of the period. */
function changes(days: Days, shift: number): string {
  return `SELECT series, days, CASE WHEN days * 2 >= ${days.until - days.from} AND before > 0 THEN now / before - 1 END AS change FROM (
    SELECT n.series, count(*) AS days, sum(n.total) AS now, sum(t.total) AS before FROM whole n
    JOIN whole t ON t.series = n.series AND t.day = n.day - ${shift} WHERE n.day >= ${days.from} AND n.day < ${days.until} GROUP BY n.series)`;
}
