import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { StoredJob } from '../../../electron/engine/index.ts';
import { type WaitStart, Waits } from '../../../electron/http/waits.ts';
import { type JobContext, type JobKind, JobRunner, type JobStore } from '../../../electron/jobs/index.ts';
import type { JobView } from '../../../shared/contract/jobs.ts';
import { AppError } from '../../../shared/errors.ts';
import { ManualClock } from '../http/manual-clock.ts';

/** A disk that outlives the runner; what it keeps is a copy, as on a real one. */
class MemoryStore implements JobStore {
  readonly kept = new Map<string, StoredJob>();
  failNext: unknown;

  async save(_workspace: string, job: StoredJob): Promise<void> {
    const failure = this.failNext;
    this.failNext = undefined;
    if (failure !== undefined) throw failure;
    this.kept.set(job.view.id, structuredClone(job));
  }

  async remove(_workspace: string, id: string): Promise<void> {
    this.kept.delete(id);
  }

  async stored(workspace: string): Promise<StoredJob[]> {
    return [...this.kept.values()].filter((job) => job.view.workspace === workspace).map((job) => structuredClone(job));
  }
}

type Context = JobContext<{ name: string }, { at: number }>;

/** A kind whose runs a test steers: each run hands over its context and what ends it. */
function steered(exclusive = false) {
  const runs: { context: Context; finish: () => void; fail: (error: unknown) => void }[] = [];
  const arrivals: (() => void)[] = [];
  const kind: JobKind<{ name: string }, { at: number }> = {
    kind: 'steered',
    input: z.object({ name: z.string() }),
    checkpoint: z.object({ at: z.number() }),
    title: ({ name }) => `Work ${name}`,
    exclusive,
    run: (context) =>
      new Promise<void>((resolve, reject) => {
        context.signal.addEventListener('abort', () => reject(new DOMException('stop', 'AbortError')));
        runs.push({ context, finish: resolve, fail: reject });
        for (const arrival of arrivals.splice(0)) arrival();
      }),
  };
  const run = async (number: number) => {
    for (;;) {
      const found = runs[number];
      if (found) return found;
      await new Promise<void>((resolve) => arrivals.push(resolve));
    }
  };
  return { kind, run, count: () => runs.length };
}

const runners: JobRunner[] = [];
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.close();
});

function runnerOn(store: JobStore, kind: JobKind<{ name: string }, { at: number }>, atOnce = 4) {
  const clock = new ManualClock();
  const waits = new Waits(clock);
  const runner = new JobRunner({ store, waits, clock, atOnce });
  runner.register(kind);
  runners.push(runner);
  return { runner, waits, clock };
}

function reaches(runner: JobRunner, id: string, state: JobView['state']): Promise<JobView> {
  return new Promise((resolve) => {
    const stop = runner.subscribe((view) => {
      if (view.id !== id || view.state !== state) return;
      stop();
      resolve(view);
    });
    const now = runner.get(id);
    if (now?.state === state) {
      stop();
      resolve(now);
    }
  });
}

describe('JobRunner', () => {
  it('keeps a job before it runs, and its end', async () => {
    const store = new MemoryStore();
    const { kind, run } = steered();
    const { runner } = runnerOn(store, kind);
    const { id } = await runner.start('steered', 'w', { name: 'a' });
    expect(store.kept.get(id)?.view).toMatchObject({ title: 'Work a', kind: 'steered', workspace: 'w' });
    const { context, finish } = await run(0);
    context.progress({ done: 3, total: 9, step: 'three' });
    expect(runner.get(id)).toMatchObject({ state: 'running', done: 3, total: 9, step: 'three' });
    finish();
    const end = await runner.ended(id);
    expect(end).toMatchObject({ state: 'done', done: 3, step: undefined });
    expect(store.kept.get(id)?.view.state).toBe('done');
    // Who asks after the end does not wait for another one.
    expect(await runner.ended(id)).toEqual(end);
  });

  it('gives the same work back instead of starting it twice', async () => {
    const { kind, run } = steered();
    const { runner } = runnerOn(new MemoryStore(), kind);
    const first = await runner.start('steered', 'w', { name: 'a' });
    const second = await runner.start('steered', 'w', { name: 'a' });
    const third = await runner.start('steered', 'other', { name: 'a' });
    expect(second.id).toBe(first.id);
    expect(third.id).not.toBe(first.id);
    (await run(0)).finish();
    (await run(1)).finish();
    await Promise.all([runner.ended(first.id), runner.ended(third.id)]);
    expect((await runner.start('steered', 'w', { name: 'a' })).id).not.toBe(first.id);
  });

  it('lets exclusive work of one workspace stand in line', async () => {
    const { kind, run, count } = steered(true);
    const { runner } = runnerOn(new MemoryStore(), kind);
    const first = await runner.start('steered', 'w', { name: 'a' });
    const second = await runner.start('steered', 'w', { name: 'b' });
    await run(0);
    expect(runner.get(second.id)?.state).toBe('queued');
    expect(count()).toBe(1);
    (await run(0)).finish();
    await runner.ended(first.id);
    expect((await run(1)).context.input).toEqual({ name: 'b' });
  });

  it('goes on from the checkpoint after the program ended in the middle', async () => {
    const store = new MemoryStore();
    const before = steered();
    const first = runnerOn(store, before.kind);
    const { id } = await first.runner.start('steered', 'w', { name: 'a' });
    await (await before.run(0)).context.save({ at: 7 });
    await first.runner.close();
    expect(store.kept.get(id)?.view.state).toBe('running');
    const after = steered();
    const second = runnerOn(store, after.kind);
    await second.runner.restore('w');
    const { context, finish } = await after.run(0);
    expect(context).toMatchObject({ id, checkpoint: { at: 7 }, input: { name: 'a' } });
    finish();
    expect(await second.runner.ended(id)).toMatchObject({ state: 'done' });
  });

  it('says when the first run began that a later one went on from, over ends and restarts', async () => {
    const store = new MemoryStore();
    const before = steered();
    const first = runnerOn(store, before.kind);
    const begun = first.clock.now();
    const { id } = await first.runner.start('steered', 'w', { name: 'a' });
    (await before.run(0)).fail(new AppError({ code: 'no_luck', message: 'No luck.' }));
    await first.runner.ended(id);
    first.clock.advance(1000);
    await first.runner.resume(id);
    // Nothing was kept of the first run, so the second one does all.
    const { context } = await before.run(1);
    expect(first.runner.get(id)).toMatchObject({ startedAt: begun + 1000, firstStartedAt: undefined });
    await context.save({ at: 1 });
    first.clock.advance(1000);
    await first.runner.cancel(id);
    await first.runner.resume(id);
    await before.run(2);
    expect(first.runner.get(id)).toMatchObject({ startedAt: begun + 2000, firstStartedAt: begun + 1000 });
    await first.runner.close();
    const after = steered();
    const second = runnerOn(store, after.kind);
    second.clock.advance(60_000);
    await second.runner.restore('w');
    (await after.run(0)).finish();
    expect(await second.runner.ended(id)).toMatchObject({ finishedAt: begun + 60_000, firstStartedAt: begun + 1000 });
  });

  it('brings ended jobs back as they were', async () => {
    const store = new MemoryStore();
    const before = steered();
    const first = runnerOn(store, before.kind);
    const { id } = await first.runner.start('steered', 'w', { name: 'a' });
    (await before.run(0)).fail(new AppError({ code: 'no_luck', message: 'No luck.' }));
    await first.runner.ended(id);
    const after = steered();
    const second = runnerOn(store, after.kind);
    await second.runner.restore('w');
    expect(second.runner.list('w')).toMatchObject([{ id, state: 'failed', error: { code: 'no_luck' } }]);
    expect(after.count()).toBe(0);
  });

  it('starts from the beginning when a checkpoint is not understood any more', async () => {
    const store = new MemoryStore();
    const before = steered();
    const first = runnerOn(store, before.kind);
    const { id } = await first.runner.start('steered', 'w', { name: 'a' });
    await before.run(0);
    await first.runner.close();
    const kept = store.kept.get(id);
    if (kept) store.kept.set(id, { ...kept, checkpoint: { place: 'an older shape' } });
    const after = steered();
    await runnerOn(store, after.kind).runner.restore('w');
    expect((await after.run(0)).context.checkpoint).toBeUndefined();
  });

  it('cancels, and resumes from the checkpoint', async () => {
    const { kind, run } = steered();
    const { runner } = runnerOn(new MemoryStore(), kind);
    const { id } = await runner.start('steered', 'w', { name: 'a' });
    const { context } = await run(0);
    await context.save({ at: 2 });
    context.failed('part 1', new AppError({ code: 'x', message: 'X.' }));
    await runner.cancel(id);
    expect(runner.get(id)).toMatchObject({ state: 'cancelled', error: undefined, failures: [{ item: 'part 1' }] });
    await runner.resume(id);
    const again = await run(1);
    expect(again.context.checkpoint).toEqual({ at: 2 });
    expect(runner.get(id)).toMatchObject({ state: 'running', failures: [] });
    again.finish();
    expect((await runner.ended(id)).state).toBe('done');
  });

  it('is not done when parts of it failed, and counts them all', async () => {
    const store = new MemoryStore();
    const { kind, run } = steered();
    const { runner } = runnerOn(store, kind);
    const { id } = await runner.start('steered', 'w', { name: 'a' });
    const { context, finish } = await run(0);
    context.progress({ done: 300, total: 300 });
    for (let part = 1; part <= 250; part += 1)
      context.failed(`part ${part}`, new AppError({ code: 'x', message: 'X.' }));
    finish();
    const end = await runner.ended(id);
    expect(end).toMatchObject({ state: 'incomplete', failureCount: 250, error: undefined });
    expect(end.failures).toHaveLength(200);
    expect(runner.failures(end.id)).toEqual(end.failures);
    expect(store.kept.get(id)?.view.state).toBe('incomplete');
    // What failed is tried again, and succeeds now.
    await runner.resume(id);
    (await run(1)).finish();
    expect(await runner.ended(id)).toMatchObject({ state: 'done', failureCount: 0, failures: [] });
  });

  it('forgets what failed before the engine crashed, for it is tried again', async () => {
    const { kind, run } = steered();
    const { runner } = runnerOn(new MemoryStore(), kind);
    const { id } = await runner.start('steered', 'w', { name: 'a' });
    const first = await run(0);
    first.context.failed('part 1', new AppError({ code: 'x', message: 'X.' }));
    first.context.skipped('no key');
    first.fail(new AppError({ code: 'engine_stopped', message: 'The data engine stopped.' }));
    (await run(1)).finish();
    expect(await runner.ended(id)).toMatchObject({ state: 'done', failures: [], failureCount: 0, skipped: [] });
  });

  it('is done with some parts skipped, but not when it could do nothing', async () => {
    const { kind, run } = steered();
    const { runner } = runnerOn(new MemoryStore(), kind);
    const some = await runner.start('steered', 'w', { name: 'some' });
    const none = await runner.start('steered', 'w', { name: 'none' });
    for (const [number, skips] of [1, 2].entries()) {
      const { context, finish } = await run(number);
      context.progress({ done: 2, total: 2 });
      for (let n = 0; n < skips; n += 1) context.skipped('no key');
      finish();
    }
    expect(await runner.ended(some.id)).toMatchObject({ state: 'done', skipped: [{ reason: 'no key', count: 1 }] });
    expect(await runner.ended(none.id)).toMatchObject({
      state: 'incomplete',
      skipped: [{ reason: 'no key', count: 2 }],
    });
  });

  it('no longer calls a job of an older version done when parts of it had failed', async () => {
    const store = new MemoryStore();
    const before = steered();
    const first = runnerOn(store, before.kind);
    const { id } = await first.runner.start('steered', 'w', { name: 'a' });
    (await before.run(0)).finish();
    await first.runner.ended(id);
    const kept = store.kept.get(id);
    if (kept === undefined) throw new Error('It was not kept.');
    const { failureCount: _count, skipped: _skipped, partial: _partial, ...older } = kept.view;
    const failures = [{ item: 'part 1', error: { code: 'x', message: 'X.' } }];
    store.kept.set(id, { ...kept, view: { ...older, failures } as unknown as JobView }); // as an older version wrote it
    const second = runnerOn(store, steered().kind);
    await second.runner.restore('w');
    expect(second.runner.get(id)).toMatchObject({ state: 'incomplete', failureCount: 1, skipped: [], partial: false });
  });

  it('cancels what stands in line', async () => {
    const { kind, run } = steered();
    const { runner } = runnerOn(new MemoryStore(), kind, 1);
    await runner.start('steered', 'w', { name: 'a' });
    const { id } = await runner.start('steered', 'w', { name: 'b' });
    await run(0);
    await runner.cancel(id);
    expect(runner.get(id)?.state).toBe('cancelled');
    await expect(runner.cancel('nothing')).rejects.toMatchObject({ code: 'job_unknown' });
  });

  it('runs again after the engine crashed, but not forever', async () => {
    const { kind, run, count } = steered();
    const { runner } = runnerOn(new MemoryStore(), kind);
    const crash = new AppError({ code: 'engine_stopped', message: 'The data engine stopped.' });
    const { id } = await runner.start('steered', 'w', { name: 'a' });
    const first = await run(0);
    first.context.progress({ done: 1 });
    first.fail(crash);
    for (const number of [1, 2, 3]) (await run(number)).fail(crash);
    expect(await runner.ended(id)).toMatchObject({ state: 'failed', error: { code: 'engine_stopped' } });
    expect(count()).toBe(4);
  });

  it('forgives one crash of the engine while a checkpoint is saved', async () => {
    const store = new MemoryStore();
    const { kind, run } = steered();
    const { runner } = runnerOn(store, kind);
    const { id } = await runner.start('steered', 'w', { name: 'a' });
    const { context } = await run(0);
    store.failNext = new AppError({ code: 'engine_stopped', message: 'The data engine stopped.' });
    await context.save({ at: 5 });
    expect(store.kept.get(id)?.checkpoint).toEqual({ at: 5 });
    store.failNext = new AppError({ code: 'disk_full', message: 'The disk is full.' });
    await expect(context.save({ at: 6 })).rejects.toMatchObject({ code: 'disk_full' });
  });

  it('that cannot be written down as resumed is as it was, and can be resumed later', async () => {
    const store = new MemoryStore();
    const { kind, run } = steered();
    const { runner } = runnerOn(store, kind);
    const full = new AppError({ code: 'disk_full', message: 'The disk is full.' });
    const { id } = await runner.start('steered', 'w', { name: 'a' });
    (await run(0)).fail(full);
    await runner.ended(id);
    store.failNext = full;
    await expect(runner.resume(id)).rejects.toMatchObject({ code: 'disk_full' });
    expect(runner.get(id)).toMatchObject({ state: 'failed', error: { code: 'disk_full' } });
    await runner.resume(id);
    (await run(1)).finish();
    expect(await runner.ended(id)).toMatchObject({ state: 'done' });
  });

  it('stays when it ends, though it was started before a hundred older ones were restored', async () => {
    const store = new MemoryStore();
    const before = steered();
    const first = runnerOn(store, before.kind);
    for (let number = 0; number < 100; number += 1) {
      const { id } = await first.runner.start('steered', 'w', { name: String(number) });
      (await before.run(number)).finish();
      await first.runner.ended(id);
    }
    const after = steered();
    const second = runnerOn(store, after.kind);
    second.clock.advance(1000);
    const { id } = await second.runner.start('steered', 'w', { name: 'new' });
    await second.runner.restore('w');
    (await after.run(0)).finish();
    await second.runner.ended(id);
    expect(second.runner.get(id)).toMatchObject({ state: 'done' });
    expect(second.runner.list('w')).toHaveLength(100);
  });

  it('shows as waiting while one of its requests waits', async () => {
    const { kind, run } = steered();
    const { runner, waits, clock } = runnerOn(new MemoryStore(), kind);
    const { id } = await runner.start('steered', 'w', { name: 'a' });
    const { finish } = await run(0);
    const start: WaitStart = {
      key: undefined,
      reason: 'building',
      until: clock.now() + 1_000,
      asked: true,
      status: 202,
      url: 'https://a.example/',
      purpose: 'a batch',
      attempt: 1,
      workspace: 'w',
      job: id,
    };
    const held = waits.hold(start, new AbortController().signal);
    await reaches(runner, id, 'waiting');
    clock.advance(1_000);
    await held;
    await reaches(runner, id, 'running');
    finish();
    await runner.ended(id);
  });

  it('forgets the oldest of many ended jobs, also on disk', async () => {
    const store = new MemoryStore();
    const { kind, run } = steered();
    const { runner } = runnerOn(store, kind);
    const ids: string[] = [];
    for (let number = 0; number < 102; number += 1) {
      const { id } = await runner.start('steered', 'w', { name: String(number) });
      ids.push(id);
      (await run(number)).finish();
      await runner.ended(id);
    }
    const { id } = await runner.start('steered', 'w', { name: 'last' });
    await runner.cancel(id);
    expect(runner.get(ids[0] ?? '')).toBeUndefined();
    expect(runner.get(ids[101] ?? '')).toMatchObject({ state: 'done' });
    expect(store.kept.size).toBe(100);
    expect(runner.list('w')).toHaveLength(100);
  });

  it('keeps the newest job that was about all of the workspace, however many were about parts of it', async () => {
    const store = new MemoryStore();
    const { kind, run } = steered();
    const { runner } = runnerOn(store, { ...kind, partial: ({ name }) => name !== 'all' });
    const names = ['all', 'all', ...Array.from({ length: 101 }, (_, number) => String(number))];
    const ids: string[] = [];
    for (const [number, name] of names.entries()) {
      const { id } = await runner.start('steered', 'w', { name });
      ids.push(id);
      (await run(number)).finish();
      await runner.ended(id);
    }
    const { id } = await runner.start('steered', 'w', { name: 'last' });
    await runner.cancel(id);
    const kept = [ids[1], ...ids.slice(-99), id];
    expect(runner.list('w').map((view) => view.id)).toEqual(expect.arrayContaining(kept));
    expect(runner.list('w')).toHaveLength(101);
    expect([...store.kept.keys()]).toEqual(kept);
  });

  it('refuses a kind and an input that it does not know', async () => {
    const { kind } = steered();
    const { runner } = runnerOn(new MemoryStore(), kind);
    await expect(runner.start('other', 'w', {})).rejects.toMatchObject({ code: 'job_kind_unknown' });
    await expect(runner.start('steered', 'w', { name: 1 })).rejects.toBeInstanceOf(z.ZodError);
  });
});
