import type { JobView } from '#shared/contract/jobs.ts';

/** The colour of a state; the word stands beside it. */
export const jobColor: Record<JobView['state'], string> = {
  queued: 'gray',
  running: 'petrol',
  waiting: 'yellow',
  paused: 'gray',
  done: 'green',
  failed: 'red',
  cancelled: 'gray',
};

/** True while the job still has work before it that nobody needs to start. */
export function isActive({ state }: Pick<JobView, 'state'>): boolean {
  return state === 'queued' || state === 'running' || state === 'waiting';
}

/** Share 0..1 that is done; undefined while the whole is not known. */
export function jobProgress({ done, total }: Pick<JobView, 'done' | 'total'>): number | undefined {
  return total === undefined || total === 0 ? undefined : Math.min(1, done / total);
}
