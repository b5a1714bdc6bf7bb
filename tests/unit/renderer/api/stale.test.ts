import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { concerns, madeOf, upsertJob } from '../../../../renderer/api/stale.ts';

/** Names of the answers in a cache that match. */
function matching(filters: ReturnType<typeof madeOf>) {
  const client = new QueryClient();
  const inputs = { demo: { workspace: 'demo' }, live: { workspace: 'live' }, any: undefined };
  for (const name of ['usage.chart', 'usagePoints.list', 'usagePoints.get', 'bills.list', 'workspaces.list', 'none']) {
    for (const [of, input] of Object.entries(inputs)) client.setQueryData([name, input], of);
  }
  return client
    .getQueryCache()
    .findAll(filters)
    .map(({ queryKey: [name], state }) => `${name} ${state.data}`);
}

describe('what grows stale', () => {
  it('new readings reach the chart and the lists of the workspace, and answers of no workspace', () => {
    expect(matching(madeOf(['readings'], 'demo'))).toEqual([
      'usage.chart demo',
      'usage.chart any',
      'usagePoints.list demo',
      'usagePoints.list any',
      'usagePoints.get demo',
      'usagePoints.get any',
    ]);
  });

  it('several areas are asked for at once, and what the core keeps in every workspace', () => {
    expect(matching(madeOf(['bills', 'workspaces']))).toEqual(
      ['usagePoints.list', 'usagePoints.get', 'bills.list', 'workspaces.list'].flatMap((name) =>
        ['demo', 'live', 'any'].map((of) => `${name} ${of}`),
      ),
    );
  });

  it('is only about the workspace that changed, and about answers of no workspace', () => {
    expect(concerns({ workspace: 'demo', limit: 5 }, 'demo')).toBe(true);
    expect(concerns({ workspace: 'live' }, 'demo')).toBe(false);
    expect(concerns(undefined, 'demo')).toBe(true);
  });
});

describe('a job in its list', () => {
  it('is replaced in place, or comes first when it is new', () => {
    const list = [
      { id: 'a', done: 1 },
      { id: 'b', done: 1 },
    ];
    expect(upsertJob(list, { id: 'b', done: 2 })).toEqual([
      { id: 'a', done: 1 },
      { id: 'b', done: 2 },
    ]);
    expect(upsertJob(list, { id: 'c', done: 0 }).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  });
});
