/** Requests as a HAR 1.2 text (http://www.softwareishard.com/blog/har-12-spec/), which browsers' developer tools open. */
import { STATUS_CODES } from 'node:http';
import type { KeptBody, KeptExchange, RequestView } from '#shared/contract/requests.ts';

/** Says where a time or a size is not known. */
const UNKNOWN = -1;

export interface HarRequest {
  request: RequestView;
  kept: KeptExchange | undefined;
}

/** @param requests in the order of their times; what was not kept of them is missing, and the entry's comment says why */
export function harText(requests: readonly HarRequest[], creator: { name: string; version: string }): string {
  const log = {
    version: '1.2',
    creator: { name: creator.name, version: creator.version },
    pages: [],
    entries: requests.map(entryOf),
  };
  return `${JSON.stringify({ log }, null, 1)}\n`;
}

function entryOf({ request, kept }: HarRequest) {
  const timings = timingsOf(request);
  const { blocked, connect, send, wait, receive } = timings;
  const comment = commentOf(request, kept);
  return {
    // The clock of a HAR starts before the request stands in line.
    startedDateTime: new Date(request.at - known(blocked)).toISOString(),
    // `ssl` is a part of `connect`.
    time: [blocked, connect, send, wait, receive].map(known).reduce((sum, part) => sum + part, 0),
    request: requestOf(request, kept),
    response: responseOf(request, kept),
    cache: {},
    timings,
    ...(comment === '' ? {} : { comment }),
  };
}

function requestOf({ method, url, sentBytes }: RequestView, kept: KeptExchange | undefined) {
  const { headers = {}, body } = kept?.sent ?? {};
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: listed(headers),
    queryString: URL.canParse(url) ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value })) : [],
    ...(body?.state === 'kept' ? { postData: { mimeType: headers['content-type'] ?? '', text: body.text } } : {}),
    headersSize: UNKNOWN,
    bodySize: sentBytes ?? UNKNOWN,
  };
}

function responseOf({ status, bytes, receivedBytes, error }: RequestView, kept: KeptExchange | undefined) {
  const { headers = {}, httpVersion, body } = kept?.answer ?? {};
  return {
    // 0: no answer came.
    status: status ?? 0,
    statusText: status === undefined ? '' : (STATUS_CODES[status] ?? ''),
    httpVersion: httpVersion === undefined ? '' : `HTTP/${httpVersion}`,
    cookies: [],
    headers: listed(headers),
    content: {
      size: bytes,
      mimeType: headers['content-type'] ?? 'x-unknown',
      ...(body?.state === 'kept' ? { text: body.text } : {}),
    },
    redirectURL: headers.location ?? '',
    headersSize: UNKNOWN,
    bodySize: receivedBytes ?? UNKNOWN,
    // Chromium shows it in place of a status.
    ...(status === undefined && error ? { _error: error.code } : {}),
  };
}

/** -1 where a phase did not happen or is not known; `send`, `wait` and `receive` must be there. */
function timingsOf({ queuedMs, connectMs, tlsMs, headMs, durationMs }: RequestView) {
  const connecting = connectMs === undefined ? undefined : connectMs + (tlsMs ?? 0);
  return {
    blocked: queuedMs ?? UNKNOWN,
    dns: UNKNOWN,
    connect: connecting ?? UNKNOWN,
    ssl: tlsMs ?? UNKNOWN,
    send: 0,
    wait: Math.max(0, (headMs ?? durationMs ?? 0) - (connecting ?? 0)),
    receive: headMs === undefined || durationMs === undefined ? 0 : Math.max(0, durationMs - headMs),
  };
}

function commentOf({ purpose, attempt, waitedMs, error }: RequestView, kept: KeptExchange | undefined): string {
  const sentences = [
    purpose,
    attempt > 1 ? `Try ${attempt}, after waiting ${Math.round(waitedMs)} ms` : undefined,
    error?.message.replace(/\.$/, ''),
    kept ? undefined : 'Headers and bodies were not kept',
    kept && missing('Request body', kept.sent.body),
    kept?.answer && missing('Body', kept.answer.body),
  ];
  return sentences.flatMap((sentence) => (sentence === undefined ? [] : [`${sentence}.`])).join(' ');
}

function missing(what: string, body: KeptBody): string | undefined {
  switch (body.state) {
    case 'absent':
      return undefined;
    case 'kept':
      return body.cut ? `${what}: only its beginning was kept` : undefined;
    case 'setting':
      return `${what}: not kept by setting`;
    case 'streamed':
      return `${what}: streamed to the store`;
    case 'binary':
      return `${what}: no text`;
    case 'secret':
      return `${what}: holds secrets`;
  }
}

function listed(headers: Readonly<Record<string, string>>) {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

function known(value: number): number {
  return Math.max(0, value);
}
