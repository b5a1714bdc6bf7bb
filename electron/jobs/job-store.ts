import type { JobView } from '#shared/contract/jobs.ts';
import type { EngineClient, StoredJob } from '../engine/index.ts';

/** Where jobs are kept between runs of the program. */
export interface JobStore {
  /** Inserts or replaces by id; resolves once it is on disk. */
  save(workspace: string, job: StoredJob): Promise<void>;
  /** All jobs that were not removed, in the order of their creation. */
  stored(workspace: string): Promise<StoredJob[]>;
  remove(workspace: string, id: string): Promise<void>;
}

/** Ended jobs that are kept, a workspace; a sync every minute would make half a million a year. */
const HISTORY = 100;

/**
 * The ended jobs that are no longer kept. Of each kind the newest about the whole workspace stays, however many came after
 * it: it says when the workspace was fetched last.
 * @param ended of a workspace, in the order of their creation
 */
export function outdated(ended: readonly JobView[]): JobView[] {
  const newestWhole = new Map(ended.filter(({ partial }) => !partial).map(({ kind, id }) => [kind, id]));
  return ended.slice(0, -HISTORY).filter(({ kind, id }) => newestWhole.get(kind) !== id);
}

/** Jobs in the workspace's own store. */
export function engineJobStore(engine: Pick<EngineClient, 'call'>): JobStore {
  return {
    save: (workspace, job) => engine.call('jobs.save', { workspace, job }),
    async stored(workspace) {
      const jobs = await engine.call('jobs.stored', { workspace });
      return jobs.sort((a, b) => a.view.createdAt - b.view.createdAt);
    },
    remove: (workspace, id) => engine.call('jobs.delete', { workspace, id }),
  };
}
