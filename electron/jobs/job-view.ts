/** What the view of a job says: what went wrong so far, how it ended, and what an older version had kept. Pure. */
import type { JobLine, JobView } from '#shared/contract/jobs.ts';
import { toErrorValue } from '#shared/errors.ts';
import { type ENDED_STATES, isActive } from '#shared/job-states.ts';
import type { StoredJob } from '../engine/index.ts';

export type Ended = (typeof ENDED_STATES)[number];

/** Of a job that has not begun, or begins again. */
export const NOTHING_WENT_WRONG: Pick<JobView, 'failures' | 'failureCount' | 'skipped' | 'error'> = {
  failures: [],
  failureCount: 0,
  skipped: [],
  error: undefined,
};

/** Failures that a view lists; a job may have thousands, and each says the same. */
const FAILURES_SHOWN = 200;

/** One part more that failed. */
export function withFailure(view: JobView, item: string, error: unknown): JobView {
  const { failures, failureCount } = view;
  const listed = failures.length < FAILURES_SHOWN ? [...failures, { item, error: toErrorValue(error) }] : failures;
  return { ...view, failures: listed, failureCount: failureCount + 1 };
}

/** One part more that could not even be tried, for a reason that is counted once for all. */
export function withSkipped(view: JobView, reason: string): JobView {
  const before = view.skipped.find((one) => one.reason === reason)?.count ?? 0;
  const others = view.skipped.filter((one) => one.reason !== reason);
  return { ...view, skipped: [...others, { reason, count: before + 1 }] };
}

/** How a job ends that was not stopped: it is not done where parts failed, or where there was nothing that it could do. */
export function naturalEnd({ total, failureCount, skipped }: JobView): Ended {
  const untried = skipped.reduce((sum, { count }) => sum + count, 0);
  return failureCount > 0 || (untried > 0 && untried === total) ? 'incomplete' : 'done';
}

/** A view as it was kept; older versions kept less, and called a job done although parts of it had failed. */
export function adopted(kept: StoredJob['view'], partial: boolean): JobView {
  const defaults = { partial, failureCount: kept.failures.length, skipped: [] };
  const view = { ...defaults, ...kept };
  if (isActive(view)) return { ...view, state: 'queued' };
  return view.state === 'done' ? { ...view, state: naturalEnd(view) } : view;
}

/** Without its failures but the first: there may be hundreds, and a list of jobs is sent at every step. */
export function lineOf({ failures, ...line }: JobView): JobLine {
  return { ...line, failure: failures[0] };
}
