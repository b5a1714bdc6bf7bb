/** Fetches by itself what is new, at the pace that a workspace was given. */
import type { JobView } from '#shared/contract/jobs.ts';
import { isActive } from '#shared/job-states.ts';
import type { ComeUp } from './come-up.ts';
import type { AppParts } from './parts.ts';
import { SYNC_JOB } from './sync.ts';

/** How often it is looked whether one is due. */
const LOOK_EVERY_MS = 5_000;

/**
 * @param comeUp before the jobs of an earlier run are known, nobody knows when the last sync was
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
 * Whether it is time. One that failed counts as well: the next one comes at its pace, not at once.
 * @param jobs of the workspace @param everySeconds 0 is never @param now epoch milliseconds
 */
export function isSyncDue(jobs: readonly JobView[], everySeconds: number, now: number): boolean {
  if (everySeconds === 0) return false;
  const syncs = jobs.filter(({ kind }) => kind === SYNC_JOB);
  if (syncs.some(isActive)) return false;
  const last = Math.max(0, ...syncs.map(({ finishedAt, createdAt }) => finishedAt ?? createdAt));
  return now - last >= everySeconds * 1000;
}
