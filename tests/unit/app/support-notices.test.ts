import { describe, expect, it } from 'vitest';
import type { CollectionView } from '#shared/contract/collections.ts';
import type { RunView } from '#shared/contract/scenarios.ts';
import { runLine } from '#shared/scenarios/states.ts';
import type { BaseParts } from '../../../electron/app/base-parts.ts';
import { notifyOfCollection, runNotifier } from '../../../electron/app/support-notices.ts';
import { isOver } from '../../../electron/support-desk/index.ts';

interface Notice {
  title: string;
  body: string;
  route?: string;
}

/** The parts that notifications need; notices are kept, and so are runs, which may be there already. */
function told(notifications = true, stored: RunView[] = []) {
  const notices: Notice[] = [];
  const host = { capabilities: { notifications }, notify: async (notice: Notice) => void notices.push(notice) };
  const kept = new Map(stored.map((one) => [one.id, one]));
  const ofBatch = (batch: string) => [...kept.values()].filter((one) => one.batch === batch);
  const answers: Record<string, (batch: string) => unknown> = {
    'runs.verdicts': (batch) => ofBatch(batch).map((one) => ({ verdict: one.state, over: isOver(one), runs: 1 })),
    // Newest first.
    'runs.lines': (batch) => ({ rows: ofBatch(batch).map(runLine).reverse(), matching: ofBatch(batch).length }),
  };
  const engine = { call: async (name: string, { batch }: { batch: string }) => answers[name]?.(batch) };
  // Only these members of the host, the engine and the log are used.
  const parts = { host, engine, log: { error: () => undefined }, startedAt: 1_000 } as unknown as Pick<
    BaseParts,
    'host' | 'engine' | 'log' | 'startedAt'
  >;
  /** Each is kept before it is told, as the desk does; resolves when all is said. */
  const tellOf = async (notify: (run: RunView) => void, ...runs: RunView[]) => {
    for (const one of runs) {
      kept.set(one.id, one);
      notify(one);
    }
    await new Promise(setImmediate);
  };
  return { notices, parts, tellOf };
}

const run = (id: string, state: RunView['state'], batch?: string): RunView => ({
  id,
  workspace: 'demo',
  batch,
  scenario: `scenario-${id}`,
  utility: 'DEMO',
  form: 'f',
  state,
  createdAt: 0,
  meters: [],
  checks: [],
  steps: [],
});

describe('notifications of runs', () => {
  it('come once for a single run, when it has ended, and lead to it', async () => {
    const { notices, parts, tellOf } = told();
    const notify = runNotifier(parts);
    for (const state of ['queued', 'firing', 'following', 'pass'] as const) await tellOf(notify, run('1', state, 'b'));
    expect(notices).toEqual([expect.objectContaining({ title: 'scenario-1: pass', route: '/w/demo/support/runs/1' })]);
  });

  it('come for a run without a batch, too', async () => {
    const { notices, parts, tellOf } = told();
    await tellOf(runNotifier(parts), run('1', 'fail'));
    expect(notices).toEqual([expect.objectContaining({ title: 'scenario-1: fail', route: '/w/demo/support/runs/1' })]);
  });

  it('come once for a batch, with what failed', async () => {
    const { notices, parts, tellOf } = told();
    const notify = runNotifier(parts);
    await tellOf(notify, run('1', 'queued', 'b'), run('2', 'queued', 'b'), run('1', 'pass', 'b'));
    expect(notices).toEqual([]);
    await tellOf(notify, run('2', 'fail', 'b'));
    expect(notices).toEqual([
      { title: '1 of 2 test submissions passed', body: 'scenario-2: fail', route: '/w/demo/support/batches/b' },
    ]);
  });

  it('come once for a batch whose last runs end in one look', async () => {
    const { notices, parts, tellOf } = told();
    const notify = runNotifier(parts);
    await tellOf(notify, run('1', 'queued', 'b'), run('2', 'queued', 'b'));
    await tellOf(notify, run('1', 'pass', 'b'), run('2', 'pass', 'b'));
    expect(notices.map(({ title }) => title)).toEqual(['2 of 2 test submissions passed']);
  });

  it('count what ended before the program started, and wait for what has not been told of yet', async () => {
    const before = ['1', '2'].map((id) => run(id, 'fail', 'b'));
    const { notices, parts, tellOf } = told(true, [...before, run('3', 'queued', 'b'), run('4', 'following', 'b')]);
    const notify = runNotifier(parts);
    await tellOf(notify, run('4', 'pass', 'b'));
    expect(notices).toEqual([]);
    await tellOf(notify, run('3', 'pass', 'b'));
    expect(notices).toEqual([
      {
        title: '2 of 4 test submissions passed',
        body: 'scenario-1: fail, scenario-2: fail',
        route: '/w/demo/support/batches/b',
      },
    ]);
  });

  it('do not come for a note on a run that was told of, and come again once one of them was followed again', async () => {
    const { notices, parts, tellOf } = told();
    const notify = runNotifier(parts);
    await tellOf(notify, run('1', 'pass', 'b'));
    await tellOf(notify, { ...run('1', 'pass', 'b'), note: 'Call the customer.' });
    expect(notices).toHaveLength(1);
    await tellOf(notify, run('1', 'following', 'b'));
    await tellOf(notify, run('1', 'pass', 'b'));
    expect(notices).toHaveLength(2);
  });

  it('do not come for a note on a run that ended before the program started', async () => {
    const ended = ['1', '2'].map((id) => ({ ...run(id, 'fail', 'b'), finishedAt: 999 }));
    const alone = { ...run('3', 'fail'), finishedAt: 999 };
    const { notices, parts, tellOf } = told(true, [...ended, alone]);
    const notify = runNotifier(parts);
    for (const one of [...ended, alone]) await tellOf(notify, { ...one, note: 'Call the customer.' });
    expect(notices).toEqual([]);
    await tellOf(notify, { ...run('2', 'pass', 'b'), finishedAt: 1_000 });
    expect(notices.map(({ title }) => title)).toEqual(['1 of 2 test submissions passed']);
  });

  it('name what failed in the order in which it was sent', async () => {
    // The store knows in which order they were asked for.
    const later = { ...run('1', 'fail', 'b'), firedAt: 30 };
    const never = run('2', 'cancelled', 'b');
    const { notices, parts, tellOf } = told(true, [later, never]);
    await tellOf(runNotifier(parts), { ...run('3', 'fail', 'b'), firedAt: 20 });
    expect(notices.map(({ body }) => body)).toEqual(['scenario-3: fail, scenario-1: fail, scenario-2: cancelled']);
  });

  it('do not come for a batch that somebody else tells of', async () => {
    const { notices, parts, tellOf } = told();
    const notify = runNotifier(parts, (batch) => batch === 'nightly');
    await tellOf(notify, run('1', 'fail', 'nightly'), run('2', 'fail', 'by hand'));
    expect(notices.map(({ title }) => title)).toEqual(['scenario-2: fail']);
  });

  it('are not tried where the host has none', async () => {
    const { notices, parts, tellOf } = told(false);
    await tellOf(runNotifier(parts), run('1', 'pass'));
    expect(notices).toEqual([]);
  });
});

describe('notifications of collections', () => {
  const collection = (state: CollectionView['state']): CollectionView => ({
    id: 'c',
    workspace: 'demo',
    state,
    createdAt: 0,
    by: 'someone',
    asked: ['m1', 'm2'],
    meters: [],
  });

  it.each([
    ['following', []],
    ['refused', []],
    ['cancelled', []],
    ['done', ['Historical collection finished']],
    ['failed', ['Historical collection failed']],
    ['unknown', ['Historical collection: outcome unknown']],
  ] as const)('%s: %s', (state, titles) => {
    const { notices, parts } = told();
    notifyOfCollection(parts, collection(state));
    expect(notices.map(({ title }) => title)).toEqual(titles);
  });
});
