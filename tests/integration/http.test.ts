import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { GreenButtonClient } from '../../electron/greenbutton/index.ts';
import {
  HttpClient,
  type HttpRequest,
  type RequestView,
  type TokenSource,
  type WaitView,
} from '../../electron/http/index.ts';
import { toErrorValue } from '../../shared/errors.ts';
import { ManualClock } from '../unit/http/manual-clock.ts';
import { answers, type ScriptedServer, scriptedServer } from './http-server.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

interface Bench {
  clock: ManualClock;
  client: HttpClient;
  server: ScriptedServer;
  get: (change?: Partial<HttpRequest>) => HttpRequest;
  /** Resolves once a wait is going on that was not seen before. */
  nextWait: () => Promise<WaitView>;
}

const bench = (...replies: Parameters<typeof scriptedServer>) => benchOf({}, replies);

async function benchOf(
  options: { idleTimeoutMs?: number },
  replies: Parameters<typeof scriptedServer>,
): Promise<Bench> {
  const clock = new ManualClock();
  const client = new HttpClient({ userAgent: 'test', clock, random: () => 0, ...options });
  const server = await scriptedServer(...replies);
  cleanups.push(() => client.close(), server.close);
  const seen = new Set<string>();
  return {
    clock,
    client,
    server,
    get: (change) => ({ method: 'GET', url: `${server.url}/x`, purpose: 'a test', ...change }),
    nextWait: () =>
      new Promise((resolve) => {
        const look = (waits: WaitView[]) => {
          const fresh = waits.find((wait) => !seen.has(wait.id));
          if (!fresh) return;
          seen.add(fresh.id);
          stop();
          resolve(fresh);
        };
        const stop = client.waits.subscribe(look);
        look(client.waits.list());
      }),
  };
}

/** Tokens t1, t2, ...: `refresh` moves on to the next until there is none left. */
function tokens(count = 1): TokenSource & { refreshed: string[]; notes: string[] } {
  let current = 1;
  const refreshed: string[] = [];
  const notes: string[] = [];
  return {
    refreshed,
    notes,
    token: async () => `t${current}`,
    refresh: async (_class, _scope, refused) => {
      refreshed.push(refused);
      if (current >= count) return undefined;
      current += 1;
      return `t${current}`;
    },
    noted: (tokenClass, scope, what) => notes.push(`${tokenClass} ${scope} ${what}`),
  };
}

describe('answers', () => {
  it('gives body, headers and a line in the request log without the token', async () => {
    const { client, server, get } = await bench(answers(200, { 'content-type': 'text/plain' }, 'hello'));
    const source = tokens();
    const auth = { source, tokenClass: 'access', scope: 'auth-1' } as const;
    const answer = await client.send(get({ url: `${server.url}/x?code=SECRET&a=1`, auth, workspace: 'w' }));
    expect(answer.text()).toBe('hello');
    expect(server.received).toMatchObject([{ method: 'GET', path: '/x?code=SECRET&a=1', authorization: 'Bearer t1' }]);
    const [line] = client.log.list('w');
    expect(line).toMatchObject({
      id: answer.requestId,
      state: 'answered',
      status: 200,
      tokenClass: 'access',
      tokenScope: 'auth-1',
      attempt: 1,
      receivedBytes: 5,
      bytes: 5,
    });
    expect(JSON.stringify(client.log.list())).not.toMatch(/SECRET|t1"/);
    expect(source.notes).toEqual(['access auth-1 accepted']);
  });

  it('unpacks gzip and counts both sizes', async () => {
    const text = 'a'.repeat(10_000);
    const { client, get } = await bench(answers(200, { 'content-encoding': 'gzip' }, gzipSync(text)));
    expect((await client.send(get())).text()).toBe(text);
    const [line] = client.log.list();
    expect(line?.bytes).toBe(10_000);
    expect(line?.receivedBytes).toBeLessThan(200);
  });

  it('refuses a body over the limit, also one that grows while it is unpacked', async () => {
    const { client, get } = await bench(answers(200, { 'content-encoding': 'gzip' }, gzipSync('a'.repeat(1_000_000))));
    await expect(client.send(get({ maxBytes: 1_000 }))).rejects.toMatchObject({ code: 'body_too_large' });
    expect(client.log.list()).toMatchObject([{ state: 'failed', error: { code: 'body_too_large' } }]);
  });

  it('says nothing of a token that the service repeats in its refusal, nor of what opens in a form', async () => {
    const refusal = (description: string) =>
      JSON.stringify({ error: 'invalid_grant', error_description: description }).replaceAll('/', '\\/');
    const { client, get } = await bench(
      answers(401, {}, refusal('Invalid access token: TOKEN-1/x')),
      answers(400, {}, refusal('REFRESH+1 of client_credentials was used before, by CODE-1 with PASSWORD-1')),
    );
    const source: TokenSource = { token: async () => 'TOKEN-1/x', refresh: async () => undefined };
    const thrown = async (request: Partial<HttpRequest>) =>
      toErrorValue(await client.send(get(request)).catch((error: unknown) => error));
    const refused = await thrown({ auth: { source, tokenClass: 'api' } });
    expect(JSON.stringify(refused)).not.toContain('TOKEN-1');
    expect(refused.message).toContain('It said: Invalid access token: ***');
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      refresh_token: 'REFRESH+1',
      code: 'CODE-1',
      scope: 'FB=34_35',
    }).toString();
    const basic = { user: 'me', password: 'PASSWORD-1' };
    const form = await thrown({ method: 'POST', body, basic, holdsSecrets: true });
    expect(JSON.stringify(form)).not.toMatch(/REFRESH|CODE-1|PASSWORD-1/);
    // What opens nothing says what was wrong.
    expect(form).toMatchObject({
      message: expect.stringContaining('*** of client_credentials was used before, by *** with ***'),
      details: { errorType: 'invalid_grant' },
    });
  });

  it('sends nothing over plain http to another computer', async () => {
    const { client, get } = await bench(answers(200));
    await expect(client.send(get({ url: 'http://service.example/x' }))).rejects.toMatchObject({ code: 'insecure_url' });
    expect(client.log.list()).toEqual([]);
  });
});

describe('waits', () => {
  it('asks again after a 202 when its Retry-After is over, and shows the countdown', async () => {
    const { client, clock, server, get, nextWait } = await bench(
      answers(202, { 'retry-after': '40' }),
      answers(200, {}, 'feed'),
    );
    const answer = client.send(get({ workspace: 'w', job: 'j' }));
    const wait = await nextWait();
    expect(wait).toMatchObject({ reason: 'building', status: 202, asked: true, workspace: 'w', job: 'j' });
    expect(wait.until - clock.now()).toBe(40_000);
    expect(server.received).toHaveLength(1);
    clock.advance(40_000);
    expect((await answer).text()).toBe('feed');
    expect(client.log.list()).toMatchObject([
      { status: 202, attempt: 1 },
      { status: 200, attempt: 2, waitedMs: 40_000 },
    ]);
  });

  it('gives up on a 202 at its deadline, with a code that callers fall back on', async () => {
    const { client, clock, get, nextWait } = await bench(answers(202, { 'retry-after': '40' }));
    const answer = client.send(get({ limits: { buildingDeadlineMs: 60_000 } }));
    await nextWait();
    clock.advance(40_000);
    await expect(answer).rejects.toMatchObject({ code: 'still_building', status: 202 });
  });

  it('can be told to ask now, and to give up', async () => {
    const { client, get, nextWait } = await bench(answers(503, { 'retry-after': '3000' }));
    const answer = client.send(get());
    client.waits.askNow((await nextWait()).id);
    client.waits.cancel((await nextWait()).id);
    await expect(answer).rejects.toMatchObject({ code: 'wait_cancelled' });
  });

  it('ends with the signal of its request', async () => {
    const { client, get, nextWait } = await bench(answers(503, { 'retry-after': '3000' }));
    const stop = new AbortController();
    const answer = client.send(get({ signal: stop.signal }));
    await nextWait();
    stop.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    expect(client.waits.list()).toEqual([]);
  });

  it('holds back every request of the host and token after a 429, and no other', async () => {
    const { client, clock, server, get, nextWait } = await bench(
      answers(429, { 'retry-after': '30' }, '<html>slow down'),
      answers(200, {}, 'ok'),
    );
    const auth = { source: tokens(), tokenClass: 'access', scope: 'a' } as const;
    const first = client.send(get({ auth }));
    const wait = await nextWait();
    const second = client.send(get({ auth }));
    const elsewhere = await client.send(get({ auth: { ...auth, scope: 'b' } }));
    expect(elsewhere.text()).toBe('ok');
    expect(server.received).toHaveLength(2);
    expect(client.waits.list()).toMatchObject([{ id: wait.id, reason: 'rate_limited', held: 2 }]);
    clock.advance(30_000);
    expect((await first).text() + (await second).text()).toBe('okok');
    expect(server.received).toHaveLength(4);
  });

  it('asking now releases all that the 429 held', async () => {
    const { client, get, nextWait } = await bench(answers(429, { 'retry-after': '30' }), answers(200, {}, 'ok'));
    const first = client.send(get());
    const wait = await nextWait();
    const second = client.send(get());
    client.waits.askNow(wait.id);
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
  });
});

describe('refusals', () => {
  it('renews the token once after a 401', async () => {
    const { client, server, get } = await bench(answers(401), answers(200, {}, 'ok'));
    const source = tokens(2);
    await client.send(get({ auth: { source, tokenClass: 'client' } }));
    expect(server.received.map((request) => request.authorization)).toEqual(['Bearer t1', 'Bearer t2']);
    expect(source.refreshed).toEqual(['t1']);
  });

  it('says which token was refused when renewing did not help', async () => {
    const { client, server, get } = await bench(answers(401, {}, '{"error":"invalid_token"}'));
    const auth = { source: tokens(9), tokenClass: 'access', scope: 'auth-1' } as const;
    await expect(client.send(get({ auth }))).rejects.toMatchObject({
      code: 'token_refused',
      message: expect.stringContaining('access_token of authorization auth-1'),
      errorType: 'invalid_token',
    });
    expect(server.received).toHaveLength(2);
  });

  it('says which class was used and which is needed after a 403', async () => {
    const { client, server, get } = await bench(answers(403));
    const auth = { source: tokens(), tokenClass: 'access', needs: 'client' } as const;
    await expect(client.send(get({ auth }))).rejects.toMatchObject({
      code: 'wrong_token_class',
      message: expect.stringMatching(/access_token was sent.*needs the client_access_token/s),
      details: { tokenClass: 'access', neededClass: 'client', status: 403 },
    });
    expect(server.received).toHaveLength(1);
  });

  it("passes the service's error type on", async () => {
    const body = JSON.stringify({ error: 'expired_or_revoked', error_description: 'All are expired.', url: null });
    const { client, get } = await bench(answers(400, { 'content-type': 'application/json' }, body));
    await expect(client.send(get({ method: 'POST', body: '{}' }))).rejects.toMatchObject({
      code: 'bad_request',
      errorType: 'expired_or_revoked',
      details: { errorDescription: 'All are expired.', outcome: 'not_acted' },
    });
  });
});

describe('token sources', () => {
  it('may fetch a token through the same client, even when the host takes one request at a time', async () => {
    const client = new HttpClient({ userAgent: 'test', perHost: 1 });
    const server = await scriptedServer(answers(200, {}, 'fresh'), answers(200, {}, 'data'));
    cleanups.push(() => client.close(), server.close);
    const source: TokenSource = {
      token: async () => (await client.send({ method: 'POST', url: `${server.url}/token`, purpose: 'a token' })).text(),
      refresh: async () => undefined,
    };
    const auth = { source, tokenClass: 'client' } as const;
    const answer = await client.send({ method: 'GET', url: `${server.url}/x`, purpose: 'a test', auth });
    expect(answer.text()).toBe('data');
    expect(server.received.map((request) => [request.path, request.authorization])).toEqual([
      ['/token', undefined],
      ['/x', 'Bearer fresh'],
    ]);
  });

  it('give no token to a link that leads elsewhere', async () => {
    const other = await scriptedServer(answers(200, {}, '<feed/>'));
    cleanups.push(other.close);
    const { client, server } = await bench(answers(200, {}, '<feed/>'));
    const espiBase = `${server.url}/DataCustodian/espi/1_1/resource`;
    const greenButton = new GreenButtonClient({ http: client, tokens: tokens(), espiBase, workspace: 'w' });
    await greenButton.getHref('/Bulk/7');
    await greenButton.getHref(`${other.url}/DataCustodian/espi/1_1/resource/Bulk/7`);
    expect(server.received).toMatchObject([
      { path: '/DataCustodian/espi/1_1/resource/Bulk/7', authorization: 'Bearer t1' },
    ]);
    expect(other.received).toMatchObject([{ authorization: undefined }]);
    expect(client.log.list().map((line) => line.tokenClass)).toEqual(['client', 'none']);
  });
});

describe('faults', () => {
  it('sends a GET again whose body was cut, and starts its consumer over', async () => {
    const { client, clock, get, nextWait } = await bench(
      (response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('half', () => response.destroy());
      },
      answers(200, {}, 'whole'),
    );
    const starts: string[] = [];
    const text = client.stream(get(), async ({ body, requestId }) => {
      starts.push(requestId);
      const parts: string[] = [];
      for await (const chunk of body) parts.push(new TextDecoder().decode(chunk));
      return parts.join('');
    });
    expect(await nextWait()).toMatchObject({ reason: 'network' });
    clock.advance(1_000);
    await expect(text).resolves.toBe('whole');
    expect(new Set(starts).size).toBe(2);
    expect(client.log.list().map((line) => line.state)).toEqual(['failed', 'answered']);
  });

  it('asks again for an answer that ended well and whose document did not', async () => {
    const { client, clock, server, get, nextWait } = await bench(
      answers(200, {}, '<feed>'),
      answers(200, {}, '<feed/>'),
    );
    const answer = client.send(get({ isComplete: (text) => text.endsWith('/>') }));
    expect(await nextWait()).toMatchObject({ reason: 'network' });
    clock.advance(1_000);
    expect((await answer).text()).toBe('<feed/>');
    expect(client.log.list()).toMatchObject([
      { state: 'failed', status: 200, error: { code: 'answer_cut' } },
      { state: 'answered', status: 200 },
    ]);
    expect(server.received).toHaveLength(2);
  });

  it('takes 206 for a part, which nobody asked for', async () => {
    const { client, get } = await bench(answers(206, { 'content-range': 'bytes 0-4/9' }, 'part'));
    await expect(client.send(get({ limits: { attempts: 1 } }))).rejects.toMatchObject({ code: 'partial_answer' });
  });

  it('reads answers without a length as slowly as it likes, however long they are', async () => {
    let size = 0;
    const { client, get } = await bench((response) => {
      const { socket } = response;
      socket?.write('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n');
      socket?.write(Buffer.alloc(size, 'x'));
      socket?.end();
    });
    const read = async ({ body }: { body: AsyncIterable<Uint8Array> }) => {
      let got = 0;
      for await (const chunk of body) {
        got += chunk.byteLength;
        // The whole answer and its end are here before the next chunk is asked for.
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return got;
    };
    for (size = 0; size < 1 << 19; size += 1 << 14) expect(await client.stream(get(), read)).toBe(size);
  });

  it.each([
    ['no HTTP', 'hello, this is no HTTP\r\n\r\n'],
    ['a head that never ends', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(20_000)}`],
    ['bytes of TLS', Buffer.from('1603030005ffffffffff', 'hex')],
  ])('says that what answers does not speak HTTP: %s', async (_name, bytes) => {
    const { client, server, get } = await bench((response) => response.socket?.end(bytes));
    await expect(client.send(get())).rejects.toMatchObject({ code: 'bad_http' });
    expect(server.received).toHaveLength(1);
    expect(client.log.list()).toMatchObject([{ state: 'failed', error: { code: 'bad_http' } }]);
  });

  it('gives up on an answer that wants to be another protocol', async () => {
    const { client, get } = await bench((response) =>
      response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    );
    await expect(client.send(get({ limits: { attempts: 1 } }))).rejects.toMatchObject({ code: 'connection_cut' });
  });

  it('ends a body that falls silent', async () => {
    // Only here: real time passes by it, and a busy machine is silent for longer.
    const { client, get } = await benchOf({ idleTimeoutMs: 400 }, [
      (response) => {
        response.writeHead(200);
        response.write('then nothing');
      },
    ]);
    const silent = client.send(get({ limits: { attempts: 1 } }));
    await expect(silent).rejects.toMatchObject({ code: 'network_timeout' });
  });

  it('never repeats a POST whose outcome is unknown, and says so', async () => {
    const { client, server, get } = await bench((response) => response.destroy());
    await expect(client.send(get({ method: 'POST', body: '{}' }))).rejects.toMatchObject({
      code: 'connection_cut',
      details: { outcome: 'unknown' },
    });
    expect(server.received).toHaveLength(1);
  });

  it('gives up on a service that is not there, after so many attempts', async () => {
    const { client, clock, server, get, nextWait } = await bench(answers(200));
    await server.close();
    const answer = client.send(get({ limits: { attempts: 2 } }));
    await nextWait();
    clock.advance(10_000);
    await expect(answer).rejects.toMatchObject({ code: 'network_unreachable' });
    expect(client.log.list()).toHaveLength(2);
  });

  it('lets an error of the consumer through, without sending again', async () => {
    const { client, server, get } = await bench(answers(200, {}, 'x'));
    const broken = client.stream(get(), async () => {
      throw new RangeError('not mine');
    });
    await expect(broken).rejects.toThrow('not mine');
    expect(server.received).toHaveLength(1);
  });

  it('stops in the middle of a body when aborted', async () => {
    const { client, get } = await bench((response) => {
      response.writeHead(200);
      response.write('and on, and on');
    });
    const stop = new AbortController();
    const reading = client.stream(get({ signal: stop.signal }), async ({ body }) => {
      for await (const _ of body) stop.abort();
    });
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    expect(client.log.list()).toMatchObject([{ state: 'cancelled' }]);
  });
});

describe('redirects', () => {
  it('carries the token within an origin and never to another one', async () => {
    const other = await scriptedServer(answers(200, {}, 'elsewhere'));
    cleanups.push(other.close);
    const { client, server, get } = await bench(
      answers(302, { location: '/here' }),
      answers(302, { location: `${other.url}/there` }),
    );
    const auth = { source: tokens(), tokenClass: 'access' } as const;
    expect((await client.send(get({ auth }))).text()).toBe('elsewhere');
    expect(server.received.map((request) => request.authorization)).toEqual(['Bearer t1', 'Bearer t1']);
    expect(other.received).toMatchObject([{ path: '/there', authorization: undefined }]);
    expect(client.log.list().map((line) => line.tokenClass)).toEqual(['access', 'access', 'none']);
  });

  it('does not send the token again when the way leads back', async () => {
    const back: { to: string } = { to: '' };
    const other = await scriptedServer((response) => answers(302, { location: back.to })(response, {} as never));
    cleanups.push(other.close);
    const { client, server, get } = await bench(answers(302, { location: `${other.url}/` }), answers(401));
    back.to = `${server.url}/again`;
    const auth = { source: tokens(2), tokenClass: 'access' } as const;
    await expect(client.send(get({ auth }))).rejects.toMatchObject({ code: 'token_not_sent' });
    expect(server.received.map((request) => request.authorization)).toEqual(['Bearer t1', undefined]);
  });
});

describe('the request log', () => {
  it('tells subscribers of start and end, and sinks of the end', async () => {
    const { client, get } = await bench(answers(200, {}, 'x'));
    const seen: string[] = [];
    const kept: RequestView[] = [];
    client.log.subscribe((line) => seen.push(line.state));
    client.log.addSink({ record: (line) => kept.push(line) });
    await client.send(get());
    expect(seen).toEqual(['running', 'answered']);
    expect(kept).toMatchObject([{ state: 'answered', bytes: 1 }]);
  });
});
