import { z } from 'zod';
import { endpointFault } from '../endpoint-address.ts';
import { core, epochMillis, inWorkspace, nothing, store } from './define.ts';
import { answerOfBench, endpointCalls } from './endpoint-rehearsal.ts';

/** How an event came into the log first. `rehearsal`: sent by this program to itself. */
const way = z.enum(['webhook', 'poll', 'lookup', 'rehearsal']);
export type ArrivalWay = z.infer<typeof way>;

/** What became of a request to the receiver. `good` is the only one whose events entered the log. */
const deliveryVerdict = z.enum([
  'good',
  'wrong_signature',
  'missing_salt',
  'missing_signature',
  'not_utf8',
  'not_json',
  'too_deep',
  'not_events',
  'no_secret',
  'forced',
]);
export type DeliveryVerdict = z.infer<typeof deliveryVerdict>;

/**
 * One event of the log. `seq` is its place in the order in which they were kept. What vouches for it: `signed` (a delivery with a
 * good signature held it), `listedAt` (the service's own API gave it).
 */
const eventRow = z.object({
  seq: z.number(),
  uid: z.string(),
  type: z.string(),
  /** As sent. */
  ts: z.string(),
  /** Epoch microseconds of `ts`; undefined where it is not an instant. */
  happenedAt: z.number().optional(),
  arrivedAt: epochMillis,
  way,
  /** A newer event had arrived before it. */
  late: z.boolean(),
  /** By how many milliseconds the newest event before it was newer; only when late. */
  lateMs: z.number().optional(),
  /** Polling filled it in after the receiver had missed it. */
  hole: z.boolean(),
  signed: z.boolean(),
  listedAt: epochMillis.optional(),
  /** When the service said that it does not know it. Void where `listedAt` is there: it knew it later. */
  deniedAt: epochMillis.optional(),
  /** How many deliveries held it. */
  deliveries: z.number(),
  /** `is_delivered` as far as is known. */
  delivered: z.boolean().optional(),
  authorization: z.string().optional(),
  meter: z.string().optional(),
  form: z.string().optional(),
});
export type EventRow = z.infer<typeof eventRow>;

/** How the endpoint of one's own answered a delivery that was posted on to it, the last time. */
const forward = z.object({
  at: epochMillis,
  url: z.string(),
  /** Undefined where no answer came; `error` says why. */
  status: z.number().optional(),
  error: z.string().optional(),
  /** Its beginning. */
  body: z.string(),
  durationMs: z.number(),
});
export type Forward = z.infer<typeof forward>;

const deliveryRow = z.object({
  id: z.number(),
  at: epochMillis,
  verdict: deliveryVerdict,
  /** Why, in one sentence. */
  reason: z.string(),
  /** The status that it was answered with. */
  answer: z.number(),
  bytes: z.number(),
  events: z.number(),
  /** Events that were not in the log before. */
  fresh: z.number(),
  rehearsal: z.boolean(),
  durationMs: z.number(),
  /** Undefined where it was never posted on. */
  forward: forward.optional(),
});
export type DeliveryRow = z.infer<typeof deliveryRow>;

const text = z.string().max(300);

/** Which events a list shows; members that are left out do not narrow it. */
const eventFilter = z.object({
  types: z.array(text).max(100).optional(),
  /** Uid of an authorization, a meter or a form. */
  object: text.optional(),
  ways: z.array(way).optional(),
  /** What vouches for it. `unsigned`: only the service's API did; `denied`: it said that it does not know it. */
  verdict: z.enum(['signed', 'unsigned', 'late', 'hole', 'repeated', 'undelivered', 'denied']).optional(),
  /** Anywhere in the event's JSON, ignoring case. */
  text: text.optional(),
  /** Range of `order`'s time, epoch milliseconds, [from, to). */
  from: epochMillis.optional(),
  to: epochMillis.optional(),
});
export type EventFilter = z.infer<typeof eventFilter>;

/** By arrival (`arrivedAt`; what one poll brings by `ts`, other ties as received) or by when they happened (`ts`). Newest first. */
const order = z.enum(['arrival', 'happened']);
export type EventOrder = z.infer<typeof order>;

const selection = inWorkspace.extend({ filter: eventFilter.default({}), order: order.default('arrival') });

const settings = z.object({
  receiver: z.object({
    enabled: z.boolean(),
    /** 0: any free port; the one that was found is kept as long as it is free. */
    port: z.number().int().min(0).max(65_535),
    /** Host names that a tunnel sends, beside 127.0.0.1 and localhost. */
    allowedHosts: z
      .array(
        z
          .string()
          .max(253)
          .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i),
      )
      .max(20),
    /** Beginning of the two header names; the service puts its brand there. */
    headerPrefix: z
      .string()
      .min(1)
      .max(100)
      .regex(/^[\w-]+$/),
  }),
  poll: z.object({
    enabled: z.boolean(),
    everySeconds: z.number().min(1).max(86_400),
  }),
  rules: z.object({
    /** Start a sync of the authorization when one of its meters has new bills, or new intervals. */
    syncOnBills: z.boolean(),
    syncOnIntervals: z.boolean(),
  }),
  /** Good deliveries are posted on to an endpoint of one's own, as they come. */
  forward: z
    .object({ enabled: z.boolean(), url: z.string().max(2000) })
    .refine(({ enabled, url }) => (url === '' ? !enabled : endpointFault(url) === undefined), {
      error: ({ input }) => endpointFault((input as { url: string }).url), // checked by the object before
    })
    .default({ enabled: false, url: '' }),
});
export type EventSettings = z.infer<typeof settings>;

/** Where the receiver listens. */
const receiverView = z.object({
  state: z.enum(['off', 'starting', 'on', 'failed']),
  error: errorText(),
  port: z.number().optional(),
  /** Addresses to enter in the service's settings: the local one, then one for each allowed host. */
  addresses: z.array(z.string()),
});
export type ReceiverView = z.infer<typeof receiverView>;

function errorText() {
  return z.string().optional();
}

/** What is known of how events arrive; shared/event-health.ts judges it. All instants are those of this computer. */
const healthFacts = z.object({
  receiver: z.object({
    state: receiverView.shape.state,
    /** What the failure said. */
    error: errorText(),
    /** False while there is no webhook secret: deliveries cannot be checked and are answered with 503. */
    hasSecret: z.boolean(),
    /** True when the service reaches it through another address (a tunnel). */
    throughTunnel: z.boolean(),
  }),
  /** The last time that the receiver was called through the address that the service uses. */
  probe: z.object({ at: epochMillis, ok: z.boolean(), error: errorText() }).optional(),
  lastHeard: z.object({ at: epochMillis, way }).optional(),
  poll: z.object({
    enabled: z.boolean(),
    everyMs: z.number(),
    /** Since when it has been on (or the program has run). */
    since: epochMillis,
    lastOkAt: epochMillis.optional(),
    /** Of the last poll; undefined where it was good. */
    lastError: z.object({ at: epochMillis, code: z.string(), message: z.string() }).optional(),
    nextAt: epochMillis.optional(),
    running: z.boolean(),
  }),
  /** Polls that brought what the receiver had missed, and how many events; since the log began. */
  holes: z.object({ polls: z.number(), events: z.number(), lastAt: epochMillis.optional() }),
  /**
   * Events that the service counts as undelivered. `waiting` of them are meant for a webhook and were undelivered at the
   * poll before, too; `more`: there are at least this many.
   */
  undelivered: z.object({ count: z.number(), waiting: z.number(), more: z.boolean(), at: epochMillis }).optional(),
  /** Deliveries with a wrong or missing signature, of the last 24 hours. */
  signatureFailures: z.object({ count: z.number(), lastAt: epochMillis.optional(), lastReason: errorText() }),
  /** Requests that were not even deliveries (wrong host, path, method, size ...), since the program started. */
  refused: z.object({ count: z.number(), lastAt: epochMillis.optional(), lastReason: errorText() }),
  /** The service's clock minus this computer's. */
  clock: z.object({ differenceMs: z.number(), at: epochMillis }).optional(),
  /** The last time that the program stood still (the computer slept): when it went on, and how long it had stood. */
  sleep: z.object({ wokeAt: epochMillis, lastedMs: z.number() }).optional(),
});
export type HealthFacts = z.infer<typeof healthFacts>;

/** How a rehearsed delivery is spoiled. */
const breakage = z.enum(['none', 'wrong_secret', 'changed_byte', 'missing_salt', 'missing_signature', 'not_json']);
export type Breakage = z.infer<typeof breakage>;

export const eventCalls = {
  /** A page of the log. `upTo` (a `seq`) freezes it, so that offsets stay true while events arrive. */
  'events.list': store([]).query(
    selection.extend({
      upTo: z.number().optional(),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1000).default(200),
    }),
    z.object({
      rows: z.array(eventRow),
      matching: z.number(),
      total: z.number(),
      /** The newest `seq` of the log at this moment. */
      newest: z.number(),
    }),
  ),
  /** How many events that match came after a `seq`. */
  'events.newer': store([]).query(selection.extend({ after: z.number() }), z.object({ count: z.number() })),
  /** The types in the log with their counts, most frequent first. */
  'events.types': store([]).query(inWorkspace, z.array(z.object({ type: z.string(), count: z.number() }))),
  /** An event with what surrounds it: raw JSON, deliveries, and the events of the same object before and after. */
  'events.get': store(['events']).query(
    inWorkspace.extend({ uid: z.string().max(300) }),
    eventRow.extend({
      /** As first received. */
      json: z.string(),
      /** Members that section 2.1 does not have. */
      unknownMembers: z.array(z.string()),
      heldBy: z.array(deliveryRow),
      /** Of the same meter, else of the same authorization; oldest first, at most 10 on either side. */
      before: z.array(eventRow),
      after: z.array(eventRow),
      /** Ids in the store, where it has them. */
      usagePointId: z.string().optional(),
      authorizationId: z.string().optional(),
    }),
  ),
  'events.export': core([]).command(
    selection.extend({
      format: z.enum(['ndjson', 'csv']),
      /** CSV keeps texts as they are, also where a spreadsheet would run them as a formula. */
      rawText: z.boolean().optional(),
    }),
    /** Undefined when the user changed their mind. */
    z.object({ path: z.string(), events: z.number() }).optional(),
  ),
  'deliveries.list': store([]).query(
    inWorkspace.extend({
      verdict: z.enum(['all', 'good', 'bad']).default('all'),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1000).default(200),
    }),
    z.object({ rows: z.array(deliveryRow), matching: z.number() }),
  ),
  'deliveries.get': store([]).query(
    inWorkspace.extend({ id: z.number() }),
    deliveryRow.extend({
      headers: z.array(z.tuple([z.string(), z.string()])),
      /** As text; bytes that are no UTF-8 are replaced. */
      body: z.string(),
      bodyCut: z.boolean(),
      sha256: z.string(),
      uids: z.array(z.string()),
    }),
  ),
  /** Posts kept good deliveries on to the endpoint of the settings, now and in this order. */
  'deliveries.forward': core([]).command(
    inWorkspace.extend({ ids: z.array(z.number()).min(1).max(1000) }),
    z.array(forward.extend({ delivery: z.number() })),
  ),
  'events.settings': core([]).query(
    inWorkspace,
    z.object({ settings, receiver: receiverView, hasSecret: z.boolean() }),
  ),
  'events.setSettings': core([]).command(inWorkspace.extend({ settings }), nothing),
  /** Gives the receiver another unguessable path; the old address is dead at once. */
  'events.renewAddress': core([]).command(inWorkspace, nothing),
  'events.health': core([]).query(inWorkspace, healthFacts),
  /** Polls at once; answers when it is done. */
  'events.pollNow': core([]).command(inWorkspace, z.object({ fresh: z.number(), holes: z.number() })),
  /** Asks the service for one event and keeps its answer; `isSame` is false where that is another event. */
  'events.lookup': core([]).command(
    inWorkspace.extend({ uid: z.string().min(1).max(300) }),
    z.object({ fresh: z.boolean(), isSame: z.boolean() }),
  ),
  /** Marks these as delivered at the service, which ends their resends. */
  'events.markDelivered': core(['events']).command(
    inWorkspace.extend({ uids: z.array(z.string().min(1).max(300)).min(1).max(1000) }),
    z.array(z.object({ uid: z.string(), ok: z.boolean(), error: errorText() })),
  ),
  /** Sends signed (or spoiled) deliveries to the own receiver, over real HTTP. */
  'rehearsal.send': core([]).command(
    inWorkspace.extend({
      type: z.string().min(1).max(200),
      authorization: text.optional(),
      meter: text.optional(),
      form: text.optional(),
      /** Events in all, and in each request. */
      count: z.number().int().min(1).max(2000).default(1),
      perRequest: z.number().int().min(1).max(500).default(1),
      shuffle: z.boolean().default(false),
      /** Times that each request is sent. */
      repeat: z.number().int().min(1).max(5).default(1),
      breakage: breakage.default('none'),
    }),
    z.object({ answers: z.array(answerOfBench.extend({ events: z.number() })), uids: z.array(z.string()) }),
  ),
  /** The receiver answers the next `times` good deliveries with this status and keeps none of their events. 0 ends it. */
  'rehearsal.answerWith': core([]).command(
    inWorkspace.extend({
      status: z.number().int().min(200).max(599),
      times: z.number().int().min(0).max(1000),
    }),
    nothing,
  ),
  /** Sends a kept delivery again, byte for byte, to an address on this computer. */
  'rehearsal.replay': core([]).command(
    inWorkspace.extend({ id: z.number(), url: z.url() }),
    answerOfBench.extend({
      /** What this program answered the first time. */
      first: z.number(),
      same: z.boolean(),
    }),
  ),
  ...endpointCalls,
};

export const eventTopics = {
  /** Something new is in the log; at most four times a second. */
  'events.arrived': z.object({ workspace: z.string(), count: z.number(), newest: z.number() }),
  'deliveries.arrived': z.object({ workspace: z.string() }),
  'events.health': z.object({ workspace: z.string(), facts: healthFacts }),
};
