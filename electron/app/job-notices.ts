/**
 * Desktop notifications of long jobs that have ended. Test submissions, historical collections and newer versions are no jobs:
 * their notifications are in support-notices.ts, schedules.ts and updates.ts.
 */
import type { JobView } from '#shared/contract/jobs.ts';
import { formatDuration } from '#shared/format-duration.ts';
import { isActive } from '#shared/job-states.ts';
import { incompleteWords } from '#shared/job-words.ts';
import { routes } from '#shared/routes.ts';
import { countedWithCommas } from '../common/counted.ts';
import { DEMO_WORKSPACE } from '../connections/index.ts';
import type { HostNotification } from '../host/index.ts';
import type { BaseParts } from './base-parts.ts';

/** Whoever started a job that was shorter may still look at it. */
const LONG_MS = 60_000;

/** One notification for each end of a long job; none of one that was cancelled, nor of the demo's, which nobody waits for. */
export function setupJobNotices({
  connections,
  host,
  jobs,
  log,
}: Pick<BaseParts, 'connections' | 'host' | 'jobs' | 'log'>): void {
  if (!host.capabilities.notifications) return;
  /** Ids of jobs that were under way in this run; the runner also tells of those that ended in an earlier one, and may tell an end twice. */
  const underWay = new Set<string>();
  jobs.subscribe((job) => {
    if (isActive(job)) {
      underWay.add(job.id);
      return;
    }
    if (!underWay.delete(job.id) || !isTold(job)) return;
    const name = connections.workspaces.find(job.workspace)?.name ?? job.workspace;
    host.notify(noticeOf(job, name)).catch((error) => log.error('A notification could not be shown', error));
  });
}

function isTold({ workspace, state, firstStartedAt, startedAt, finishedAt }: JobView): boolean {
  if (workspace === DEMO_WORKSPACE || state === 'cancelled') return false;
  // It may have been resumed after a start of the program.
  const began = firstStartedAt ?? startedAt;
  return began !== undefined && finishedAt !== undefined && finishedAt - began > LONG_MS;
}

/** In the words of the job's card. */
function noticeOf(job: JobView, workspace: string): HostNotification {
  return {
    title: `${job.title}: ${job.state}`,
    body: `${workspace}: ${endWords(job)}`,
    route: routes.jobs(job.workspace),
  };
}

function endWords(job: JobView): string {
  const { error, state, readings, startedAt = 0, finishedAt = 0 } = job;
  if (error) return [error.message, error.action].filter(Boolean).join(' ');
  if (state === 'incomplete') return incompleteWords(job, countedWithCommas);
  const outcome = job.outcome ?? (readings > 0 ? countedWithCommas(readings, 'reading') : undefined);
  return [outcome, `took ${formatDuration(finishedAt - startedAt)}`].filter(Boolean).join(' · ');
}
