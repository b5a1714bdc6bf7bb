import { describe, expect, it } from 'vitest';
import { resourceHandlers } from '../../../../electron/app/handlers/resources.ts';
import type { HttpRequest } from '../../../../electron/http/request.ts';
import { RequestLog } from '../../../../electron/http/request-log.ts';
import { AppError } from '../../../../shared/errors.ts';
import { partsWith } from './parts.ts';

const BASE = 'https://utility.test/DataCustodian/espi/1_1/resource';
const API_BASE = 'https://utility.test/api/v2';
const TOKEN = 'a-token-that-nobody-may-see';

/** A workspace whose service answers every request with this body. */
function bench(body: string, ready: () => Promise<unknown> = async () => ({})) {
  const [sent, parsed]: [HttpRequest[], string[]] = [[], []];
  const handlers = resourceHandlers(
    partsWith({
      connections: {
        ready: ready as never,
        bases: (async () => ({ espiBase: BASE, apiBase: API_BASE })) as never,
        tokenSource: () => ({ token: async () => TOKEN, refresh: async () => undefined }),
      },
      engine: {
        call: (async (_name: string, { bytes }: { bytes: Uint8Array }) => {
          parsed.push(new TextDecoder().decode(bytes));
          return { entities: [], entityCount: 3, problems: [] };
        }) as never,
      },
      http: {
        log: new RequestLog(),
        send: async (request: HttpRequest) => {
          sent.push(request);
          const { auth } = request;
          await auth?.source.token(auth.tokenClass, auth.scope, AbortSignal.timeout(1000));
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
  return { fetch, fetchJson, sent, parsed };
}

describe('an address of the service', () => {
  it('is asked for once, and read by the reader of feeds', async () => {
    const { fetch, sent, parsed } = bench('<feed/>');
    const answer = await fetch('/Batch/Subscription/7');
    expect(answer).toMatchObject({ status: 200, url: `${BASE}/Batch/Subscription/7`, text: '<feed/>', entityCount: 3 });
    expect(sent).toMatchObject([{ method: 'GET', workspace: 'w', limits: { attempts: 1 } }]);
    expect(parsed).toEqual(['<feed/>']);
  });

  it('shows no token that the service repeats, neither in its text nor in a header nor to the reader', async () => {
    const { fetch, parsed } = bench(`<feed><id>${TOKEN}</id></feed>`);
    const answer = await fetch('/Batch/Subscription/7');
    expect(JSON.stringify([answer, parsed])).not.toContain(TOKEN);
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
    const { fetch, sent } = bench('<feed/>', () => Promise.reject(off));
    await expect(fetch('/Batch/Subscription/7')).rejects.toBe(off);
    expect(sent).toEqual([]);
  });
});
