import type { JobLine } from '#shared/contract/jobs.ts';
import { useCall } from '../../api/index.ts';

/** The newest job of a kind in a workspace; undefined where there is none. */
export function useNewestJob(workspace: string, kind: string): JobLine | undefined {
  // Newest first, and kept up to date by their topic.
  return useCall('jobs.list', { workspace }).data?.find((job) => job.kind === kind);
}
