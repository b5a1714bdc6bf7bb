/** The first minute: the demo fetches what it has as soon as its service listens, and jobs of an earlier run go on. */
import { DEMO_WORKSPACE } from '../connections/index.ts';
import type { AppParts } from './parts.ts';
import { SYNC_JOB } from './sync.ts';

/** Starts in the background; what fails here shows as a failed job or in the log, and does not stop the program. */
export function setupFirstSync({ connections, jobs, log, supportDesk, shown }: AppParts): { stop(): void } {
  let stopped = false;

  async function run(): Promise<void> {
    await shown;
    for (const { id } of connections.workspaces.list()) {
      if (stopped) return;
      await jobs.restore(id);
    }
    await connections.ready(DEMO_WORKSPACE);
    if (stopped) return;
    await jobs.start(SYNC_JOB, DEMO_WORKSPACE, {});
    await supportDesk.resume();
  }

  run().catch((error) => {
    if (!stopped) log.error('The first sync could not be started', error);
  });
  return {
    stop() {
      stopped = true;
    },
  };
}
