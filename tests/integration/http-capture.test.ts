/** What the client captures for the request inspector, against a real server. */
import { afterEach, expect, it } from 'vitest';
import {
  type Capture,
  HttpClient,
  type HttpRequest,
  type RequestView,
  type TokenSource,
} from '../../electron/http/index.ts';
import { answers, scriptedServer } from './http-server.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

const tokens: TokenSource = { token: async () => 'TOKEN-1', refresh: async () => undefined };

async function bench(bytes: number | undefined, ...replies: Parameters<typeof scriptedServer>) {
  const client = new HttpClient({ userAgent: 'test', random: () => 0 });
  const server = await scriptedServer(...replies);
  cleanups.push(() => client.close(), server.close);
  const ended: { view: RequestView; capture: Capture | undefined }[] = [];
  client.log.captureBy(() => bytes);
  client.log.addSink({ record: (view, capture) => ended.push({ view, capture }) });
  const request: HttpRequest = {
    method: 'GET',
    url: `${server.url}/x`,
    purpose: 'a test',
    workspace: 'w',
    auth: { source: tokens, tokenClass: 'api' },
  };
  return { client, server, ended, request };
}
const text = (capture: Capture | undefined) => Buffer.concat(capture?.body ?? []).toString();

it('headers, the beginning of the body, and how the connection came about', async () => {
  const { client, ended, request } = await bench(4, answers(200, { 'x-a': 'b' }, 'hello'));
  await client.send({ ...request, method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
  await client.send(request);
  const [first, second] = ended;
  expect(first?.capture).toMatchObject({
    sent: {
      headers: { 'user-agent': 'test', 'content-type': 'application/json', authorization: 'Bearer ***' },
      body: '{}',
    },
    answer: { headers: { 'x-a': 'b' }, httpVersion: '1.1' },
    bodyBytes: 4,
    streamed: false,
    secrets: ['TOKEN-1'],
  });
  expect(text(first?.capture)).toBe('hell');
  expect(first?.view).toMatchObject({ connection: 'new', connectMs: expect.any(Number), headMs: expect.any(Number) });
  expect(first?.view.tlsMs).toBeUndefined();
  expect(second?.view).toMatchObject({ connection: 'kept' });
  expect(second?.view.connectMs).toBeUndefined();
});

it('nothing where nothing is wanted', async () => {
  const { client, ended, request } = await bench(undefined, answers(200, {}, 'hello'));
  await client.send(request);
  expect(ended).toMatchObject([{ capture: undefined }]);
});

it('retries share the id of their call', async () => {
  const { client, ended, request } = await bench(
    64,
    answers(503, { 'retry-after': '0' }, 'later'),
    answers(200, {}, 'ok'),
  );
  await client.send(request);
  const [first, second] = ended;
  expect(first?.view.call).toBe(first?.view.id);
  expect(second?.view).toMatchObject({ call: first?.view.id, attempt: 2 });
  expect(text(first?.capture)).toBe('later');
});

it('a feed that was read to its end is streamed; one that broke shows how it began', async () => {
  const { client, ended, request } = await bench(
    64,
    (response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('<feed>');
      setTimeout(() => response.destroy(), 50);
    },
    answers(200, {}, '<feed></feed>'),
  );
  const got: string[] = [];
  await client.stream(request, async ({ body }) => {
    for await (const chunk of body) got.push(Buffer.from(chunk).toString());
  });
  const [broken, whole] = ended;
  expect(broken).toMatchObject({ view: { state: 'failed' }, capture: { streamed: false } });
  expect(text(broken?.capture)).toBe('<feed>');
  expect(whole).toMatchObject({ view: { state: 'answered' }, capture: { streamed: true } });
});

it('an answer that is not what was asked for is a failed one', async () => {
  const { client, ended, request } = await bench(64, answers(200, {}, '<html>'));
  const understand = (body: string) => {
    JSON.parse(body);
  };
  await expect(client.send({ ...request, understand })).rejects.toThrow();
  expect(ended).toMatchObject([{ view: { state: 'failed', status: 200 } }]);
});
