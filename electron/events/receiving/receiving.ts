/** The receiver of one workspace: on and off, what becomes of a delivery, and the bench's word in it. */
import { createHash, randomBytes } from 'node:crypto';
import type { EventSettings, ReceiverView } from '#shared/contract/events.ts';
import { toErrorValue } from '#shared/errors.ts';
import type { IncomingDelivery } from '../../engine/index.ts';
import {
  type ReceivedRequest,
  type Receiver,
  type ReceiverAnswer,
  type RefusalReason,
  receiverPath,
  startReceiver,
} from './receiver.ts';
import { type KnownGood, SecretEvidence } from './secret-evidence.ts';
import { type Judged, judgeDelivery, type Question } from './verdict.ts';

/** Of a body that was turned away, so much is kept. */
const BAD_BODY_KEPT = 64 * 1024;
/** Deliveries that were turned away are kept only while fewer than this wait: a flood must not hold up good ones. */
const BAD_WAITING = 500;
/** Seconds after which to come again, when the event could not be stored. */
const RETRY_AFTER = 30;
const HIDDEN_HEADERS = new Set(['authorization', 'cookie', 'proxy-authorization']);

export interface ReceivingParts {
  settings(): EventSettings['receiver'];
  secret(): Promise<string | undefined>;
  /** Resolves when it is on disk; undefined when too much waits already. Rejects when it could not be stored. */
  keep(delivery: IncomingDelivery): Promise<unknown> | undefined;
  /** Deliveries that wait to be kept. */
  waiting(): number;
  /** The newest kept delivery from outside whose signature fitted. */
  lastGood(): Promise<KnownGood | undefined>;
  refused(reason: RefusalReason): void;
  badSignature(reason: string): void;
  heard(): void;
  changed(): void;
  log: { warn(what: string, facts?: Record<string, unknown>): void };
  now(): number;
}

export class Receiving {
  readonly #parts: ReceivingParts;
  readonly #evidence: SecretEvidence;
  #receiver: Receiver | undefined;
  #view: { state: ReceiverView['state']; error?: string } = { state: 'off' };
  #token = '';
  /** Salts of requests that this program sends itself, with what they are for. Each counts as often as it was announced. */
  readonly #own = new Map<string, 'rehearsal' | 'probe'>();
  readonly #probesSeen = new Set<string>();
  #forced: { status: number; times: number } | undefined;

  constructor(parts: ReceivingParts) {
    this.#parts = parts;
    this.#evidence = new SecretEvidence(() => parts.lastGood());
  }

  get state(): ReceiverView['state'] {
    return this.#view.state;
  }

  get port(): number | undefined {
    return this.#receiver?.port;
  }

  /** Addresses that reach it: this machine's own, then one for each tunnel. */
  view(): ReceiverView {
    const port = this.#receiver?.port;
    const path = receiverPath(this.#token);
    return {
      state: this.#view.state,
      error: this.#view.error,
      port,
      addresses:
        port === undefined
          ? []
          : [
              `http://127.0.0.1:${port}${path}`,
              ...this.#parts.settings().allowedHosts.map((host) => `https://${host}${path}`),
            ],
    };
  }

  /** Listens on the wanted port, else (where any will do) on the one that it had last, else on any. */
  async start(token: string, lastPort: number | undefined): Promise<void> {
    this.#token = token;
    this.#setView({ state: 'starting' });
    try {
      this.#receiver = await this.#listen(lastPort);
      this.#setView({ state: 'on' });
    } catch (error) {
      this.#setView({ state: 'failed', error: toErrorValue(error).message });
    }
  }

  async stop(): Promise<void> {
    const receiver = this.#receiver;
    this.#receiver = undefined;
    this.#setView({ state: 'off' });
    await receiver?.close();
  }

  /** The receiver will meet requests with this salt and know whose they are. The returned function forgets it. */
  announce(purpose: 'rehearsal' | 'probe'): { salt: string; forget(): void; seen(): boolean } {
    const salt = randomBytes(18).toString('base64url');
    this.#own.set(salt, purpose);
    return {
      salt,
      forget: () => {
        this.#own.delete(salt);
        this.#probesSeen.delete(salt);
      },
      seen: () => this.#probesSeen.has(salt),
    };
  }

  /** The next `times` valid deliveries are answered with `status` and not kept, as if they could not be stored. */
  answerWith(status: number, times: number): void {
    this.#forced = times > 0 && status !== 200 ? { status, times } : undefined;
  }

  async #listen(lastPort: number | undefined): Promise<Receiver> {
    const { port } = this.#parts.settings();
    const on = (wanted: number) =>
      startReceiver({
        port: wanted,
        token: this.#token,
        allowedHosts: () => this.#parts.settings().allowedHosts,
        deliver: (request) => this.#deliver(request),
        refused: (reason) => this.#parts.refused(reason),
        now: () => this.#parts.now(),
      });
    if (port !== 0 || lastPort === undefined) return await on(port);
    return await on(lastPort).catch(() => on(0));
  }

  async #deliver(request: ReceivedRequest): Promise<ReceiverAnswer> {
    const { headerPrefix } = this.#parts.settings();
    const salt = request.headers[`${headerPrefix.toLowerCase()}salt`] ?? '';
    const own = this.#own.get(salt);
    if (own === 'probe') {
      this.#probesSeen.add(salt);
      return { status: 200, code: 'probe' };
    }
    const secret = await this.#parts.secret().catch(() => undefined);
    const question = { headers: request.headers, body: request.body, secret, headerPrefix };
    const judged = await this.#explained(judgeDelivery(question), question, own === undefined);
    const { verdict, reason, answer, events } = this.#applyForced(judged);
    const isGood = verdict === 'good';
    if (!own) this.#tell(verdict, reason);
    if (!isGood && this.#parts.waiting() > BAD_WAITING) return { status: answer, code: verdict };
    const kept = this.#parts.keep({
      at: request.at,
      verdict,
      reason,
      answer,
      rehearsal: own === 'rehearsal',
      durationMs: this.#parts.now() - request.at,
      headers: request.rawHeaders.map(([name, value]) => [
        name,
        HIDDEN_HEADERS.has(name.toLowerCase()) ? '***' : value,
      ]),
      body: isGood || verdict === 'forced' ? request.body : request.body.slice(0, BAD_BODY_KEPT),
      bytes: request.body.length,
      sha256: createHash('sha256').update(request.body).digest('hex'),
      events,
    });
    return await this.#answer(kept, isGood, { status: answer, code: verdict });
  }

  /** 200 only once it is on disk; a refusal stands whether it could be kept or not. */
  async #answer(kept: Promise<unknown> | undefined, isGood: boolean, answer: ReceiverAnswer): Promise<ReceiverAnswer> {
    const isStored = await (kept ?? Promise.reject(new Error('too many wait'))).then(
      () => true,
      (error: unknown) => {
        this.#parts.log.warn('A delivery could not be stored', { error: toErrorValue(error).message });
        return false;
      },
    );
    return isStored || !isGood ? answer : { status: 503, retryAfter: RETRY_AFTER, code: 'not_stored' };
  }

  /** Says why a signature does not fit. What this program signed itself proves nothing about the secret. */
  async #explained(
    judged: Judged,
    { headers, body, secret, headerPrefix }: Question,
    isOutside: boolean,
  ): Promise<Judged> {
    if (secret === undefined) return judged;
    if (judged.verdict === 'wrong_signature') {
      const header = (name: string) => headers[`${headerPrefix.toLowerCase()}${name}`] ?? '';
      const attempt = { secret, salt: header('salt'), signature: header('signature'), body };
      return { ...judged, reason: `${judged.reason} ${await this.#evidence.explain(attempt)}` };
    }
    const isSigned = !judged.verdict.startsWith('missing_');
    if (isOutside && isSigned) this.#evidence.fitted(secret);
    return judged;
  }

  #applyForced(judged: Judged): Judged {
    const forced = this.#forced;
    if (judged.verdict !== 'good' || forced === undefined) return judged;
    forced.times -= 1;
    if (forced.times <= 0) this.#forced = undefined;
    return {
      verdict: 'forced',
      reason: `The signature matches; the rehearsal bench had it answered with ${forced.status}.`,
      answer: forced.status,
      events: [],
    };
  }

  #tell(verdict: IncomingDelivery['verdict'], reason: string): void {
    if (verdict === 'good' || verdict === 'forced') this.#parts.heard();
    else if (verdict === 'wrong_signature' || verdict === 'missing_salt' || verdict === 'missing_signature') {
      this.#parts.badSignature(reason);
    }
  }

  #setView(view: { state: ReceiverView['state']; error?: string }): void {
    this.#view = view;
    this.#parts.changed();
  }
}
