/** The pictures of an overview, as SQL over its cells: each is narrowed down by what is chosen in all the others. */
import type { OverviewChoice } from '#shared/contract/overview.ts';
import { OVERVIEW_SIDES, type OverviewSide } from '#shared/overview-sides.ts';
import { among, sqlText } from '../sql-text.ts';
import { rulePoints } from './group-rules.ts';
import type { Months } from './month-calendar.ts';

/** So many meters are listed. */
const LARGEST = 100;

/** Where bars of amounts end: 0.001, 0.002, 0.005, 0.01 and so on. */
export const AMOUNT_ENDS: readonly number[] = Array.from({ length: 18 }, (_, place) => place - 3).flatMap((power) =>
  [1, 2, 5].map((digit) => Number(`${digit}e${power}`)),
);

/** SQL of the value of each side, of a row of `facts`. What is not known is "". */
const VALUES: Readonly<Record<OverviewSide, string>> = {
  service: `coalesce(service_kind::VARCHAR, '')`,
  tariff: `coalesce(tariff, '')`,
  utility: `coalesce(utility, '')`,
  tag: `unnest(CASE WHEN len(tags) = 0 THEN [''] ELSE list_distinct(tags) END)`,
  state: `coalesce(state, '')`,
};

/** The figures of rows of {@link METERS}, one a meter. */
const FIGURES = `count(*) AS "of", count(*) FILTER (known) AS meters, sum(total) AS total,
  coalesce(sum(covered) FILTER (known) / sum(length) FILTER (known), 0) AS coverage, coalesce(sum(estimated) / nullif(sum(covered), 0), 0) AS estimated,
  count(peak) AS demand_meters, max(peak) AS peak, arg_max(usage_point, (peak, usage_point)) FILTER (peak IS NOT NULL) AS peak_of, sum(peak) AS peaks,
  sum(base) AS base, count(base) AS base_meters`;

/** Cells of some months as one row a meter; a meter without data in any of them is not `known`. */
const ADDED_UP = `bool_or(known) AS known, sum(total) AS total, sum(covered) AS covered, sum(length) AS length, sum(estimated) AS estimated,
  max(peak) AS peak, sum(base * base_days) / nullif(sum(base_days), 0) AS base`;

/**
 * One statement for all pictures, after `WITH` and the parts of {@link overviewCells}: rows with `picture`, `value` (of a bar; a month; an
 * id) and the figures. Pictures are `measure`, `month`, the sides, `amount` (value: place of the bar) and `largest`.
 * @param measure the one that is shown
 */
export function overviewPictures(months: Months, measure: string, choice: OverviewChoice): string {
  const inMonths =
    choice.months === undefined
      ? 'true'
      : `i IN (${[-1, ...choice.months.map((month) => Math.trunc(month) - months.first)].join(', ')})`;
  const all = allBut(undefined);
  return `${facts(choice)},
    amounts AS (SELECT usage_point, sum(total) AS amount FROM cells WHERE measure = ${sqlText(measure)} GROUP BY usage_point HAVING bool_or(known)),
    chosen AS (SELECT f.*, a.amount, ${amountHolds(choice)} AS holds_amount FROM facts f LEFT JOIN amounts a USING (usage_point)),
    meters AS MATERIALIZED (SELECT usage_point, measure, ${ADDED_UP} FROM cells WHERE ${inMonths} GROUP BY usage_point, measure),
    shown AS MATERIALIZED (SELECT * FROM meters JOIN chosen USING (usage_point) WHERE measure = ${sqlText(measure)})
    SELECT 'measure' AS picture, measure AS value, ${FIGURES} FROM (SELECT m.* FROM meters m JOIN chosen USING (usage_point) WHERE ${all}) GROUP BY measure
    UNION ALL BY NAME SELECT 'month' AS picture, i::VARCHAR AS value, ${FIGURES} FROM (
      SELECT c.usage_point, c.i, ${ADDED_UP} FROM cells c JOIN chosen USING (usage_point)
      WHERE c.measure = ${sqlText(measure)} AND ${all} GROUP BY c.usage_point, c.i) GROUP BY i
    ${OVERVIEW_SIDES.map(
      (side) => `UNION ALL BY NAME SELECT ${sqlText(side)} AS picture, value, ${FIGURES} FROM (
      SELECT *, ${VALUES[side]} AS value FROM shown WHERE ${allBut(side)}) GROUP BY value`,
    ).join('\n')}
    UNION ALL BY NAME SELECT 'amount' AS picture, value, ${FIGURES} FROM (
      SELECT *, ${AMOUNT_BAR} AS value FROM shown WHERE amount IS NOT NULL AND ${allBut('amount')}) GROUP BY value
    UNION ALL BY NAME SELECT 'largest' AS picture, usage_point AS value, ${FIGURES} FROM (
      FROM shown WHERE known AND ${all} ORDER BY total DESC NULLS LAST, usage_point LIMIT ${LARGEST}) GROUP BY usage_point`;
}

/** Counts that stand beside the pictures, and the key of the measure that most meters have; as SQL after `MEASURES`: one row. */
export function overviewCounts(choice: OverviewChoice): string {
  return `${facts(choice)}, held AS (SELECT usage_point FROM facts WHERE ${OVERVIEW_SIDES.map((side) => `holds_${side}`).join(' AND ')})
    SELECT (SELECT count(*) FROM held) AS meters, (SELECT key FROM measures ORDER BY cost, meters DESC, key LIMIT 1) AS most_common,
      (SELECT count(*) FROM held WHERE usage_point NOT IN (SELECT usage_point FROM ranked)) AS unmeasured,
      (SELECT count(DISTINCT usage_point) FROM ranked JOIN held USING (usage_point) WHERE rank = 1 AND NOT summed) AS unsummed,
      (SELECT count(DISTINCT usage_point) FROM ranked JOIN held USING (usage_point) WHERE rank > 1) AS several,
      (SELECT count(*) FROM usage_summaries b JOIN held USING (usage_point)
        WHERE b.total IS NULL OR b.start IS NULL OR coalesce(b.duration, 0) <= 0) AS incomplete_bills`;
}

/** What pictures are broken down by, a row a usage point, and whether each choice holds of it. */
function facts(choice: OverviewChoice): string {
  const held = OVERVIEW_SIDES.map((side) => `${sideHolds(side, choice[side])} AS holds_${side}`);
  return `facts AS (SELECT r.id AS usage_point, r.service_kind, r.tariff, r.utility, r.tags, l.state, ${held.join(', ')}
    FROM ${rulePoints(['service', 'tariff', 'utility', 'tag'])} r JOIN points p ON p.usage_point = r.id
    LEFT JOIN (SELECT usage_point, min_by(nullif(trim(data->'mainAddress'->'townDetail'->>'stateOrProvince'), ''), id) AS state
      FROM customer_entities WHERE kind = 'ServiceLocation' AND usage_point IS NOT NULL GROUP BY usage_point) l ON l.usage_point = r.id)`;
}

function sideHolds(side: OverviewSide, values: readonly string[] | undefined): string {
  if (values === undefined || values.length === 0) return 'true';
  if (side !== 'tag') return `${VALUES[side]} IN ${among(values)}`;
  const none = values.includes('') ? 'OR len(tags) = 0' : '';
  return `(list_has_any(tags, [${values.map((one) => `lower(${sqlText(one)})`).join(', ')}]) ${none})`;
}

function amountHolds({ amount }: OverviewChoice): string {
  const ends = [
    ...(amount?.atLeast === undefined ? [] : [`a.amount >= ${Number(amount.atLeast)}`]),
    ...(amount?.below === undefined ? [] : [`a.amount < ${Number(amount.below)}`]),
  ];
  return ends.length === 0 ? 'true' : `coalesce(${ends.join(' AND ')}, false)`;
}

/** SQL: all that is chosen holds, but for one picture's. */
function allBut(picture: OverviewSide | 'amount' | undefined): string {
  const held = [...OVERVIEW_SIDES, 'amount' as const].filter((one) => one !== picture);
  return held.map((one) => `holds_${one}`).join(' AND ');
}

/** The bar that an amount stands in: by how many ends of bars are not above it; -1 below zero. */
const AMOUNT_BAR = `CASE WHEN amount < 0 THEN -1 ELSE len(list_filter([${AMOUNT_ENDS.join(', ')}], lambda e: e <= amount)) END::VARCHAR`;
