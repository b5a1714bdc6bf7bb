/**
 * Live forwarding: each good delivery is posted on, byte for byte, to an endpoint of one's own, one after the other as they
 * came. Only numbers wait here; bodies are read from the store when their turn comes, so a slow endpoint holds up nothing.
 */
import type { Forward } from '#shared/contract/events.ts';
import { endpointFault } from '#shared/endpoint-address.ts';
import { AppError, toErrorValue } from '#shared/errors.ts';
import type { IncomingDelivery } from '../../engine/index.ts';
import type { EventLog } from '../event-log.ts';
import { GroupCommit } from '../group-commit.ts';
import type { Post } from './post.ts';
import { receiverPath } from './receiver.ts';
import { replayedHeaders } from './rehearsal.ts';

/** Deliveries that may wait for a slow endpoint; those beyond are not forwarded and say so. */
const MOST_WAITING = 1_000;
/** Characters of an answer's body that are kept. */
const SAID_KEPT = 1_000;
const ANSWERS = { batch: 500, waiting: 10_000 };
/** Marks what was forwarded, so that two that forward to each other do not go on for ever. */
const VIA = { name: 'Via', value: '1.1 meterscope' };

type Kept = { delivery: number } & Forward;

export class Forwarding {
  readonly #log: EventLog;
  readonly #post: Post;
  readonly #answers: GroupCommit<Kept, unknown>;
  #waiting: number[] = [];
  #running: Promise<void> | undefined;
  readonly #stop = new AbortController();

  constructor(log: EventLog, send: Post) {
    this.#log = log;
    this.#post = send;
    this.#answers = new GroupCommit((answers) => log.keepForwards(answers), ANSWERS);
    log.onDelivered((id, delivery) => this.#take(id, delivery));
  }

  /** @throws AppError `bad_endpoint`, `own_receiver` where nothing may be posted to this address */
  check(url: string): void {
    checkEndpoint(url, this.#log.address.token);
  }

  /**
   * Posts kept deliveries now, in this order, whether they were before or not; ends at the first that nobody answers, since each of
   * the others would wait as long. @throws AppError as {@link check}
   */
  async send(ids: readonly number[]): Promise<Kept[]> {
    const { url } = this.#log.settings.forward;
    this.check(url);
    const answers: Kept[] = [];
    for (const id of ids) {
      if (this.#stop.signal.aborted) break;
      const answer = await this.#forward(id, url);
      answers.push(answer);
      if (answer.status === undefined) break;
    }
    await this.#answers.idle();
    return answers;
  }

  /** Ends the request under way, whose answer is not known then; what waits is not forwarded. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#waiting = [];
    await this.#running;
    await this.#answers.idle();
  }

  #take(id: number, { verdict, headers }: IncomingDelivery): void {
    const { enabled, url } = this.#log.settings.forward;
    const cameByForwarding = headers.some(
      ([name, value]) => name.toLowerCase() === VIA.name.toLowerCase() && value.includes(VIA.value),
    );
    if (!enabled || this.#stop.signal.aborted || verdict !== 'good' || cameByForwarding) return;
    if (this.#waiting.length >= MOST_WAITING) {
      this.#keep({ ...unsent(id, url, this.#log.clock.now()), error: `not sent: ${MOST_WAITING} others were waiting` });
      return;
    }
    this.#waiting.push(id);
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    for (let id = this.#waiting.shift(); id !== undefined; id = this.#waiting.shift()) {
      const { enabled, url } = this.#log.settings.forward;
      if (enabled) await this.#forward(id, url);
    }
    this.#running = undefined;
  }

  async #forward(delivery: number, url: string): Promise<Kept> {
    const at = this.#log.clock.now();
    try {
      this.check(url);
      const { headers, body } = await this.#log.rawDelivery(delivery);
      const sent = { ...replayedHeaders(headers), [VIA.name]: VIA.value };
      const { status, error, body: said, durationMs } = await this.#post(url, sent, body, this.#stop.signal);
      return this.#keep({ delivery, url, at, status, error, body: said.slice(0, SAID_KEPT), durationMs });
    } catch (thrown) {
      return this.#keep({ ...unsent(delivery, url, at), error: `not sent: ${toErrorValue(thrown).message}` });
    }
  }

  #keep(answer: Kept): Kept {
    this.#answers.add(answer)?.catch((error: unknown) => {
      this.#log.warn('The answer to a forwarded delivery could not be kept', { error: toErrorValue(error).message });
    });
    return answer;
  }
}

/** @param token last segment of the path of the own receiver @throws AppError `bad_endpoint`, `own_receiver` */
export function checkEndpoint(url: string, token: string): void {
  const fault = endpointFault(url);
  if (fault !== undefined) {
    throw new AppError({ code: 'bad_endpoint', message: 'Events cannot be posted to this address.', action: fault });
  }
  if (new URL(url).pathname !== receiverPath(token)) return;
  throw new AppError({
    code: 'own_receiver',
    message: 'This is the address of the receiver itself.',
    action: 'Enter the address of an endpoint of your own.',
  });
}

function unsent(delivery: number, url: string, at: number): Kept {
  return { delivery, url, at, body: '', durationMs: 0 };
}
