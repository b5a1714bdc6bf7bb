/** Publishes a workspace to its team server whenever a sync of it ended, where its user switched that on. */
import type { JobView } from '#shared/contract/jobs.ts';
import { isActive } from '#shared/job-states.ts';
import type { AppParts } from './parts.ts';
import { PUBLISH_JOB, startOnServer } from './sharing.ts';
import { SYNC_JOB } from './sync.ts';

/** Goes on until the jobs have stopped: what a sync that ends while the program closes starts, runs at the next start. */
export function setupPublishAfterSync(parts: Pick<AppParts, 'connections' | 'jobs' | 'log' | 'policy'>): void {
  const { connections, jobs, log, policy } = parts;
  /**
   * Ids of syncs that were under way in this run. The runner also tells of syncs that ended in an earlier one, and may tell
   * an end twice: neither is a new end.
   */
  const underWay = new Set<string>();
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

  jobs.subscribe((job: JobView) => {
    if (isActive(job)) {
      if (job.kind === SYNC_JOB) underWay.add(job.id);
      return;
    }
    if (job.kind === PUBLISH_JOB && due.delete(job.workspace) && job.state !== 'cancelled') start(job.workspace);
    if (underWay.delete(job.id) && (job.state === 'done' || job.state === 'incomplete')) start(job.workspace);
  });
}
