import { randomUUID } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import { isSafeTransport } from '#shared/safe-transport.ts';
import type { Handshake, TlsOffer } from '../common/handshake.ts';
import { straight, type Ways } from '../network/index.ts';
import { readWhole } from './body.ts';
import { type Clock, type Random, systemClock } from './clock.ts';
import type { Connectivity, NetworkChange } from './connectivity.ts';
import { StoppedWaiting } from './did-not-act.ts';
import { bodyTooLarge, insecureUrl } from './errors.ts';
import { Exchange, type ExchangeParts } from './exchange.ts';
import { IncompleteAnswer } from './faults.ts';
import { type Hops, lookAtHops } from './hops.ts';
import { HostQueue } from './host-queue.ts';
import { openNetwork } from './network.ts';
import { Pauses } from './pauses.ts';
import type { HttpAnswer, HttpRequest, HttpStream } from './request.ts';
import { RequestLog } from './request-log.ts';
import { handshake } from './tls-handshake.ts';
import { Waits } from './waits.ts';

export interface HttpClientOptions {
  /** Sent as User-Agent. */
  userAgent: string;
  /** How requests leave this computer, by the network setting; absent: straight. */
  ways?: Ways;
  /** Of this computer; absent: requests of jobs do not wait for a network. */
  connectivity?: Connectivity;
  clock?: Clock;
  random?: Random;
  /** Longest silence within a body. */
  idleTimeoutMs?: number;
  /** Requests of one origin at a time. */
  perHost?: number;
  /** Sends that the request log keeps in memory. */
  logCapacity?: number;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** From the request to the answer's head. A first full batch may take the service minutes. */
const HEAD_TIMEOUT_MS = 180_000;
/** Largest body that is held in memory unless the request says otherwise. */
const MAX_BYTES = 16 * 1024 * 1024;

/** The only place in the program that sends HTTP requests to a service. One for all workspaces. */
export class HttpClient {
  readonly waits: Waits;
  readonly log: RequestLog;
  readonly #parts: ExchangeParts;
  readonly #ways: Ways;
  readonly #closing = new AbortController();

  constructor(options: HttpClientOptions) {
    const clock = options.clock ?? systemClock;
    const perHost = options.perHost ?? 6;
    this.#ways = options.ways ?? straight;
    this.waits = new Waits(clock);
    this.log = new RequestLog(options.logCapacity);
    this.#parts = {
      network: openNetwork({
        ways: this.#ways,
        connectTimeoutMs: CONNECT_TIMEOUT_MS,
        headTimeoutMs: HEAD_TIMEOUT_MS,
        idleTimeoutMs: options.idleTimeoutMs ?? 60_000,
        perHost,
      }),
      clock,
      random: options.random ?? Math.random,
      newId: randomUUID,
      queue: new HostQueue(perHost),
      waits: this.waits,
      log: this.log,
      pauses: new Pauses(clock, this.waits),
      connectivity: options.connectivity,
      answered: new Set(),
      userAgent: options.userAgent,
    };
    options.connectivity?.onChange((change) => this.#follow(change));
  }

  /**
   * Sends a request and returns the whole body of a 2xx answer.
   * @throws AppError: an HttpError for an answer that was given up on, `network_unreachable` and the like for faults,
   * `wait_cancelled`, `body_too_large`; AbortError when `request.signal` fires.
   */
  async send(request: HttpRequest): Promise<HttpAnswer> {
    const limit = request.maxBytes ?? MAX_BYTES;
    return await this.#run({ ...request, inMemory: true }, async ({ body, ...head }) => {
      const whole = await readWhole(body, limit);
      if (!whole) throw bodyTooLarge({ ...request, url: head.url }, limit);
      const text = () => new TextDecoder().decode(whole);
      if (request.isComplete?.(text()) === false) throw new IncompleteAnswer();
      request.understand?.(text());
      return { ...head, body: whole, text };
    });
  }

  /**
   * Sends a request and passes the body of a 2xx answer to `consume` as it comes. A GET whose body breaks in the middle
   * is sent again, so `consume` may be called more than once and must be able to start over.
   * Errors as {@link send}; what `consume` throws comes through.
   */
  async stream<T>(request: HttpRequest, consume: (answer: HttpStream) => Promise<T>): Promise<T> {
    return await this.#run(request, consume);
  }

  /** What a server agrees to in a TLS handshake; by the same way as requests. @param origin https */
  async handshake(origin: string, offer: TlsOffer, signal: AbortSignal): Promise<Handshake> {
    return await handshake(origin, offer, signal, await this.#ways.to(origin, undefined));
  }

  /** How far a connection to an https address comes, hop by hop; nothing is sent over it. Rejects with an AbortError only. */
  async hops(url: string, workspace: string | undefined, signal: AbortSignal): Promise<Hops> {
    return await lookAtHops(url, () => this.#ways.to(url, workspace), CONNECT_TIMEOUT_MS, signal);
  }

  /** What waits for the network asks at once; what was sent by one that is gone is sent again by another. */
  #follow({ gone, isBack }: NetworkChange): void {
    this.#parts.network.drop(gone);
    if (!isBack) return;
    for (const { id, reason } of this.waits.list()) {
      if (reason === 'offline' || reason === 'portal' || reason === 'network') this.waits.askNow(id);
    }
  }

  async #run<T>(
    request: HttpRequest & { inMemory?: boolean },
    consume: (answer: HttpStream) => Promise<T>,
  ): Promise<T> {
    if (!isSafeTransport(request.url)) throw insecureUrl(request.url);
    if (request.headers && 'authorization' in request.headers) {
      throw new AppError({ code: 'unexpected', message: 'A request carried its own Authorization header.' });
    }
    const stop = this.#closing.signal;
    const signal = request.signal ? AbortSignal.any([request.signal, stop]) : stop;
    if (signal.aborted) throw new StoppedWaiting();
    return await new Exchange(this.#parts, request, signal).run(consume);
  }

  /** Ends all requests and waits; nothing can be sent afterwards. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#parts.network.close();
  }
}
