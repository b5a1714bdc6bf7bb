/**
 * What goes on automatically after a start: jobs and test submissions of an earlier run, and the demo's first sync. Each workspace
 * comes up as soon as its store opens. That may be later: the engine of a program that was killed holds it for a while.
 */
import { toErrorValue } from '#shared/errors.ts';
import { DEMO_WORKSPACE } from '../../connections/index.ts';
import { tagDemo } from '../demo-tags.ts';
import type { AppParts } from '../parts.ts';
import { SYNC_JOB } from '../sync.ts';

/** How often a store that another process holds is tried again. */
const RETRY_MS = 3_000;
/**
 * Failures that pass without help. Any other store is tried again only when a call asks for it: a user who is about to put
 * a backup in the place of a damaged file must not find an empty store there.
 */
const PASSING = new Set(['store_locked', 'engine_stopped']);

export interface ComeUp {
  /** Whether the jobs of an earlier run are known by now. Until then nothing may conclude that there were none. */
  isUp(workspace: string): boolean;
  stop(): void;
}

/** Starts in the background; what fails here shows as a failed job or in the log, and does not stop the program. */
export function setupComeUp(parts: AppParts): ComeUp {
  const { connections, engine, jobs, log, supportDesk, shown, start, topics } = parts;
  const stop = new AbortController();
  const pending = new Set(connections.workspaces.list().map(({ id }) => id));

  async function run(): Promise<void> {
    await shown;
    await bringUp(DEMO_WORKSPACE);
    // The first chart is the demo's; the other stores open after it.
    await start.usable.soon();
    for (const { id } of connections.workspaces.list()) if (id !== DEMO_WORKSPACE) await bringUp(id);
  }

  /** Resolves after the first try; what could not be opened then is followed beside the others. */
  async function bringUp(workspace: string): Promise<void> {
    if (stop.signal.aborted) return;
    const failure = await restore(workspace);
    if (failure === undefined) return goOn(workspace);
    log.error('Jobs could not go on yet', failure, { workspace });
    void followUp(workspace, failure);
  }

  async function followUp(workspace: string, first: unknown): Promise<void> {
    for (let failure: unknown = first; failure !== undefined; failure = await restore(workspace)) {
      await nextChance(workspace, PASSING.has(toErrorValue(failure).code));
      if (stop.signal.aborted || connections.workspaces.find(workspace) === undefined) return;
    }
    log.info('Jobs go on now', { workspace });
    goOn(workspace);
  }

  /** @returns what went wrong */
  async function restore(workspace: string): Promise<unknown> {
    try {
      await jobs.restore(workspace);
      pending.delete(workspace);
      return undefined;
    } catch (error) {
      return error ?? new Error('Unknown failure');
    }
  }

  function goOn(workspace: string): void {
    if (stop.signal.aborted) return;
    void supportDesk.resume(workspace);
    if (workspace === DEMO_WORKSPACE) syncDemo().catch(logFailure);
  }

  async function syncDemo(): Promise<void> {
    await connections.ready(DEMO_WORKSPACE);
    if (stop.signal.aborted) return;
    const { id } = await jobs.start(SYNC_JOB, DEMO_WORKSPACE, {});
    await jobs.ended(id);
    if (stop.signal.aborted || !(await tagDemo(engine, await connections.demoBootstrap()))) return;
    topics.publish('store.changed', { workspace: DEMO_WORKSPACE, areas: ['groups'] });
  }

  /** Resolves when a call has opened the store, and where `byItself`, after a while in any case. */
  function nextChance(workspace: string, byItself: boolean): Promise<void> {
    return new Promise((resolve) => {
      const timer = byItself ? setTimeout(done, RETRY_MS).unref() : undefined;
      const unlisten = engine.on('opened', (opened) => {
        if (opened.workspace === workspace) done();
      });
      stop.signal.addEventListener('abort', done, { once: true });
      function done(): void {
        clearTimeout(timer);
        unlisten();
        stop.signal.removeEventListener('abort', done);
        resolve();
      }
    });
  }

  function logFailure(error: unknown): void {
    if (!stop.signal.aborted) log.error('The first sync could not be started', error);
  }

  run().catch(logFailure);
  return {
    isUp: (workspace) => !pending.has(workspace),
    stop: () => stop.abort(),
  };
}
