/** The first minute: the demo fetches what it has as soon as its service listens, and jobs of an earlier run go on. */
import { DEMO_WORKSPACE } from '../connections/index.ts';
import type { AppParts } from './parts.ts';
import { SYNC_JOB } from './sync.ts';

/** Starts in the background; what fails here shows as a failed job or in the log, and does not stop the program. */
export function setupFirstSync({ connections, jobs, log, supportDesk, shown, usable }: AppParts): { stop(): void } {
  let stopped = false;

  async function run(): Promise<void> {
    await shown;
    await restore(DEMO_WORKSPACE);
    // The demo's service may fail; what belongs to other workspaces goes on all the same.
    const demo = syncDemo().catch(logFailure);
    // The first chart is the demo's; the other stores open after it.
    await usable.soon();
    for (const { id } of connections.workspaces.list()) {
      if (stopped) return;
      if (id !== DEMO_WORKSPACE) await restore(id);
    }
    if (!stopped) await Promise.all([demo, supportDesk.resume()]);
  }

  async function restore(workspace: string): Promise<void> {
    await jobs.restore(workspace).catch((error) => log.error('Jobs could not go on', error, { workspace }));
  }

  async function syncDemo(): Promise<void> {
    await connections.ready(DEMO_WORKSPACE);
    if (!stopped) await jobs.start(SYNC_JOB, DEMO_WORKSPACE, {});
  }

  function logFailure(error: unknown): void {
    if (!stopped) log.error('The first sync could not be started', error);
  }

  run().catch(logFailure);
  return {
    stop() {
      stopped = true;
    },
  };
}
