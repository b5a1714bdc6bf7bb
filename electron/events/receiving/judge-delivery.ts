/** Judges a request to the receiver: a pure decision over its headers and raw bytes. */
import type { DeliveryVerdict } from '#shared/contract/events.ts';
import { sameText } from '../../common/same-text.ts';
import type { IncomingEvent } from '../../engine/index.ts';
import { eventsOf, incomingEvents, isTooDeep } from '../parse.ts';
import { signatureOf } from './signature.ts';

/** Deepest nesting that is read; a webhook body has three levels. */
const DEEPEST = 64;

export interface Judged {
  verdict: DeliveryVerdict;
  /** One sentence. */
  reason: string;
  /** The status to answer with, once what is kept of it is on disk. */
  answer: number;
  /** What enters the log: none unless the verdict is `good`. */
  events: IncomingEvent[];
}

export interface Question {
  /** Lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
  body: Uint8Array;
  /** Undefined while the workspace has none. */
  secret: string | undefined;
  /** Beginning of both header names, any case. */
  headerPrefix: string;
}

/**
 * The signature comes first: nothing of a body is read before its sender is known. 4xx for what is wrong with
 * the request, 503 while it cannot be judged: the service sends it again every hour (specification 6.2).
 */
export function judgeDelivery({ headers, body, secret, headerPrefix }: Question): Judged {
  const prefix = headerPrefix.toLowerCase();
  const salt = headers[`${prefix}salt`];
  const signature = headers[`${prefix}signature`];
  if (signature === undefined) {
    return refusal('missing_signature', `There is no ${headerPrefix}Signature header.`, 400);
  }
  if (salt === undefined) return refusal('missing_salt', `There is no ${headerPrefix}Salt header.`, 400);
  if (secret === undefined) return refusal('no_secret', 'This workspace has no webhook secret to check it with.', 503);
  if (!sameText(signatureOf(secret, salt, body), signature)) {
    return refusal('wrong_signature', 'The signature does not match.', 401);
  }
  return judgeBody(body);
}

function judgeBody(body: Uint8Array): Judged {
  let json: string;
  try {
    json = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return refusal('not_utf8', 'The body is not UTF-8.', 400);
  }
  if (isTooDeep(json, DEEPEST)) return refusal('too_deep', `The body is nested more than ${DEEPEST} levels deep.`, 400);
  let document: unknown;
  try {
    document = JSON.parse(json);
  } catch {
    return refusal('not_json', 'The body is not JSON.', 400);
  }
  const list = eventsOf(document);
  if (list === undefined) return refusal('not_events', 'The body has no list of events.', 400);
  const { events, odd } = incomingEvents(list);
  return {
    verdict: 'good',
    reason:
      odd === 0
        ? 'The signature matches.'
        : `The signature matches; ${odd} of ${list.length} are not events and are kept as received.`,
    answer: 200,
    events,
  };
}

function refusal(verdict: DeliveryVerdict, reason: string, answer: number): Judged {
  return { verdict, reason, answer, events: [] };
}
