import type { RequestView as ContractRequest } from '#shared/contract/jobs.ts';

/**
 * One send of a request, as the request log shows it and the store keeps it. Plain JSON, never a token.
 * Of the contract's members, `at` is when it was sent, `url` is redacted, `bytes` is the body unpacked, `durationMs` lasts
 * to the end of the body, `attempt` counts retries, repeats after 202, redirects and renewed tokens.
 */
export interface RequestView extends ContractRequest {
  /** What it was for, in words. */
  purpose: string;
  /** auth_uid of an access_token. */
  tokenScope: string | undefined;
  state: 'running' | 'answered' | 'failed' | 'cancelled';
  /** In the line of its host, milliseconds. */
  queuedMs: number;
  /** To the answer's head, milliseconds. */
  headMs: number | undefined;
  sentBytes: number;
  /** Of the body as it came over the network. */
  receivedBytes: number;
  contentType: string | undefined;
  /** Header as received. */
  retryAfter: string | undefined;
}

/** Keeps finished sends, e.g. in the workspace's store. Must not throw; batching is its own business. */
export interface RequestSink {
  record(request: RequestView): void;
}

/** The newest sends in memory, for the live view; the rest is with the sink. */
export class RequestLog {
  readonly #capacity: number;
  readonly #ring: RequestView[] = [];
  readonly #sinks = new Set<RequestSink>();
  readonly #subscribers = new Set<(request: RequestView) => void>();

  constructor(capacity = 1_000) {
    this.#capacity = capacity;
  }

  /** Newest last; `workspace` narrows it. */
  list(workspace?: string): RequestView[] {
    return this.#ring.filter((entry) => workspace === undefined || entry.workspace === workspace).map(copy);
  }

  /** Finished sends go there from now on. Returns the function that ends it. */
  addSink(sink: RequestSink): () => void {
    this.#sinks.add(sink);
    return () => this.#sinks.delete(sink);
  }

  /** Calls back when a send starts and when it ends. Returns the function that ends it. */
  subscribe(subscriber: (request: RequestView) => void): () => void {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  /** Takes a send that starts. The log keeps the object: change it only through {@link end}. */
  begin(entry: RequestView): void {
    this.#ring.push(entry);
    if (this.#ring.length > this.#capacity) this.#ring.shift();
    this.#publish(entry);
  }

  /** Writes the end of a send into its entry. */
  end(entry: RequestView, change: Partial<RequestView> & { state: RequestView['state'] }): void {
    Object.assign(entry, change);
    for (const sink of this.#sinks) sink.record(copy(entry));
    this.#publish(entry);
  }

  #publish(entry: RequestView): void {
    for (const subscriber of this.#subscribers) subscriber(copy(entry));
  }
}

function copy(entry: RequestView): RequestView {
  return { ...entry };
}
