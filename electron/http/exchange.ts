import type { IncomingHttpHeaders } from 'node:http';
import { type AppError, abortError, type ErrorValue, isAbort, toErrorValue } from '#shared/errors.ts';
import { isLoopback } from '#shared/safe-transport.ts';
import { ACCEPT_ENCODING, type BodyMeter, meteredBody, newBodyMeter, readBeginning } from './body.ts';
import { type Capture, captured, newCapture } from './capture.ts';
import type { Clock, Random } from './clock.ts';
import type { Connectivity } from './connectivity.ts';
import { StoppedWaiting } from './did-not-act.ts';
import { answerError, type FailedAnswer, faultError } from './errors.ts';
import { IncompleteAnswer, type NetworkFault, networkFault } from './faults.ts';
import type { HostQueue } from './host-queue.ts';
import type { Network, RawAnswer } from './network.ts';
import type { Pauses } from './pauses.ts';
import { DEFAULT_LIMITS, type Decision, decide, newHistory, type Outcome, remember } from './policy.ts';
import { HIDDEN, hidingSecrets, redactUrl, secretsOfForm } from './redact.ts';
import type { AnswerHead, HttpRequest, HttpStream } from './request.ts';
import type { RequestLog, RequestView } from './request-log.ts';
import { parseRetryAfter } from './retry-after.ts';
import type { Waits } from './waits.ts';

/** How much of an error's body is read: enough for an Error object or the title of a page. */
const ERROR_BODY_BYTES = 64 * 1024;

/** A wait for a network ends with the network (Connectivity); this is only how long one countdown is. */
const OFFLINE_MS = 86_400_000;

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
  /** Undefined: nobody looks, and nothing waits for a network. */
  connectivity: Connectivity | undefined;
  /** Origins that answered since the start. */
  answered: Set<string>;
  userAgent: string;
}

/** `inMemory`: whoever gets the answer holds all of it. */
type ExchangeRequest = HttpRequest & { inMemory?: boolean };

/** One send while it is under way. */
interface Send {
  entry: RequestView;
  meter: BodyMeter;
  capture: Capture;
  token: string | undefined;
}

/** How one send ended: consumed, or with what comes next and what to say if nothing does. */
type Sent<T> =
  | { kind: 'consumed'; value: T }
  | { kind: 'next'; decision: Decision; token: string | undefined; status: number | undefined; error: () => AppError };

/** One request from its first send to its last: the loop around the pure decisions of policy.ts. */
export class Exchange {
  readonly #parts: ExchangeParts;
  readonly #request: ExchangeRequest;
  readonly #signal: AbortSignal;
  #history = newHistory();
  #url: string;
  /** False once a redirect left the origin; it stays false on the way back. */
  #carriesToken: boolean;
  #attempt = 0;
  /** Id of the first send. */
  #call: string | undefined;
  #waitedMs = 0;

  constructor(parts: ExchangeParts, request: ExchangeRequest, signal: AbortSignal) {
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
      if (decision.kind === 'wait') await this.#waiting(this.#wait(decision, sent.status));
      else if (decision.kind === 'redirect') this.#follow(decision.url, decision.keepToken);
      else if (decision.kind !== 'refresh_token' || !(await this.#waiting(this.#renewed(sent.token))))
        throw sent.error();
    }
  }

  /** What comes before a send. @throws StoppedWaiting when the request is stopped meanwhile, else what `work` throws */
  async #waiting<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (thrown) {
      throw this.#signal.aborted ? new StoppedWaiting() : thrown;
    }
  }

  async #sendOnce<T>(consume: (answer: HttpStream) => Promise<T>): Promise<Sent<T>> {
    const { clock, log } = this.#parts;
    const queuedAt = clock.now();
    const waitedBefore = this.#waitedMs;
    const { leave, token } = await this.#waiting(this.#place());
    try {
      const queuedMs = Math.max(0, clock.now() - queuedAt - (this.#waitedMs - waitedBefore));
      const send: Send = { entry: this.#entry(queuedMs), meter: newBodyMeter(), capture: newCapture(), token };
      log.begin(send.entry);
      let raw: RawAnswer;
      try {
        raw = await this.#dispatch(send);
      } catch (error) {
        return this.#broken(error, error, send);
      }
      return await this.#answered(raw, send, consume);
    } finally {
      leave();
    }
  }

  async #answered<T>(raw: RawAnswer, send: Send, consume: (answer: HttpStream) => Promise<T>): Promise<Sent<T>> {
    const { clock, log } = this.#parts;
    const { entry, meter, capture, token } = send;
    const headers = flatHeaders(raw.headers);
    this.#parts.answered.add(new URL(this.#url).origin);
    capture.answer = { headers, httpVersion: raw.httpVersion };
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
    if (head.status === 401 || head.status === 403) this.#note('refused', head);
    const decision = this.#decide(outcomeOf(head));
    const whole = meteredBody(raw, headers['content-encoding'], meter);
    const limit = log.captureBytes(this.#request.workspace) ?? 0;
    const body = limit > 0 ? captured(whole, capture, limit) : whole;
    try {
      if (decision.kind === 'deliver') {
        const value = await this.#consumed(consume, { ...head, body }, send);
        if ('fault' in value) return this.#broken(value.thrown, value.fault, send);
        this.#note('accepted', head);
        return { kind: 'consumed', value: value.value };
      }
      const text = await readBeginning(body, Math.max(ERROR_BODY_BYTES, limit));
      this.#end(send, 'answered');
      const answer: FailedAnswer = {
        requestId: head.requestId,
        status: head.status,
        headers,
        url: this.#url,
        text,
        carriedToken: this.#carriesToken,
      };
      const why = decision.kind === 'fail' ? decision.why : 'status';
      const error = () => answerError(why, this.#request, answer, hidingSecrets(capture.secrets));
      return { kind: 'next', decision, token, status: head.status, error };
    } finally {
      raw.destroy();
    }
  }

  /** Lets the consumer read; distinguishes a body that broke, or ended too early, from a consumer that threw. */
  async #consumed<T>(
    consume: (answer: HttpStream) => Promise<T>,
    answer: HttpStream,
    send: Send,
  ): Promise<{ value: T } | { fault: unknown; thrown: unknown }> {
    try {
      const value = await consume(answer);
      send.capture.streamed = !this.#request.inMemory;
      this.#end(send, 'answered');
      return { value };
    } catch (thrown) {
      if (!this.#signal.aborted && networkFault(send.meter.broken)) return { fault: send.meter.broken, thrown };
      if (!this.#signal.aborted && thrown instanceof IncompleteAnswer) return { fault: thrown, thrown };
      const cancelled = this.#signal.aborted || isAbort(thrown);
      this.#end(send, cancelled ? 'cancelled' : 'failed', cancelled ? undefined : toErrorValue(thrown));
      throw this.#signal.aborted ? abortError() : thrown;
    }
  }

  /** A send that got no whole answer. */
  #broken(thrown: unknown, cause: unknown, send: Send): Sent<never> {
    const { entry, token } = send;
    if (this.#signal.aborted) {
      this.#end(send, 'cancelled');
      throw abortError();
    }
    const found: NetworkFault | undefined = networkFault(cause);
    const fault = found?.unsent && this.#isOffline() ? { ...found, cause: 'NO_NETWORK' } : found;
    // A redirect may have led elsewhere than the request was for.
    const failure = fault ? faultError(fault, { ...this.#request, url: this.#url }, entry.id, cause) : undefined;
    this.#end(send, 'failed', toErrorValue(failure ?? thrown));
    if (!fault || !failure) throw thrown;
    const decision = this.#decide({ kind: 'fault', fault });
    return { kind: 'next', decision, token, status: entry.status, error: () => failure };
  }

  async #dispatch({ token, capture }: Send): Promise<RawAnswer> {
    const { method, body, headers, basic, holdsSecrets = false } = this.#request;
    const open = { 'user-agent': this.#parts.userAgent, 'accept-encoding': ACCEPT_ENCODING, ...headers };
    const login = this.#carriesToken ? basic : undefined;
    const secret =
      login !== undefined ? basicCredentials(login) : token === undefined ? undefined : (['Bearer', token] as const);
    capture.sent = { headers: { ...open, ...(secret && { authorization: `${secret[0]} ${HIDDEN}` }) }, body };
    capture.holdsSecrets = holdsSecrets;
    const inForm = holdsSecrets ? secretsOfForm(body ?? '') : [];
    capture.secrets = [secret?.[1], login?.password, ...inForm].filter((one) => one !== undefined);
    return await this.#parts.network.send(this.#url, {
      method,
      body,
      signal: this.#signal,
      timing: capture.timing,
      // As a token, a certificate is shown to nobody to whom a redirect led.
      workspace: this.#isHome() ? this.#request.workspace : undefined,
      headers: { ...open, ...(secret && { authorization: secret.join(' ') }) },
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
      await this.#untilNetwork();
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

  #isHome(): boolean {
    return new URL(this.#url).origin === new URL(this.#request.url).origin;
  }

  async #token(): Promise<string | undefined> {
    const { auth } = this.#request;
    if (!auth || !this.#carriesToken) return undefined;
    return await this.#fetched(() => auth.source.token(auth.tokenClass, auth.scope, this.#signal));
  }

  async #renewed(refused: string | undefined): Promise<boolean> {
    const { auth } = this.#request;
    if (!auth || refused === undefined) return false;
    const refresh = () => auth.source.refresh(auth.tokenClass, auth.scope, refused, this.#signal);
    return (await this.#fetched(refresh)) !== undefined;
  }

  /**
   * What a source of tokens gives. Where the token endpoint was not reached, a job waits for it as for its own answer:
   * it is the same network. Only what ended below HTTP is asked again; what the endpoint refused comes through.
   */
  async #fetched<T>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        const decision = this.#afterLostToken(error);
        if (decision?.kind !== 'wait') throw error;
        this.#history = remember(this.#history, decision, this.#parts.clock.now());
        await this.#wait(decision, undefined);
        await this.#untilNetwork();
      }
    }
  }

  /** Undefined for what no network did, and where nobody waits. */
  #afterLostToken(error: unknown): Decision | undefined {
    const fault = this.#request.job === undefined || this.#signal.aborted ? undefined : networkFault(error);
    if (fault === undefined) return undefined;
    const asked = toErrorValue(error).details?.url;
    // Asking for the same token again is as harmless as a GET: a spent refresh token is refused, and nothing else happens.
    return this.#decide({ kind: 'fault', fault }, 'GET', typeof asked === 'string' ? asked : this.#url);
  }

  /** No request could leave this computer. False where nobody looks. */
  #isOffline(): boolean {
    const { connectivity } = this.#parts;
    return connectivity !== undefined && !isLoopback(new URL(this.#url).hostname) && !connectivity.isThere;
  }

  /** A job goes on by itself, so it waits for a network, before its token is asked for; what a person asked for is answered at once. */
  async #untilNetwork(): Promise<void> {
    const { clock, waits } = this.#parts;
    const began = clock.now();
    while (this.#request.job !== undefined && this.#isOffline()) {
      const until = clock.now() + OFFLINE_MS;
      const wait = {
        ...this.#waitBase(),
        key: 'offline',
        reason: 'offline',
        until,
        asked: false,
        status: undefined,
      } as const;
      if ((await waits.hold(wait, this.#signal)) === 'asked_now') break;
    }
    this.#waitedMs += clock.now() - began;
  }

  #decide(outcome: Outcome, method: string = this.#request.method, url = this.#url): Decision {
    return decide(outcome, {
      method,
      url,
      renewable: this.#carriesToken,
      history: this.#history,
      hasAnswered: this.#request.job !== undefined && this.#parts.answered.has(new URL(url).origin),
      limits: { ...DEFAULT_LIMITS, ...this.#request.limits },
      now: this.#parts.clock.now(),
      random: this.#parts.random(),
    });
  }

  /**
   * What became of the token that was sent. It is accepted only where whoever reads the answer took it for the service's: the
   * page of a portal or a proxy comes with 200, too, and some addresses answer whatever the token.
   */
  #note(what: 'accepted' | 'refused', { headers, answeredAt }: AnswerHead): void {
    const { auth } = this.#request;
    if (!auth || !this.#carriesToken) return;
    if (what === 'accepted' && (auth.anyToken || /html/i.test(headers['content-type'] ?? ''))) return;
    auth.source.noted?.(auth.tokenClass, auth.scope, what, answeredAt);
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
    const { method, purpose, workspace, job, about, auth, body } = this.#request;
    const id = this.#parts.newId();
    this.#call ??= id;
    this.#attempt += 1;
    const waitedMs = this.#waitedMs;
    this.#waitedMs = 0;
    return {
      id,
      call: this.#call,
      workspace,
      job,
      about,
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

  #end({ entry, meter, capture }: Send, state: RequestView['state'], error?: ErrorValue): void {
    const { clock, log } = this.#parts;
    const change = {
      ...capture.timing,
      state,
      error,
      durationMs: clock.now() - entry.at,
      receivedBytes: meter.received,
      bytes: meter.unpacked,
    };
    log.end(entry, change, log.captureBytes(entry.workspace) === undefined ? undefined : capture);
  }
}

/** RFC 6749 section 2.3.1: both parts are form-encoded before they are joined. */
function basicCredentials({ user, password }: { user: string; password: string }): readonly [string, string] {
  const encode = (text: string) => encodeURIComponent(text).replaceAll('%20', '+');
  return ['Basic', Buffer.from(`${encode(user)}:${encode(password)}`).toString('base64')];
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
