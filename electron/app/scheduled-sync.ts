/** Starts syncs on the schedule of each workspace. */
import type { JobView } from '#shared/contract/jobs.ts';
import { isActive } from '#shared/job-states.ts';
import type { AppParts } from './parts.ts';
import type { ComeUp } from './start/come-up.ts';
import { SYNC_JOB } from './sync.ts';

/** How often to check whether a sync is due. */
const LOOK_EVERY_MS = 5_000;

/**
 * @param comeUp says whether the jobs of an earlier run are known: until then nobody knows when the last sync was
 * @returns `stop` ends it; a job that runs goes on
 */
export function setupScheduledSync({ connections, jobs, log }: AppParts, comeUp: ComeUp): { stop(): void } {
  const timer = setInterval(() => {
    for (const { id, syncEverySeconds } of connections.workspaces.list()) {
      if (!comeUp.isUp(id) || !isSyncDue(jobs.list(id), syncEverySeconds, Date.now())) continue;
      jobs.start(SYNC_JOB, id, {}).catch((error) => log.error('A scheduled sync could not be started', error));
    }
  }, LOOK_EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/**
 * Whether a sync of the whole workspace is due. Fetches of some authorizations do not count, nor hold it back: events may
 * start them all the time. It stands in line after those that are under way.
 * @param jobs of the workspace @param everySeconds 0 is never @param now epoch milliseconds
 */
export function isSyncDue(jobs: readonly JobView[], everySeconds: number, now: number): boolean {
  if (everySeconds === 0) return false;
  const syncs = jobs.filter(({ kind, partial }) => kind === SYNC_JOB && !partial);
  if (syncs.some(isActive)) return false;
  // One of the future was dated while the clock was ahead: it says nothing of when the next one is due.
  const last = Math.max(0, ...syncs.map(countsFrom).filter((at) => at <= now));
  return now - last >= everySeconds * 1000;
}

/**
 * From when on a sync that ended holds the next one back. One that went on later and came to its end is as old as its first
 * run. After one that failed or was cancelled the next one follows on schedule as well, not at once.
 */
function countsFrom({ state, firstStartedAt, finishedAt, createdAt }: JobView): number {
  const cameToItsEnd = state === 'done' || state === 'incomplete';
  return (cameToItsEnd ? firstStartedAt : undefined) ?? finishedAt ?? createdAt;
}
