/** Publishes a workspace to its team server whenever a sync of it ended, where its user switched that on. */
import type { JobView } from '#shared/contract/jobs.ts';
import { isActive } from '#shared/job-states.ts';
import type { AppParts } from './parts.ts';
import { PUBLISH_JOB, startOnServer } from './sharing.ts';
import { SYNC_JOB } from './sync.ts';

/** @returns a function that ends it; a job that runs goes on */
export function setupPublishAfterSync(parts: Pick<AppParts, 'connections' | 'jobs' | 'log' | 'policy'>): () => void {
  const { connections, jobs, log, policy } = parts;
  /** Syncs that ended and were looked at: an end may be told twice. */
  const seen = new Set<string>();
  /** Workspaces with something to publish while a publication is under way, which reads the store as it was when it began. */
  const due = new Set<string>();

  function start(workspace: string): void {
    const share = connections.workspaces.find(workspace)?.share;
    if (share?.publishAfterSync !== true || !policy.allows('publish')) return;
    if (jobs.list(workspace).some((job) => job.kind === PUBLISH_JOB && isActive(job))) {
      due.add(workspace);
      return;
    }
    startOnServer(parts, workspace).catch((error) => log.error('Publishing after a sync could not be started', error));
  }

  return jobs.subscribe((job: JobView) => {
    if (isActive(job)) return;
    if (job.kind === PUBLISH_JOB && due.delete(job.workspace) && job.state !== 'cancelled') start(job.workspace);
    if (job.kind !== SYNC_JOB || (job.state !== 'done' && job.state !== 'incomplete')) return;
    const end = `${job.id} ${job.finishedAt}`;
    if (seen.has(end)) return;
    seen.add(end);
    start(job.workspace);
  });
}
