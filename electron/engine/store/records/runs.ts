/** Test submissions and historical collections. */
import type { RunCalls, StoredRecord } from '../../calls/runs.ts';
import type { Handlers } from '../context.ts';
import type { Row } from '../database.ts';
import { json, number, optionalText, text } from '../row.ts';

export const runHandlers: Handlers<RunCalls> = {
  'runs.save': async ({ workspace, record }, context) => {
    await context
      .store(workspace)
      .write((connection) =>
        connection.run('INSERT OR REPLACE INTO runs VALUES (?, ?, ?, ?, ?, ?, ?)', [
          record.id,
          record.kind,
          record.batch ?? null,
          record.over,
          record.createdAt,
          JSON.stringify(record.view),
          JSON.stringify(record.state ?? null),
        ]),
      );
    return undefined;
  },
  'runs.stored': async ({ workspace, kind, batch, unfinished, offset, limit }, context) => {
    const clause = `kind = $1 AND ($2::VARCHAR IS NULL OR batch = $2::VARCHAR) ${unfinished ? 'AND NOT over' : ''}`;
    const { reader } = context.store(workspace).database;
    const values = [kind, batch ?? null];
    const rows = await reader.rows(
      `SELECT * FROM runs WHERE ${clause} ORDER BY created_at DESC, id LIMIT $3 OFFSET $4`,
      [...values, limit, offset ?? 0],
    );
    const count = await reader.row(`SELECT count(*) AS count FROM runs WHERE ${clause}`, values);
    return { rows: rows.map(storedRecord), matching: number(count?.count) };
  },
  'runs.one': async ({ workspace, id }, context) => {
    const row = await context.store(workspace).database.reader.row('SELECT * FROM runs WHERE id = ?', [id]);
    return row && storedRecord(row);
  },
};

function storedRecord(row: Row): StoredRecord {
  return {
    id: text(row.id),
    kind: row.kind === 'collection' ? 'collection' : 'run',
    batch: optionalText(row.batch),
    over: row.over === true,
    createdAt: number(row.created_at),
    view: json(row.view),
    state: json(row.state),
  };
}
