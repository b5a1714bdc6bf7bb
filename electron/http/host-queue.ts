import { abortError } from '#shared/errors.ts';

interface Turn {
  go: () => void;
}

/** Lets at most `limit` requests of one origin run at a time, in the order they came. */
export class HostQueue {
  readonly #limit: number;
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, Turn[]>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Resolves with the function that gives the place back. Rejects with an AbortError when `signal` fires first. */
  async enter(origin: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if ((this.#running.get(origin) ?? 0) < this.#limit) this.#count(origin, 1);
    else await this.#turn(origin, signal);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#leave(origin);
    };
  }

  #turn(origin: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const line = this.#waiting.get(origin) ?? [];
      this.#waiting.set(origin, line);
      const stop = () => {
        line.splice(line.indexOf(turn), 1);
        reject(abortError());
      };
      const turn: Turn = {
        go: () => {
          signal.removeEventListener('abort', stop);
          resolve();
        },
      };
      line.push(turn);
      signal.addEventListener('abort', stop, { once: true });
    });
  }

  /** The place goes to the next in line, if any, without being free in between. */
  #leave(origin: string): void {
    const next = this.#waiting.get(origin)?.shift();
    if (next) next.go();
    else this.#count(origin, -1);
  }

  #count(origin: string, by: number): void {
    const now = (this.#running.get(origin) ?? 0) + by;
    if (now === 0) {
      this.#running.delete(origin);
      this.#waiting.delete(origin);
    } else this.#running.set(origin, now);
  }
}
