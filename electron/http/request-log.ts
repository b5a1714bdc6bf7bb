import type { RequestView as ContractRequest, RequestSubject } from '#shared/contract/requests.ts';
import type { Capture } from './capture.ts';

/**
 * One send of a request, as the request log shows it and the store keeps it. Plain JSON, never a token.
 * Of the contract's members, `at` is when it was sent, `url` is redacted, `bytes` is the body unpacked, `durationMs` lasts
 * to the end of the body, `attempt` counts retries, repeats after 202, redirects and renewed tokens.
 */
export interface RequestView extends ContractRequest {
  call: string;
  purpose: string;
  about: RequestSubject | undefined;
  tokenScope: string | undefined;
  state: 'running' | 'answered' | 'failed' | 'cancelled';
  queuedMs: number;
  headMs: number | undefined;
  sentBytes: number;
  receivedBytes: number;
  contentType: string | undefined;
  retryAfter: string | undefined;
}

/**
 * Keeps finished sends, e.g. in the workspace's store. Must not throw; batching is its own business. The capture may hold
 * secrets; it is there where {@link RequestLog.captureBy} asked for one.
 */
export interface RequestSink {
  record(request: RequestView, capture: Capture | undefined): void;
}

/** The newest sends in memory, for the live view; the rest is with the sink. */
export class RequestLog {
  readonly #capacity: number;
  #ring: RequestView[] = [];
  readonly #sinks = new Set<RequestSink>();
  readonly #subscribers = new Set<(request: RequestView) => void>();
  #captureBytes: (workspace: string) => number | undefined = () => undefined;

  constructor(capacity = 1_000) {
    this.#capacity = capacity;
  }

  /** Newest last; `workspace` narrows it. */
  list(workspace?: string): RequestView[] {
    return this.#ring.filter((entry) => workspace === undefined || entry.workspace === workspace).map(copy);
  }

  /** Drops the sends of a workspace, whose data go. */
  forget(workspace: string): void {
    this.#ring = this.#ring.filter((entry) => entry.workspace !== workspace);
  }

  /**
   * From now on headers and the beginning of bodies are captured for the sinks.
   * @param bytes of an answer's body, for a request of the workspace; undefined to capture nothing
   */
  captureBy(bytes: (workspace: string) => number | undefined): void {
    this.#captureBytes = bytes;
  }

  /** How many bytes of an answer's body are captured for a request of the workspace; undefined: nothing at all is. */
  captureBytes(workspace: string | undefined): number | undefined {
    return workspace === undefined ? undefined : this.#captureBytes(workspace);
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
  end(entry: RequestView, change: Partial<RequestView> & { state: RequestView['state'] }, capture?: Capture): void {
    Object.assign(entry, change);
    for (const sink of this.#sinks) sink.record(copy(entry), capture);
    this.#publish(entry);
  }

  #publish(entry: RequestView): void {
    for (const subscriber of this.#subscribers) subscriber(copy(entry));
  }
}

function copy(entry: RequestView): RequestView {
  return { ...entry };
}
