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

/** When the newest fetch that came to its end did so; other jobs, an export say, bring nothing new. */
export function lastFetch(jobs: readonly Pick<JobView, 'kind' | 'state' | 'finishedAt'>[]): number | undefined {
  const ends = jobs.flatMap(({ kind, state, finishedAt }) =>
    kind === 'sync' && state === 'done' && finishedAt !== undefined ? [finishedAt] : [],
  );
  return ends.length === 0 ? undefined : Math.max(...ends);
}

/** Share 0..1 that is done; undefined while the whole is not known. */
export function jobProgress({ done, total }: Pick<JobView, 'done' | 'total'>): number | undefined {
  return total === undefined || total === 0 ? undefined : Math.min(1, done / total);
}
