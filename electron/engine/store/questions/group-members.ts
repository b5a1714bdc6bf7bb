/**
 * Which usage points a group has. Every question that is about a group takes them from here:
 *
 *     WHERE p.id IN ${await groupIds(connection, group)}
 *
 * A meter that two authorizations give has two usage points, and a group may have both, or only the one that is not counted: who
 * counts, compares or sums up meters takes {@link countedIds} or {@link countedPoints}.
 */
import type { GroupRule } from '#shared/contract/groups.ts';
import { AppError } from '#shared/errors.ts';
import type { Connection } from '../database.ts';
import { json, optionalText, text } from '../row.ts';
import { sqlText } from '../sql-text.ts';
import { fieldsOf, ruleHolds, rulePoints } from './group-rules.ts';

export interface StoredGroup {
  id: string;
  name: string;
  /** Undefined for a group by hand. */
  rule: GroupRule | undefined;
}

/** All groups, in the order of their names. */
export async function storedGroups(connection: Connection): Promise<StoredGroup[]> {
  const rows = await connection.rows('SELECT id, name, rule FROM meter_groups ORDER BY lower(name), id');
  return rows.map(({ id, name, rule }) => ({
    id: text(id),
    name: text(name),
    rule: optionalText(rule) === undefined ? undefined : (json(rule) as GroupRule), // the contract let it in
  }));
}

/** A group by its id or, for the command line, its name. Rejects with `group_unknown`. */
export async function findGroup(connection: Connection, group: string): Promise<StoredGroup> {
  const groups = await storedGroups(connection);
  const found =
    groups.find(({ id }) => id === group) ?? groups.find(({ name }) => name.toLowerCase() === group.toLowerCase());
  if (found !== undefined) return found;
  throw new AppError({
    code: 'group_unknown',
    message: 'This group is not in the workspace.',
    action:
      groups.length === 0
        ? 'There are no groups yet.'
        : `It may have been deleted. There are: ${groups.map(({ name }) => name).join(', ')}.`,
  });
}

/** SQL of the ids of a group's usage points, for `IN`. @param group its id or its name. Rejects with `group_unknown`. */
export async function groupIds(connection: Connection, group: string): Promise<string> {
  const found = await findGroup(connection, group);
  return found.rule === undefined ? idsByHand(found.id) : idsByRule(found.rule);
}

/** As {@link groupIds}; of a meter under several authorizations only the usage point that is counted. */
export async function countedIds(connection: Connection, group: string): Promise<string> {
  return `(SELECT DISTINCT coalesce(f.twin_of, f.usage_point) FROM usage_point_facts f
    WHERE f.usage_point IN ${await groupIds(connection, group)})`;
}

/** SQL, a condition on usage points `p`: a meter under two authorizations counts once. */
const COUNTED_ONCE = 'p.id NOT IN (SELECT usage_point FROM usage_point_facts WHERE twin_of IS NOT NULL)';

/** SQL, a condition on usage points `p`: those that are counted, of a group or of all. */
export async function countedPoints(connection: Connection, group: string | undefined): Promise<string> {
  return group === undefined ? COUNTED_ONCE : `p.id IN ${await countedIds(connection, group)}`;
}

/** SQL of the ids of the usage points that a rule wants, for `IN`. */
export function idsByRule(rule: GroupRule): string {
  return `(SELECT id FROM ${rulePoints(fieldsOf([rule]))} WHERE ${ruleHolds(rule)})`;
}

/** By hand; members that are not in the workspace at present are left out. */
function idsByHand(group: string): string {
  return `(SELECT usage_point AS id FROM group_members
    WHERE meter_group = ${sqlText(group)} AND usage_point IN (SELECT id FROM usage_points))`;
}

/** SQL of a relation `meter_group`, `id`: the usage points of all these groups. What their rules name is gathered once. */
export function memberships(groups: readonly StoredGroup[]): string {
  const rules = groups.flatMap(({ id, rule }) => (rule === undefined ? [] : [{ id, rule }]));
  const byRule = rules.map(
    ({ id, rule }) => `SELECT ${sqlText(id)} AS meter_group, id FROM ruled WHERE ${ruleHolds(rule)}`,
  );
  const byHand = `SELECT meter_group, usage_point AS id FROM group_members WHERE usage_point IN (SELECT id FROM usage_points)`;
  return `(WITH ruled AS MATERIALIZED (SELECT * FROM ${rulePoints(fieldsOf(rules.map(({ rule }) => rule)))})
    ${[byHand, ...byRule].join(' UNION ALL ')})`;
}
