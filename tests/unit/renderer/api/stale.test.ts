import { describe, expect, it } from 'vitest';
import { callsOfArea, concerns, upsertJob } from '../../../../renderer/api/stale.ts';
import { topics } from '../../../../shared/contract/index.ts';

describe('what grows stale', () => {
  it('knows every area of the contract', () => {
    const areas = topics['store.changed'].shape.areas.element.options;
    expect(Object.keys(callsOfArea).sort()).toEqual([...areas].sort());
  });

  it('new readings reach the chart, its numbers and the lists', () => {
    expect(callsOfArea.readings).toEqual(
      expect.arrayContaining(['usage.chart', 'usage.statistics', 'usage.readings', 'usage.totals', 'usagePoints.list']),
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
