/** The sync job, wired to the workspaces' tokens and the windows. */
import { GreenButtonClient } from '../greenbutton/index.ts';
import { systemClock } from '../http/index.ts';
import { SYNC_JOB, syncJob } from '../sync/index.ts';
import type { BaseParts } from './base-parts.ts';

export { SYNC_JOB };

/** Windows ask again at most so often while a sync stores one authorization after the other. */
const TELL_EVERY_MS = 500;

/** Makes the job known. Must run before jobs are restored. */
export function setupSync({ jobs, engine, connections, http, topics }: BaseParts): void {
  const tell = debounced(TELL_EVERY_MS, (workspace) =>
    topics.publish('store.changed', {
      workspace,
      areas: ['authorizations', 'usagePoints', 'series', 'readings', 'bills', 'customers', 'problems'],
    }),
  );
  jobs.register(
    syncJob({
      engine,
      clock: systemClock,
      client: async (workspace) => {
        const { espiBase } = await connections.bases(workspace);
        return new GreenButtonClient({ http, tokens: connections.tokenSource(workspace), espiBase, workspace });
      },
      knownAuthorizations: (workspace) => connections.authorized(workspace),
      onStored: tell,
    }),
  );
}

/** Calls `tell` for each key at once, then at most every `ms`, and once more after the last call. */
function debounced(ms: number, tell: (key: string) => void): (key: string) => void {
  const resting = new Map<string, boolean>();
  const rest = (key: string) => {
    resting.set(key, false);
    setTimeout(() => {
      const again = resting.get(key);
      resting.delete(key);
      if (again) {
        tell(key);
        rest(key);
      }
    }, ms).unref();
  };
  return (key) => {
    if (resting.has(key)) {
      resting.set(key, true);
      return;
    }
    tell(key);
    rest(key);
  };
}
