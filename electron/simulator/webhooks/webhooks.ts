import { eventView } from '../json/event-view.ts';
import type { Millis, ServiceEvent, World } from '../world/types.ts';
import { type PostResult, postWebhook } from './post.ts';
import { SALT_HEADER, SIGNATURE_HEADER, signature } from './signature.ts';

/** The endpoint of the user settings. Who has none has not opted in, and gets no webhooks. */
export interface Endpoint {
  readonly url: string;
  readonly secret: string;
}

/** One attempt, for the control API. */
export interface DeliveryRecord {
  readonly ts: string;
  readonly url: string;
  /** 0 the first time; the n-th resend is n. */
  readonly resend: number;
  readonly events: readonly string[];
  readonly status: number | null;
}

/** Events that share a request, and how often it was sent. */
interface Batch {
  readonly events: readonly ServiceEvent[];
  readonly firstAt: Millis;
  resend: number;
}

/** Section 6.2: resent every hour for 72 hours. */
const RESEND_EVERY_MS = 3_600_000;
const RESENDS = 72;
/** Most events that one request carries. */
const EVENTS_PER_REQUEST = 100;
const RECORDS_KEPT = 1_000;

/**
 * Delivers events to the configured endpoint (section 6.2).
 *
 * Events of one instant share a request. Every request waits for its own resend, so newer events overtake older ones.
 * A 200 ends the resends, and so does a delivery status that was set by hand, whatever it says: such events are left out
 * of the next attempt. Setting another URL, or none, ends the resends to the old one; its events stay undelivered and
 * can be read through the JSON API.
 */
export class Webhooks {
  readonly #world: World;
  readonly #post: (url: string, headers: Record<string, string>, body: Uint8Array) => Promise<PostResult>;
  readonly #records: DeliveryRecord[] = [];
  #endpoint: Endpoint | undefined;
  #outbox: ServiceEvent[] = [];
  /** True while `ping` sends its event by itself. */
  #isPinging = false;

  constructor(world: World, post = postWebhook) {
    this.#world = world;
    this.#post = post;
    world.onEvent((event) => this.#take(event));
  }

  get endpoint(): Endpoint | undefined {
    return this.#endpoint;
  }

  /** The latest attempts, oldest first. */
  get records(): readonly DeliveryRecord[] {
    return this.#records;
  }

  /** Sets the endpoint and sends its setup ping; resolves once the receiver has answered (or failed to). */
  async setEndpoint(endpoint: Endpoint): Promise<ServiceEvent> {
    if (this.#endpoint?.url !== endpoint.url) this.#outbox = [];
    this.#endpoint = endpoint;
    return await this.ping();
  }

  removeEndpoint(): void {
    this.#endpoint = undefined;
    this.#outbox = [];
  }

  /** Emits a `ping` and delivers it at once, in a request of its own. */
  async ping(): Promise<ServiceEvent> {
    this.#isPinging = true;
    let event: ServiceEvent;
    try {
      event = this.#world.emit('ping', {});
    } finally {
      this.#isPinging = false;
    }
    if (event.delivery_target !== undefined) await this.#send(this.#batchOf([event]));
    return event;
  }

  #take(event: ServiceEvent): void {
    if (this.#endpoint === undefined) return;
    event.delivery_method = 'webhook';
    event.delivery_target = this.#endpoint.url;
    if (this.#isPinging) return;
    this.#outbox.push(event);
    // At the same instant but behind everything that is due at it: those events join this request.
    if (this.#outbox.length === 1) this.#world.clock.schedule(this.#world.clock.now(), () => this.#flush());
  }

  async #flush(): Promise<void> {
    const events = this.#outbox;
    this.#outbox = [];
    for (let from = 0; from < events.length; from += EVENTS_PER_REQUEST) {
      await this.#send(this.#batchOf(events.slice(from, from + EVENTS_PER_REQUEST)));
    }
  }

  #batchOf(events: readonly ServiceEvent[]): Batch {
    return { events, firstAt: this.#world.clock.now(), resend: 0 };
  }

  async #send(batch: Batch): Promise<void> {
    const endpoint = this.#endpoint;
    const waiting = batch.events.filter(
      (event) => !event.is_delivered && !event.isSetByHand && event.delivery_target === endpoint?.url,
    );
    if (endpoint === undefined || waiting.length === 0) return;
    const body = Buffer.from(JSON.stringify({ events: waiting.map(eventView), next: null }), 'utf8');
    const salt = this.#world.newUid('salt');
    const sentAt = this.#world.clock.now();
    const result = await this.#post(
      endpoint.url,
      {
        'Content-Type': 'application/json',
        'Content-Length': String(body.length),
        [SALT_HEADER]: salt,
        [SIGNATURE_HEADER]: signature(endpoint.secret, salt, body),
      },
      body,
    );
    this.#record(endpoint.url, batch, waiting, sentAt, result);
    if (result.status === 200) {
      for (const event of waiting) event.is_delivered = true;
      return;
    }
    if (batch.resend >= RESENDS) return;
    batch.resend++;
    this.#world.clock.schedule(batch.firstAt + batch.resend * RESEND_EVERY_MS, () => this.#send(batch));
  }

  #record(url: string, batch: Batch, sent: readonly ServiceEvent[], at: Millis, result: PostResult): void {
    this.#records.push({
      ts: new Date(at).toISOString(),
      url,
      resend: batch.resend,
      events: sent.map((event) => event.uid),
      status: result.status ?? null,
    });
    if (this.#records.length > RECORDS_KEPT) this.#records.shift();
  }
}
