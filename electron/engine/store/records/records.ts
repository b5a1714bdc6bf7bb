/** Jobs and the cursors of incremental sync. */
import type { JobView } from '#shared/contract/jobs.ts';
import type { RecordCalls, StoredJob } from '../../calls/records.ts';
import type { Handlers } from '../context.ts';
import { saveCursors } from '../cursors.ts';
import type { Row } from '../database.ts';
import { json, optionalText, text } from '../row.ts';

export const recordHandlers: Handlers<RecordCalls> = {
  'jobs.save': async ({ workspace, job }, context) => {
    const { view } = job;
    await context
      .store(workspace)
      .write((connection) =>
        connection.run('INSERT OR REPLACE INTO jobs VALUES (?, ?, ?, ?, ?, ?, ?)', [
          view.id,
          view.kind,
          view.state,
          view.createdAt,
          JSON.stringify(view),
          JSON.stringify(job.input ?? null),
          JSON.stringify(job.checkpoint ?? null),
        ]),
      );
    return undefined;
  },
  'jobs.stored': async ({ workspace }, context) => {
    const rows = await context
      .store(workspace)
      .database.reader.rows('SELECT view, input, checkpoint FROM jobs ORDER BY created_at DESC, id');
    return rows.map(storedJob);
  },
  'jobs.delete': async ({ workspace, id }, context) => {
    await context.store(workspace).write((connection) => connection.run('DELETE FROM jobs WHERE id = ?', [id]));
    return undefined;
  },
  'cursors.get': async ({ workspace, name }, context) => {
    const row = await context.store(workspace).database.reader.row('SELECT value FROM cursors WHERE name = ?', [name]);
    return optionalText(row?.value);
  },
  'cursors.list': async ({ workspace, prefix }, context) => {
    const rows = await context
      .store(workspace)
      .database.reader.rows('SELECT name, value FROM cursors WHERE starts_with(name, ?) ORDER BY name', [prefix ?? '']);
    return rows.map((row) => ({ name: text(row.name), value: text(row.value) }));
  },
  'cursors.set': async ({ workspace, cursors }, context) => {
    await context.store(workspace).write((connection) => saveCursors(connection, cursors));
    return undefined;
  },
};

function storedJob(row: Row): StoredJob {
  return {
    view: json(row.view) as JobView, // written by jobs.save from a JobView
    input: json(row.input),
    checkpoint: json(row.checkpoint),
  };
}
