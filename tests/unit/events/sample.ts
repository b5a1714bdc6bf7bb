/** Events and deliveries for tests of the event log. */
import type { IncomingDelivery, IncomingEvent } from '../../../electron/engine/index.ts';
import { incomingEvents } from '../../../electron/events/parse.ts';
import { signatureOf } from '../../../electron/events/receiving/signature.ts';

/** An instant to count from: 2025-03-01T00:00:00Z in epoch milliseconds. */
export const BASE = Date.UTC(2025, 2, 1);

/** Event `n` as the service sends it, `n` seconds after {@link BASE}. */
export function sent(n: number, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    uid: `event-${n}`,
    type: 'meter_bills_added',
    ts: new Date(BASE + n * 1000).toISOString().replace('Z', '123+00:00'),
    delivery_method: 'webhook',
    delivery_target: 'http://127.0.0.1/webhook',
    is_delivered: false,
    authorization_uid: 'auth-1',
    meter_uid: `meter-${n % 3}`,
    ...more,
  };
}

export function incoming(n: number, more: Record<string, unknown> = {}): IncomingEvent {
  const event = incomingEvents([sent(n, more)]).events[0];
  if (event === undefined) throw new Error('not an event');
  return event;
}

/** A good delivery of events, as the receiver hands it to the store. */
export function delivery(events: IncomingEvent[], more: Partial<IncomingDelivery> = {}): IncomingDelivery {
  const body = new TextEncoder().encode(
    JSON.stringify({ events: events.map(({ json }) => JSON.parse(json)), next: null }),
  );
  return {
    at: BASE + 3_600_000,
    verdict: 'good',
    reason: 'The signature matches.',
    answer: 200,
    rehearsal: false,
    durationMs: 1,
    headers: [['Content-Type', 'application/json']],
    body,
    bytes: body.length,
    sha256: 'a'.repeat(64),
    events,
    ...more,
  };
}

/** Headers of a signed request. */
export function signed(secret: string, salt: string, body: Uint8Array): Record<string, string> {
  return {
    'x-service-webhook-salt': salt,
    'x-service-webhook-signature': signatureOf(secret, salt, body),
  };
}
