/** The resource browser against the running simulator: answers of every kind, refusals, and what must never be seen. */
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Engine } from '../../electron/engine/engine.ts';
import { browseResource, GreenButtonClient, rememberingTokens, sendByHand } from '../../electron/greenbutton/index.ts';
import { JsonApiClient } from '../../electron/jsonapi/index.ts';
import type { TokenClass } from '../../shared/resources.ts';
import { type Bench, grantFirst, startBench } from './connection-bench.ts';
import { answers, scriptedServer } from './http-server.ts';
import { type ServiceProcess, SHORT_HISTORY, startService } from './simulator-process.ts';

let service: ServiceProcess;
let bench: Bench;
let owner: string;
const engine = new Engine();

beforeAll(async () => {
  service = await startService(SHORT_HISTORY);
  bench = await startBench(service);
  owner = await grantFirst(bench.connections, bench.id, bench.line);
});
beforeEach(async () => {
  await service.control('DELETE', '/faults');
});
afterAll(async () => {
  await bench?.close();
  await engine.close();
  await service?.stop();
});

interface Asked {
  authorization?: string;
  tokenClass?: TokenClass;
  /** Instead of the simulator's. */
  espiBase?: string;
  signal?: AbortSignal;
}

/** As the handler of `resources.fetch` does it. */
async function browse(path: string, { espiBase = bench.line.espi_base, signal, ...asked }: Asked = {}) {
  const { tokens, scrub } = rememberingTokens(bench.tokens);
  const client = new GreenButtonClient({ http: bench.http, tokens, espiBase, workspace: bench.id });
  return await browseResource(
    {
      client,
      api: 'greenbutton',
      base: espiBase,
      scrub,
      parse: (bytes, limit) => engine.call('resources.parse', { bytes, limit }),
      logged: (requestId) => bench.http.log.list(bench.id).find(({ id }) => id === requestId),
      now: Date.now,
      keep: () => undefined,
    },
    { path, signal: signal ?? AbortSignal.timeout(60_000), ...asked },
  );
}

const batch = () => `/Batch/Subscription/${owner}`;

test('links lead from an authorization to its meters, and a bill’s to the file as it is', async () => {
  const list = await browse('/Authorization');
  expect(list).toMatchObject({ status: 200, tokenClass: 'client', needs: 'client' });
  const points = await browse(`/Subscription/${owner}/UsagePoint`);
  expect(points).toMatchObject({ status: 200, tokenClass: 'access', scope: owner });
  const point = points.entities.find(({ kind }) => kind === 'UsagePoint');
  const summaries = await browse(`${point?.href}/UsageSummary`);
  const file = summaries.entities.flatMap(({ links }) => links).find(({ href }) => href.includes('/Non-ESPI/'));
  const pdf = await browse(file?.href ?? '', { authorization: owner });
  expect(pdf).toMatchObject({ status: 200, contentType: 'application/pdf', entities: [], cut: false });
  expect(pdf.text).toBeUndefined();
  expect(pdf.file?.name).toMatch(/^\d+\.pdf$/);
  const bytes = Buffer.from(pdf.file?.base64 ?? '', 'base64');
  expect(bytes.subarray(0, 8).toString()).toBe('%PDF-1.4');
  expect(bytes.length).toBe(pdf.bytes);
  expect(bytes.subarray(-6).toString()).toBe('%%EOF\n');
});

test('a Bulk address is read with the client’s token', async () => {
  const { bulk_uid } = service.line as unknown as { bulk_uid: string };
  const bulk = await browse(`/Bulk/${bulk_uid}`);
  expect(bulk).toMatchObject({ status: 200, tokenClass: 'client', needs: 'client' });
  expect(bulk.entityCount).toBeGreaterThan(10);
  expect(bulk.entities.map(({ kind }) => kind)).toContain('IntervalBlock');
});

test('202 is shown as it is, with how long the service wants', async () => {
  await service.control('POST', '/faults', { path: `*${batch()}`, status: 202, retry_after_s: 90, body: 'none' });
  const before = Date.now();
  const building = await browse(batch());
  expect(building).toMatchObject({ status: 202, refusal: { code: 'still_building' }, tokenClass: 'access' });
  expect(building.retryAt).toBeGreaterThanOrEqual(before + 90_000);
  expect(building.headers['retry-after']).toBe('90');
});

test('429 is shown with its Retry-After, and the next request waits for it', async () => {
  const fault = { path: '*/ReadServiceStatus', status: 429, retry_after_s: 600, times: 1 };
  await service.control('POST', '/faults', fault);
  const limited = await browse('/ReadServiceStatus');
  expect(limited).toMatchObject({ status: 429, refusal: { code: 'rate_limited' } });
  expect(limited.retryAt).toBeGreaterThan(Date.now() + 500_000);
  const next = browse('/ReadServiceStatus');
  const wait = await firstWait();
  expect(wait).toMatchObject({ reason: 'rate_limited', asked: true, workspace: bench.id });
  expect(wait.until).toBeGreaterThan(Date.now() + 500_000);
  // Other tokens are not held back.
  expect((await browse(`/Subscription/${owner}/UsagePoint`)).status).toBe(200);
  bench.http.waits.askNow(wait.id);
  expect((await next).status).toBe(200);
});

/** The countdown that holds a request. */
async function firstWait() {
  const [open] = bench.http.waits.list();
  if (open) return open;
  return await new Promise<ReturnType<typeof bench.http.waits.list>[number]>((resolve) => {
    const stop = bench.http.waits.subscribe(([wait]) => {
      if (!wait) return;
      stop();
      resolve(wait);
    });
  });
}

test('what is not there, and tokens of the wrong class, are answers that say what to do', async () => {
  const missing = await browse(`/Subscription/${owner}/UsagePoint/no-such-meter`);
  expect(missing).toMatchObject({ status: 404, refusal: { code: 'not_found' } });
  const wrong = await browse(`/ApplicationInformation/${bench.line.app_uid}`, { tokenClass: 'client' });
  expect(wrong).toMatchObject({
    status: 403,
    tokenClass: 'client',
    needs: 'registration',
    refusal: { code: 'wrong_token_class' },
  });
  expect(wrong.refusal?.message).toContain('registration_access_token');
  const server = await scriptedServer(answers(401, { 'content-type': 'application/json' }, '{"error":"expired"}'));
  const refused = await browse('/Authorization', { espiBase: server.url });
  await server.close();
  expect(refused).toMatchObject({ status: 401, tokenClass: 'client', refusal: { code: 'token_refused' } });
  expect(refused.refusal?.message).toContain('expired');
});

test('the registration is shown without its secrets', async () => {
  const answer = await browse(`/ApplicationInformation/${bench.line.app_uid}`);
  expect(answer).toMatchObject({ status: 200, tokenClass: 'registration' });
  expect(answer.text).toContain('<client_secret');
  const whole = JSON.stringify(answer);
  expect(whole).not.toContain(bench.line.client_secret);
  expect(whole).not.toContain(bench.line.registration_access_token);
});

test('a service that repeats the token in headers, address and body does not show it', async () => {
  const token = await bench.tokens.token('client', undefined, AbortSignal.timeout(30_000));
  const server = await scriptedServer(
    (response, request) => {
      response.writeHead(302, { location: `/Authorization?access_token=${token}&page=2` });
      response.end(request.headers.authorization);
    },
    answers(
      200,
      { 'content-type': 'text/plain', 'x-echo': `Bearer ${token}`, 'x-raw': token, 'set-cookie': `t=${token}` },
      `you sent ${token}`,
    ),
  );
  const answer = await browse('/Authorization', { espiBase: server.url });
  await server.close();
  expect(answer.status).toBe(200);
  expect(answer.url).toContain('page=2');
  expect(answer.text).toBe('you sent ***');
  expect(JSON.stringify(answer)).not.toContain(token);
});

test('neither another origin nor a text that is no address is asked', async () => {
  await expect(browse('https://elsewhere.example/Authorization')).rejects.toMatchObject({ code: 'foreign_origin' });
  await expect(browse('http://[')).rejects.toMatchObject({ code: 'bad_address' });
});

/** What the handlers give for the JSON API. */
function jsonParts(apiBase: string) {
  const { tokens, scrub } = rememberingTokens(bench.tokens);
  const { http, id: workspace } = bench;
  return {
    client: new JsonApiClient({ http, tokens, apiBase, workspace, mayAct: () => undefined }),
    api: 'json' as const,
    base: apiBase,
    scrub,
    parse: (bytes: Uint8Array, limit: number) => engine.call('resources.parse', { bytes, limit }),
    logged: (requestId: string) => http.log.list(workspace).find(({ id }) => id === requestId),
    now: Date.now,
    keep: () => undefined,
  };
}

/** As the handler of `resources.send` does it. */
async function send(path: string, body: string, apiBase: string) {
  const signal = AbortSignal.timeout(60_000);
  return await sendByHand(jsonParts(apiBase), { method: 'POST', path, body, what: 'a test', signal });
}

test('a request that acts reaches the service as it was written, and its refusal is an answer', async () => {
  const { form_uid: form, api_base: apiBase } = service.line as unknown as { form_uid: string; api_base: string };
  const path = `/forms/${form}/test-submit`;
  const made = await send(path, '{ "utility": "DEMO",\n "scenario": "residential" }', apiBase);
  expect(made).toMatchObject({ status: 200, outcome: 'acted', tokenClass: 'api' });
  const { referral } = JSON.parse(made.text ?? '');
  const signal = AbortSignal.timeout(60_000);
  const found = await browseResource(jsonParts(apiBase), { path: `/authorizations?referrals=${referral}`, signal });
  expect(JSON.parse(found.text ?? '').authorizations).toHaveLength(1);
  const refused = await send(path, '{"utility":"DEMO"}', apiBase);
  expect(refused).toMatchObject({ status: 400, outcome: 'not_acted', refusal: { code: 'bad_request' } });
  expect(refused.text).toContain('required_param_missing');
});

test('a request that acts is sent once, whatever comes of it', async () => {
  const body = '{"meters":["m"]}';
  const outcomes = [
    // Received whole, and never answered.
    [(response) => response.destroy(), { details: { outcome: 'unknown' } }],
    [cutShort, { details: { outcome: 'unknown' } }],
    [answers(503, { 'retry-after': '1' }), { status: 503, outcome: 'unknown' }],
    [answers(429, { 'retry-after': '1' }), { status: 429, outcome: 'not_acted' }],
    [answers(303, { location: '/api/v2/meters' }), { status: 303, outcome: 'unknown' }],
  ] satisfies [Parameters<typeof scriptedServer>[0], object][];
  for (const [reply, expected] of outcomes) {
    const server = await scriptedServer(reply, answers(200, {}, '{"success":true}'));
    const sent = await send('/meters/historical-collection', body, `${server.url}/api/v2`).catch((thrown) => thrown);
    await server.close();
    expect(sent).toMatchObject(expected);
    expect(server.received).toMatchObject([{ method: 'POST', path: '/api/v2/meters/historical-collection', body }]);
  }
});

/** Half of what it promises. */
function cutShort(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '40' });
  response.write('{"success":', () => response.destroy());
}
