/**
 * How far the opening of a store is that an earlier version wrote: migrations, and what this version derives anew after them. It may pause
 * in between, until the zone of the workspace is known.
 */
import type { OpeningProgress } from '../calls/store.ts';

/** It is told after this long, and again this often: a window may open meanwhile, and a step may be one long statement. Milliseconds. */
const TELL_EVERY_MS = 500;

/** What a step tells of itself where it can count. `noun`: of what, in the plural. Without numbers: it cannot, from now on. */
export type Tell = (count?: { done: number; of: number; noun: string }) => void;

/** Hears how far it is; nothing, once that is over or pauses. */
export type Report = (progress?: OpeningProgress) => void;

export class Opening {
  readonly #steps: number;
  #isNews: boolean;
  #step = 0;
  #progress: OpeningProgress | undefined;
  readonly #report: Report;
  #timer: NodeJS.Timeout | undefined;
  #isTold = false;

  /**
   * @param steps how many there are
   * @param isNews false where probably all of them have nothing to do: then it is told only once one counts something
   */
  constructor(steps: number, isNews: boolean, report: Report) {
    this.#steps = steps;
    this.#isNews = isNews;
    this.#report = report;
  }

  /** The next step begins. @param what it does, in words */
  begin(what: string): Tell {
    this.#timer ??= setInterval(() => this.#tell(), TELL_EVERY_MS);
    this.#step += 1;
    const step = { step: this.#step, steps: this.#steps, what };
    this.#progress = step;
    return (count) => {
      this.#isNews ||= count !== undefined;
      this.#progress = { ...step, ...count };
    };
  }

  /** No step runs any more, or none until the next one begins. */
  pause(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (this.#isTold) this.#report();
    this.#isTold = false;
  }

  #tell(): void {
    if (!this.#isNews || this.#progress === undefined) return;
    this.#isTold = true;
    this.#report(this.#progress);
  }
}
