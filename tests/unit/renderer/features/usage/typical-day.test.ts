import { describe, expect, it } from 'vitest';
import { groupName, typicalDayPoints } from '../../../../../renderer/features/usage/typical-day.ts';

const row = (group: number, slot: number) => ({ group, slot, days: 1, mean: 1, low: 0, median: 1, high: 2 });

describe('typical days', () => {
  it('are one point a time of day with all groups', () => {
    const { points, groups } = typicalDayPoints([row(1, 900), row(0, 900), row(0, 0)]);
    expect(groups).toEqual([0, 1]);
    expect(points.map(({ slot, groups: at }) => [slot, Object.keys(at)])).toEqual([
      [0, ['0']],
      [900, ['0', '1']],
    ]);
  });

  it('have names', () => {
    expect([groupName('weekday', 7), groupName('workday', 1), groupName('season', 2), groupName('weekday', 0)]).toEqual(
      ['Sunday', 'Weekend', 'Jun–Aug', 'Group 0'],
    );
  });
});
