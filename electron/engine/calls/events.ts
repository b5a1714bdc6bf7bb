/** The event log of a workspace and the deliveries that the receiver got. */
import type { ArrivalWay, DeliveryVerdict, Forward } from '#shared/contract/events.ts';
import type { CallInput } from '#shared/contract/index.ts';

/** An event to keep. */
export interface IncomingEvent {
  uid: string;
  type: string;
  /** As sent; empty where it had none. */
  ts: string;
  /** Epoch microseconds. */
  happenedAt: number | undefined;
  delivered: boolean | undefined;
  authorization: string | undefined;
  meter: string | undefined;
  form: string | undefined;
  /** The service means to deliver it by webhook. */
  addressed: boolean;
  json: string;
}

/** A request to the receiver, with the events that it may put into the log (none unless its verdict is good). */
export interface IncomingDelivery {
  /** Epoch milliseconds. */
  at: number;
  verdict: DeliveryVerdict;
  reason: string;
  answer: number;
  rehearsal: boolean;
  durationMs: number;
  headers: [string, string][];
  body: Uint8Array;
  /** Bytes of the body as received. */
  bytes: number;
  /** Hex, of the raw bytes. */
  sha256: string;
  events: IncomingEvent[];
}

/** Events that the service's API gave. */
export interface IncomingPage {
  at: number;
  way: 'poll' | 'lookup';
  events: IncomingEvent[];
  /** True: an event that is new and older than this program's listening is no surprise (the first walk through the list). */
  history: boolean;
  /** True: newer pages of the same walk through the list were kept before, so what is older than they are is not late. */
  later?: boolean | undefined;
  /** True where a receiver should have received these events first: an event that is new then fills a hole. */
  receiverExpected: boolean;
}

/** An event that was not in the log before. */
export interface FreshEvent {
  seq: number;
  uid: string;
  type: string;
  way: ArrivalWay;
  late: boolean;
  hole: boolean;
  authorization: string | undefined;
  meter: string | undefined;
  form: string | undefined;
}

/** What a start needs to know of the past. */
export interface EventSummary {
  total: number;
  newest: number;
  lastHeard: { at: number; way: ArrivalWay } | undefined;
  holes: { polls: number; events: number; lastAt: number | undefined };
  signatureFailures: { count: number; lastAt: number | undefined; lastReason: string | undefined };
}

export type EventCalls = {
  /**
   * Keeps deliveries and pages in one transaction; when it answers they are on disk. An event whose uid is known
   * changes only what is known about its arrival. `cursor` is where the poller goes on, kept in the same transaction.
   */
  'events.commit': {
    input: {
      workspace: string;
      deliveries: IncomingDelivery[];
      pages: IncomingPage[];
      cursor?: string | undefined;
      /**
       * How far the service's clock is ahead of this computer's at most, milliseconds: an event that had not happened by
       * it when it arrived makes no other one late. Undefined where nobody knows.
       */
      clockAheadMs?: number | undefined;
    };
    /**
     * `deliveryIds` in the order of `deliveries`; `holes` of the whole log where deliveries brought known events, for that
     * may have taken some back.
     */
    output: { fresh: FreshEvent[]; newest: number; deliveryIds: number[]; holes?: EventSummary['holes'] | undefined };
  };
  'events.cursor': { input: { workspace: string }; output: string | undefined };
  /** Sets `is_delivered` of known events; with `othersDelivered`, all others that were undelivered are delivered by now. */
  'events.setDelivered': {
    input: { workspace: string; uids: string[]; delivered: boolean; othersDelivered?: boolean | undefined };
    output: undefined;
  };
  /**
   * Uids of events that only deliveries of others vouch for, came before an instant and were not denied; the newest
   * first. Those without a uid of the service cannot be asked for and are left out.
   */
  'events.unconfirmed': { input: { workspace: string; before: number; limit: number }; output: string[] };
  /** Notes when the service said that it does not know an event. */
  'events.deny': { input: { workspace: string; uid: string; at: number }; output: undefined };
  /** `since`: epoch milliseconds from which signature failures count. */
  'events.summary': { input: { workspace: string; since: number }; output: EventSummary };
  /** Keeps how deliveries were answered that were posted on; of each the last answer. */
  'deliveries.setForwards': {
    input: { workspace: string; forwards: ({ delivery: number } & Forward)[] };
    output: undefined;
  };
  /** The id of the newest good delivery that this program did not send itself; undefined where there is none. */
  'deliveries.lastGood': { input: { workspace: string }; output: number | undefined };
  /** The raw bytes of a kept delivery, for a replay. */
  'deliveries.raw': {
    input: { workspace: string; id: number };
    output: { headers: [string, string][]; body: Uint8Array; answer: number };
  };
  /** Writes the events that match to a file; it appears only when it is complete. Cancel the call to stop. */
  'events.export': {
    input: Omit<CallInput<'events.export'>, 'format'> & { format: 'ndjson' | 'csv'; file: string };
    output: { events: number };
  };
};
