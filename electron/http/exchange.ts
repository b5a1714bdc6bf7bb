import type { IncomingHttpHeaders } from 'node:http';
import { type AppError, abortError, type ErrorValue, isAbort, toErrorValue } from '#shared/errors.ts';
import { ACCEPT_ENCODING, type BodyMeter, meteredBody, newBodyMeter, readBeginning } from './body.ts';
import type { Clock, Random } from './clock.ts';
import { answerError, type FailedAnswer, faultError } from './errors.ts';
import { IncompleteAnswer, type NetworkFault, networkFault } from './faults.ts';
import type { HostQueue } from './host-queue.ts';
import type { Network, RawAnswer } from './network.ts';
import type { Pauses } from './pauses.ts';
import { DEFAULT_LIMITS, type Decision, decide, newHistory, type Outcome, remember } from './policy.ts';
import { redactUrl } from './redact.ts';
import type { AnswerHead, HttpRequest, HttpStream } from './request.ts';
import type { RequestLog, RequestView } from './request-log.ts';
import { parseRetryAfter } from './retry-after.ts';
import type { Waits } from './waits.ts';

/** How much of an error's body is read: enough for an Error object or the title of a page. */
const ERROR_BODY_BYTES = 64 * 1024;

/** What an exchange needs of its client. */
export interface ExchangeParts {
  network: Network;
  clock: Clock;
  random: Random;
  newId: () => string;
  queue: HostQueue;
  waits: Waits;
  log: RequestLog;
  pauses: Pauses;
  userAgent: string;
}

/** How one send ended: consumed, or with what comes next and what to say if nothing does. */
type Sent<T> =
  | { kind: 'consumed'; value: T }
  | { kind: 'next'; decision: Decision; token: string | undefined; status: number | undefined; error: () => AppError };

/** One request from its first send to its last: the loop around the pure decisions of policy.ts. */
export class Exchange {
  readonly #parts: ExchangeParts;
  readonly #request: HttpRequest;
  readonly #signal: AbortSignal;
  #history = newHistory();
  #url: string;
  /** False once a redirect left the origin; it stays false on the way back. */
  #carriesToken: boolean;
  #attempt = 0;
  #waitedMs = 0;

  constructor(parts: ExchangeParts, request: HttpRequest, signal: AbortSignal) {
    this.#parts = parts;
    this.#request = request;
    this.#signal = signal;
    this.#url = request.url;
    this.#carriesToken = request.auth !== undefined || request.basic !== undefined;
  }

  async run<T>(consume: (answer: HttpStream) => Promise<T>): Promise<T> {
    for (;;) {
      const sent = await this.#sendOnce(consume);
      if (sent.kind === 'consumed') return sent.value;
      const { decision } = sent;
      this.#history = remember(this.#history, decision, this.#parts.clock.now());
      if (decision.kind === 'fail' && decision.pauseMs !== undefined) this.#pause(decision.pauseMs, true);
      if (decision.kind === 'wait') await this.#wait(decision, sent.status);
      else if (decision.kind === 'redirect') this.#follow(decision.url, decision.keepToken);
      else if (decision.kind !== 'refresh_token' || !(await this.#renewed(sent.token))) throw sent.error();
    }
  }

  async #sendOnce<T>(consume: (answer: HttpStream) => Promise<T>): Promise<Sent<T>> {
    const { clock, log } = this.#parts;
    const queuedAt = clock.now();
    const waitedBefore = this.#waitedMs;
    const { leave, token } = await this.#place();
    try {
      const queuedMs = Math.max(0, clock.now() - queuedAt - (this.#waitedMs - waitedBefore));
      const entry = this.#entry(queuedMs);
      log.begin(entry);
      const meter = newBodyMeter();
      let raw: RawAnswer;
      try {
        raw = await this.#dispatch(token);
      } catch (error) {
        return this.#broken(error, error, entry, meter, token);
      }
      return await this.#answered(raw, entry, meter, token, consume);
    } finally {
      leave();
    }
  }

  async #answered<T>(
    raw: RawAnswer,
    entry: RequestView,
    meter: BodyMeter,
    token: string | undefined,
    consume: (answer: HttpStream) => Promise<T>,
  ): Promise<Sent<T>> {
    const { clock } = this.#parts;
    const headers = flatHeaders(raw.headers);
    const head: AnswerHead = {
      requestId: entry.id,
      status: raw.statusCode,
      headers,
      url: redactUrl(this.#url),
      answeredAt: clock.now(),
    };
    entry.status = head.status;
    entry.headMs = head.answeredAt - entry.at;
    entry.contentType = headers['content-type'];
    entry.retryAfter = headers['retry-after'];
    entry.retryAfterMs = parseRetryAfter(headers['retry-after'], headers.date, head.answeredAt);
    this.#note(head.status, head.answeredAt);
    const decision = this.#decide(outcomeOf(head));
    const body = meteredBody(raw, headers['content-encoding'], meter);
    try {
      if (decision.kind === 'deliver') {
        const value = await this.#consumed(consume, { ...head, body }, entry, meter);
        if ('fault' in value) return this.#broken(value.thrown, value.fault, entry, meter, token);
        return { kind: 'consumed', value: value.value };
      }
      const text = await readBeginning(body, ERROR_BODY_BYTES);
      this.#end(entry, meter, 'answered');
      const answer: FailedAnswer = {
        requestId: head.requestId,
        status: head.status,
        headers,
        url: this.#url,
        text,
        carriedToken: this.#carriesToken,
      };
      const why = decision.kind === 'fail' ? decision.why : 'status';
      const error = () => answerError(why, this.#request, answer);
      return { kind: 'next', decision, token, status: head.status, error };
    } finally {
      raw.destroy();
    }
  }

  /** Lets the consumer read; distinguishes a body that broke, or ended too early, from a consumer that threw. */
  async #consumed<T>(
    consume: (answer: HttpStream) => Promise<T>,
    answer: HttpStream,
    entry: RequestView,
    meter: BodyMeter,
  ): Promise<{ value: T } | { fault: unknown; thrown: unknown }> {
    try {
      const value = await consume(answer);
      this.#end(entry, meter, 'answered');
      return { value };
    } catch (thrown) {
      if (!this.#signal.aborted && networkFault(meter.broken)) return { fault: meter.broken, thrown };
      if (!this.#signal.aborted && thrown instanceof IncompleteAnswer) return { fault: thrown, thrown };
      const cancelled = this.#signal.aborted || isAbort(thrown);
      this.#end(entry, meter, cancelled ? 'cancelled' : 'failed', cancelled ? undefined : toErrorValue(thrown));
      throw this.#signal.aborted ? abortError() : thrown;
    }
  }

  /** A send that got no whole answer. */
  #broken(
    thrown: unknown,
    cause: unknown,
    entry: RequestView,
    meter: BodyMeter,
    token: string | undefined,
  ): Sent<never> {
    if (this.#signal.aborted) {
      this.#end(entry, meter, 'cancelled');
      throw abortError();
    }
    const fault: NetworkFault | undefined = networkFault(cause);
    const failure = fault ? faultError(fault, this.#request, entry.id, cause) : thrown;
    this.#end(entry, meter, 'failed', toErrorValue(failure));
    if (!fault) throw thrown;
    const decision = this.#decide({ kind: 'fault', fault });
    const error = () => faultError(fault, this.#request, entry.id, cause);
    return { kind: 'next', decision, token, status: entry.status, error };
  }

  async #dispatch(token: string | undefined): Promise<RawAnswer> {
    const { method, body, headers, basic } = this.#request;
    return await this.#parts.network.send(this.#url, {
      method,
      body,
      signal: this.#signal,
      headers: {
        'user-agent': this.#parts.userAgent,
        'accept-encoding': ACCEPT_ENCODING,
        ...headers,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(basic && this.#carriesToken ? { authorization: basicHeader(basic) } : {}),
      },
    });
  }

  /**
   * A place in the host's queue, and the token to send. Past any pause: one that began while it stood in line holds it
   * too. The token comes before the place: a source that must fetch it needs a place of its own for that.
   */
  async #place(): Promise<{ leave: () => void; token: string | undefined }> {
    const { queue, pauses } = this.#parts;
    const key = this.#pauseKey();
    for (;;) {
      this.#waitedMs += await pauses.passed(key, this.#waitBase(), this.#signal);
      const token = await this.#token();
      const leave = await queue.enter(new URL(this.#url).origin, this.#signal);
      if (!pauses.isOn(key)) return { leave, token };
      leave();
    }
  }

  async #wait(decision: Decision & { kind: 'wait' }, status: number | undefined): Promise<void> {
    if (decision.whole) return this.#pause(decision.ms, decision.asked);
    const { clock, waits } = this.#parts;
    const began = clock.now();
    const until = began + decision.ms;
    const { reason, asked } = decision;
    await waits.hold({ ...this.#waitBase(), key: undefined, reason, until, asked, status }, this.#signal);
    this.#waitedMs += clock.now() - began;
  }

  #pause(ms: number, asked: boolean): void {
    const { clock, pauses } = this.#parts;
    pauses.begin(this.#pauseKey(), clock.now() + ms, asked);
  }

  #follow(url: string, keepToken: boolean): void {
    this.#url = url;
    this.#carriesToken = this.#carriesToken && keepToken;
  }

  async #token(): Promise<string | undefined> {
    const { auth } = this.#request;
    if (!auth || !this.#carriesToken) return undefined;
    return await auth.source.token(auth.tokenClass, auth.scope, this.#signal);
  }

  async #renewed(refused: string | undefined): Promise<boolean> {
    const { auth } = this.#request;
    if (!auth || refused === undefined) return false;
    return (await auth.source.refresh(auth.tokenClass, auth.scope, refused, this.#signal)) !== undefined;
  }

  #decide(outcome: Outcome): Decision {
    return decide(outcome, {
      method: this.#request.method,
      url: this.#url,
      renewable: this.#carriesToken,
      history: this.#history,
      limits: { ...DEFAULT_LIMITS, ...this.#request.limits },
      now: this.#parts.clock.now(),
      random: this.#parts.random(),
    });
  }

  #note(status: number, at: number): void {
    const { auth } = this.#request;
    if (!auth || !this.#carriesToken) return;
    const accepted = status >= 200 && status < 300;
    if (accepted || status === 401 || status === 403) {
      auth.source.noted?.(auth.tokenClass, auth.scope, accepted ? 'accepted' : 'refused', at);
    }
  }

  /** Names host and token without holding the token: a workspace has one of each class and scope. */
  #pauseKey(): string {
    const { auth, workspace } = this.#request;
    const token = auth && this.#carriesToken ? [auth.tokenClass, auth.scope] : [];
    return JSON.stringify([new URL(this.#url).origin, workspace, ...token]);
  }

  #waitBase() {
    const { purpose, workspace, job } = this.#request;
    return { url: redactUrl(this.#url), purpose, workspace, job, attempt: this.#attempt };
  }

  #entry(queuedMs: number): RequestView {
    const { method, purpose, workspace, job, auth, body } = this.#request;
    this.#attempt += 1;
    const waitedMs = this.#waitedMs;
    this.#waitedMs = 0;
    return {
      id: this.#parts.newId(),
      workspace,
      job,
      purpose,
      method,
      url: redactUrl(this.#url),
      tokenClass: (this.#carriesToken ? auth?.tokenClass : undefined) ?? 'none',
      tokenScope: this.#carriesToken ? auth?.scope : undefined,
      attempt: this.#attempt,
      state: 'running',
      at: this.#parts.clock.now(),
      waitedMs,
      queuedMs,
      status: undefined,
      headMs: undefined,
      durationMs: undefined,
      sentBytes: body === undefined ? 0 : Buffer.byteLength(body),
      receivedBytes: 0,
      bytes: 0,
      contentType: undefined,
      retryAfter: undefined,
      retryAfterMs: undefined,
      error: undefined,
    };
  }

  #end(entry: RequestView, meter: BodyMeter, state: RequestView['state'], error?: ErrorValue): void {
    this.#parts.log.end(entry, {
      state,
      error,
      durationMs: this.#parts.clock.now() - entry.at,
      receivedBytes: meter.received,
      bytes: meter.unpacked,
    });
  }
}

/** RFC 6749 section 2.3.1: both parts are form-encoded before they are joined. */
function basicHeader({ user, password }: { user: string; password: string }): string {
  const encode = (text: string) => encodeURIComponent(text).replaceAll('%20', '+');
  return `Basic ${Buffer.from(`${encode(user)}:${encode(password)}`).toString('base64')}`;
}

function outcomeOf(head: AnswerHead): Outcome {
  const { headers, status } = head;
  return {
    kind: 'answer',
    status,
    retryAfter: headers['retry-after'],
    date: headers.date,
    location: headers.location,
  };
}

/** Set-Cookie is left out: the client keeps no cookies, and they are secrets. */
function flatHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name === 'set-cookie') continue;
    flat[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}
