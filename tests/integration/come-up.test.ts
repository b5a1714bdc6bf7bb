/** What comes up by itself after a start that follows a crash: at once, or as soon as the store can be opened. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeFiles } from '../../electron/host/index.ts';
import { startAppBench } from './app-bench.ts';
import { type KillableProgram, startProgram } from './app-program.ts';
import { type ServiceProcess, SHORT_HISTORY, startService } from './simulator-process.ts';

let folder: string;
let service: ServiceProcess;
let program: KillableProgram | undefined;

beforeAll(async () => {
  service = await startService(SHORT_HISTORY);
});
afterAll(() => service.stop());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'come-up-'));
  await service.control('DELETE', '/faults');
});
afterEach(async () => {
  if (program?.child.exitCode === null && program.child.signalCode === null) {
    const gone = once(program.child, 'exit');
    program.child.disconnect();
    await gone;
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

/** Polls of the event log that the service has answered. */
const polls = async (): Promise<number> =>
  (await service.control('GET', '/requests')).json.requests.filter(({ path: of }: { path: string }) =>
    of.endsWith('/events'),
  ).length;

/** A workspace of the service whose receiver listens, and a sync of it that waits for a slow answer. @returns its job */
async function workAway(workspace: string, { call }: Pick<KillableProgram, 'call'>): Promise<string> {
  const { settings } = await call('events.settings', { workspace });
  const on = { ...settings, receiver: { ...settings.receiver, enabled: true } };
  await call('events.setSettings', { workspace, settings: on });
  await service.control('POST', '/faults', { path: '*Batch*', delay_ms: 600_000 });
  const { job } = await call('sync.start', { workspace });
  return job;
}

describe.skipIf(process.platform === 'win32')(
  'a start right after the program was killed in the middle of a sync',
  () => {
    it('waits for the engine of before, and then the job, the receiver and the polling go on', async () => {
      const bench = await startAppBench(folder);
      const workspace = await bench.connect('Live', service);
      await bench.close();
      program = await startProgram(folder);
      const job = await workAway(workspace, program);
      await program.heard('jobs.changed', ({ id, state }) => id === job && state === 'running');

      // The engine is busy with something that takes long: it cannot even hear that its parent has gone.
      const before = program.enginePid;
      process.kill(before, 'SIGSTOP');
      await program.kill();
      await service.control('DELETE', '/faults');
      const polled = await polls();
      program = await startProgram(folder);
      await program.heard('engine.changed', ({ state }) => state === 'waiting');
      process.kill(before, 'SIGCONT');

      await program.heard('engine.changed', ({ state }) => state === 'ready');
      await program.heard('jobs.changed', ({ id, state }) => id === job && state === 'done');
      const { receiver } = await program.call('events.settings', { workspace });
      expect(receiver).toMatchObject({ state: 'on' });
      await expect.poll(polls, { timeout: 60_000 }).toBeGreaterThan(polled);
      expect(await program.call('jobs.list', { workspace })).toHaveLength(1);
    });
  },
);

describe('a store that somebody else holds for long', () => {
  it('is told of meanwhile, and everything comes up in the same session once it is let go', async () => {
    let app = await startAppBench(folder);
    const workspace = await app.connect('Live', service);
    const job = await workAway(workspace, app);
    await app.close();
    await service.control('DELETE', '/faults');

    const holder = fork(new URL('../../electron/engine/process.ts', import.meta.url).pathname, [], {
      serialization: 'advanced',
      execArgv: [],
    });
    const input = { workspace, ...storeFiles(folder, workspace), zone: 'UTC' };
    holder.send({ kind: 'call', id: 1, name: 'store.open', input });
    for (let answer: { kind: string } | undefined; answer?.kind !== 'reply'; ) [answer] = await once(holder, 'message');

    app = await startAppBench(folder);
    try {
      await app.call('app.usable', undefined);
      // It was waited for, in vain.
      await expect(app.parts.engine.call('cursors.list', { workspace })).rejects.toMatchObject({
        code: 'store_locked',
        message: expect.stringContaining(`process ${holder.pid}`),
      });
      await expect(app.call('events.settings', { workspace })).rejects.toMatchObject({ code: 'events_failed' });
      expect(await app.call('jobs.list', { workspace })).toEqual([]);
      const gone = once(holder, 'exit');
      holder.kill();
      await gone;
      await expect.poll(() => app.parts.jobs.get(job)?.state, { timeout: 60_000 }).toBe('done');
      await expect.poll(async () => (await app.call('events.settings', { workspace })).receiver.state).toBe('on');
    } finally {
      await app.close();
    }
  });
});
