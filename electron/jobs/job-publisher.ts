import type { JobView } from '#shared/contract/jobs.ts';
import { Throttle } from '#shared/throttle.ts';

/** Progress is published at most this often; what matters (a state) at once. Milliseconds. */
const PUBLISH_EVERY_MS = 100;

/** Notifies subscribers of changed jobs, without flooding them. */
export class JobPublisher {
  readonly #viewOf: (id: string) => JobView | undefined;
  readonly #subscribers = new Set<(job: JobView) => void>();
  /** Jobs that changed since they were published last. */
  readonly #changed = new Set<string>();
  readonly #throttle = new Throttle<void>(PUBLISH_EVERY_MS, () => this.#publishChanged(), { leading: true });

  /** @param viewOf gives a job as it is at the time of publishing */
  constructor(viewOf: (id: string) => JobView | undefined) {
    this.#viewOf = viewOf;
  }

  subscribe(subscriber: (job: JobView) => void): () => void {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  /** Publishes a job as soon as the throttle allows, as it is then. */
  soon(id: string): void {
    this.#changed.add(id);
    this.#throttle.add();
  }

  now(id: string): void {
    this.#changed.delete(id);
    const view = this.#viewOf(id);
    if (view) for (const subscriber of this.#subscribers) subscriber(view);
  }

  close(): void {
    this.#throttle.close();
  }

  #publishChanged(): void {
    for (const id of this.#changed) this.now(id);
  }
}
