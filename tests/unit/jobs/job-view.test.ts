import { describe, expect, it } from 'vitest';
import type { JobView } from '#shared/contract/jobs.ts';
import { AppError } from '#shared/errors.ts';
import { adopted, NOTHING_WENT_WRONG, naturalEnd, withFailure, withSkipped } from '../../../electron/jobs/job-view.ts';

const view: JobView = {
  id: 'job',
  workspace: 'w',
  kind: 'sync',
  title: 'Sync',
  state: 'running',
  partial: false,
  done: 0,
  total: 3,
  bytes: 0,
  readings: 0,
  createdAt: 1,
  ...NOTHING_WENT_WRONG,
};
const refused = new AppError({ code: 'refused', message: 'No.' });

describe('what went wrong', () => {
  it('lists two hundred failures and counts all of them', () => {
    let failed = view;
    for (let part = 0; part < 201; part += 1) failed = withFailure(failed, `part ${part}`, refused);
    expect(failed.failures).toHaveLength(200);
    expect(failed.failures[199]).toMatchObject({ item: 'part 199', error: { code: 'refused', message: 'No.' } });
    expect(failed.failureCount).toBe(201);
    expect(view.failures).toEqual([]);
  });

  it('counts what was skipped for one reason together', () => {
    const skipped = ['no token', 'read-only', 'no token'].reduce(withSkipped, view);
    expect(skipped.skipped.toSorted((a, b) => b.count - a.count)).toEqual([
      { reason: 'no token', count: 2 },
      { reason: 'read-only', count: 1 },
    ]);
  });
});

describe('how a job ends by itself', () => {
  it.each([
    ['with all parts', view, 'done'],
    ['with a part that failed', withFailure(view, 'a', refused), 'incomplete'],
    ['with a part that was skipped', withSkipped(view, 'no token'), 'done'],
    ['with nothing but skipped parts', ['x', 'x', 'y'].reduce(withSkipped, view), 'incomplete'],
    ['with nothing to do', { ...view, total: 0 }, 'done'],
  ] as const)('%s', (_name, ended, state) => {
    expect(naturalEnd(ended)).toBe(state);
  });
});

describe('a job of an earlier run', () => {
  it('goes on where it was under way', () => {
    expect(adopted({ ...view, state: 'running' }, true).state).toBe('queued');
    expect(adopted({ ...view, state: 'cancelled' }, true).state).toBe('cancelled');
  });

  it('was not done where parts of it had failed, whatever an older version called it', () => {
    const { failureCount: _count, skipped: _skipped, partial: _partial, ...older } = withFailure(view, 'a', refused);
    expect(adopted({ ...older, state: 'done' } as JobView, true)).toMatchObject({
      state: 'incomplete',
      partial: true,
      failureCount: 1,
      skipped: [],
    });
    expect(adopted({ ...view, state: 'done' }, true)).toMatchObject({ state: 'done', partial: false });
  });
});
