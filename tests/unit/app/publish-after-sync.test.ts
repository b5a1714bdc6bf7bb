import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { setupPublishAfterSync } from '../../../electron/app/publish-after-sync.ts';
import type { StoredJob } from '../../../electron/engine/index.ts';
import { Waits } from '../../../electron/http/waits.ts';
import { JobRunner } from '../../../electron/jobs/index.ts';
import { ManualClock } from '../http/manual-clock.ts';
import { partsWith } from './handlers/parts.ts';

const job = (id: string, kind: string, change: Partial<StoredJob['view']>): StoredJob => ({
  view: {
    id,
    workspace: 'w',
    kind,
    title: '',
    state: 'done',
    partial: false,
    done: 0,
    bytes: 0,
    readings: 0,
    createdAt: 1,
    finishedAt: 2,
    failures: [],
    failureCount: 0,
    skipped: [],
    ...change,
  },
  input: {},
  checkpoint: null,
});

const runners: JobRunner[] = [];
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.close();
});

/** A core whose workspace publishes after each sync, with the jobs of an earlier run; each run ends at once, or with `run`. */
async function restarted(stored: StoredJob[], run = async () => undefined) {
  const clock = new ManualClock();
  const saved = new Map<string, StoredJob>();
  const store = {
    save: async (_workspace: string, one: StoredJob) => void saved.set(one.view.id, one),
    stored: async () => stored,
    remove: async () => undefined,
  };
  const jobs = new JobRunner({ store, waits: new Waits(clock), clock });
  runners.push(jobs);
  for (const kind of ['sync', 'publish']) {
    const [input, checkpoint] = [z.object({}), z.undefined()];
    jobs.register({ kind, input, checkpoint, exclusive: true, title: () => kind, run });
  }
  const share = { publishAfterSync: true };
  const teamServer = { host: 'h', port: 1, database: 'd', user: 'u' };
  const workspaces = { find: () => ({ share }), get: () => ({ share, teamServer }) };
  const log = { error: (_what: string, error: unknown) => expect.unreachable(String(error)) };
  setupPublishAfterSync(partsWith({ jobs, log, connections: { workspaces } } as never)); // as much of them as is used
  await jobs.restore('w');
  const published = () => jobs.list('w').filter(({ kind }) => kind === 'publish');
  return { jobs, published, saved };
}

describe('publishing after a sync', () => {
  it('begins once a sync ended', async () => {
    const { jobs, published } = await restarted([]);
    const { id } = await jobs.start('sync', 'w', {});
    await jobs.ended(id);
    expect(published()).toHaveLength(1);
    await jobs.resume(id);
    await jobs.ended(id);
    await expect.poll(() => published().map(({ state }) => state)).toEqual(['done', 'done']);
  });

  it('does not begin for syncs that ended before the program started', async () => {
    const { published } = await restarted([job('a', 'sync', {}), job('b', 'sync', { state: 'incomplete' })]);
    expect(published()).toEqual([]);
  });

  it('begins at the next start after a sync that ended while the program closed', async () => {
    let end: (() => void) | undefined;
    const work = () =>
      new Promise<undefined>((resolve) => {
        end = () => resolve(undefined);
      });
    const { jobs, saved } = await restarted([], work);
    const { id } = await jobs.start('sync', 'w', {});
    await expect.poll(() => end).toBeDefined();
    const closed = jobs.close();
    end?.();
    await closed;
    expect(saved.get(id)?.view.state).toBe('done');
    await expect
      .poll(() => [...saved.values()].map(({ view }) => `${view.kind} ${view.state}`))
      .toContain('publish queued');
    const next = await restarted([...saved.values()]);
    const [publication] = next.published();
    expect(await next.jobs.ended(publication?.id ?? '')).toMatchObject({ state: 'done' });
  });

  it('begins after a sync that an earlier run had begun', async () => {
    const { jobs, published } = await restarted([job('a', 'sync', { state: 'running', finishedAt: undefined })]);
    await jobs.ended('a');
    expect(published()).toHaveLength(1);
  });
});
