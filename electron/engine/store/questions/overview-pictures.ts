/** The pictures of an overview, as SQL over its cells: each is narrowed down by what is chosen in all the others. */
import type { OverviewChoice } from '#shared/contract/overview.ts';
import { OVERVIEW_SIDES, type OverviewSide } from '#shared/overview-sides.ts';
import { among, sqlText } from '../sql-text.ts';
import { lastSent } from '../usage-point-facts.ts';
import { rulePoints } from './group-rules.ts';
import type { Months } from './month-calendar.ts';
import { BILLS_THAT_COUNT } from './overview-cells.ts';

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

/** The figures of rows of {@link OF_METER}, one a meter. */
const FIGURES = `count(*) AS "of", count(*) FILTER (known) AS meters, sum(total) AS total,
  coalesce(sum(covered) FILTER (known) / sum(length) FILTER (known), 0) AS coverage, coalesce(sum(estimated) / nullif(sum(covered), 0), 0) AS estimated,
  count(peak) AS demand_meters, max(peak) AS peak, arg_max((usage_point, peak_at), (peak, usage_point)) FILTER (peak IS NOT NULL) AS highest, sum(peak) AS peaks,
  sum(base) AS base, count(base) AS base_meters`;

/** The columns of a meter that {@link FIGURES} are made of. */
const OF_METER = 'usage_point, known, total, covered, length, estimated, peak, peak_at, base';

/** Cells of some months as one row a meter and measure; a meter without data in any of them is not `known`. */
const ADDED_UP = `bool_or(known) AS known, sum(total) AS total, sum(covered) AS covered, sum(length) AS length, sum(estimated) AS estimated,
  max(peak) AS peak, arg_max(peak_at, (peak, -peak_at)) FILTER (peak IS NOT NULL) AS peak_at, sum(base * base_days) / nullif(sum(base_days), 0) AS base`;

/**
 * One statement for all pictures, after `WITH` and the parts of {@link overviewCells} and `MEASURES`: rows with `picture`, `value` (of a bar;
 * a month; an id) and the figures. Pictures are `measure`, `month`, the sides, `amount` (value: place of the bar), `largest`, and
 * `counts`: what stands beside them, with the key of the measure as its value.
 * @param wanted the measure that is shown; without a wish, and where no meter has it, the one that most meters have
 */
export function overviewPictures(months: Months, wanted: string | undefined, choice: OverviewChoice): string {
  const inMonths =
    choice.months === undefined
      ? 'true'
      : `i IN (${[-1, ...choice.months.map((month) => Math.trunc(month) - months.first)].join(', ')})`;
  const all = allBut(undefined);
  const measure = '(SELECT key FROM shown_measure)';
  const asked =
    wanted === undefined ? 'NULL' : `(SELECT any_value(measure) FROM cells WHERE measure = ${sqlText(wanted)})`;
  const sides = OVERVIEW_SIDES.filter((side) => side !== 'tag');
  // One row a picture that a meter is in, and one aggregate over all of them: binding one for each picture took longer than the work.
  return `shown_measure AS MATERIALIZED (SELECT coalesce(${asked}, (SELECT key FROM measures ORDER BY cost, meters DESC, key LIMIT 1)) AS key),
    ${facts(choice)},
    held AS (SELECT usage_point FROM facts WHERE ${OVERVIEW_SIDES.map((side) => `holds_${side}`).join(' AND ')}),
    amounts AS (SELECT usage_point, sum(total) AS amount FROM cells WHERE measure = ${measure} GROUP BY usage_point HAVING bool_or(known)),
    chosen AS (SELECT f.*, a.amount, ${amountHolds(choice)} AS holds_amount FROM facts f LEFT JOIN amounts a USING (usage_point)),
    meters AS (SELECT usage_point, measure, ${ADDED_UP} FROM cells WHERE ${inMonths} GROUP BY usage_point, measure),
    shown AS (SELECT * FROM meters JOIN chosen USING (usage_point) WHERE measure = ${measure}),
    placed AS (
      SELECT 'measure' AS picture, measure AS value, ${OF_METER} FROM meters JOIN chosen USING (usage_point) WHERE ${all}
      UNION ALL SELECT 'month', i::VARCHAR, ${OF_METER} FROM cells JOIN chosen USING (usage_point) WHERE measure = ${measure} AND ${all}
      UNION ALL SELECT unnest(['amount', ${sides.map(sqlText).join(', ')}]),
        unnest([CASE WHEN ${allBut('amount')} THEN ${AMOUNT_BAR} END, ${sides.map((side) => `CASE WHEN ${allBut(side)} THEN ${VALUES[side]} END`).join(', ')}]),
        ${OF_METER} FROM shown
      UNION ALL SELECT 'tag', ${VALUES.tag}, ${OF_METER} FROM shown WHERE ${allBut('tag')}
      UNION ALL SELECT 'largest', usage_point, ${OF_METER} FROM (
        FROM shown WHERE known AND ${all} ORDER BY total DESC NULLS LAST, usage_point LIMIT ${LARGEST}))
    SELECT * EXCLUDE (highest), highest[1] AS peak_of, highest[2] AS peak_at FROM (
      SELECT picture, value, ${FIGURES} FROM placed WHERE value IS NOT NULL GROUP BY picture, value)
    UNION ALL BY NAME SELECT 'counts' AS picture, ${measure} AS value, ${COUNTS}`;
}

/** Counts that stand beside the pictures. */
const COUNTS = `(SELECT count(*) FROM held) AS meters,
  (SELECT count(*) FROM held WHERE usage_point NOT IN (SELECT usage_point FROM ranked)) AS unmeasured,
  (SELECT count(DISTINCT usage_point) FROM ranked JOIN held USING (usage_point) WHERE rank = 1 AND NOT summed) AS unsummed,
  (SELECT count(DISTINCT usage_point) FROM ranked JOIN held USING (usage_point) WHERE rank > 1) AS several,
  (SELECT count(*) FROM usage_summaries b JOIN held USING (usage_point)
    WHERE NOT coalesce(${BILLS_THAT_COUNT}, false)) AS incomplete_bills`;

/**
 * What pictures are broken down by, a row a usage point, and whether each choice holds of it. A meter under two authorizations has the tags
 * of both of its usage points.
 */
function facts(choice: OverviewChoice): string {
  const held = OVERVIEW_SIDES.map((side) => `${sideHolds(side, choice[side])} AS holds_${side}`);
  return `facts AS (SELECT r.id AS usage_point, r.service_kind, r.tariff, r.utility, g.tags, l.state, ${held.join(', ')}
    FROM ${rulePoints(['service', 'tariff', 'utility'])} r JOIN points p ON p.usage_point = r.id
    JOIN (SELECT coalesce(f.twin_of, t.id) AS usage_point, flatten(list(t.tags)) AS tags FROM ${rulePoints(['tag'])} t
      LEFT JOIN usage_point_facts f ON f.usage_point = t.id GROUP BY ALL) g ON g.usage_point = r.id
    LEFT JOIN (SELECT usage_point, arg_max_null(nullif(trim(data->'mainAddress'->'townDetail'->>'stateOrProvince'), ''), ${lastSent('e')}) AS state
      FROM location_points x JOIN customer_entities e ON e.id = x.location GROUP BY usage_point) l ON l.usage_point = r.id)`;
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
const AMOUNT_BAR = `CASE WHEN amount IS NULL THEN NULL WHEN amount < 0 THEN -1 ELSE len(list_filter('[${AMOUNT_ENDS.join(', ')}]'::DOUBLE[], lambda e: e <= amount)) END::VARCHAR`;
