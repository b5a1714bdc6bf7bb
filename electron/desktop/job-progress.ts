/** How far the jobs are, on the button of the program in the task bar or dock. */
import type { JobView } from '#shared/contract/jobs.ts';
import { isActive } from '#shared/job-states.ts';

/** More than 1: it is not known how far. */
const UNKNOWN = 2;
const NOTHING = -1;

/** The mean of the jobs that run, as `BrowserWindow.setProgressBar` takes it; those that wait their turn count as begun. */
export function progressOf(jobs: readonly Pick<JobView, 'state' | 'done' | 'total'>[]): number {
  const active = jobs.filter(isActive);
  if (active.length === 0) return NOTHING;
  const shares = active.map(({ done, total }) =>
    total === undefined || total === 0 ? undefined : Math.min(1, done / total),
  );
  if (shares.includes(undefined)) return UNKNOWN;
  return shares.reduce<number>((sum, share) => sum + (share ?? 0), 0) / shares.length;
}
