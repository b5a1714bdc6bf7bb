/** Node's agent for https, with connections that go by a way. */
import https, { type AgentOptions, type RequestOptions } from 'node:https';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { openSocket, startTls } from './tunnel.ts';
import type { Way } from './ways.ts';

/** How long the parts of opening a connection took, milliseconds. */
export interface Opening {
  connectMs: number;
  tlsMs: number;
}

type Done = (error: Error | null, stream: Duplex) => void;

export class WayAgent extends https.Agent {
  readonly #way: Way;
  readonly #limitMs: number;
  /** Of connections that no request has used yet. */
  readonly #openings = new WeakMap<object, Opening>();

  /** @param limitMs for each hop, and for TLS after it */
  constructor(way: Way, limitMs: number, options: AgentOptions) {
    super({ ...options, ...(way.context === undefined ? {} : { secureContext: way.context }) });
    this.#way = way;
    this.#limitMs = limitMs;
  }

  /** How long it took to open a connection; undefined for one that was used before. */
  takeOpening(socket: object): Opening | undefined {
    const opening = this.#openings.get(socket);
    this.#openings.delete(socket);
    return opening;
  }

  override createConnection(options: RequestOptions, done?: Done): Duplex | null | undefined {
    // Node connects by itself, and tells how long it takes.
    if (this.#way.hops[0]?.kind === 'direct') return super.createConnection(options, done);
    this.#open(options).then(
      (socket) => done?.(null, socket),
      // Node's agent looks at no stream where there is an error.
      (error: Error) => done?.(error, undefined as unknown as Duplex),
    );
    return undefined;
  }

  async #open({ host, hostname, port, timeout }: RequestOptions): Promise<TLSSocket> {
    const target = { hostname: inUrl(host ?? hostname ?? ''), port: Number(port ?? 443) };
    const { hops, context, proxyContext } = this.#way;
    const limitMs = this.#limitMs;
    const began = performance.now();
    const { socket } = await openSocket(target, { hops, proxyContext, limitMs });
    const connected = performance.now();
    const secured = await startTls(socket, target, context, limitMs);
    if (timeout !== undefined) secured.setTimeout(timeout);
    this.#openings.set(secured, { connectMs: connected - began, tlsMs: performance.now() - connected });
    return secured;
  }
}

/** An IPv6 address in brackets, as a URL has it. */
function inUrl(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
