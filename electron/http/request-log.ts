import type { TokenClass } from '#shared/resources.ts';

/** One send of a request, as the request log shows it and the store keeps it. Plain JSON, never a token. */
export interface RequestView {
  /** Unique, also across restarts. */
  id: string;
  workspace: string | undefined;
  job: string | undefined;
  /** What it was for, in words. */
  purpose: string;
  method: string;
  /** Redacted (see redact.ts). */
  url: string;
  tokenClass: TokenClass | undefined;
  /** auth_uid of an access_token. */
  tokenScope: string | undefined;
  /** 1 for the first send; retries, repeats after 202, redirects and renewed tokens count on. */
  attempt: number;
  state: 'running' | 'answered' | 'failed' | 'cancelled';
  /** Epoch milliseconds of sending. */
  sentAt: number;
  /** What it waited before sending: Retry-After and backoff, then the host's queue. Milliseconds. */
  waitedMs: number;
  queuedMs: number;
  status: number | undefined;
  /** To the answer's head, and to the end of its body. */
  headMs: number | undefined;
  totalMs: number | undefined;
  sentBytes: number;
  /** Of the body as it came over the network, and unpacked. */
  receivedBytes: number;
  bodyBytes: number;
  contentType: string | undefined;
  /** Header as received. */
  retryAfter: string | undefined;
  /** Code of the fault when there was no whole answer. */
  fault: string | undefined;
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
