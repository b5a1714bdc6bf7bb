/** Opened files: each a source of its own. */
import type { OpenedFile } from '#shared/contract/files.ts';
import { AppError } from '#shared/errors.ts';
import type { SomeHandlers } from '../context.ts';
import type { Row } from '../database.ts';
import { removeScope } from '../remove-scope.ts';
import { json, number, optionalText, text } from '../row.ts';

const FILES = `SELECT s.*, coalesce(p.count, 0) AS points FROM sources s
  LEFT JOIN (SELECT source, count(*) AS count FROM usage_points GROUP BY source) p USING (source) WHERE s.kind = 'file'`;

export const fileHandlers = {
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
