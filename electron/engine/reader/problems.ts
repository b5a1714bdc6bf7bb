import type { FeedProblem } from './feed.ts';

/** At most this many problems of one code are reported one by one; the rest is only counted. */
const MAX_PER_CODE = 50;
/** The message that stands for those that are only counted. */
const LEFT_OUT = /^This happened (\d+) more times in this document\.$/;
/** Raw text that goes with a problem is cut here. */
export const MAX_RAW = 16_384;

/** How many problems that were not reported one by one a message stands for; 0 for that of a single problem. */
export function leftOutBy(message: string): number {
  return Number(LEFT_OUT.exec(message)?.[1] ?? 0);
}

/** Collects what is wrong with a feed, so that a million equal faults do not become a million messages. */
export class Problems {
  readonly #report: (problem: FeedProblem) => void;
  readonly #counts = new Map<string, { severity: FeedProblem['severity']; count: number }>();
  readonly #reported = new Set<string>();

  constructor(report: (problem: FeedProblem) => void) {
    this.#report = report;
  }

  add(problem: FeedProblem): void {
    const counted = this.#counts.get(problem.code);
    if (counted) counted.count++;
    else this.#counts.set(problem.code, { severity: problem.severity, count: 1 });
    if ((counted?.count ?? 1) <= MAX_PER_CODE) this.#report(problem);
  }

  /** Adds a problem the first time only that this `key` comes up in the document. */
  once(key: string, problem: () => FeedProblem): void {
    if (this.#reported.has(key) || this.#reported.size > 2000) return;
    this.#reported.add(key);
    this.add(problem());
  }

  /** Reports how many were left out. */
  finish(): void {
    for (const [code, { severity, count }] of this.#counts) {
      if (count <= MAX_PER_CODE) continue;
      this.#report({
        code,
        severity,
        message: `This happened ${count - MAX_PER_CODE} more times in this document.`,
        line: undefined,
        column: undefined,
        entry: undefined,
        raw: undefined,
      });
    }
  }
}
