/** The first minute: the demo fetches what it has as soon as its service listens, and jobs of an earlier run go on. */
import { DEMO_WORKSPACE } from '../connections/index.ts';
import type { AppParts } from './parts.ts';
import { SHOW_FIRST_MS } from './show-first.ts';
import { SYNC_JOB } from './sync.ts';

/** Starts in the background; what fails here shows as a failed job or in the log, and does not stop the program. */
export function setupFirstSync({ connections, jobs, log, supportDesk, shown, usable }: AppParts): { stop(): void } {
  let stopped = false;

  async function run(): Promise<void> {
    await shown;
    await jobs.restore(DEMO_WORKSPACE);
    await connections.ready(DEMO_WORKSPACE);
    if (stopped) return;
    await jobs.start(SYNC_JOB, DEMO_WORKSPACE, {});
    // The first chart is the demo's; the other stores open after it.
    await usable.soon(SHOW_FIRST_MS);
    for (const { id } of connections.workspaces.list()) {
      if (stopped) return;
      if (id !== DEMO_WORKSPACE) await jobs.restore(id);
    }
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
