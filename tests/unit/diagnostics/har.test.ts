import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { harText } from '../../../electron/diagnostics/har.ts';
import type { KeptExchange, RequestView } from '../../../shared/contract/requests.ts';

const size = z.number().int().min(-1);
const time = z.number().min(-1);
const pairs = z.array(z.strictObject({ name: z.string(), value: z.string() }));
const common = {
  httpVersion: z.string(),
  cookies: z.array(z.never()),
  headers: pairs,
  headersSize: size,
  bodySize: size,
};
/** HAR 1.2, and what Chromium's developer tools ask of it: whole members, own ones with an underscore. */
const har = z.strictObject({
  log: z.strictObject({
    version: z.literal('1.2'),
    creator: z.strictObject({ name: z.string(), version: z.string() }),
    pages: z.array(z.never()),
    entries: z.array(
      z.strictObject({
        startedDateTime: z.iso.datetime(),
        time: z.number().min(0),
        request: z.strictObject({
          ...common,
          method: z.string(),
          url: z.url(),
          queryString: pairs,
          postData: z.strictObject({ mimeType: z.string(), text: z.string() }).optional(),
        }),
        response: z.strictObject({
          ...common,
          status: z.number().int().min(0),
          statusText: z.string(),
          content: z.strictObject({ size: z.number(), mimeType: z.string(), text: z.string().optional() }),
          redirectURL: z.string(),
          _error: z.string().optional(),
        }),
        cache: z.strictObject({}),
        timings: z.strictObject({
          blocked: time,
          dns: time,
          connect: time,
          ssl: time,
          send: z.number().min(0),
          wait: z.number().min(0),
          receive: z.number().min(0),
        }),
        comment: z.string().optional(),
      }),
    ),
  }),
});

const request: RequestView = {
  id: 'r',
  at: Date.UTC(2026, 0, 2, 3, 4, 5),
  method: 'POST',
  url: 'https://x.test/api/v2/forms/1/test-submit?a=1&b=%26',
  purpose: 'Test submission',
  tokenClass: 'api',
  status: 400,
  bytes: 12,
  sentBytes: 20,
  receivedBytes: 9,
  queuedMs: 5,
  connectMs: 10,
  tlsMs: 20,
  headMs: 130,
  durationMs: 140,
  waitedMs: 0,
  attempt: 1,
};
const kept: KeptExchange = {
  sent: {
    headers: { 'content-type': 'application/json', authorization: 'Bearer ***' },
    body: { state: 'kept', text: '{"a":1}', cut: false },
  },
  answer: {
    headers: { 'content-type': 'text/html' },
    httpVersion: '1.1',
    body: { state: 'kept', text: '<h1>No</h1>', cut: true },
  },
};
const entryOf = (change: Partial<RequestView>, exchange?: KeptExchange) => {
  const text = harText([{ request: { ...request, ...change }, kept: exchange }], { name: 'M', version: '1' });
  const [entry] = har.parse(JSON.parse(text)).log.entries;
  if (!entry) throw new Error('no entry');
  return entry;
};

describe('an entry of a HAR', () => {
  it('says what was sent and answered', () => {
    const entry = entryOf({}, kept);
    expect(entry.request).toMatchObject({
      method: 'POST',
      queryString: [
        { name: 'a', value: '1' },
        { name: 'b', value: '&' },
      ],
      postData: { mimeType: 'application/json', text: '{"a":1}' },
      bodySize: 20,
    });
    expect(entry.response).toMatchObject({
      status: 400,
      statusText: 'Bad Request',
      httpVersion: 'HTTP/1.1',
      content: { size: 12, mimeType: 'text/html', text: '<h1>No</h1>' },
      bodySize: 9,
    });
    expect(entry.comment).toBe('Test submission. Body: only its beginning was kept.');
  });

  it('begins where it began to stand in line, and its phases make up its time', () => {
    const { timings, time: total, startedDateTime } = entryOf({}, kept);
    expect(Date.parse(startedDateTime)).toBe(request.at - 5);
    expect(timings).toEqual({ blocked: 5, dns: -1, connect: 30, ssl: 20, send: 0, wait: 100, receive: 10 });
    const { ssl: _, ...phases } = timings;
    expect(Object.values(phases).reduce((sum, one) => sum + Math.max(0, one), 0)).toBe(total);
    expect(total).toBe(145);
  });

  it('of an old line, or one without an answer, leaves out what is not known', () => {
    const old = {
      queuedMs: undefined,
      connectMs: undefined,
      tlsMs: undefined,
      headMs: undefined,
      sentBytes: undefined,
    };
    const entry = entryOf({
      ...old,
      status: undefined,
      bytes: 0,
      error: { code: 'network_unreachable', message: 'No.' },
    });
    expect(entry.timings).toMatchObject({ blocked: -1, connect: -1, ssl: -1, wait: 140, receive: 0 });
    expect(entry.response).toMatchObject({ status: 0, _error: 'network_unreachable' });
    expect(entry.comment).toBe('Test submission. No. Headers and bodies were not kept.');
  });
});
