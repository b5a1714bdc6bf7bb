/**
 * The contract over loopback HTTP, for the browser host. Other pages and programs on this machine can reach the port too, so:
 * the Host header must be ours (DNS rebinding), the Origin of anything that acts must be ours (CSRF), and every request needs
 * the session cookie that the one-time token of the printed address buys.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { type ServerType, serve } from '@hono/node-server';
import { type Context, Hono, type Next } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { streamSSE } from 'hono/streaming';
import { toErrorValue } from '#shared/errors.ts';
import type { Dispatch } from './dispatch.ts';
import { rendererFile } from './renderer-files.ts';
import type { TopicHub } from './topic-hub.ts';

export interface LoopbackOptions {
  dispatch: Dispatch;
  topics: TopicHub;
  /** Folder of the built renderer. */
  rendererRoot: string;
  /** Folder for files that the page hands over. */
  uploads: string;
  /** 0 for any free port. */
  port: number;
  /** Called when a one-time address was used up, with the next one. */
  onAddress?: (url: string) => void;
}

export interface LoopbackServer {
  port: number;
  /** The address to open, with a one-time token. */
  address(): string;
  close(): Promise<void>;
}

/** JSON inputs are small; files come through /upload. */
const MAX_JSON_BYTES = 4 * 1024 * 1024;

/** Starts the server on 127.0.0.1. @throws Error when the port is taken */
export async function createLoopbackServer(options: LoopbackOptions): Promise<LoopbackServer> {
  const session = randomBytes(32).toString('base64url');
  let ticket = randomBytes(32).toString('base64url');
  let port = options.port;
  const origin = () => `http://127.0.0.1:${port}`;
  const address = () => `${origin()}/?token=${ticket}`;
  const cookieName = () => `meterscope_${port}`;

  const app = new Hono();

  app.use(async (c, next) => {
    if (c.req.header('host') !== `127.0.0.1:${port}`)
      return refused(c, 421, 'wrong_host', 'This address is not served here.');
    const from = c.req.header('origin');
    if (from !== undefined ? from !== origin() : c.req.method !== 'GET') {
      return refused(c, 403, 'wrong_origin', 'Only the page of this program may ask for that.');
    }
    const site = c.req.header('sec-fetch-site');
    if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isPageVisit(c)) {
      return refused(c, 403, 'wrong_origin', 'Only the page of this program may ask for that.');
    }
    return next();
  });

  app.use(async (c: Context, next: Next) => {
    if (sameText(getCookie(c, cookieName()) ?? '', session)) return next();
    const offered = c.req.query('token');
    if (c.req.method === 'GET' && c.req.path === '/' && offered !== undefined && sameText(offered, ticket)) {
      ticket = randomBytes(32).toString('base64url');
      setCookie(c, cookieName(), session, { httpOnly: true, sameSite: 'Strict', path: '/' });
      options.onAddress?.(address());
      return c.redirect('/');
    }
    return refused(
      c,
      401,
      'token_missing',
      'This address needs the one-time token that the program printed, and each token opens one browser. Copy the newest address from the terminal.',
    );
  });

  app.post('/rpc/:name', async (c) => {
    const length = Number(c.req.header('content-length') ?? Number.NaN);
    if (!(length <= MAX_JSON_BYTES)) return refused(c, 413, 'too_large', 'The input is too large.');
    if (!c.req.header('content-type')?.startsWith('application/json')) {
      return refused(c, 415, 'bad_input', 'The input must be JSON.');
    }
    const body: unknown = await c.req.json().catch(() => undefined);
    if (typeof body !== 'object' || body === null) return refused(c, 400, 'bad_input', 'The input is not JSON.');
    const input = 'input' in body ? body.input : undefined;
    return c.json(await options.dispatch(c.req.param('name'), input));
  });

  app.get('/rpc/events', (c) =>
    streamSSE(c, async (stream) => {
      const stop = options.topics.subscribe((topic, payload) => {
        void stream.writeSSE({ event: topic, data: JSON.stringify(payload) });
      });
      // The first bytes open the stream at once; the pulse lets a dead connection be noticed.
      await stream.writeSSE({ event: 'open', data: '{}' });
      const pulse = setInterval(() => void stream.writeSSE({ event: 'pulse', data: '{}' }), 15_000);
      await new Promise<void>((resolve) => stream.onAbort(resolve));
      clearInterval(pulse);
      stop();
    }),
  );

  app.post('/upload', async (c) => {
    const body = c.req.raw.body;
    if (body === null) return refused(c, 400, 'bad_input', 'The file is empty.');
    try {
      const handle = await keepUpload(options.uploads, c.req.query('name') ?? 'file', body);
      return c.json({ ok: true, value: { handle } });
    } catch (error) {
      return c.json({ ok: false, error: toErrorValue(error) }, 500);
    }
  });

  app.get('*', async (c) => {
    const file = await rendererFile(options.rendererRoot, c.req.path, 'self');
    // The body is a plain copy: Response wants bytes that own their ArrayBuffer.
    return new Response(new Uint8Array(file.body), { status: file.status, headers: file.headers });
  });

  await rm(options.uploads, { recursive: true, force: true });
  const server = await listen(app, options.port);
  port = (server.address() as AddressInfo).port; // a TCP server that listens has one

  return {
    get port() {
      return port;
    },
    address,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}

function listen(app: Hono, port: number): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () => resolve(server));
    server.once('error', reject);
  });
}

/** A person who follows the printed address comes from "nowhere" or from another site; only the page itself is served then. */
function isPageVisit(c: Context): boolean {
  return (
    c.req.method === 'GET' &&
    c.req.header('sec-fetch-mode') === 'navigate' &&
    c.req.header('sec-fetch-dest') === 'document'
  );
}

function refused(c: Context, status: 400 | 401 | 403 | 413 | 415 | 421, code: string, message: string): Response {
  if (c.req.header('sec-fetch-dest') === 'document') return c.text(`${message}\n`, status);
  return c.json({ ok: false, error: { code, message } }, status);
}

function sameText(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Streams a handed-over file to disk. The handle is its path; the name is kept readable but harmless. */
async function keepUpload(folder: string, name: string, body: ReadableStream<Uint8Array>): Promise<string> {
  const target = path.join(folder, randomBytes(8).toString('hex'));
  await mkdir(target, { recursive: true, mode: 0o700 });
  const file = path.join(
    target,
    path
      .basename(name)
      .replace(/[^\p{L}\p{N}._ -]/gu, '_')
      .slice(0, 120) || 'file.xml',
  );
  // DOM and Node declare the same web stream twice; at run time it is one class.
  await pipeline(
    Readable.fromWeb(body as unknown as NodeReadableStream<Uint8Array>),
    createWriteStream(file, { mode: 0o600 }),
  );
  return file;
}
