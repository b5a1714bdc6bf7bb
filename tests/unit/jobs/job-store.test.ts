import { afterEach, beforeEach, expect, it } from 'vitest';
import { engineJobStore } from '../../../electron/jobs/index.ts';
import { NOTHING_WENT_WRONG } from '../../../electron/jobs/job-view.ts';
import type { JobView } from '../../../shared/contract/jobs.ts';
import { openTestStore, type TestStore, WORKSPACE } from '../engine/store/store-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => await store.dispose());

function view(createdAt: number, change: Partial<JobView> = {}): JobView {
  return {
    id: `job ${createdAt}`,
    workspace: WORKSPACE,
    kind: 'sync',
    title: 'Sync',
    state: 'done',
    partial: true,
    done: 0,
    bytes: 0,
    readings: 0,
    createdAt,
    ...NOTHING_WENT_WRONG,
    ...change,
  };
}

it('brings back every job that was not removed, in the order of creation', async () => {
  const jobs = engineJobStore({ call: (name, input) => store.engine.call(name, input) });
  const views = [
    view(1, { partial: false }),
    view(2, { state: 'running' }),
    ...Array.from({ length: 101 }, (_, number) => view(number + 3)),
  ];
  for (const one of views.toReversed()) await jobs.save(WORKSPACE, { view: one, input: {}, checkpoint: null });
  await jobs.remove(WORKSPACE, 'job 3');
  const stored = await jobs.stored(WORKSPACE);
  expect(stored.map((job) => job.view.id)).toEqual(views.toSpliced(2, 1).map(({ id }) => id));
});
