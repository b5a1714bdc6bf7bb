/** Ends a query that takes too long or too much memory, or that nobody waits for any more. */
import type { Connection } from '../database.ts';

/** What ended a query. */
export type Stop = 'cancelled' | 'time' | 'memory';

export interface Bounds {
  /** Until it is ended. */
  seconds: number;
  /** Bytes that the process may grow by meanwhile. */
  memory: number;
  signal: AbortSignal;
}

const LOOK_EVERY_MS = 50;

export class Watch {
  readonly #connection: Connection;
  readonly #bounds: Bounds;
  readonly #began = performance.now();
  readonly #size = process.memoryUsage.rss();
  readonly #timer: NodeJS.Timeout;
  #stop: Stop | undefined;

  /** Call {@link end} when the query is over. */
  constructor(connection: Connection, bounds: Bounds) {
    this.#connection = connection;
    this.#bounds = bounds;
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  /** Why it ended the query; undefined where it did not. */
  get stopped(): Stop | undefined {
    return this.#stop;
  }

  /** Milliseconds since it began. */
  get took(): number {
    return performance.now() - this.#began;
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    this.#stop ??= this.#reason();
    // Again and again: what has not begun yet does not notice.
    if (this.#stop !== undefined) this.#connection.raw.interrupt();
  }

  #reason(): Stop | undefined {
    const { seconds, memory, signal } = this.#bounds;
    if (signal.aborted) return 'cancelled';
    if (this.took > seconds * 1000) return 'time';
    return process.memoryUsage.rss() - this.#size > memory ? 'memory' : undefined;
  }
}
