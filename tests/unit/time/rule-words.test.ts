import { describe, expect, it } from 'vitest';
import type { DstRule } from '../../../shared/time/dst-rules.ts';
import { daylightSavingInWords } from '../../../shared/time/rule-words.ts';
import { encodeDstRule } from '../../fixtures/dst-rule.ts';

const rule = (month: number, day: DstRule['day'], seconds = 7200) => encodeDstRule({ month, day, seconds });
const lastSunday = { kind: 'last', weekday: 7 } as const;

describe('a clock without a name', () => {
  it('says when its daylight saving begins and ends, and how long it is', () => {
    const AMERICA = { dstOffset: 3600, dstStartRule: '360E2000', dstEndRule: 'B40E2000' };
    expect(daylightSavingInWords(AMERICA)).toBe(
      'daylight saving of 1 h from the second Sunday of March, 02:00, to the first Sunday of November, 02:00',
    );
    const halfAnHour = { dstOffset: 1800, dstStartRule: rule(3, lastSunday, 3600), dstEndRule: rule(10, lastSunday) };
    expect(daylightSavingInWords(halfAnHour)).toBe(
      'daylight saving of 30 min from the last Sunday of March, 01:00, to the last Sunday of October, 02:00',
    );
  });

  it.each<[DstRule['day'], string]>([
    [{ kind: 'exact', day: 5 }, '5 April, 01:30'],
    [{ kind: 'onOrAfter', day: 8, weekday: 1 }, 'the first Monday on or after 8 April, 01:30'],
    [{ kind: 'nth', nth: 3, weekday: 6 }, 'the third Saturday of April, 01:30'],
    [{ kind: 'nth', nth: 5, weekday: 4 }, 'the fifth Thursday of April, 01:30'],
  ])('names the day of %j', (day, words) => {
    const told = daylightSavingInWords({
      dstOffset: 3600,
      dstStartRule: rule(4, day, 5400),
      dstEndRule: rule(10, lastSunday),
    });
    expect(told).toBe(`daylight saving of 1 h from ${words}, to the last Sunday of October, 02:00`);
  });

  it('says nothing of a clock that never changes, or whose rules cannot be read', () => {
    const dstStartRule = rule(3, lastSunday);
    expect(daylightSavingInWords({ dstOffset: 0, dstStartRule, dstEndRule: dstStartRule })).toBeUndefined();
    expect(daylightSavingInWords({ dstOffset: 3600, dstStartRule })).toBeUndefined();
    expect(daylightSavingInWords({ dstOffset: 3600, dstStartRule, dstEndRule: 'FFFFFFFF' })).toBeUndefined();
    expect(
      daylightSavingInWords({ dstOffset: 3600, dstStartRule: 'spring', dstEndRule: dstStartRule }),
    ).toBeUndefined();
  });
});
