import { describe, expect, it } from 'vitest';
import { resourceHandlers } from '../../../../electron/app/handlers/resources.ts';
import type { HttpRequest } from '../../../../electron/http/request.ts';
import { RequestLog } from '../../../../electron/http/request-log.ts';
import { AppError } from '../../../../shared/errors.ts';
import { partsWith } from './parts.ts';

const BASE = 'https://utility.test/DataCustodian/espi/1_1/resource';
const TOKEN = 'a-token-that-nobody-may-see';

/** A workspace whose service answers every request with this body. */
function bench(body: string, ready: () => Promise<unknown> = async () => ({})) {
  const [sent, parsed]: [HttpRequest[], string[]] = [[], []];
  const handlers = resourceHandlers(
    partsWith({
      connections: {
        ready: ready as never,
        bases: (async () => ({ espiBase: BASE })) as never,
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
  const fetch = (path: string) => handlers['resources.fetch']({ workspace: 'w', path, authorization: '7' });
  return { fetch, sent, parsed };
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

  it('is not asked for while the workspace is not ready', async () => {
    const off = new AppError({ code: 'demo_starting', message: 'Not yet.' });
    const { fetch, sent } = bench('<feed/>', () => Promise.reject(off));
    await expect(fetch('/Batch/Subscription/7')).rejects.toBe(off);
    expect(sent).toEqual([]);
  });
});
