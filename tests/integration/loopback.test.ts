/** The browser host's border: who may reach the contract over loopback HTTP. Real server, raw requests. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLoopbackServer, type LoopbackServer, TopicHub } from '../../electron/rpc/index.ts';
import { openEventStream } from '../../renderer/api/event-stream.ts';
import { SESSION_KEY_HEADER } from '../../shared/browser-session.ts';

let folder: string;
let server: LoopbackServer;
let cookie: string;
let key: string;
/** Paths by handle, as the core keeps them. */
const handedOut = new Map<string, string>();
let firstAddress: string;
const topics = new TopicHub();
const calls: { name: string; input: unknown }[] = [];

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

function request(method: string, where: string, headers: Record<string, string> = {}, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = http.request(
      { host: '127.0.0.1', port: server.port, method, path: where, headers, agent: false },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (piece) => {
          text += piece;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

const own = () => ({
  origin: `http://127.0.0.1:${server.port}`,
  cookie,
  [SESSION_KEY_HEADER]: key,
  'content-type': 'application/json',
});
const keyIn = (page: string) => /name="session-key" content="([^"]*)"/.exec(page)?.[1] ?? '';

function call(name: string, headers: Record<string, string>, body = '{"input":{}}'): Promise<Answer> {
  return request('POST', `/rpc/${name}`, { 'content-length': String(Buffer.byteLength(body)), ...headers }, body);
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-loopback-'));
  const rendererRoot = path.join(folder, 'renderer');
  await mkdir(rendererRoot);
  await writeFile(
    path.join(rendererRoot, 'index.html'),
    '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><meta name="session-key" content="__SESSION_KEY__">page',
  );
  await writeFile(path.join(rendererRoot, 'app.js'), 'export {}');
  await writeFile(path.join(folder, 'secret.txt'), 'secret');
  server = await createLoopbackServer({
    dispatch: async (name, input) => {
      calls.push({ name, input });
      return { ok: true, value: 'done' };
    },
    topics,
    rendererRoot,
    uploads: path.join(folder, 'uploads'),
    uploadLimits: { bytes: 100_000, files: 3, free: 0 },
    giveHandle: (file) => {
      const handle = `handle-${handedOut.size}`;
      handedOut.set(handle, file);
      return handle;
    },
    port: 0,
  });
  firstAddress = server.address();
  const visit = await request('GET', `/${new URL(firstAddress).search}`);
  expect(visit.status).toBe(200);
  cookie = visit.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  key = keyIn(visit.text);
  expect(key).toMatch(/^[\w-]{43}$/);
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the loopback host', () => {
  it('answers its own page', async () => {
    const answer = await call('app.info', own(), '{"input":{"a":1}}');
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({ ok: true, value: 'done' });
    expect(calls.at(-1)).toEqual({ name: 'app.info', input: { a: 1 } });
  });

  it('hands the key of the session to the page of a one-time address, and to no other', async () => {
    expect(keyIn((await request('GET', '/', { cookie })).text)).toBe('');
    expect(keyIn((await request('GET', '/w/demo/meters', { cookie })).text)).toBe('');
    expect((await request('GET', '/', {})).status).toBe(401);
  });

  it('sets a cookie that scripts and other sites cannot use', async () => {
    const visit = await request('GET', `/${new URL(server.address()).search}`);
    expect(visit.headers['set-cookie']?.[0]).toMatch(/HttpOnly/i);
    expect(visit.headers['set-cookie']?.[0]).toMatch(/SameSite=Strict/i);
  });

  it('refuses a replayed one-time token', async () => {
    const replay = await request('GET', `/${new URL(firstAddress).search}`);
    expect(replay.status).toBe(401);
    expect(JSON.parse(replay.text)).toMatchObject({ error: { code: 'token_missing' } });
  });

  it.each([
    ['no cookie', () => ({ ...own(), cookie: '' }), 401],
    ['a wrong cookie', () => ({ ...own(), cookie: `${cookie.slice(0, -2)}xx` }), 401],
    ['the cookie alone, as any port of this computer gets it', () => ({ ...own(), [SESSION_KEY_HEADER]: '' }), 401],
    ['a wrong key', () => ({ ...own(), [SESSION_KEY_HEADER]: `${key.slice(0, -2)}xx` }), 401],
    ['a foreign origin', () => ({ ...own(), origin: 'http://evil.example' }), 403],
    ['the origin null', () => ({ ...own(), origin: 'null' }), 403],
    ['another port of this machine', () => ({ ...own(), origin: 'http://127.0.0.1:1' }), 403],
    ['no origin', () => ({ cookie, [SESSION_KEY_HEADER]: key, 'content-type': 'application/json' }), 403],
    ['a foreign Host (DNS rebinding)', () => ({ ...own(), host: `evil.example:${server.port}` }), 421],
    ['localhost as Host', () => ({ ...own(), host: `localhost:${server.port}` }), 421],
    ['a cross-site fetch', () => ({ ...own(), 'sec-fetch-site': 'cross-site' }), 403],
    ['a form post', () => ({ ...own(), 'content-type': 'text/plain' }), 415],
  ])('refuses %s', async (_what, headers, status) => {
    const before = calls.length;
    const answer = await call('app.info', headers());
    expect(answer.status).toBe(status);
    expect(calls).toHaveLength(before);
  });

  it('refuses bodies that are no JSON, and too large ones', async () => {
    expect((await call('app.info', own(), '{')).status).toBe(400);
    expect((await call('app.info', { ...own(), 'content-length': String(5 * 1024 * 1024) }, '')).status).toBe(413);
  });

  it('serves the page with a policy and a fresh nonce, and nothing outside its folder', async () => {
    const one = await request('GET', '/', { cookie });
    const two = await request('GET', '/w/demo/authorizations', { cookie });
    const nonce = /nonce-([^']+)'/.exec(one.headers['content-security-policy']?.toString() ?? '')?.[1];
    expect(one.text).toContain(`content="${nonce}"`);
    expect(two.text).not.toContain(nonce ?? 'none');
    expect(one.headers['content-security-policy']).toContain("default-src 'none'");
    for (const outside of [
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/nothing.js',
      '/app.js%00.html',
    ]) {
      const answer = await request('GET', outside, { cookie });
      expect(answer.text, outside).not.toContain('secret\n');
      expect([200, 404], outside).toContain(answer.status);
      expect(answer.text === 'secret', outside).toBe(false);
    }
  });

  it('streams nothing and takes no files for the cookie alone', async () => {
    const bare = { ...own(), [SESSION_KEY_HEADER]: '' };
    expect((await request('GET', '/rpc/events', bare)).status).toBe(401);
    expect((await upload('a.xml', '<a/>', bare)).status).toBe(401);
    expect(handedOut.size).toBe(0);
  });

  it('takes a handed-over file under a harmless name, and tells the page a handle', async () => {
    const answer = await upload('../../../etc/pass wd?.xml', '<a/>\n');
    const { handle } = JSON.parse(answer.text).value;
    const file = handedOut.get(handle) ?? '';
    expect(path.dirname(path.dirname(file))).toBe(path.join(folder, 'uploads'));
    expect(path.basename(file)).toBe('pass wd_.xml');
    expect(answer.text).not.toContain('uploads');
    expect(await readFile(file, 'utf8')).toBe('<a/>\n');
    expect(await readdir(path.join(folder, 'uploads'))).toHaveLength(1);
  });

  it.each(['', '.', '..', '...', '/', 'a/', '. .'])('refuses %j as the name of a file', async (name) => {
    const answer = await upload(name, '<a/>');
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({ ok: false, error: { code: 'bad_name' } });
  });

  it('refuses a file that is too large: at once where that is told, else as soon as it is, and keeps nothing of it', async () => {
    const told = await upload('a.xml', '', { ...own(), 'content-length': '100001' });
    expect(told.status).toBe(413);
    expect(JSON.parse(told.text)).toMatchObject({ error: { code: 'upload_too_large', action: expect.any(String) } });
    const chunked = { ...own(), 'transfer-encoding': 'chunked' };
    const grown = await upload('a.xml', 'x'.repeat(100_001), chunked);
    expect(grown.status).toBe(413);
    expect((await upload('a.xml', 'x'.repeat(100_000))).status).toBe(200);
    expect(await readdir(path.join(folder, 'uploads'))).toHaveLength(2);
  });

  it('takes so many files and no more', async () => {
    expect((await upload('con.xml', '<a/>')).status).toBe(200);
    expect([...handedOut.values()].map((file) => path.basename(file))).toContain('_con.xml');
    const answer = await upload('a.xml', '<a/>');
    expect(answer.status).toBe(507);
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'upload_too_many' } });
  });

  it('streams topics to a listener, which comes again when the stream was lost', async () => {
    const heard: string[] = [];
    const states: boolean[] = [];
    const stop = new AbortController();
    let streams = 0;
    await new Promise<void>((resolve) => {
      void openEventStream({
        connect: async () => {
          if (stop.signal.aborted) return new Promise(() => {});
          streams += 1;
          const { origin: _origin, ...headers } = own();
          const url = `http://127.0.0.1:${server.port}/rpc/events`;
          // The first one is asked for without the key, as by a tab of an earlier session.
          return await fetch(url, { headers: streams === 1 ? {} : headers, signal: stop.signal });
        },
        onConnection: (connected) => states.push(connected),
        onEvent: (name, data) => {
          heard.push(`${name} ${data}`);
          if (name === 'open') topics.publish('workspaces.changed', {});
          if (name === 'workspaces.changed') resolve();
        },
        retryMs: 10,
      });
    });
    stop.abort();
    expect(states.slice(0, 2)).toEqual([false, true]);
    expect(heard).toEqual(['open {}', 'workspaces.changed {}']);
  });
});

function upload(name: string, body: string, headers: Record<string, string> = own()): Promise<Answer> {
  const length = 'transfer-encoding' in headers ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const type = { 'content-type': 'application/octet-stream' };
  return request('POST', `/upload?name=${encodeURIComponent(name)}`, { ...length, ...headers, ...type }, body);
}
