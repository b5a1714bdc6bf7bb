/** A request of the log, as a row of its table and as it is answered. */
import type { RequestView } from '#shared/contract/requests.ts';
import type { Row } from './database.ts';
import { json, number, optionalNumber, optionalText, text } from './row.ts';

/** SQL of the rows of some requests. @param list SQL of an array of request views, JSON */
export function requestRows(list: string): string {
  return `SELECT r->>'id' AS id, r->>'call' AS call, r->>'job' AS job, r->>'purpose' AS purpose, (r->>'at')::DOUBLE::BIGINT AS started_at,
    r->>'method' AS method, r->>'url' AS url, r->>'tokenClass' AS token_class, r->>'tokenScope' AS token_scope,
    (r->>'status')::INTEGER AS status, (r->>'bytes')::DOUBLE::BIGINT AS bytes, (r->>'sentBytes')::DOUBLE::BIGINT AS sent_bytes,
    (r->>'receivedBytes')::DOUBLE::BIGINT AS received_bytes, (r->>'durationMs')::DOUBLE AS duration_ms,
    (r->>'waitedMs')::DOUBLE AS waited_ms, (r->>'retryAfterMs')::DOUBLE AS retry_after_ms, r->>'retryAfter' AS retry_after,
    (r->>'queuedMs')::DOUBLE AS queued_ms, r->>'connection' AS connection, (r->>'connectMs')::DOUBLE AS connect_ms,
    (r->>'tlsMs')::DOUBLE AS tls_ms, (r->>'headMs')::DOUBLE AS head_ms, (r->>'attempt')::INTEGER AS attempt,
    (r->'error')::VARCHAR AS error
  FROM (SELECT unnest(${list}::JSON::JSON[]) AS r)`;
}

/** @param row of `requests` */
export function requestView(workspace: string, row: Row): RequestView {
  return {
    id: text(row.id),
    call: optionalText(row.call),
    workspace,
    job: optionalText(row.job),
    purpose: optionalText(row.purpose),
    at: number(row.started_at),
    method: text(row.method),
    url: text(row.url),
    tokenClass: text(row.token_class) as RequestView['tokenClass'], // written by requests.append from a RequestView
    tokenScope: optionalText(row.token_scope),
    status: optionalNumber(row.status),
    bytes: number(row.bytes),
    sentBytes: optionalNumber(row.sent_bytes),
    receivedBytes: optionalNumber(row.received_bytes),
    durationMs: optionalNumber(row.duration_ms),
    waitedMs: number(row.waited_ms),
    retryAfterMs: optionalNumber(row.retry_after_ms),
    retryAfter: optionalText(row.retry_after),
    queuedMs: optionalNumber(row.queued_ms),
    connection: optionalText(row.connection) as RequestView['connection'], // likewise
    connectMs: optionalNumber(row.connect_ms),
    tlsMs: optionalNumber(row.tls_ms),
    headMs: optionalNumber(row.head_ms),
    attempt: number(row.attempt),
    error: (json(row.error) ?? undefined) as RequestView['error'], // likewise
  };
}
