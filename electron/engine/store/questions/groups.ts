/** Groups of meters, by hand and by rule: making, changing and listing them. Who is in one: `group-members.ts`. */
import { randomUUID } from 'node:crypto';
import type { GroupRule } from '#shared/contract/groups.ts';
import { AppError } from '#shared/errors.ts';
import { codeLabel } from '#shared/espi/code-lists.ts';
import { unitOf } from '#shared/espi/units.ts';
import type { SomeHandlers } from '../context.ts';
import type { Connection } from '../database.ts';
import { number, optionalText, text } from '../row.ts';
import { among } from '../sql-text.ts';
import { findGroup, groupIds, idsByRule, memberships, storedGroups } from './group-members.ts';
import { rulePoints, SIZES } from './group-rules.ts';

/** SQL: how many meters usage points `p` with their facts `f` are; one that several authorizations give counts once. */
const METERS = 'count(DISTINCT coalesce(f.twin_of, p.id)) AS meters';

export const groupHandlers = {
  'groups.names': async ({ workspace }, context) => {
    const groups = await storedGroups(context.store(workspace).database.reader);
    return groups.map(({ id, name, rule }) => ({ id, name, byRule: rule !== undefined }));
  },
  'groups.count': async ({ workspace, rule }, context) => {
    const row = await context.store(workspace).database.reader.row(
      `SELECT ${METERS} FROM usage_points p
         LEFT JOIN usage_point_facts f ON f.usage_point = p.id WHERE p.id IN ${idsByRule(rule)}`,
    );
    return { meters: number(row?.meters) };
  },
  'groups.list': async ({ workspace }, context) => {
    const { reader } = context.store(workspace).database;
    const groups = await storedGroups(reader);
    const rows = await reader.rows(
      `SELECT m.meter_group, count(DISTINCT coalesce(f.twin_of, m.id)) AS meters FROM ${memberships(groups)} m
       LEFT JOIN usage_point_facts f ON f.usage_point = m.id GROUP BY m.meter_group`,
    );
    const gone = await reader.rows(
      `SELECT meter_group, count(*) AS absent FROM group_members WHERE usage_point NOT IN (SELECT id FROM usage_points) GROUP BY ALL`,
    );
    const meters = new Map(rows.map((row) => [text(row.meter_group), number(row.meters)]));
    const absent = new Map(gone.map((row) => [text(row.meter_group), number(row.absent)]));
    return groups.map((group) => ({ ...group, meters: meters.get(group.id) ?? 0, absent: absent.get(group.id) ?? 0 }));
  },
  'groups.meters': async ({ workspace, group }, context) => {
    const { reader } = context.store(workspace).database;
    const rows = await reader.rows(
      `SELECT id, uid, authorization_uid FROM usage_points WHERE id IN ${await groupIds(reader, group)} ORDER BY authorization_uid NULLS LAST, uid, id`,
    );
    return rows.map((row) => ({
      id: text(row.id),
      uid: text(row.uid),
      authorization: optionalText(row.authorization_uid),
    }));
  },
  'groups.choices': async ({ workspace }, context) => {
    const { reader } = context.store(workspace).database;
    const counted = (column: string, field: 'service' | 'tariff' | 'utility') =>
      reader.rows(
        `SELECT * FROM (SELECT p.${column} AS value, ${METERS} FROM ${rulePoints([field])} p
           LEFT JOIN usage_point_facts f ON f.usage_point = p.id WHERE p.${column} IS NOT NULL GROUP BY ALL)
         ORDER BY lower(value::VARCHAR)`,
      );
    const services = await counted('service_kind', 'service');
    const tariffs = await counted('tariff', 'tariff');
    const utilities = await counted('utility', 'utility');
    const sizes = await reader.rows(
      `SELECT p.uom, ${METERS}, min(p.size) AS least, max(p.size) AS most FROM (SELECT usage_point AS id, uom, size FROM ${SIZES}) p
       LEFT JOIN usage_point_facts f ON f.usage_point = p.id GROUP BY p.uom ORDER BY meters DESC, p.uom`,
    );
    const named = ({ value, meters }: (typeof tariffs)[number]) => ({ name: text(value), meters: number(meters) });
    return {
      services: services.map(({ value, meters }) => ({
        code: number(value),
        label: codeLabel('ServiceKind', number(value)),
        meters: number(meters),
      })),
      tariffs: tariffs.map(named),
      utilities: utilities.map(named),
      sizes: sizes.map((row) => ({
        uom: number(row.uom),
        label: unitOf(number(row.uom)).label,
        meters: number(row.meters),
        least: number(row.least),
        most: number(row.most),
      })),
    };
  },
  'groups.save': ({ workspace, id, name, rule, meters }, context) =>
    context.store(workspace).write(async (connection) => {
      await requireFreeName(connection, name, id);
      if (id !== undefined) await findGroup(connection, id);
      const saved = id ?? (await addGroup(connection, name, rule));
      await connection.run('UPDATE meter_groups SET name = ?, rule = ?, changed_at = ? WHERE id = ?', [
        name,
        rule === undefined ? null : JSON.stringify(rule),
        Date.now(),
        saved,
      ]);
      // With a rule, nobody is in it by hand.
      if (rule !== undefined || meters !== undefined) {
        await connection.run('DELETE FROM group_members WHERE meter_group = ?', [saved]);
      }
      if (rule === undefined) await addMembers(connection, saved, meters ?? []);
      return { id: saved };
    }),
  'groups.change': async ({ workspace, id, add = [], remove = [] }, context) => {
    await context.store(workspace).write(async (connection) => {
      const group = await findGroup(connection, id);
      if (group.rule !== undefined) {
        throw new AppError({
          code: 'group_by_rule',
          message: `The meters of ${group.name} are chosen by its rule, so none can be added or taken out by hand.`,
          action: 'Change the rule, or tag the meters and let the rule name the tag.',
        });
      }
      if (remove.length > 0) {
        await connection.run(`DELETE FROM group_members WHERE meter_group = ? AND usage_point IN ${among(remove)}`, [
          group.id,
        ]);
      }
      await addMembers(connection, group.id, add);
    });
    return undefined;
  },
  'groups.delete': async ({ workspace, id }, context) => {
    await context.store(workspace).write(async (connection) => {
      await connection.run('DELETE FROM group_members WHERE meter_group = ?', [id]);
      await connection.run('DELETE FROM meter_groups WHERE id = ?', [id]);
    });
    return undefined;
  },
} satisfies SomeHandlers;

/** Makes a group; answers its id. */
export async function addGroup(connection: Connection, name: string, rule: GroupRule | undefined): Promise<string> {
  const id = randomUUID();
  await connection.run('INSERT INTO meter_groups VALUES (?, ?, ?, ?)', [
    id,
    name,
    rule === undefined ? null : JSON.stringify(rule),
    Date.now(),
  ]);
  return id;
}

/** Puts usage points into a group by hand; those that are in it stay. */
export async function addMembers(connection: Connection, group: string, points: readonly string[]): Promise<void> {
  if (points.length === 0) return;
  await connection.run(
    `INSERT INTO group_members SELECT $group, id FROM (SELECT DISTINCT unnest($points::JSON::VARCHAR[]) AS id)
     WHERE id NOT IN (SELECT usage_point FROM group_members WHERE meter_group = $group)`,
    { group, points: JSON.stringify(points) },
  );
}

async function requireFreeName(connection: Connection, name: string, id: string | undefined): Promise<void> {
  const groups = await storedGroups(connection);
  if (!groups.some((group) => group.id !== id && group.name.toLowerCase() === name.toLowerCase())) return;
  throw new AppError({
    code: 'group_name_taken',
    message: `There is a group named ${name} already.`,
    action: 'Choose another name.',
  });
}
