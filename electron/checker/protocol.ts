/** What the core and a checker say to each other: one task, its progress, and what came of it. */
import type { ErrorValue } from '#shared/errors.ts';
import type { Judged } from '../conformance/index.ts';
import type { TaskDocument } from './document.ts';

export type Task =
  | { kind: 'check'; document: TaskDocument }
  /** Writes an anonymised copy to `to`, which is not there yet. */
  | { kind: 'anonymise'; document: TaskDocument; to: string; secret: string; jitter: number };

/** What each kind of task answers. */
export interface TaskResults {
  check: Judged;
  anonymise: undefined;
}

export type FromChecker =
  /** Bytes that were read. */
  | { kind: 'progress'; bytes: number }
  | { kind: 'done'; result: TaskResults[Task['kind']] }
  | { kind: 'failed'; error: ErrorValue };
