/** The browser host's border: who may reach the contract over loopback HTTP. Real server, raw requests. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLoopbackServer, type LoopbackServer, TopicHub } from '../../electron/rpc/index.ts';

let folder: string;
let server: LoopbackServer;
let cookie: string;
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

const own = () => ({ origin: `http://127.0.0.1:${server.port}`, cookie, 'content-type': 'application/json' });

function call(name: string, headers: Record<string, string>, body = '{"input":{}}'): Promise<Answer> {
  return request('POST', `/rpc/${name}`, { 'content-length': String(Buffer.byteLength(body)), ...headers }, body);
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-loopback-'));
  const rendererRoot = path.join(folder, 'renderer');
  await mkdir(rendererRoot);
  await writeFile(
    path.join(rendererRoot, 'index.html'),
    '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__">page',
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
    port: 0,
  });
  firstAddress = server.address();
  const visit = await request('GET', `/${new URL(firstAddress).search}`);
  expect(visit.status).toBe(302);
  cookie = visit.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
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
    ['a foreign origin', () => ({ ...own(), origin: 'http://evil.example' }), 403],
    ['the origin null', () => ({ ...own(), origin: 'null' }), 403],
    ['another port of this machine', () => ({ ...own(), origin: 'http://127.0.0.1:1' }), 403],
    ['no origin', () => ({ cookie, 'content-type': 'application/json' }), 403],
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

  it('takes a handed-over file under a harmless name', async () => {
    const answer = await request(
      'POST',
      `/upload?name=${encodeURIComponent('../../../etc/pass wd?.xml')}`,
      { ...own(), 'content-type': 'application/octet-stream', 'content-length': '5' },
      '<a/>\n',
    );
    const { handle } = JSON.parse(answer.text).value;
    expect(path.dirname(path.dirname(handle))).toBe(path.join(folder, 'uploads'));
    expect(await readFile(handle, 'utf8')).toBe('<a/>\n');
    expect(await readdir(path.join(folder, 'uploads'))).toHaveLength(1);
  });

  it('streams topics to a listener', async () => {
    const heard = new Promise<string>((resolve, reject) => {
      const asked = http.get(
        { host: '127.0.0.1', port: server.port, path: '/rpc/events', headers: { cookie } },
        (answer) => {
          answer.setEncoding('utf8');
          let text = '';
          answer.on('data', (piece) => {
            text += piece;
            if (text.includes('event: open') && !text.includes('workspaces.changed'))
              topics.publish('workspaces.changed', {});
            if (text.includes('event: workspaces.changed')) {
              resolve(text);
              asked.destroy();
            }
          });
        },
      );
      asked.on('error', (error) => reject(error));
    });
    expect(await heard).toContain('event: workspaces.changed');
  });
});
