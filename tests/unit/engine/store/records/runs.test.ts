/** What lists of test submissions and collections are made of: never the whole of each. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CollectionView } from '../../../../../shared/contract/collections.ts';
import type { RunView } from '../../../../../shared/contract/scenarios.ts';
import { runLine } from '../../../../../shared/scenarios/states.ts';
import { openTestStore, type TestStore } from '../store-harness.ts';

const NOW = 1_800_000_000_000;

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => await store.dispose());

const save = (kind: 'run' | 'collection', view: { id: string; createdAt: number; batch?: string | undefined }) =>
  store.call('runs.save', {
    record: { kind, id: view.id, batch: view.batch, over: true, createdAt: view.createdAt, view, state: { big: 'x' } },
  });

function run(id: string, change: Partial<RunView> = {}): RunView {
  return {
    id,
    workspace: 'w',
    batch: 'b1',
    scenario: 'residential',
    utility: 'NORTH',
    form: 'f',
    state: 'pass',
    createdAt: NOW,
    meters: ['m1'],
    checks: [{ id: 'c', state: 'pass', expected: 'one', observed: 'one' }],
    steps: [{ seenAt: NOW, kind: 'note', text: 'seen', raw: { text: 'x'.repeat(10_000) } }],
    ...change,
  };
}

it('a list of runs has a page of them without their checks and steps, the newest first', async () => {
  for (let number = 0; number < 30; number += 1) await save('run', run(`r${number}`, { createdAt: NOW + number }));
  await save('run', run('other', { batch: 'b2', reason: 'It is late.' }));
  const { rows, matching } = await store.call('runs.lines', { batch: 'b1', offset: 5, limit: 10 });
  expect([rows.map(({ id }) => id), matching]).toEqual([
    ['r24', 'r23', 'r22', 'r21', 'r20', 'r19', 'r18', 'r17', 'r16', 'r15'],
    30,
  ]);
  expect(rows[0]).toEqual(runLine(run('r24', { createdAt: NOW + 24 })));
  expect(rows[0]).toMatchObject({ name: 'residential', utility: 'NORTH', meters: ['m1'] });
  expect(JSON.stringify(rows).length).toBeLessThan(5000);
  const other = await store.call('runs.lines', { batch: 'b2' });
  expect(other.rows).toMatchObject([{ id: 'other', reason: 'It is late.' }]);
});

it('a run in which half of a surrogate pair stands is listed like the others', async () => {
  await save('run', run('odd', { note: '\ud800', steps: [] }));
  await save('run', run('even', { createdAt: NOW - 1 }));
  const { rows } = await store.call('runs.lines', {});
  expect(rows).toEqual([runLine(run('odd', { note: '\ud800' })), runLine(run('even', { createdAt: NOW - 1 }))]);
});

it('a list of collections says how many meters each is of, and not which', async () => {
  const states = ['finished', 'finished', 'dropped', 'pending'] as const;
  const collection: CollectionView = {
    id: 'c',
    workspace: 'w',
    state: 'following',
    createdAt: NOW,
    by: 'me',
    asked: states.map((_, index) => `m${index}`),
    meters: states.map((state, index) => ({ uid: `m${index}`, state, events: [] })),
  };
  await save('collection', collection);
  await save('run', run('r'));
  expect(await store.call('collections.lines', { limit: 10 })).toEqual({
    rows: [
      { id: 'c', workspace: 'w', state: 'following', createdAt: NOW, by: 'me', meters: 4, finished: 2, dropped: 1 },
    ],
    matching: 1,
  });
});
