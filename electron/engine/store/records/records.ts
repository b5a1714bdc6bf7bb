/** Jobs, the request log and the cursors of incremental sync. */
import type { JobView, RequestView } from '#shared/contract/jobs.ts';
import { AppError } from '#shared/errors.ts';
import { EVENT_LIST_URL } from '#shared/event-poll.ts';
import { ACTIVE_STATES } from '#shared/job-states.ts';
import type { RecordCalls, StoredJob } from '../../calls/records.ts';
import type { Handlers } from '../context.ts';
import { saveCursors } from '../cursors.ts';
import type { Connection, Row } from '../database.ts';
import { json, number, optionalNumber, optionalText, text } from '../row.ts';

/** The request log keeps this many; older ones go when it has grown by a tenth. */
const REQUESTS_KEPT = 50_000;

const UNFINISHED = `WHERE state IN (${ACTIVE_STATES.map((state) => `'${state}'`).join(', ')})`;

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
  'jobs.stored': async ({ workspace, unfinished, limit }, context) => {
    const rows = await context.store(workspace).database.reader.rows(
      `SELECT view, input, checkpoint FROM jobs
       ${unfinished ? UNFINISHED : ''} ORDER BY created_at DESC, id LIMIT ?`,
      [limit ?? 1000],
    );
    return rows.map(storedJob);
  },
  'jobs.delete': async ({ workspace, id }, context) => {
    await context.store(workspace).write((connection) => connection.run('DELETE FROM jobs WHERE id = ?', [id]));
    return undefined;
  },
  'requests.append': async ({ workspace, requests }, context) => {
    if (requests.length > 0) {
      await context.store(workspace).write((connection) => appendRequests(connection, requests));
    }
    return undefined;
  },
  'requests.list': async ({ workspace, limit, job, polls = true }, context) => {
    const rows = await context.store(workspace).database.reader.rows(
      `SELECT * FROM requests
       WHERE ($2 IS NULL OR job = $2)
         AND ($3 OR NOT (method = 'GET' AND job IS NULL AND regexp_matches(url, $4)))
       ORDER BY started_at DESC, id DESC LIMIT $1`,
      [limit, job ?? null, polls, EVENT_LIST_URL],
    );
    return rows.map((row) => requestView(workspace, row));
  },
  'requests.get': async ({ workspace, id }, context) => {
    const row = await context.store(workspace).database.reader.row('SELECT * FROM requests WHERE id = ?', [id]);
    if (row === undefined) {
      throw new AppError({
        code: 'request_unknown',
        message: 'This request is no longer in the log.',
        action: 'Only the newest 50,000 requests are kept.',
      });
    }
    return requestView(workspace, row);
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

async function appendRequests(connection: Connection, requests: readonly RequestView[]): Promise<void> {
  const list = JSON.stringify(requests);
  await connection.run(`DELETE FROM requests WHERE id IN (SELECT unnest(json_extract_string($1::JSON, '$[*].id')))`, [
    list,
  ]);
  await connection.run(
    `INSERT INTO requests
     SELECT r->>'id', r->>'job', (r->>'at')::DOUBLE::BIGINT, r->>'method', r->>'url', r->>'tokenClass', (r->>'status')::INTEGER,
       (r->>'bytes')::DOUBLE::BIGINT, (r->>'durationMs')::DOUBLE, (r->>'waitedMs')::DOUBLE, (r->>'retryAfterMs')::DOUBLE,
       (r->>'attempt')::INTEGER, (r->'error')::VARCHAR
     FROM (SELECT unnest($1::JSON::JSON[]) AS r)`,
    [list],
  );
  const row = await connection.row('SELECT count(*) AS count FROM requests');
  if (number(row?.count) > REQUESTS_KEPT * 1.1) {
    await connection.run(
      `DELETE FROM requests WHERE started_at < (SELECT min(started_at) FROM (SELECT started_at FROM requests ORDER BY started_at DESC LIMIT ${REQUESTS_KEPT}))`,
    );
  }
}

function storedJob(row: Row): StoredJob {
  return {
    view: json(row.view) as JobView, // written by jobs.save from a JobView
    input: json(row.input),
    checkpoint: json(row.checkpoint),
  };
}

function requestView(workspace: string, row: Row): RequestView {
  return {
    id: text(row.id),
    workspace,
    job: optionalText(row.job),
    at: number(row.started_at),
    method: text(row.method),
    url: text(row.url),
    tokenClass: text(row.token_class) as RequestView['tokenClass'], // written by requests.append from a RequestView
    status: optionalNumber(row.status),
    bytes: number(row.bytes),
    durationMs: optionalNumber(row.duration_ms),
    waitedMs: number(row.waited_ms),
    retryAfterMs: optionalNumber(row.retry_after_ms),
    attempt: number(row.attempt),
    error: (json(row.error) ?? undefined) as RequestView['error'], // likewise
  };
}
