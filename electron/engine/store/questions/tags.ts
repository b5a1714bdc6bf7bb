/** Tags and notes of meters and authorizations: by hand, and from a CSV file. */
import type { GroupRule } from '#shared/contract/groups.ts';
import { AppError } from '#shared/errors.ts';
import { groupBy } from '#shared/group.ts';
import { wellFormedJson } from '#shared/well-formed.ts';
import type { SomeHandlers } from '../context.ts';
import type { Connection } from '../database.ts';
import { number, optionalText, text } from '../row.ts';
import { among, sqlText } from '../sql-text.ts';
import { idsByRule, storedGroups } from './group-members.ts';
import { addGroup, addMembers } from './groups.ts';
import { readTagFile, type TagLine } from './tag-file.ts';

type Kind = 'meter' | 'authorization';

/** SQL of a relation `subject`, `note`. */
export function notesOf(kind: Kind): string {
  return `(SELECT subject, note FROM notes WHERE kind = '${kind}')`;
}

/** SQL: whether a row with this id carries a tag, in whatever letters. */
export function carriesTag(kind: Kind, id: string, tag: string): string {
  return `${id} IN (SELECT subject FROM tags WHERE kind = '${kind}' AND lower(tag) = lower(${sqlText(tag)}))`;
}

/** SQL of the ids of what has a word in lower case in a tag, or in its note. */
export function markedWith(kind: Kind, word: string): string {
  return `SELECT subject FROM tags WHERE kind = '${kind}' AND contains(lower(tag), ${word})
    UNION ALL SELECT subject FROM notes WHERE kind = '${kind}' AND contains(lower(note), ${word})`;
}

export interface Marks {
  /** In the order of the alphabet. */
  tags: string[] | undefined;
  note: string | undefined;
}

/** The tags and notes of some rows, by their ids. */
export async function marksOf(
  connection: Connection,
  kind: Kind,
  ids: readonly string[],
): Promise<(id: string) => Marks> {
  // Many workspaces have none: to look takes a tenth of the time.
  const some = await connection.row('SELECT 1 AS one FROM tags UNION ALL SELECT 1 FROM notes LIMIT 1');
  if (some === undefined) return () => ({ tags: undefined, note: undefined });
  const rows = await connection.rows(
    `FROM (SELECT kind, subject, tag, NULL AS note FROM tags UNION ALL SELECT kind, subject, NULL, note FROM notes)
     WHERE kind = ? AND subject IN (SELECT unnest(?::JSON::VARCHAR[])) ORDER BY lower(tag)`,
    [kind, JSON.stringify(ids)],
  );
  const bySubject = groupBy(rows, ({ subject }) => text(subject));
  return (id) => {
    const marks = bySubject.get(id) ?? [];
    const tags = marks.flatMap(({ tag }) => optionalText(tag) ?? []);
    return { tags: tags.length > 0 ? tags : undefined, note: marks.flatMap(({ note }) => optionalText(note) ?? [])[0] };
  };
}

export const tagHandlers = {
  'tags.list': async ({ workspace }, context) => {
    const rows = await context.store(workspace).database.reader.rows(
      `WITH spelt AS (SELECT lower(tag) AS folded, any_value(tag) AS tag FROM tags GROUP BY folded),
       m AS (SELECT lower(t.tag) AS folded, count(DISTINCT coalesce(f.twin_of, p.id)) AS meters
         FROM tags t JOIN usage_points p ON p.id = t.subject LEFT JOIN usage_point_facts f ON f.usage_point = p.id
         WHERE t.kind = 'meter' GROUP BY folded),
       a AS (SELECT lower(t.tag) AS folded, count(*) AS authorizations FROM tags t JOIN authorizations a ON a.id = t.subject
         WHERE t.kind = 'authorization' GROUP BY folded)
       SELECT tag, coalesce(meters, 0) AS meters, coalesce(authorizations, 0) AS authorizations
       FROM spelt LEFT JOIN m USING (folded) LEFT JOIN a USING (folded) ORDER BY folded`,
    );
    return rows.map((row) => ({
      tag: text(row.tag),
      meters: number(row.meters),
      authorizations: number(row.authorizations),
    }));
  },
  'tags.of': async ({ workspace, kind, ids }, context) => {
    const { reader } = context.store(workspace).database;
    const rows = await reader.rows(
      `SELECT any_value(tag) AS tag, count(*) AS count FROM tags WHERE kind = ? AND subject IN ${among(ids)}
       GROUP BY lower(tag) ORDER BY lower(tag)`,
      [kind],
    );
    const note =
      ids.length === 1
        ? await reader.row(`SELECT note FROM notes WHERE kind = ? AND subject IN ${among(ids)}`, [kind])
        : undefined;
    return {
      tags: rows.map((row) => ({ tag: text(row.tag), count: number(row.count) })),
      note: optionalText(note?.note),
    };
  },
  'tags.change': async ({ workspace, meters = [], authorizations = [], add = [], remove = [] }, context) => {
    const subjects = [
      ...meters.map((subject) => ({ kind: 'meter' as const, subject })),
      ...authorizations.map((subject) => ({ kind: 'authorization' as const, subject })),
    ];
    await context.store(workspace).write(async (connection) => {
      await removeTags(connection, 'meter', meters, remove);
      await removeTags(connection, 'authorization', authorizations, remove);
      await putTags(
        connection,
        subjects.flatMap((one) => add.map((tag) => ({ ...one, tag }))),
      );
    });
    return undefined;
  },
  'tags.rename': async ({ workspace, tag, to }, context) => {
    await context.store(workspace).write(async (connection) => {
      const rows = await connection.rows('SELECT kind, subject FROM tags WHERE lower(tag) = lower(?)', [tag]);
      await connection.run('DELETE FROM tags WHERE lower(tag) = lower(?)', [tag]);
      await putTags(
        connection,
        rows.map(({ kind, subject }) => ({ kind: kindOf(kind), subject: text(subject), tag: to })),
      );
    });
    return undefined;
  },
  'notes.set': async ({ workspace, kind, id, note }, context) => {
    await context.store(workspace).write((connection) => putNotes(connection, [{ kind, subject: id, note }]));
    return undefined;
  },
  'tags.import': async ({ workspace, text: file }, context) => {
    const { lines, problems, unused } = readTagFile(file);
    return await context.store(workspace).write(async (connection) => {
      const subjects = await subjectsOf(connection, lines, problems);
      const each = lines.flatMap((line) => (subjects.get(line) ?? []).map((subject) => ({ ...line, subject })));
      await putTags(
        connection,
        each.flatMap(({ kind, subject, tags }) => tags.map((tag) => ({ kind, subject, tag }))),
      );
      const notes = each.flatMap(({ kind, subject, note }) => (note === undefined ? [] : [{ kind, subject, note }]));
      await putNotes(connection, notes);
      // Behind the tags, which rules may be about. What is wrong takes all of it back.
      const groups = await groupsOf(connection, lines, subjects, problems);
      if (problems.length > 0) throw wrongFile(problems);
      for (const [name, id] of groups) {
        const members = each.filter((one) => one.groups.some((group) => group.toLowerCase() === name));
        await addMembers(
          connection,
          id,
          members.map(({ subject }) => subject),
        );
      }
      const named = (kind: Kind) => new Set(lines.filter((line) => line.kind === kind).map(({ name }) => name)).size;
      return {
        lines: lines.length,
        meters: named('meter'),
        authorizations: named('authorization'),
        tags: new Set(lines.flatMap(({ tags }) => tags.map((tag) => tag.toLowerCase()))).size,
        notes: notes.length,
        groups: groups.size,
        unused,
      };
    });
  },
} satisfies SomeHandlers;

/** Adds what is not there yet. A tag keeps the letters in which it was first written. */
async function putTags(
  connection: Connection,
  rows: readonly { kind: Kind; subject: string; tag: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await connection.run(
    `WITH given AS (SELECT (r->>'kind') AS kind, (r->>'subject') AS subject, (r->>'tag') AS tag, i
       FROM (SELECT unnest($rows::JSON::JSON[]) AS r, generate_subscripts($rows::JSON::JSON[], 1) AS i)),
     spelt AS (SELECT folded, arg_min(tag, i) AS tag FROM (
       SELECT lower(tag) AS folded, tag, -1 AS i FROM tags UNION ALL SELECT lower(tag), tag, i FROM given) GROUP BY folded)
     INSERT INTO tags SELECT DISTINCT g.kind, g.subject, s.tag, $at::BIGINT FROM given g JOIN spelt s ON s.folded = lower(g.tag)
     WHERE NOT EXISTS (SELECT 1 FROM tags t WHERE t.kind = g.kind AND t.subject = g.subject AND lower(t.tag) = s.folded)`,
    { rows: wellFormedJson(rows), at: Date.now() },
  );
}

async function removeTags(
  connection: Connection,
  kind: Kind,
  subjects: readonly string[],
  tags: readonly string[],
): Promise<void> {
  if (subjects.length === 0 || tags.length === 0) return;
  const folded = tags.map((tag) => `lower(${sqlText(tag)})`).join(', ');
  await connection.run(
    `DELETE FROM tags WHERE kind = ? AND lower(tag) IN (${folded}) AND subject IN ${among(subjects)}`,
    [kind],
  );
}

/** Sets notes; an empty one goes. Of two for one subject the later counts. */
async function putNotes(
  connection: Connection,
  notes: readonly { kind: Kind; subject: string; note: string }[],
): Promise<void> {
  const last = new Map(notes.map((one) => [`${one.kind} ${one.subject}`, one]));
  for (const kind of ['meter', 'authorization'] as const) {
    const subjects = [...last.values()].filter((one) => one.kind === kind).map(({ subject }) => subject);
    if (subjects.length === 0) continue;
    await connection.run(`DELETE FROM notes WHERE kind = ? AND subject IN ${among(subjects)}`, [kind]);
  }
  const kept = [...last.values()].filter(({ note }) => note !== '');
  if (kept.length === 0) return;
  await connection.run(
    `INSERT INTO notes SELECT r->>'kind', r->>'subject', r->>'note', ?::BIGINT FROM (SELECT unnest(?::JSON::JSON[]) AS r)`,
    [Date.now(), wellFormedJson(kept)],
  );
}

/** The ids that each line of a file means; a sentence for each that means none, or several that are not one meter. */
async function subjectsOf(
  connection: Connection,
  lines: readonly TagLine[],
  problems: string[],
): Promise<Map<TagLine, string[]>> {
  const rows = await connection.rows(
    `WITH named AS (SELECT DISTINCT unnest($names::JSON::VARCHAR[]) AS name),
     points AS (SELECT p.id, p.uid, f.meter, coalesce(f.twin_of, p.id) AS counted
       FROM usage_points p LEFT JOIN usage_point_facts f ON f.usage_point = p.id)
     SELECT 'meter' AS kind, n.name, p.id, p.counted, p.id = n.name AS exact FROM named n JOIN points p ON n.name IN (p.id, p.uid, p.meter)
     UNION ALL SELECT 'authorization', n.name, a.id, a.id, true FROM named n JOIN authorizations a ON n.name IN (a.id, a.uid)`,
    { names: wellFormedJson([...new Set(lines.map(({ name }) => name))]) },
  );
  const known = new Map<string, { id: string; counted: string; exact: boolean }[]>();
  for (const row of rows) {
    const key = `${row.kind} ${row.name}`;
    known.set(key, [
      ...(known.get(key) ?? []),
      { id: text(row.id), counted: text(row.counted), exact: row.exact === true },
    ]);
  }
  const found = new Map<TagLine, string[]>();
  for (const line of lines) {
    const all = known.get(`${line.kind} ${line.name}`) ?? [];
    const exact = all.filter((one) => one.exact);
    const meant = exact.length > 0 ? exact : all;
    if (meant.length === 0) {
      problems.push(`Line ${line.line}: there is no ${line.kind} ${line.name} in the workspace.`);
    } else if (new Set(meant.map(({ counted }) => counted)).size > 1) {
      problems.push(
        `Line ${line.line}: ${line.name} names ${meant.length} ${line.kind}s. Name it by its id, as an export of the workspace has it.`,
      );
    } else {
      found.set(
        line,
        meant.map(({ id }) => id),
      );
    }
  }
  return found;
}

/**
 * The groups by hand that a file names, by name in small letters, with their ids; new ones are made. A group by rule that has the meter
 * of its line already, as in an export, needs nothing; any other is a problem.
 */
async function groupsOf(
  connection: Connection,
  lines: readonly TagLine[],
  subjects: ReadonlyMap<TagLine, readonly string[]>,
  problems: string[],
): Promise<Map<string, string>> {
  const known = await storedGroups(connection);
  const ruled = new Map<string, Set<string>>();
  const ids = new Map<string, string>();
  for (const line of lines) {
    for (const name of line.groups) {
      const folded = name.toLowerCase();
      if (ids.has(folded)) continue;
      const group = known.find((one) => one.name.toLowerCase() === folded);
      if (group?.rule !== undefined) {
        const meters = ruled.get(folded) ?? (await metersByRule(connection, group.rule));
        ruled.set(folded, meters);
        if (subjects.get(line)?.some((id) => meters.has(id))) continue;
        problems.push(
          `Line ${line.line}: the group ${group.name} has a rule. Name another group, or delete the rule first.`,
        );
      } else {
        ids.set(folded, group?.id ?? (await addGroup(connection, name, undefined)));
      }
    }
  }
  return ids;
}

async function metersByRule(connection: Connection, rule: GroupRule): Promise<Set<string>> {
  const rows = await connection.rows(`SELECT id FROM ${idsByRule(rule)}`);
  return new Set(rows.map(({ id }) => text(id)));
}

/** Problems that are named; the others are counted. */
const SHOWN = 20;

function wrongFile(problems: readonly string[]): AppError {
  const sorted = problems.toSorted((a, b) => lineOf(a) - lineOf(b));
  const others = sorted.length - 1;
  return new AppError({
    code: 'tag_file_wrong',
    message: `Nothing was imported. ${sorted[0] ?? ''}${others > 0 ? ` And ${others} more.` : ''}`,
    action:
      'Correct these lines and import the file again. Meters are named by number, uid or id, as the list of meters has them.',
    details: { problems: sorted.slice(0, SHOWN), count: sorted.length },
  });
}

function lineOf(problem: string): number {
  return Number(/^Line (\d+):/.exec(problem)?.[1] ?? 0);
}

function kindOf(cell: unknown): Kind {
  return cell === 'authorization' ? 'authorization' : 'meter';
}
