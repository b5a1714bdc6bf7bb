/** The bench for an endpoint of one's own: sends each fault as the service or a stranger would, and keeps the verdicts. */
import { randomUUID } from 'node:crypto';
import type { EndpointRehearsal, FaultResult } from '#shared/contract/endpoint-rehearsal.ts';
import type { HandlerInput } from '#shared/contract/index.ts';
import { compareVerdicts, FAULTS, type Fault, judgeEndpoint } from '#shared/endpoint-faults.ts';
import { AppError } from '#shared/errors.ts';
import type { EventLog } from '../event-log.ts';
import { checkEndpoint } from './forwarding.ts';
import type { Post } from './post.ts';
import { rehearsedEvents } from './rehearsal.ts';
import { bodyOf, signedRequest } from './signed-request.ts';

/** Endpoints whose results are kept. */
const ENDPOINTS_KEPT = 10;
/** Characters of an answer's body that are kept. */
const SAID_KEPT = 300;
const HOUR_MS = 3_600_000;
/** From one attempt to the next of a delivery that is not taken. */
const RESEND_MS = 1_000;

type Input = HandlerInput<'rehearsal.endpoint'>;
type Signed = ReturnType<typeof signedRequest>;
interface Signing {
  secret: string;
  headerPrefix: string;
  /** Epoch milliseconds. */
  now: number;
}

export class EndpointBench {
  readonly #log: EventLog;
  readonly #post: Post;
  readonly #stop = new AbortController();

  constructor(log: EventLog, send: Post) {
    this.#log = log;
    this.#post = send;
  }

  /** @throws AppError `bad_endpoint`, `own_receiver`, `no_secret` */
  async rehearse(input: Input): Promise<EndpointRehearsal> {
    checkEndpoint(input.url, this.#log.address.token);
    const secret = await this.#log.secret();
    if (secret === undefined) {
      throw new AppError({
        code: 'no_secret',
        message: 'This workspace has no webhook secret to sign deliveries with.',
        action: 'Enter it with the tokens of this workspace.',
      });
    }
    const { headerPrefix } = this.#log.settings.receiver;
    const before = this.#log.endpoints.find(({ url }) => url === input.url)?.results ?? [];
    const results: FaultResult[] = [];
    for (const fault of FAULTS.filter((one) => input.faults.includes(one))) {
      const at = this.#log.clock.now();
      const answers = await this.#send(input, fault, { secret, headerPrefix, now: at });
      results.push(resultOf(fault, at, answers, before));
    }
    const kept = this.#log.endpoints;
    const rehearsal = { url: input.url, results: merged(kept.find(({ url }) => url === input.url)?.results, results) };
    const others = kept.filter(({ url }) => url !== input.url);
    await this.#log.save({ endpoints: [rehearsal, ...others].slice(0, ENDPOINTS_KEPT) });
    return rehearsal;
  }

  close(): void {
    this.#stop.abort();
  }

  async #send(input: Input, fault: Fault, signing: Signing): Promise<FaultResult['answers']> {
    const answers: FaultResult['answers'] = [];
    const once = async ({ headers, body }: Signed) => {
      const { status, error, body: said, durationMs } = await this.#post(input.url, headers, body, this.#stop.signal);
      this.#stop.signal.throwIfAborted();
      answers.push({ status, error, body: said.slice(0, SAID_KEPT), durationMs });
      return status === 200;
    };
    const requests = requestsOf(input, fault, signing);
    for (const request of requests) {
      if (fault === 'resent') await this.#untilTaken(() => once(request), input.attempts);
      else await once(request);
    }
    return answers;
  }

  async #untilTaken(once: () => Promise<boolean>, attempts: number): Promise<void> {
    for (let attempt = 1; !(await once()) && attempt < attempts; attempt += 1) {
      await this.#log.clock.sleepUntil(this.#log.clock.now() + RESEND_MS, this.#stop.signal);
    }
  }
}

/** What a fault sends, in order. */
function requestsOf(
  input: Pick<Input, 'url' | 'type' | 'authorization' | 'meter'>,
  fault: Fault,
  { secret, headerPrefix, now }: Signing,
): Signed[] {
  const { url, ...about } = input;
  const request = (happenedAt: number, breakage: Parameters<typeof signedRequest>[0]['breakage'] = 'none') => {
    const events = rehearsedEvents({ ...about, count: 1, shuffle: false }, url, happenedAt);
    return signedRequest({ secret, headerPrefix, salt: randomUUID(), text: bodyOf(events), breakage });
  };
  const good = request(now);
  const requests: Record<Fault, () => Signed[]> = {
    good: () => [good],
    late: () => [request(now - 71 * HOUR_MS)],
    twice: () => [good, good],
    out_of_order: () => [good, request(now - HOUR_MS)],
    resent: () => [good],
    wrong_signature: () => [request(now, 'wrong_secret')],
    changed_byte: () => [request(now, 'changed_byte')],
    missing_salt: () => [request(now, 'missing_salt')],
    missing_signature: () => [request(now, 'missing_signature')],
    not_json: () => [request(now, 'not_json')],
  };
  return requests[fault]();
}

function resultOf(
  fault: Fault,
  at: number,
  answers: FaultResult['answers'],
  before: readonly FaultResult[],
): FaultResult {
  const verdict = judgeEndpoint(fault, answers);
  const judged = before.find((one) => one.fault === fault)?.judged;
  return {
    fault,
    at,
    verdict,
    judged: verdict === 'unanswered' ? judged : verdict,
    compared: compareVerdicts(judged, verdict),
    answers,
  };
}

/** Newer results in place of the kept ones. */
function merged(kept: readonly FaultResult[] = [], newer: readonly FaultResult[]): FaultResult[] {
  return FAULTS.flatMap(
    (fault) => newer.find((one) => one.fault === fault) ?? kept.find((one) => one.fault === fault) ?? [],
  );
}
