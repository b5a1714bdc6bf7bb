import type { JobView } from '#shared/contract/jobs.ts';

/** Progress is published at most so often; what matters (a state) at once. */
const PUBLISH_EVERY_MS = 100;

/** Tells subscribers what became of jobs, without flooding them. */
export class JobPublisher {
  readonly #viewOf: (id: string) => JobView | undefined;
  readonly #subscribers = new Set<(job: JobView) => void>();
  readonly #last = new Map<string, number>();
  readonly #late = new Map<string, NodeJS.Timeout>();

  /** @param viewOf gives a job as it is at the time of publishing */
  constructor(viewOf: (id: string) => JobView | undefined) {
    this.#viewOf = viewOf;
  }

  subscribe(subscriber: (job: JobView) => void): () => void {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  /** At the next chance that does not flood anybody; always with what is true then. */
  soon(id: string): void {
    const rest = (this.#last.get(id) ?? 0) + PUBLISH_EVERY_MS - Date.now();
    if (rest <= 0) this.now(id);
    else if (!this.#late.has(id)) this.#late.set(id, setTimeout(() => this.now(id), rest).unref());
  }

  now(id: string): void {
    clearTimeout(this.#late.get(id));
    this.#late.delete(id);
    this.#last.set(id, Date.now());
    const view = this.#viewOf(id);
    if (view) for (const subscriber of this.#subscribers) subscriber(view);
  }

  close(): void {
    for (const timer of this.#late.values()) clearTimeout(timer);
    this.#late.clear();
  }
}
