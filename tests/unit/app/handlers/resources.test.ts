import { describe, expect, it } from 'vitest';
import { resourceHandlers } from '../../../../electron/app/handlers/resources.ts';
import { answerError, faultError } from '../../../../electron/http/errors.ts';
import type { HttpRequest } from '../../../../electron/http/request.ts';
import { RequestLog } from '../../../../electron/http/request-log.ts';
import { AppError } from '../../../../shared/errors.ts';
import { partsWith } from './parts.ts';

const BASE = 'https://utility.test/DataCustodian/espi/1_1/resource';
const API_BASE = 'https://utility.test/api/v2';
const TOKEN = 'a-token-that-nobody-may-see';

interface Choices {
  ready?: () => Promise<unknown>;
  requireMayAct?: () => void;
  /** Thrown in the place of an answer. */
  failure?: () => Error;
}

/** A workspace whose service answers every request with this body. */
function bench(body: string, { ready = async () => ({}), requireMayAct = () => undefined, failure }: Choices = {}) {
  const [sent, parsed, kept]: [HttpRequest[], string[], string[]] = [[], [], []];
  const handlers = resourceHandlers(
    partsWith({
      connections: {
        ready: ready as never,
        requireMayAct,
        bases: (async () => ({ espiBase: BASE, apiBase: API_BASE })) as never,
        tokenSource: () => ({ token: async () => TOKEN, refresh: async () => undefined }),
      },
      engine: {
        call: (async (_name: string, { bytes }: { bytes: Uint8Array }) => {
          parsed.push(new TextDecoder().decode(bytes));
          return { entities: [], entityCount: 3, problems: [] };
        }) as never,
      },
      documents: {
        keepAnswer: (_name: string, bytes: Uint8Array) => `kept ${kept.push(new TextDecoder().decode(bytes))}`,
      },
      http: {
        log: new RequestLog(),
        send: async (request: HttpRequest) => {
          sent.push(request);
          const { auth } = request;
          await auth?.source.token(auth.tokenClass, auth.scope, AbortSignal.timeout(1000));
          if (failure) throw failure();
          const bytes = new TextEncoder().encode(body);
          return {
            requestId: 'r1',
            status: 200,
            headers: { 'content-type': 'application/atom+xml', 'x-echo': TOKEN },
            url: request.url,
            answeredAt: 5,
            body: bytes,
            text: () => body,
          };
        },
      },
    }),
  );
  const fetch = (path: string) =>
    handlers['resources.fetch']({ workspace: 'w', api: 'greenbutton', path, authorization: '7' });
  const fetchJson = (path: string) => handlers['resources.fetch']({ workspace: 'w', api: 'json', path });
  const send = (path: string, more: { method?: 'POST' | 'PATCH'; body?: string; confirmed?: boolean } = {}) =>
    handlers['resources.send']({ workspace: 'w', method: 'POST', path, body: '', confirmed: false, ...more });
  return { fetch, fetchJson, send, sent, parsed, kept };
}

describe('an address of the service', () => {
  it('is asked for once, and read by the reader of feeds', async () => {
    const { fetch, sent, parsed, kept } = bench('<feed/>');
    const answer = await fetch('/Batch/Subscription/7');
    expect(answer).toMatchObject({ status: 200, url: `${BASE}/Batch/Subscription/7`, text: '<feed/>', entityCount: 3 });
    expect(sent).toMatchObject([{ method: 'GET', workspace: 'w', limits: { attempts: 1 } }]);
    expect(parsed).toEqual(['<feed/>']);
    // It can be checked as it came.
    expect([answer.document, kept]).toEqual(['kept 1', ['<feed/>']]);
  });

  it('shows no token that the service repeats, neither in its text nor in a header nor to the reader', async () => {
    const { fetch, parsed, kept } = bench(`<feed><id>${TOKEN}</id></feed>`);
    const answer = await fetch('/Batch/Subscription/7');
    expect(JSON.stringify([answer, parsed, kept])).not.toContain(TOKEN);
    expect(answer.text).toContain('<id>***</id>');
  });

  it('of another origin gets no request, and so no token', async () => {
    const { fetch, sent } = bench('<feed/>');
    await expect(fetch('https://other.test/Batch')).rejects.toMatchObject({ code: 'foreign_origin' });
    expect(sent).toEqual([]);
  });

  it('of the JSON API is asked for with the API token, and its text is the answer', async () => {
    const { fetchJson, sent, parsed } = bench(`{"meters":[],"seen":"${TOKEN}"}`);
    const answer = await fetchJson('/meters?authorizations=7');
    expect(answer).toMatchObject({
      status: 200,
      url: `${API_BASE}/meters?authorizations=7`,
      needs: 'api',
      entities: [],
    });
    expect(answer.text).toBe('{"meters":[],"seen":"***"}');
    expect(sent).toMatchObject([
      { auth: { tokenClass: 'api' }, headers: { accept: 'application/json' }, limits: { attempts: 1 } },
    ]);
    expect(parsed).toEqual([]);
    // A next page is an address of the service; another service's is not asked.
    await fetchJson(`${API_BASE}/meters?after=9`);
    expect(sent[1]?.url).toBe(`${API_BASE}/meters?after=9`);
    await expect(fetchJson('https://other.test/api/v2/meters')).rejects.toMatchObject({ code: 'foreign_origin' });
    expect(sent).toHaveLength(2);
  });

  it('is marked in the request log as asked by hand', async () => {
    const { fetch, fetchJson, sent } = bench('{}');
    await fetch('/Authorization');
    await fetchJson('/forms');
    expect(sent.map(({ about }) => about)).toEqual(Array(2).fill({ kind: 'browser', id: 'resources' }));
  });

  it('is not asked for while the workspace is not ready', async () => {
    const off = new AppError({ code: 'demo_starting', message: 'Not yet.' });
    const { fetch, sent } = bench('<feed/>', { ready: () => Promise.reject(off) });
    await expect(fetch('/Batch/Subscription/7')).rejects.toBe(off);
    expect(sent).toEqual([]);
  });
});

describe('a request that acts', () => {
  const COLLECTION = '/meters/historical-collection';
  const request = { method: 'POST', url: API_BASE, purpose: 'p' } as const;

  it('is sent once, as it was written, with the API token, and stands in the log as made by hand', async () => {
    const { send, sent } = bench(`{"success":true,"seen":"${TOKEN}"}`);
    const body = '{ "meters": ["m"] }';
    const answer = await send(COLLECTION, { body });
    expect(answer).toMatchObject({ status: 200, outcome: 'acted', text: '{"success":true,"seen":"***"}' });
    expect(sent).toMatchObject([
      {
        method: 'POST',
        url: `${API_BASE}${COLLECTION}`,
        body,
        auth: { tokenClass: 'api' },
        headers: { 'content-type': 'application/json' },
        about: { kind: 'browser', id: 'resources' },
        purpose: 'Resource browser: Historical collection',
        limits: { attempts: 1, rateLimited: 1 },
      },
    ]);
    await send(`${API_BASE}/events/e1`, { method: 'PATCH' });
    expect(sent[1]).toMatchObject({ method: 'PATCH', purpose: 'Resource browser: Delivery status of an event' });
    expect(sent[1]?.body).toBeUndefined();
  });

  it('goes to no address beside the JSON API, however it is written', async () => {
    const { send, sent } = bench('{}');
    const beside = [
      `${BASE}/Authorization`,
      'https://utility.test/oauth/token',
      '/../v1/forms',
      '../forms',
      '/%2e%2e/v1/forms',
      'https://utility.test/api/v2',
      'https://utility.test/api/v20/forms',
    ];
    for (const path of beside) {
      const refused = { code: 'not_json_api', details: { outcome: 'not_acted' } };
      await expect(send(path), path).rejects.toMatchObject(refused);
    }
    await expect(send('https://other.test/api/v2/forms')).rejects.toMatchObject({ code: 'foreign_origin' });
    expect(sent).toEqual([]);
  });

  it('on a live workspace waits for the word of the user, and in a read-only one for nothing', async () => {
    const live = bench('{}', { ready: async () => ({ mode: 'live', name: 'Ellison Road' }) });
    const asked = { code: 'confirmation_needed', details: { outcome: 'not_acted' } };
    await expect(live.send(COLLECTION)).rejects.toMatchObject(asked);
    expect(live.sent).toEqual([]);
    await live.send(COLLECTION, { confirmed: true });
    expect(live.sent).toHaveLength(1);
    const readOnly = bench('{}', {
      requireMayAct: () => {
        throw new AppError({ code: 'workspace_read_only', message: 'It is read-only.' });
      },
    });
    const refused = { code: 'workspace_read_only', details: { outcome: 'not_acted' } };
    await expect(readOnly.send(COLLECTION, { confirmed: true })).rejects.toMatchObject(refused);
    expect(readOnly.sent).toEqual([]);
  });

  it('says whether the service acted: not after a refusal, and after a failure of the service nobody knows', async () => {
    const answered = async (status: number) => {
      const answer = { requestId: 'r', status, headers: {}, url: API_BASE, text: 'no', carriedToken: true };
      return await bench('', { failure: () => answerError('status', request, answer, String) }).send(COLLECTION);
    };
    for (const status of [400, 401, 402, 403, 404, 429]) {
      expect(await answered(status)).toMatchObject({ status, outcome: 'not_acted' });
    }
    for (const status of [303, 500, 503, 504])
      expect(await answered(status)).toMatchObject({ status, outcome: 'unknown' });
  });

  it('that got no answer is of unknown outcome, unless it was surely not sent', async () => {
    const fault = (unsent: boolean) => () =>
      faultError({ code: 'connection_cut', unsent, passing: true, cause: 'x' }, request, 'r7', undefined);
    const outcomes = [
      [fault(false), { code: 'connection_cut', details: { outcome: 'unknown', requestId: 'r7' } }],
      [fault(true), { details: { outcome: 'not_acted' } }],
      [() => new AppError({ code: 'token_missing', message: 'm' }), { details: { outcome: 'not_acted' } }],
      [() => new AppError({ code: 'body_too_large', message: 'm' }), { details: { outcome: 'unknown' } }],
      [() => new TypeError('x'), { code: 'unexpected', details: { outcome: 'unknown' } }],
    ] as const;
    for (const [failure, expected] of outcomes) {
      await expect(bench('', { failure }).send(COLLECTION)).rejects.toMatchObject(expected);
    }
  });
});
