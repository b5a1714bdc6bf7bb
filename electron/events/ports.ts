/** What the event log needs from the rest of the program, as little as possible. `electron/app` fills it in. */
import type { TopicName, TopicPayload } from '#shared/contract/index.ts';
import type { EngineCallName, EngineInput, EngineOutput } from '../engine/index.ts';
import type { Clock } from '../http/index.ts';
import type { Post } from './receiving/post.ts';

/** A page of the service's events list, as sent. */
export interface EventsPage {
  /** Newest first. */
  events: readonly unknown[];
  next: string | undefined;
  /** The service's clock at its answer, epoch milliseconds, where it said so. */
  serverNow?: number | undefined;
  /** Of the request log. */
  requestId?: string | undefined;
}

/** The events endpoints of the service (specification 4.3, service-facts.md). All reject with an AppError. */
export interface EventsApi {
  list(
    from: { next?: string | undefined; undelivered?: boolean | undefined },
    signal: AbortSignal,
  ): Promise<EventsPage>;
  one(uid: string, signal: AbortSignal): Promise<unknown>;
  markDelivered(uid: string, signal: AbortSignal): Promise<unknown>;
  /** These events were new in the page that a request brought. */
  brought?(requestId: string, uids: readonly string[]): void;
}

export interface EventsPorts {
  engine: {
    call<K extends EngineCallName>(
      name: K,
      input: EngineInput<K>,
      options?: { signal?: AbortSignal | undefined },
    ): Promise<EngineOutput<K>>;
  };
  clock: Clock;
  log: {
    info(what: string, facts?: Record<string, unknown>): void;
    warn(what: string, facts?: Record<string, unknown>): void;
  };
  publish<K extends TopicName>(topic: K, payload: TopicPayload<K>): void;
  /**
   * The service's own present, epoch milliseconds, where it can be asked; undefined elsewhere. A simulator begins anew with
   * every start, and its clock with it.
   */
  serviceNow?(workspace: string): Promise<number | undefined>;
  /** Undefined for a workspace without a JSON API. */
  api(workspace: string): EventsApi | undefined;
  webhookSecret(workspace: string): Promise<string | undefined>;
  /** Posts to endpoints that people build, and to the own receiver by the address that the service uses. */
  post: Post;
  /** Fetches what is new of these authorizations; resolves when that has ended. */
  sync(workspace: string, authorizations: string[]): Promise<unknown>;
  /** The receiver listens at these addresses now (none: it is off). May call it before it resolves. */
  addressed(workspace: string, addresses: readonly string[]): Promise<void>;
}
