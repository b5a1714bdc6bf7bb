import { describe, expect, it } from 'vitest';
import {
  groupName,
  slotWords,
  typicalDayPoints,
  typicalDayRows,
  typicalDayWords,
} from '../../../../../../renderer/features/usage/tabs/typical-day.ts';

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

  it('are told in words and rows, for who cannot see the lines', () => {
    const { points, groups } = typicalDayPoints([row(0, 900), { ...row(0, 64_800), mean: 2.5 }, row(1, 900)]);
    expect(typicalDayWords(points, groups, 'workday', 'kWh')).toBe(
      'Monday to Friday: from 1 kWh at 00:15 to 2.5 kWh at 18:00. Weekend: from 1 kWh at 00:15 to 1 kWh at 00:15.',
    );
    expect(typicalDayRows(points, groups)).toEqual([
      ['00:15', '1 (0–2)', '1 (0–2)'],
      ['18:00', '2.5 (0–2)', 'no data'],
    ]);
    expect(typicalDayWords([], [], 'all', 'kWh')).toBe('No readings.');
  });

  it('say of how long an amount is', () => {
    expect([slotWords('kWh', 900), slotWords('m3', 3600)]).toEqual(['kWh per 15 min', 'm³ per 1 h']);
    expect(slotWords('', 900)).not.toContain('per');
  });

  it('have names', () => {
    expect([groupName('weekday', 7), groupName('workday', 1), groupName('season', 2), groupName('weekday', 0)]).toEqual(
      ['Sunday', 'Weekend', 'Jun–Aug', 'Group 0'],
    );
  });
});
