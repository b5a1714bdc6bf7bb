/** The request log, with headers and bodies as long as they are kept. */
import type { KeptExchange } from '#shared/contract/requests.ts';
import { AppError } from '#shared/errors.ts';
import type { KeepLimits, LoggedRequest, RequestCalls } from '../../calls/requests.ts';
import type { Handlers } from '../context.ts';
import type { Connection, Row } from '../database.ts';
import { requestRows, requestView } from '../request-row.ts';
import { json, number, optionalNumber, text } from '../row.ts';

/** The request log keeps this many; older ones go when it has grown by a tenth. */
const REQUESTS_KEPT = 50_000;
const DAY_MS = 86_400_000;
/** Down to this part of its limit, so that not every batch deletes something. */
const TRIMMED_TO = 0.9;

export const requestHandlers: Handlers<RequestCalls> = {
  'requests.append': async ({ workspace, requests, keep }, context) => {
    if (requests.length === 0) return undefined;
    await context.store(workspace).write(async (connection) => {
      await append(connection, requests);
      await link(
        connection,
        requests.flatMap(({ view, about }) => (about ? [{ request: view.id, ...about }] : [])),
      );
      await trimLog(connection);
      await trimDetails(connection, keep, Math.max(...requests.map(({ view }) => view.at)));
    });
    return undefined;
  },
  'requests.inspect': async ({ workspace, id }, context) => {
    const { reader } = context.store(workspace).database;
    const row = await reader.row(
      `SELECT r.*, d.kept FROM requests r LEFT JOIN request_details d ON d.request = r.id WHERE r.id = ?`,
      [id],
    );
    if (row === undefined) {
      throw new AppError({
        code: 'request_unknown',
        message: 'This request is no longer in the log.',
        action: 'Only the newest 50,000 requests are kept.',
      });
    }
    const request = requestView(workspace, row);
    const tries =
      request.call === undefined
        ? [row]
        : await reader.rows('SELECT * FROM requests WHERE call = ? ORDER BY attempt, started_at', [request.call]);
    const about = await reader.rows('SELECT DISTINCT kind, id FROM request_links WHERE request = ? ORDER BY kind, id', [
      id,
    ]);
    const source = await reader.row('SELECT entries, readings FROM sources WHERE request_id = ? AND ok', [id]);
    const kept = keptOf(row);
    return {
      request,
      tries: tries.map((one) => requestView(workspace, one)),
      // Written by requests.append and requests.link from a RequestSubject.
      about: about.map((one) => ({ kind: text(one.kind) as 'run', id: text(one.id) })),
      ...(source && {
        brought: { entries: optionalNumber(source.entries), readings: optionalNumber(source.readings) },
      }),
      ...(kept && { kept }),
    };
  },
  'requests.kept': async ({ workspace, ids }, context) => {
    const rows = await context.store(workspace).database.reader.rows(
      `SELECT r.*, d.kept FROM requests r LEFT JOIN request_details d ON d.request = r.id
       WHERE coalesce(r.call, r.id) IN (SELECT coalesce(call, id) FROM requests WHERE id IN (SELECT unnest($1::JSON::VARCHAR[])))
       ORDER BY r.started_at, r.id`,
      [JSON.stringify(ids)],
    );
    return rows.map((row) => ({ request: requestView(workspace, row), kept: keptOf(row) }));
  },
  'requests.link': async ({ workspace, id, about }, context) => {
    const links = about.map((one) => ({ request: id, ...one }));
    await context.store(workspace).write((connection) => link(connection, links));
    return undefined;
  },
  'requests.use': async ({ workspace }, context) => {
    const row = await context
      .store(workspace)
      .database.reader.row('SELECT count(*) AS requests, sum(size) AS bytes FROM request_details');
    return { requests: number(row?.requests), bytes: number(row?.bytes) };
  },
  'requests.trim': async ({ workspace, keep, now }, context) => {
    await context.store(workspace).write((connection) => trimDetails(connection, keep, now));
    return undefined;
  },
};

async function append(connection: Connection, requests: readonly LoggedRequest[]): Promise<void> {
  const list = JSON.stringify(requests.map(({ view }) => view));
  const ids = `SELECT unnest(json_extract_string($1::JSON, '$[*].id'))`;
  await connection.run(`DELETE FROM requests WHERE id IN (${ids})`, [list]);
  await connection.run(`INSERT INTO requests BY NAME ${requestRows('$1')}`, [list]);
  const details = requests.flatMap(({ view, kept }) => {
    if (!kept) return [];
    const json = JSON.stringify(kept);
    return [{ id: view.id, at: view.at, size: json.length, json }];
  });
  if (details.length === 0) return;
  await connection.run(
    `INSERT INTO request_details
     SELECT d->>'id', (d->>'at')::DOUBLE::BIGINT, (d->>'size')::BIGINT, d->>'json' FROM (SELECT unnest($1::JSON::JSON[]) AS d)`,
    [JSON.stringify(details)],
  );
}

async function link(connection: Connection, links: readonly { request: string; kind: string; id: string }[]) {
  if (links.length === 0) return;
  await connection.run(
    `INSERT INTO request_links
     SELECT l->>'request', l->>'kind', l->>'id' FROM (SELECT unnest($1::JSON::JSON[]) AS l)`,
    [JSON.stringify(links)],
  );
}

async function trimLog(connection: Connection): Promise<void> {
  const row = await connection.row('SELECT count(*) AS count FROM requests');
  if (number(row?.count) <= REQUESTS_KEPT * 1.1) return;
  await connection.run(
    `DELETE FROM requests WHERE started_at < (SELECT min(started_at) FROM (SELECT started_at FROM requests ORDER BY started_at DESC LIMIT ${REQUESTS_KEPT}))`,
  );
  for (const table of ['request_details', 'request_links']) {
    await connection.run(`DELETE FROM ${table} WHERE request NOT IN (SELECT id FROM requests)`);
  }
}

/** The oldest go first. */
async function trimDetails(connection: Connection, { days, bytes }: KeepLimits, now: number): Promise<void> {
  const row = await connection.row('SELECT min(started_at) AS oldest, sum(size) AS size FROM request_details');
  const since = now - days * DAY_MS;
  if (number(row?.oldest) < since) await connection.run('DELETE FROM request_details WHERE started_at < ?', [since]);
  if (number(row?.size) <= bytes) return;
  await connection.run(
    `DELETE FROM request_details WHERE request IN (
       SELECT request FROM (SELECT request, sum(size) OVER (ORDER BY started_at DESC, request DESC) AS newer FROM request_details)
       WHERE newer > ?)`,
    [Math.floor(bytes * TRIMMED_TO)],
  );
}

function keptOf(row: Row): KeptExchange | undefined {
  return json(row.kept) as KeptExchange | undefined; // written by requests.append from a KeptExchange
}
