/** What the core itself keeps in a workspace's store: jobs and the cursors of incremental sync. */
import type { JobView } from '#shared/contract/jobs.ts';
import type { Cursor } from './ingest.ts';

/** A job with what its kind needs to go on after a restart. */
export interface StoredJob {
  view: JobView;
  /** Input of the job's kind, JSON. */
  input: unknown;
  /** Where to go on, JSON; the job's kind owns its shape. */
  checkpoint: unknown;
}

export type RecordCalls = {
  /** Inserts or replaces a job by `view.id`. */
  'jobs.save': { input: { workspace: string; job: StoredJob }; output: undefined };
  /** All jobs, newest first. */
  'jobs.stored': { input: { workspace: string }; output: StoredJob[] };
  'jobs.delete': { input: { workspace: string; id: string }; output: undefined };
  'cursors.get': { input: { workspace: string; name: string }; output: string | undefined };
  'cursors.list': { input: { workspace: string; prefix?: string | undefined }; output: Cursor[] };
  'cursors.set': { input: { workspace: string; cursors: Cursor[] }; output: undefined };
};
