import { describe, expect, it } from 'vitest';
import type { CollectionView } from '#shared/contract/collections.ts';
import type { RunView } from '#shared/contract/scenarios.ts';
import type { BaseParts } from '../../../electron/app/base-parts.ts';
import { notifyOfCollection, runNotifier } from '../../../electron/app/support-notices.ts';

interface Notice {
  title: string;
  body: string;
  route?: string;
}

/** The two parts that notifications need; notices are kept. */
function told(notifications = true) {
  const notices: Notice[] = [];
  const host = { capabilities: { notifications }, notify: async (notice: Notice) => void notices.push(notice) };
  // Only these members of the host and of the log are used.
  return { notices, parts: { host, log: { error: () => undefined } } as unknown as Pick<BaseParts, 'host' | 'log'> };
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
  it('come once for a single run, when it has ended, and lead to it', () => {
    const { notices, parts } = told();
    const notify = runNotifier(parts);
    for (const state of ['queued', 'firing', 'following', 'pass'] as const) notify(run('1', state, 'b'));
    expect(notices).toEqual([expect.objectContaining({ title: 'scenario-1: pass', route: '/w/demo/support/runs/1' })]);
  });

  it('come once for a batch, with what failed', () => {
    const { notices, parts } = told();
    const notify = runNotifier(parts);
    notify(run('1', 'queued', 'b'));
    notify(run('2', 'queued', 'b'));
    notify(run('1', 'pass', 'b'));
    expect(notices).toEqual([]);
    notify(run('2', 'fail', 'b'));
    expect(notices).toEqual([
      { title: '1 of 2 test submissions passed', body: 'scenario-2: fail', route: '/w/demo/support/batches/b' },
    ]);
  });

  it('do not come for a batch that somebody else tells of', () => {
    const { notices, parts } = told();
    const notify = runNotifier(parts, (batch) => batch === 'nightly');
    notify(run('1', 'fail', 'nightly'));
    notify(run('2', 'fail', 'by hand'));
    expect(notices.map(({ title }) => title)).toEqual(['scenario-2: fail']);
  });

  it('are not tried where the host has none', () => {
    const { notices, parts } = told(false);
    runNotifier(parts)(run('1', 'pass'));
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
    ['following', 0],
    ['refused', 0],
    ['cancelled', 0],
    ['done', 1],
    ['failed', 1],
    ['unknown', 1],
  ] as const)('%s: %i', (state, count) => {
    const { notices, parts } = told();
    notifyOfCollection(parts, collection(state));
    expect(notices).toHaveLength(count);
  });
});
