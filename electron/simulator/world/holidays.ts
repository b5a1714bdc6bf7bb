/** Days on which offices stay shut, by country. Enough for a picture of a year, not a legal calendar. */
import { calendarOf, weekdayOf } from './zones.ts';

/** True for weekends. */
export function isWeekend(day: number): boolean {
  const weekday = weekdayOf(day);
  return weekday === 0 || weekday === 6;
}

export function isHoliday(country: string, day: number): boolean {
  const { month, dayOfMonth } = calendarOf(day);
  if ((month === 1 && dayOfMonth === 1) || (month === 12 && (dayOfMonth === 25 || dayOfMonth === 26))) return true;
  return country === 'AU' ? isAustralian(day, month, dayOfMonth) : isAmerican(day, month, dayOfMonth);
}

function isAmerican(day: number, month: number, dayOfMonth: number): boolean {
  const weekday = weekdayOf(day);
  if (month === 7 && dayOfMonth === 4) return true;
  if (month === 5 && weekday === 1 && dayOfMonth > 24) return true;
  if (month === 9 && weekday === 1 && dayOfMonth <= 7) return true;
  // Thanksgiving and the day after.
  if (month === 11 && weekday === 4 && dayOfMonth > 21 && dayOfMonth <= 28) return true;
  return month === 11 && weekday === 5 && dayOfMonth > 22 && dayOfMonth <= 29;
}

function isAustralian(day: number, month: number, dayOfMonth: number): boolean {
  const weekday = weekdayOf(day);
  if ((month === 1 && dayOfMonth === 26) || (month === 4 && dayOfMonth === 25)) return true;
  if (month === 3 && weekday === 1 && dayOfMonth > 7 && dayOfMonth <= 14) return true;
  return month === 10 && weekday === 1 && dayOfMonth <= 7;
}
