/** Opened files: each a source of its own. */
import type { OpenedFile } from '#shared/contract/files.ts';
import { AppError } from '#shared/errors.ts';
import type { FILE_COLUMNS } from '#shared/list-columns.ts';
import type { SomeHandlers } from '../context.ts';
import type { Row } from '../database.ts';
import { removeScope } from '../remove-scope.ts';
import { json, number, optionalText, text } from '../row.ts';
import { PULLED } from '../sharing/postgres/pull/pulled.ts';
import { naturalKey } from '../sql-words.ts';
import { type ListPlan, listPage, textsHave } from './list-page.ts';
import { LIKE_A_TIME, timeWords } from './shown-time.ts';

const POINTS = '(SELECT source, count(*) AS count FROM usage_points GROUP BY source)';

const FILES = `SELECT s.*, coalesce(p.count, 0) AS points FROM sources s LEFT JOIN ${POINTS} p USING (source) WHERE s.kind = 'file'`;

const READ = `CASE WHEN l.ok THEN 'read' ELSE 'refused' END`;
const WRONG = `l.error->>'message'`;

function filePlan(zone: string | undefined): ListPlan<(typeof FILE_COLUMNS)[number]> {
  return {
    table: `(SELECT * FROM sources WHERE kind = 'file')`,
    joins: { points: `LEFT JOIN ${POINTS} p ON p.source = l.source` },
    columns: {
      name: { value: 'l.label', order: [naturalKey('l.label')] },
      ok: { value: READ },
      meters: { value: 'coalesce(p.count, 0)', needs: ['points'] },
      readings: { value: 'coalesce(l.readings, 0)' },
      problems: { value: 'coalesce(l.problems, 0)' },
      error: { value: `lower(${WRONG})` },
      bytes: { value: 'l.bytes' },
      at: { value: 'l.read_at' },
      path: { value: 'l.path', order: [naturalKey('l.path')] },
    },
    order: ['-l.read_at', '-l.source'],
    has: (word, is) => {
      const time = LIKE_A_TIME.test(is) ? [timeWords('l.read_at', zone)] : [];
      return textsHave([READ, 'l.label', WRONG, 'l.path', ...time], word);
    },
  };
}

export const fileHandlers = {
  'files.list': async (input, context) => {
    const { reader } = context.store(input.workspace).database;
    const select = `s.* FROM chosen c JOIN (${FILES}) s ON s.id = c.id`;
    const page = await listPage(reader, filePlan(input.zone), input, select);
    return { ...page, rows: page.rows.map(openedFile) };
  },
  'files.stored': async ({ workspace }, context) => {
    const rows = await context.store(workspace).database.reader.rows(`${FILES} ORDER BY s.read_at DESC, s.source DESC`);
    return rows.map(openedFile);
  },
  'files.get': async ({ workspace, source }, context) => {
    const row = await context.store(workspace).database.reader.row(`${FILES} AND s.id = ?`, [source]);
    if (row === undefined) throw unknownFile();
    return openedFile(row);
  },
  'files.remove': async ({ workspace, source }, context) => {
    await context.store(workspace).write(async (connection) => {
      const row = await connection.row(`SELECT scope FROM sources WHERE id = ? AND kind = 'file'`, [source]);
      if (row === undefined) throw unknownFile();
      await removeScope(connection, text(row.scope));
      // What was taken from a team's server and is removed here does not come back by itself.
      await connection.run(
        `DELETE FROM cursors WHERE starts_with(name, ?) AND json_extract_string(value, '$.source') = ?`,
        [PULLED, source],
      );
    });
    return undefined;
  },
} satisfies SomeHandlers;

function openedFile(row: Row): OpenedFile {
  const error = json(row.error);
  return {
    id: text(row.id),
    name: text(row.label),
    path: optionalText(row.path),
    bytes: number(row.bytes),
    at: number(row.read_at),
    ok: row.ok === true,
    error: error === undefined ? undefined : (error as OpenedFile['error']), // written from an ErrorValue
    usagePoints: number(row.points),
    readings: number(row.readings),
    problems: number(row.problems),
  };
}

function unknownFile(): AppError {
  return new AppError({
    code: 'file_unknown',
    message: 'This file is no longer in the list.',
    action: 'Open it again.',
  });
}
