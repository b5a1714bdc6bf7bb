/** Node's own HTTP client with this program's settings. */
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { untilAborted } from '#shared/until-aborted.ts';
import { WayAgent, type Ways } from '../network/index.ts';

export interface NetworkOptions {
  connectTimeoutMs: number;
  headTimeoutMs: number;
  idleTimeoutMs: number;
  /** Connections of one origin. */
  perHost: number;
  /** Proxy, authorities and client certificate of each request. */
  ways: Ways;
}

interface SendOptions {
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array | undefined;
  signal: AbortSignal;
  /** Whose certificate is shown to a service that asks for one. */
  workspace?: string | undefined;
  /** Filled in as it becomes known, also for a request that fails. */
  timing?: ConnectionTiming;
}

/** What is known of the connection of one request; what is absent is not known. */
export interface ConnectionTiming {
  /** `kept`: one that an earlier request had opened. */
  connection?: 'new' | 'kept';
  /** Looking up the name and opening the connection, milliseconds; only of a new one. */
  connectMs?: number;
  /** The TLS handshake after that, milliseconds. */
  tlsMs?: number;
}

/** An answer whose head has come. */
export interface RawAnswer {
  statusCode: number;
  /** `1.1` */
  httpVersion: string;
  headers: IncomingHttpHeaders;
  /** As it comes over the network, and no faster than it is consumed. Throws when it breaks or falls silent. */
  body: AsyncIterable<Uint8Array>;
  /** Closes the connection, even where some of the body is unread. */
  destroy(): void;
}

export interface Network {
  /** Resolves with the head of the answer. Rejects with an error whose `code` is Node's or a {@link TimeLimitError}'s. */
  send(url: string, options: SendOptions): Promise<RawAnswer>;
  /** Breaks the connections from these addresses of this computer: they lead nowhere any more. */
  drop(addresses: ReadonlySet<string>): void;
  /** Ends all connections at once. */
  close(): void;
}

/** The service was silent for too long. */
class TimeLimitError extends Error {
  readonly code: 'CONNECT_TIMEOUT' | 'HEAD_TIMEOUT' | 'IDLE_TIMEOUT';
  constructor(code: TimeLimitError['code']) {
    super(code);
    this.code = code;
  }
}

/** A reused connection broke under the next request. A new one never counts as this, so the tries come to an end. */
class StaleConnection extends Error {
  constructor(cause: Error) {
    super('A kept connection was closed.', { cause });
  }
}

function isReset(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ECONNRESET' || error.code === 'EPIPE';
}

/** A connection that nobody uses is kept for less time than servers keep theirs: one that they close would lose a request. */
const KEPT_MS = 4_000;

export function openNetwork(options: NetworkOptions): Network {
  const settings = { keepAlive: true, maxSockets: options.perHost, timeout: KEPT_MS };
  const plain = new http.Agent(settings);
  /** By the key of the way: what was opened by one is not used by another. */
  const agents = new Map<string, WayAgent>();
  async function agentFor(url: string, { workspace, signal }: SendOptions): Promise<http.Agent | WayAgent> {
    if (new URL(url).protocol === 'http:') return plain;
    const way = await untilAborted(options.ways.to(url, workspace), signal);
    const agent = agents.get(way.key) ?? new WayAgent(way, options.connectTimeoutMs, settings);
    agents.set(way.key, agent);
    return agent;
  }
  const attempt = (
    url: string,
    { method, headers, body, signal, timing = {} }: SendOptions,
    agent: http.Agent | WayAgent,
  ) =>
    new Promise<RawAnswer>((resolve, reject) => {
      const target = new URL(url);
      const secure = target.protocol === 'https:';
      const request = (secure ? https : http).request(target, { method, headers: { ...headers }, signal, agent });
      const giveUp = (code: TimeLimitError['code']) => () => request.destroy(new TimeLimitError(code));
      const head = setTimeout(giveUp('HEAD_TIMEOUT'), options.headTimeoutMs);
      let connect: NodeJS.Timeout | undefined;
      request.on('socket', (socket) => {
        const opening = agent instanceof WayAgent ? agent.takeOpening(socket) : undefined;
        if (opening) Object.assign(timing, { connection: 'new', ...opening });
        else timing.connection = socket.connecting ? 'new' : 'kept';
        if (!socket.connecting) return;
        connect = setTimeout(giveUp('CONNECT_TIMEOUT'), options.connectTimeoutMs);
        socket.once(secure ? 'secureConnect' : 'connect', () => clearTimeout(connect));
        measure(socket, timing);
      });
      request.on('response', (response) => {
        clearTimeout(head);
        // A body that is given up half read emits an error that nobody else listens to.
        response.on('error', () => {});
        resolve(rawAnswer(response, options.idleTimeoutMs));
      });
      // Stays for as long as the request: what breaks a body is emitted here, too, and must have a listener.
      request.on('error', (error) =>
        reject(request.reusedSocket && isReset(error) ? new StaleConnection(error) : error),
      );
      request.on('close', () => {
        clearTimeout(head);
        clearTimeout(connect);
        // Only where there was neither an answer nor an error, as after an upgrade that nobody asked for.
        reject(Object.assign(new Error('The connection was closed without an answer.'), { code: 'ECONNRESET' }));
      });
      request.end(body);
    });
  /** A kept connection that the server closed just then says nothing about the service: a GET is sent again on another one. */
  async function send(url: string, sending: SendOptions): Promise<RawAnswer> {
    for (;;) {
      try {
        return await attempt(url, sending, await agentFor(url, sending));
      } catch (error) {
        if (!(error instanceof StaleConnection)) throw error;
        if (sending.method !== 'GET') throw error.cause;
      }
    }
  }
  return {
    send,
    drop: (addresses) => {
      for (const agent of [plain, ...agents.values()]) {
        for (const sockets of [agent.sockets, agent.freeSockets]) {
          for (const socket of Object.values(sockets).flat()) {
            if (socket?.localAddress !== undefined && addresses.has(socket.localAddress)) socket.destroy();
          }
        }
      }
    },
    close: () => {
      for (const agent of [plain, ...agents.values()]) agent.destroy();
    },
  };
}

/** Notes how long the parts of opening a connection take. */
function measure(socket: Socket, timing: ConnectionTiming): void {
  const began = performance.now();
  let connected = began;
  socket.once('connect', () => {
    connected = performance.now();
    timing.connectMs = connected - began;
  });
  socket.once('secureConnect', () => {
    timing.tlsMs = performance.now() - connected;
  });
}

function rawAnswer(response: IncomingMessage, idleTimeoutMs: number): RawAnswer {
  return {
    statusCode: response.statusCode ?? 0,
    httpVersion: response.httpVersion,
    headers: response.headers,
    body: untilSilent(response, idleTimeoutMs),
    destroy: () => void response.destroy(),
  };
}

/** Only a wait for the service counts as silence, not the time that the consumer takes for a chunk. */
async function* untilSilent(response: IncomingMessage, idleTimeoutMs: number): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = response[Symbol.asyncIterator]();
  for (;;) {
    const timer = setTimeout(() => response.destroy(new TimeLimitError('IDLE_TIMEOUT')), idleTimeoutMs);
    const next = await chunks.next().finally(() => clearTimeout(timer));
    if (next.done) return;
    yield next.value;
  }
}
