import { expect, it } from 'vitest';
import { daysOfMonth, monthKey, parseTeamSearch } from '../../../../../renderer/features/team/team-address.ts';
import { lackWords } from '../../../../../renderer/features/team/team-words.ts';

it('an address keeps what differs from the usual, and leaves out what makes no sense', () => {
  const whole = {
    tab: 'ranking',
    measure: 'gas|Gas|m3',
    tariff: 'R1',
    months: 36,
    by: 'peak',
    up: true,
    month: '2024-02',
  };
  expect(parseTeamSearch(whole)).toEqual(whole);
  expect(parseTeamSearch({ tab: 'meters', months: 12, by: 'amount', up: false })).toEqual({});
  expect(parseTeamSearch({ tab: 'x', measure: '', months: 13, by: 'x', up: 1, month: '2024-13' })).toEqual({});
  expect(parseTeamSearch({ tariff: 7 })).toEqual({ tariff: '7' });
  // Meters without a tariff.
  expect(parseTeamSearch({ tariff: '' })).toEqual({ tariff: '' });
});

it('a month has its first and its last day, leap years too', () => {
  expect(monthKey(2024 * 12 + 1)).toBe('2024-02');
  expect(daysOfMonth('2024-02')).toEqual({ from: '2024-02-01', until: '2024-02-29' });
  expect(daysOfMonth('2023-12')).toEqual({ from: '2023-12-01', until: '2023-12-31' });
});

it('says what a total and its coverage lack, and nothing where they lack nothing', () => {
  expect(lackWords({ unknown: 0, unplaced: 0 })).toBeUndefined();
  expect(lackWords({ unknown: 1, unplaced: 0 })).toContain('Of 1 meter some months are not in the total');
  expect(lackWords({ unknown: 0, unplaced: 2 })).toContain('leaves 2 meters out');
  expect(lackWords({ unknown: 0, unplaced: 2 })).toContain('may lack a value');
});
