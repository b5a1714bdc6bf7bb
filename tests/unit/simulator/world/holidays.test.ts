import { describe, expect, it } from 'vitest';
import { isHoliday, isWeekend } from '../../../../electron/simulator/world/holidays.ts';
import { dayNumber } from '../../../../electron/simulator/world/zones.ts';

const holidays = (country: string, year: number) =>
  Array.from({ length: 365 }, (_, index) => dayNumber(year, 1, 1) + index)
    .filter((day) => isHoliday(country, day))
    .map((day) => new Date(day * 86_400_000).toISOString().slice(5, 10));

describe('days on which offices stay shut', () => {
  it('are those of the country', () => {
    expect(holidays('US', 2025)).toEqual(['01-01', '05-26', '07-04', '09-01', '11-27', '11-28', '12-25', '12-26']);
    // Thanksgiving as late as it can be.
    expect(holidays('US', 2024)).toEqual(expect.arrayContaining(['11-28', '11-29']));
    expect(holidays('US', 2024)).not.toContain('11-22');
    expect(holidays('AU', 2025)).toEqual(['01-01', '01-26', '03-10', '04-25', '10-06', '12-25', '12-26']);
  });

  it('are weekends, too', () => {
    expect([5, 6, 7, 8].map((day) => isWeekend(dayNumber(2025, 9, day)))).toEqual([false, true, true, false]);
  });
});
