import type { EngineClient, StoredJob } from '../engine/index.ts';

/** Where jobs are kept between runs of the program. */
export interface JobStore {
  /** Inserts or replaces by id; resolves once it is on disk. */
  save(workspace: string, job: StoredJob): Promise<void>;
  /** All jobs that have not ended, and the newest of the others, in the order of their creation. */
  stored(workspace: string): Promise<StoredJob[]>;
  remove(workspace: string, id: string): Promise<void>;
}

/** Ended jobs that are kept, a workspace; older ones go. */
export const HISTORY = 100;

/** Jobs in the workspace's own store. */
export function engineJobStore(engine: Pick<EngineClient, 'call'>): JobStore {
  return {
    save: (workspace, job) => engine.call('jobs.save', { workspace, job }),
    async stored(workspace) {
      const newest = await engine.call('jobs.stored', { workspace, limit: HISTORY });
      const unfinished = await engine.call('jobs.stored', { workspace, unfinished: true });
      const byId = new Map([...newest, ...unfinished].map((job) => [job.view.id, job]));
      return [...byId.values()].sort((a, b) => a.view.createdAt - b.view.createdAt);
    },
    remove: (workspace, id) => engine.call('jobs.delete', { workspace, id }),
  };
}
