import type { EngineClient, StoredJob } from '../engine/index.ts';

/** Where jobs outlive the program. */
export interface JobStore {
  /** Inserts or replaces by id; resolves once it is on disk. */
  save(workspace: string, job: StoredJob): Promise<void>;
  /** The newest jobs, newest first. */
  stored(workspace: string): Promise<StoredJob[]>;
}

/** Finished jobs that a restart brings back into the list. */
const HISTORY = 100;

/** Jobs in the workspace's own store. */
export function engineJobStore(engine: Pick<EngineClient, 'call'>): JobStore {
  return {
    save: (workspace, job) => engine.call('jobs.save', { workspace, job }),
    stored: (workspace) => engine.call('jobs.stored', { workspace, limit: HISTORY }),
  };
}
