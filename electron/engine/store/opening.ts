/** How far the opening of a store is that an earlier version wrote: migrations, and what this version derives anew after them. */
import type { OpeningProgress } from '../calls/store.ts';

/** It is told after this long, and again this often: a window may open meanwhile, and a step may be one long statement. Milliseconds. */
const TELL_EVERY_MS = 500;

/** What a step tells of itself where it can count. `noun`: of what, in the plural. Without numbers: it cannot, from now on. */
export type Tell = (count?: { done: number; of: number; noun: string }) => void;

export class Opening {
  readonly #steps: number;
  #isNews: boolean;
  #step = 0;
  #progress: OpeningProgress | undefined;
  readonly #timer: NodeJS.Timeout;

  /**
   * @param steps how many there are
   * @param isNews false where probably all of them have nothing to do: then it is told only once one counts something
   */
  constructor(steps: number, isNews: boolean, report: (progress: OpeningProgress) => void) {
    this.#steps = steps;
    this.#isNews = isNews;
    this.#timer = setInterval(() => {
      if (this.#isNews && this.#progress) report(this.#progress);
    }, TELL_EVERY_MS);
  }

  /** The next step begins. @param what it does, in words */
  begin(what: string): Tell {
    this.#step += 1;
    const step = { step: this.#step, steps: this.#steps, what };
    this.#progress = step;
    return (count) => {
      this.#isNews ||= count !== undefined;
      this.#progress = { ...step, ...count };
    };
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
