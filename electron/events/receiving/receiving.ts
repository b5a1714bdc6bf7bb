/** The receiver of one workspace: switches it on and off, judges and keeps deliveries, and lets the bench rehearse answers. */
import { createHash, randomBytes } from 'node:crypto';
import type { ReceiverView } from '#shared/contract/events.ts';
import { toErrorValue } from '#shared/errors.ts';
import type { IncomingDelivery } from '../../engine/index.ts';
import type { EventLog } from '../event-log.ts';
import { type Judged, judgeDelivery, type Question } from './judge-delivery.ts';
import {
  type ReceivedRequest,
  type Receiver,
  type ReceiverAnswer,
  type RefusalReason,
  receiverPath,
  startReceiver,
} from './receiver.ts';
import { SecretEvidence } from './secret-evidence.ts';

/** At most this many bytes of a refused body are kept. */
const BAD_BODY_KEPT = 64 * 1024;
/** Refused deliveries are kept only while fewer than this wait: a flood must not hold up good ones. */
const BAD_WAITING = 500;
/** Seconds after which the service shall send an event again that could not be stored. */
const RETRY_AFTER = 30;
const HIDDEN_HEADERS = new Set(['authorization', 'cookie', 'proxy-authorization']);

export class Receiving {
  readonly #log: EventLog;
  readonly #evidence: SecretEvidence;
  #receiver: Receiver | undefined;
  /** Salts of requests that this program sends itself, and what they are for. */
  readonly #own = new Map<string, 'rehearsal' | 'probe'>();
  readonly #probesSeen = new Set<string>();
  #forced: { status: number; times: number } | undefined;

  constructor(log: EventLog) {
    this.#log = log;
    this.#evidence = new SecretEvidence(() => log.lastGood());
  }

  get state(): ReceiverView['state'] {
    return this.#log.facts.get().receiver.state;
  }

  get port(): number | undefined {
    return this.#receiver?.port;
  }

  /** Addresses that reach it: this machine's own, then one for each tunnel. */
  view(): ReceiverView {
    const port = this.#receiver?.port;
    const path = receiverPath(this.#log.address.token);
    const { state, error } = this.#log.facts.get().receiver;
    return {
      state,
      error,
      port,
      addresses:
        port === undefined
          ? []
          : [
              `http://127.0.0.1:${port}${path}`,
              ...this.#log.settings.receiver.allowedHosts.map((host) => `https://${host}${path}`),
            ],
    };
  }

  /** Listens on the wanted port, else (where any will do) on the one that it had last, else on any. */
  async start(): Promise<void> {
    const { facts } = this.#log;
    facts.setReceiver({ state: 'starting', error: undefined });
    try {
      this.#receiver = await this.#listen();
      facts.setReceiver({ state: 'on' });
    } catch (error) {
      facts.setReceiver({ state: 'failed', error: toErrorValue(error).message });
    }
  }

  async stop(): Promise<void> {
    const receiver = this.#receiver;
    this.#receiver = undefined;
    this.#log.facts.setReceiver({ state: 'off', error: undefined });
    await receiver?.close();
  }

  /** Announces requests of this program's own: the receiver recognises them by the returned salt until `forget`. */
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

  async #listen(): Promise<Receiver> {
    const { port } = this.#log.settings.receiver;
    const { token, lastPort } = this.#log.address;
    const on = (wanted: number) =>
      startReceiver({
        port: wanted,
        token,
        allowedHosts: () => this.#log.settings.receiver.allowedHosts,
        deliver: (request) => this.#deliver(request),
        refused: (reason) => this.#refused(reason),
        now: () => this.#log.clock.now(),
      });
    if (port !== 0 || lastPort === undefined) return await on(port);
    return await on(lastPort).catch(() => on(0));
  }

  async #deliver(request: ReceivedRequest): Promise<ReceiverAnswer> {
    const { headerPrefix } = this.#log.settings.receiver;
    const salt = request.headers[`${headerPrefix.toLowerCase()}salt`] ?? '';
    const own = this.#own.get(salt);
    if (own === 'probe') {
      this.#probesSeen.add(salt);
      return { status: 200, code: 'probe' };
    }
    const secret = await this.#log.secret().catch(() => undefined);
    const question = { headers: request.headers, body: request.body, secret, headerPrefix };
    const judged = await this.#explained(judgeDelivery(question), question, own === undefined);
    const { verdict, reason, answer, events } = this.#applyForced(judged);
    const isGood = verdict === 'good';
    if (!own) this.#recordVerdict(verdict, reason);
    if (!isGood && this.#log.waiting > BAD_WAITING) return { status: answer, code: verdict };
    const kept = this.#log.keepDelivery({
      at: request.at,
      verdict,
      reason,
      answer,
      rehearsal: own === 'rehearsal',
      durationMs: this.#log.clock.now() - request.at,
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
        this.#log.warn('A delivery could not be stored', { error: toErrorValue(error).message });
        return false;
      },
    );
    return isStored || !isGood ? answer : { status: 503, retryAfter: RETRY_AFTER, code: 'not_stored' };
  }

  /** Says why a signature does not match. What this program signed itself proves nothing about the secret. */
  async #explained(
    judged: Judged,
    { headers, body, secret, headerPrefix }: Question,
    isOutside: boolean,
  ): Promise<Judged> {
    if (secret === undefined) return judged;
    if (judged.verdict === 'wrong_signature') {
      const header = (name: string) => headers[`${headerPrefix.toLowerCase()}${name}`] ?? '';
      const attempt = { secret, salt: header('salt'), signature: header('signature'), body };
      return { ...judged, reason: `${judged.reason} ${await this.#evidence.explain(attempt, isOutside)}` };
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

  #recordVerdict(verdict: IncomingDelivery['verdict'], reason: string): void {
    const { clock, facts } = this.#log;
    if (verdict === 'wrong_signature' || verdict === 'missing_salt' || verdict === 'missing_signature') {
      facts.addBadSignature(clock.now(), reason);
      this.#log.warn('A delivery could not be verified');
    }
  }

  #refused(reason: RefusalReason): void {
    this.#log.facts.addRefused(this.#log.clock.now(), reason);
    this.#log.warn('The receiver refused a request', { reason });
  }
}
