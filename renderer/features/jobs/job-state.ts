import type { JobLine } from '#shared/contract/jobs.ts';
import { isActive } from '#shared/job-states.ts';
import { formatCounted } from '../../ui/format.ts';

/** The colour of a state; the word stands beside it. */
export const jobColor: Record<JobLine['state'], string> = {
  queued: 'gray',
  running: 'petrol',
  waiting: 'yellow',
  done: 'green',
  incomplete: 'orange',
  failed: 'red',
  cancelled: 'gray',
};

/** "7 authorizations skipped: no access token", a line for each reason. */
export function skippedWords({ kind, skipped }: Pick<JobLine, 'kind' | 'skipped'>): string[] {
  const noun = kind === 'pull' ? 'meter' : 'authorization';
  return skipped.map(({ reason, count }) => `${formatCounted(count, noun)} skipped: ${reason}`);
}

type Fetch = Pick<
  JobLine,
  'kind' | 'state' | 'partial' | 'startedAt' | 'finishedAt' | 'firstStartedAt' | 'failureCount'
>;

/**
 * As of when everything was fetched last: since the beginning of a fetch of the whole workspace in which nothing failed, for what it
 * fetched first may have changed since. Fetches of some authorizations, and other jobs, say nothing of the rest. One that went on
 * later fetched only what its first run had not. A time after `now` was written while the clock was ahead, and is left out.
 */
export function lastFetch(jobs: readonly Fetch[], now: number): number | undefined {
  const done = wholeFetches(jobs).filter(({ state }) => state === 'done');
  const times = done
    .flatMap(({ firstStartedAt, startedAt, finishedAt }) => firstStartedAt ?? startedAt ?? finishedAt ?? [])
    .filter((at) => at <= now);
  return times.length === 0 ? undefined : Math.max(...times);
}

/**
 * What became of the newest fetch of the whole workspace where it did not bring everything; undefined where it did. One that
 * ended after `now` is left out, as in {@link lastFetch}.
 */
export function lastFetchTrouble(jobs: readonly Fetch[], now: number): string | undefined {
  const ended = wholeFetches(jobs).filter(
    (job) => !isActive(job) && job.finishedAt !== undefined && job.finishedAt <= now,
  );
  const newest = ended.sort((a, b) => (b.finishedAt ?? 0) - (a.finishedAt ?? 0))[0];
  if (newest?.state === 'failed') return 'Last fetch failed';
  if (newest?.state !== 'incomplete') return undefined;
  return newest.failureCount > 0
    ? `Last fetch: ${formatCounted(newest.failureCount, 'failure')}`
    : 'Last fetch brought nothing';
}

function wholeFetches(jobs: readonly Fetch[]): Fetch[] {
  return jobs.filter(({ kind, partial }) => kind === 'sync' && !partial);
}

/** Share 0..1 that is done; undefined while the whole is not known. */
export function jobProgress({ done, total }: Pick<JobLine, 'done' | 'total'>): number | undefined {
  return total === undefined || total === 0 ? undefined : Math.min(1, done / total);
}
