/** The rehearsal bench: deliveries that this program makes and sends itself, over real HTTP, and replays of kept ones. */
import { randomUUID } from 'node:crypto';
import type { Breakage } from '#shared/contract/events.ts';
import type { CallOutput, HandlerInput } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { eventTypeFact } from '#shared/event-types.ts';
import { isLoopback } from '#shared/safe-transport.ts';
import { type Post, post } from './post.ts';
import type { Receiving } from './receiving.ts';
import { bodyOf, signedRequest } from './signed-request.ts';

type SendInput = HandlerInput<'rehearsal.send'>;
type SendOutput = CallOutput<'rehearsal.send'>;

/** Requests under way at once, as many as a service would have. */
const AT_ONCE = 16;
/** Headers that belong to the connection, not to the message, and those that were hidden when it was kept. */
const NOT_REPLAYED = new Set([
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'expect',
  'te',
  'trailer',
  'authorization',
  'cookie',
  'proxy-authorization',
]);

interface Bench {
  receiving: Receiving;
  secret: string | undefined;
  headerPrefix: string;
  /** Epoch milliseconds. */
  now: number;
  post?: Post;
}

/** Events as the service makes them (specification 2.1); their uids say what they are. */
export function rehearsedEvents(
  input: Pick<SendInput, 'type' | 'authorization' | 'meter' | 'form' | 'count' | 'shuffle'>,
  address: string,
  now: number,
): Record<string, unknown>[] {
  const subject = eventTypeFact(input.type)?.subject;
  const events = Array.from({ length: input.count }, (_, index) => ({
    uid: `rehearsal-${randomUUID()}`,
    type: input.type,
    ts: microseconds(now + index),
    delivery_method: 'webhook',
    delivery_target: address,
    is_delivered: false,
    ...member('authorization_uid', input.authorization, subject === 'authorization' || subject === 'meter'),
    ...member('meter_uid', input.meter, subject === 'meter'),
    ...member('form_uid', input.form, subject === 'form'),
  }));
  return input.shuffle ? shuffled(events) : events;
}

/** Sends the wanted events to this program's own receiver and returns how it answered. */
export async function sendRehearsal(bench: Bench, input: SendInput): Promise<SendOutput> {
  const address = bench.receiving.view().addresses[0];
  if (address === undefined) {
    throw new AppError({
      code: 'receiver_off',
      message: 'The receiver is off, so nothing can be sent to it.',
      action: 'Switch the receiver on in the event settings.',
    });
  }
  const events = rehearsedEvents(input, address, bench.now);
  const requests: Record<string, unknown>[][] = [];
  for (let from = 0; from < events.length; from += input.perRequest) {
    for (let time = 0; time < input.repeat; time += 1) requests.push(events.slice(from, from + input.perRequest));
  }
  const answers: SendOutput['answers'] = [];
  for (let from = 0; from < requests.length; from += AT_ONCE) {
    const group = requests.slice(from, from + AT_ONCE);
    answers.push(...(await Promise.all(group.map((held) => sendOne(bench, address, held, input.breakage)))));
  }
  return { answers, uids: events.map(({ uid }) => String(uid)) };
}

async function sendOne(
  bench: Bench,
  address: string,
  events: Record<string, unknown>[],
  breakage: Breakage,
): Promise<SendOutput['answers'][number]> {
  const own = bench.receiving.announce('rehearsal');
  try {
    const { headers, body } = signedRequest({ ...bench, salt: own.salt, text: bodyOf(events), breakage });
    const { status, error, body: said, durationMs } = await (bench.post ?? post)(address, headers, body);
    return { status, error, body: said, durationMs, events: events.length };
  } finally {
    own.forget();
  }
}

/** Sends a kept delivery byte for byte to a receiver on this computer. @throws AppError `not_local` */
export async function replayDelivery(
  kept: { headers: readonly [string, string][]; body: Uint8Array; answer: number },
  url: string,
  send: Post = post,
): Promise<CallOutput<'rehearsal.replay'>> {
  const { protocol, hostname } = new URL(url);
  if (!['http:', 'https:'].includes(protocol) || !isLoopback(hostname)) {
    throw new AppError({
      code: 'not_local',
      message: 'A delivery is replayed only to an address on this computer.',
      action: 'Use an address that begins with http://127.0.0.1 or http://localhost.',
    });
  }
  const { status, error, body, durationMs } = await send(url, replayedHeaders(kept.headers), kept.body);
  return { status, error, body, durationMs, first: kept.answer, same: status === kept.answer };
}

/** The headers of a kept delivery that belong to the message, its signature among them. */
export function replayedHeaders(headers: readonly [string, string][]): Record<string, string> {
  return Object.fromEntries(headers.filter(([name]) => !NOT_REPLAYED.has(name.toLowerCase())));
}

function member(name: string, value: string | undefined, isNeeded: boolean): Record<string, string> {
  const given = value?.trim();
  if (given) return { [name]: given };
  return isNeeded ? { [name]: `rehearsal-${name.replace('_uid', '')}` } : {};
}

/** Section 2.1: ISO 8601 with microseconds and offset. */
function microseconds(epochMs: number): string {
  return new Date(epochMs).toISOString().replace(/(\.\d{3})Z$/, '$1000+00:00');
}

/** Fisher and Yates. */
function shuffled<T>(items: readonly T[]): T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    const [a, b] = [result[last], result[other]];
    if (a === undefined || b === undefined) continue;
    result[last] = b;
    result[other] = a;
  }
  return result;
}
