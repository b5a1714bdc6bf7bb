/**
 * The contract over loopback HTTP, for the browser host. Other pages and programs on this machine can reach the port too, so:
 * the Host header must be ours (DNS rebinding), the Origin of anything that acts must be ours (CSRF), every request needs the
 * session cookie that the one-time token of the printed address buys, and everything but the page's own files needs the
 * session's key in a header. The browser sends the cookie to every port of 127.0.0.1; the key is known to our page alone.
 */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import { type Context, Hono, type Next } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { streamSSE } from 'hono/streaming';
import { HOW_TO_GET_IN, SESSION_KEY_HEADER } from '#shared/browser-session.ts';
import { AppError, toErrorValue } from '#shared/errors.ts';
import { sameText } from '../common/same-text.ts';
import type { Dispatch } from './dispatch.ts';
import { rendererFile } from './renderer-files.ts';
import type { TopicHub } from './topic-hub.ts';
import { type UploadLimits, Uploads } from './uploads.ts';

export interface LoopbackOptions {
  dispatch: Dispatch;
  topics: TopicHub;
  /** Folder of the built renderer. */
  rendererRoot: string;
  /** Folder for files that the page uploads. */
  uploads: string;
  uploadLimits?: UploadLimits;
  /** Takes the path of an uploaded file and returns the handle that the page gets. */
  giveHandle: (file: string) => string;
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

/** Statuses of refused uploads, by code. */
const UPLOAD_STATUS: Readonly<Record<string, 400 | 413 | 507>> = {
  bad_name: 400,
  upload_too_large: 413,
  upload_too_many: 507,
  disk_full: 507,
};

/** Starts the server on 127.0.0.1. @throws Error when the port is taken */
export async function createLoopbackServer(options: LoopbackOptions): Promise<LoopbackServer> {
  const session = randomBytes(32).toString('base64url');
  const key = randomBytes(32).toString('base64url');
  let ticket = randomBytes(32).toString('base64url');
  let port = options.port;
  const origin = () => `http://127.0.0.1:${port}`;
  const address = () => `${origin()}/?token=${ticket}`;
  const cookieName = () => `meterscope_${port}`;

  const uploads = new Uploads(() => options.uploads, options.uploadLimits);
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
    const offered = c.req.query('token');
    if (c.req.method === 'GET' && c.req.path === '/' && offered !== undefined && sameText(offered, ticket)) {
      ticket = randomBytes(32).toString('base64url');
      setCookie(c, cookieName(), session, { httpOnly: true, sameSite: 'Strict', path: '/' });
      options.onAddress?.(address());
      return await served(c, key);
    }
    if (!sameText(getCookie(c, cookieName()) ?? '', session)) return refused(c, 401, 'token_missing', HOW_TO_GET_IN);
    const acts = /^\/(rpc\/|upload$)/.test(c.req.path);
    if (acts && !sameText(c.req.header(SESSION_KEY_HEADER) ?? '', key)) {
      return refused(c, 401, 'session_key_missing', HOW_TO_GET_IN);
    }
    return next();
  });

  async function served(c: Context, sessionKey: string): Promise<Response> {
    const file = await rendererFile(options.rendererRoot, c.req.path, 'self', { sessionKey });
    for (const [name, value] of Object.entries(file.headers)) c.header(name, value);
    // The body is a plain copy: a response wants bytes that own their ArrayBuffer.
    return c.body(new Uint8Array(file.body), file.status);
  }

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

  app.get('/rpc/events', (c) => streamTopics(c, options.topics));
  app.post('/upload', (c) => keepUpload(c, uploads, options.giveHandle));
  app.get('*', (c) => served(c, ''));

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

/** Sends the page every topic that is published, until it goes away. */
function streamTopics(c: Context, topics: TopicHub): Response {
  return streamSSE(c, async (stream) => {
    const stop = topics.subscribe((topic, payload) => {
      void stream.writeSSE({ event: topic, data: JSON.stringify(payload) });
    });
    // The first bytes open the stream at once; the pulse lets a dead connection be noticed.
    await stream.writeSSE({ event: 'open', data: '{}' });
    const pulse = setInterval(() => void stream.writeSSE({ event: 'pulse', data: '{}' }), 15_000);
    await new Promise<void>((resolve) => stream.onAbort(resolve));
    clearInterval(pulse);
    stop();
  });
}

async function keepUpload(c: Context, uploads: Uploads, giveHandle: LoopbackOptions['giveHandle']): Promise<Response> {
  const body = c.req.raw.body;
  if (body === null) return refused(c, 400, 'bad_input', 'The file is empty.');
  const said = Number(c.req.header('content-length') ?? Number.NaN);
  try {
    const length = Number.isNaN(said) ? undefined : said;
    const file = await uploads.keep(c.req.query('name') ?? '', length, body);
    return c.json({ ok: true, value: { handle: giveHandle(file) } });
  } catch (error) {
    const status = error instanceof AppError ? UPLOAD_STATUS[error.code] : undefined;
    return c.json({ ok: false, error: toErrorValue(error) }, status ?? 500);
  }
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
