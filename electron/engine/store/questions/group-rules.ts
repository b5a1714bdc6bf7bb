/**
 * Rules of groups as SQL: what a rule says of a meter becomes a condition over one row a usage point. Only what its conditions name is
 * gathered. This is the one place where a rule is evaluated.
 */
import type { GroupCondition, GroupRule } from '#shared/contract/groups.ts';
import { among, sqlText } from '../sql-text.ts';
import { UNIT_FACTORS } from '../sql-words.ts';
import { takesZeros } from '../stored-series.ts';

type Field = GroupCondition['field'];

/** Delivered to the customer, or not said: ESPI FlowDirection 1 and 0. What is received is another size. */
const DELIVERED = `coalesce((s.reading_type->>'flowDirection')::INTEGER, 0) IN (0, 1)`;
/** Less than four weeks do not tell what a year is like. */
const LEAST_SECONDS = 28 * 86_400;
const YEAR_SECONDS = 365 * 86_400;

/**
 * SQL of a relation `usage_point`, `uom`, `size`: what each meter uses in a year, by its main series of delivered interval
 * amounts in a unit. Series are never added: of two in one unit (quarter hours and days) the one with more readings counts.
 */
export const SIZES: string = `(SELECT usage_point, uom, arg_max(size, (count, -series)) AS size FROM (
    SELECT s.usage_point, s.series, s.count, u.uom,
      s.sum_value * pow(10.0, s.power) * u.factor * ${YEAR_SECONDS}
        / (s.last_end - s.first - CASE WHEN ${takesZeros('s')} THEN 0 ELSE s.gap_seconds END) AS size,
      s.last_end - s.first - s.gap_seconds AS covered
    FROM series s JOIN (VALUES ${UNIT_FACTORS}) u(uom, factor)
      ON u.uom = (s.reading_type->>'uom')::INTEGER
    WHERE s.count > 0 AND s.behaviour = 'interval' AND ${DELIVERED})
  WHERE covered >= ${LEAST_SECONDS} AND size IS NOT NULL GROUP BY usage_point, uom)`;

const FACTS = 'LEFT JOIN usage_point_facts f ON f.usage_point = p.id';

/** What each field needs beside `usage_points p`: joins, and columns. A rule without the field does without. */
const PARTS: Readonly<Record<Field, { joins: readonly string[]; columns: readonly string[] }>> = {
  service: { joins: [], columns: ['p.service_kind'] },
  tariff: { joins: [], columns: ['p.tariff'] },
  utility: {
    joins: [
      `LEFT JOIN service_records m ON m.kind = 'meter' AND m.uid = p.uid AND m.authorization_uid = p.authorization_uid`,
      `LEFT JOIN service_records a ON a.kind = 'authorization' AND a.uid = p.authorization_uid`,
    ],
    columns: [`coalesce(m.record->>'utility', a.record->>'utility') AS utility`],
  },
  tag: {
    joins: [
      `LEFT JOIN (SELECT subject, list(lower(tag)) AS tags FROM tags WHERE kind = 'meter' GROUP BY subject) mt ON mt.subject = p.id`,
      // Tags name an authorization by its id, which of a file is not its uid.
      `LEFT JOIN (SELECT coalesce(a.uid, t.subject) AS uid, list(lower(t.tag)) AS tags FROM tags t LEFT JOIN authorizations a ON a.id = t.subject
        WHERE t.kind = 'authorization' GROUP BY ALL) w ON w.uid = p.authorization_uid`,
    ],
    columns: [`list_concat(coalesce(mt.tags, []), coalesce(w.tags, [])) AS tags`],
  },
  place: { joins: [FACTS], columns: ['f.address'] },
  customer: { joins: [FACTS], columns: ['f.customer'] },
  coverage: { joins: [FACTS], columns: ['f.coverage'] },
  estimated: { joins: [FACTS], columns: ['f.estimated'] },
  size: {
    joins: [
      `LEFT JOIN (SELECT usage_point, map(list(uom), list(size)) AS sizes FROM ${SIZES} GROUP BY usage_point) z
      ON z.usage_point = p.id`,
    ],
    columns: ['z.sizes'],
  },
};

/** The fields that rules name, each once. */
export function fieldsOf(rules: readonly GroupRule[]): Field[] {
  return [...new Set(rules.flatMap(({ conditions }) => conditions.map(({ field }) => field)))];
}

/** SQL of a relation with `id` and what these fields need, a row a usage point. */
export function rulePoints(fields: readonly Field[]): string {
  const joins = new Set(fields.flatMap((field) => PARTS[field].joins));
  const columns = fields.flatMap((field) => PARTS[field].columns);
  return `(SELECT ${['p.id', ...columns].join(', ')} FROM usage_points p
    ${[...joins].join('\n')})`;
}

/** SQL: true for the rows of {@link rulePoints} that the rule wants. */
export function ruleHolds({ match, conditions }: GroupRule): string {
  return conditions.map((condition) => `coalesce(${holds(condition)}, false)`).join(match === 'all' ? ' AND ' : ' OR ');
}

/** SQL of a condition: NULL where what it asks is not known. */
function holds(condition: GroupCondition): string {
  switch (condition.field) {
    case 'service':
      return turned(`service_kind IN (${condition.is.map(Math.trunc).join(', ')})`, condition.not);
    case 'tariff':
    case 'utility':
      return turned(`${condition.field} IN ${among(condition.is)}`, condition.not);
    case 'tag':
      return turned(
        `list_has_any(tags, [${condition.is.map((one) => `lower(${sqlText(one)})`).join(', ')}])`,
        condition.not,
      );
    case 'place':
      return turned(`contains(lower(address), lower(${sqlText(condition.contains)}))`, condition.not);
    case 'customer':
      return turned(`contains(lower(customer), lower(${sqlText(condition.contains)}))`, condition.not);
    case 'coverage':
    case 'estimated':
      return between(condition.field, condition);
    case 'size':
      return between(`sizes[${Math.trunc(condition.uom)}]`, condition);
  }
}

function turned(sql: string, not: boolean | undefined): string {
  return not === true ? `NOT (${sql})` : sql;
}

function between(
  value: string,
  { atLeast, below }: { atLeast?: number | undefined; below?: number | undefined },
): string {
  const ends = [
    ...(atLeast === undefined ? [] : [`${value} >= ${Number(atLeast)}`]),
    ...(below === undefined ? [] : [`${value} < ${Number(below)}`]),
  ];
  return `(${ends.join(' AND ') || 'NULL'})`;
}
