/**
 * The webhook endpoint of a workspace: a bare HTTP server on 127.0.0.1 (DESIGN section 8). It refuses everything
 * that is not a delivery before it reads a byte of it, reads the rest within limits of size and time, and passes on the
 * raw bytes. What a refused request held is neither kept nor logged.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { AppError, errorCode } from '#shared/errors.ts';
import { isLoopback } from '#shared/safe-transport.ts';
import { sameText } from '../../common/same-text.ts';

/** Largest body that is read. A request of 1,000 events has about 400 kB. */
const MAX_BODY_BYTES = 5 * 1024 * 1024;
/** From the first byte to the last of a request. */
const REQUEST_MS = 10_000;
const MAX_CONNECTIONS = 512;

export type RefusalReason = 'wrong_host' | 'wrong_path' | 'wrong_method' | 'too_large' | 'too_slow' | 'malformed';

/** A request that was read whole. Header names in lower case. */
export interface ReceivedRequest {
  at: number;
  headers: Readonly<Record<string, string | undefined>>;
  rawHeaders: [string, string][];
  body: Uint8Array;
}

export interface ReceiverAnswer {
  status: number;
  /** Seconds after which to come again. */
  retryAfter?: number | undefined;
  /** A stable word for the sender's log. */
  code: string;
}

export interface ReceiverOptions {
  /** 0 for any free one. */
  port: number;
  /** The unguessable last segment of the path. */
  token: string;
  /** Host names beside the loopback ones; asked for each request, so that a change needs no restart. */
  allowedHosts(): readonly string[];
  /** Answers once everything that must be kept is on disk. Must not throw. */
  deliver(request: ReceivedRequest): Promise<ReceiverAnswer>;
  /** Called for every request that was refused unread. */
  refused(reason: RefusalReason): void;
  /** Epoch milliseconds. */
  now(): number;
  maxBodyBytes?: number;
  requestMs?: number;
}

export interface Receiver {
  readonly port: number;
  close(): Promise<void>;
}

/** The path of a receiver, for its address. */
export function receiverPath(token: string): string {
  return `/webhook/${token}`;
}

/** Starts to listen. @throws AppError `port_taken`, `receiver_failed` */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const requestMs = options.requestMs ?? REQUEST_MS;
  const server = createServer(
    {
      requestTimeout: requestMs,
      headersTimeout: requestMs,
      keepAliveTimeout: 5_000,
      // How often Node looks for requests that take too long.
      connectionsCheckingInterval: Math.min(1_000, Math.ceil(requestMs / 2)),
      maxHeaderSize: 16 * 1024,
    },
    (request, response) => void answer(request, response, options),
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // One connection is refused once, even if its bytes go on.
    if (endedSockets.has(socket)) return void socket.destroy();
    endedSockets.add(socket);
    const isSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    // A client that went away by itself was not refused.
    if (error.code !== 'ECONNRESET') options.refused(isSlow ? 'too_slow' : 'malformed');
    endRaw(socket as Socket, isSlow ? '408 Request Timeout' : '400 Bad Request'); // node:http hands a Duplex that is the socket
  });
  await listen(server, options.port);
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  return { port, close: () => close(server) };
}

/** Connections that were refused. */
const endedSockets = new WeakSet<object>();

async function answer(request: IncomingMessage, response: ServerResponse, options: ReceiverOptions): Promise<void> {
  const at = options.now();
  // Reading goes on or the connection ends: either way nobody waits for an error event.
  request.on('error', () => undefined);
  const refusal = refusalOf(request, options);
  if (refusal !== undefined) return refuse(request, response, options, refusal);
  const body = await readBody(request, options.maxBodyBytes ?? MAX_BODY_BYTES);
  if (body === 'too_large') return refuse(request, response, options, 'too_large');
  // Gone or too slow; `clientError` answers and reports the latter.
  if (body === 'gone') return;
  const { status, retryAfter, code } = await options.deliver({
    at,
    headers: singleHeaders(request),
    rawHeaders: pairs(request.rawHeaders),
    body,
  });
  if (response.destroyed) return;
  if (retryAfter !== undefined) response.setHeader('Retry-After', String(retryAfter));
  respond(response, status, code);
}

const REFUSALS: Record<Exclude<RefusalReason, 'too_slow' | 'malformed'>, number> = {
  wrong_host: 421,
  wrong_path: 404,
  wrong_method: 405,
  too_large: 413,
};

/** Why a request is refused before a byte of its body is read. The host comes first: that answer reveals least. */
function refusalOf(request: IncomingMessage, options: ReceiverOptions): keyof typeof REFUSALS | undefined {
  if (!isOurHost(request.headers.host, options.allowedHosts())) return 'wrong_host';
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  if (!sameText(path, receiverPath(options.token))) return 'wrong_path';
  if (request.method !== 'POST') return 'wrong_method';
  const length = Number(request.headers['content-length'] ?? 0);
  return length > (options.maxBodyBytes ?? MAX_BODY_BYTES) ? 'too_large' : undefined;
}

/** True for this machine under any port (a tunnel may keep its own), or for one of the allowed names. */
function isOurHost(host: string | undefined, allowed: readonly string[]): boolean {
  if (host === undefined) return false;
  const name = host.replace(/:\d{1,5}$/, '').toLowerCase();
  return isLoopback(name) || allowed.some((other) => other.toLowerCase() === name);
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  options: ReceiverOptions,
  reason: keyof typeof REFUSALS,
): void {
  endedSockets.add(request.socket);
  options.refused(reason);
  // The rest of the body is not waited for: the connection ends with the answer.
  response.shouldKeepAlive = false;
  if (reason === 'wrong_method') response.setHeader('Allow', 'POST');
  response.once('finish', () => setImmediate(() => request.destroy()));
  respond(response, REFUSALS[reason], reason);
}

function respond(response: ServerResponse, status: number, code: string): void {
  const body = status === 204 || status === 304 ? '' : JSON.stringify({ result: code });
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(body);
}

function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array | 'too_large' | 'gone'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) return void chunks.push(chunk);
      chunks.length = 0;
      request.pause();
      resolve('too_large');
    });
    request.on('end', () => resolve(Uint8Array.from(Buffer.concat(chunks))));
    request.on('close', () => resolve('gone'));
  });
}

function singleHeaders(request: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}

function pairs(raw: readonly string[]): [string, string][] {
  const result: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) result.push([raw[index] ?? '', raw[index + 1] ?? '']);
  return result;
}

function endRaw(socket: Socket, status: string): void {
  if (!socket.writable) return void socket.destroy();
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenFailure(error, port)));
    server.listen({ port, host: '127.0.0.1' }, resolve);
  });
}

function listenFailure(cause: NodeJS.ErrnoException, port: number): AppError {
  const isTaken = errorCode(cause) === 'EADDRINUSE';
  return new AppError(
    {
      code: isTaken ? 'port_taken' : 'receiver_failed',
      message: isTaken ? `Port ${port} is used by another program.` : `The receiver could not start: ${cause.message}`,
      action: 'Choose another port, or 0 to have a free one chosen.',
      details: { port },
    },
    { cause },
  );
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    // Deliveries under way get their answer; connections that are silent by then are cut off.
    setTimeout(() => server.closeAllConnections(), 2_000).unref();
  });
}
