/** Fetching a workspace's data. */
export { SYNC_JOB, type SyncInput, type SyncParts, syncJob } from './sync-job.ts';
