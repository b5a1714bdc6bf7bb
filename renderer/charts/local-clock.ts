/**
 * Local time of a meter, for axes, tooltips and calendar steps: never the computer's own zone. The clocks and periods
 * are those of shared/time; here is how they are shown.
 */
import {
  type Clock,
  instantOf as instantOfLocal,
  type LocalPeriod,
  localPeriods,
  type Period,
  periodStart,
} from '#shared/time/index.ts';
import { dateText, dayText, firstDayOfWeek, timeText } from '../ui/region.ts';

export { clockOf } from '#shared/time/index.ts';

export interface LocalParts {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  /** 0 Monday to 6 Sunday. */
  weekday: number;
  hour: number;
  minute: number;
  second: number;
}

export type CalendarUnit = 'day' | 'week' | 'month' | 'year';

/** The wall clock at an instant. */
export function localParts(clock: Clock, epoch: number): LocalParts {
  const date = new Date((epoch + clock.offsetAt(epoch)) * 1000);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: (date.getUTCDay() + 6) % 7,
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
}

/** The first instant of a wall clock time (a skipped one moves behind the leap); months, days and minutes may run over. */
export function instantOf(clock: Clock, year: number, month: number, day: number, hour = 0, minute = 0): number {
  return instantOfLocal(clock, Date.UTC(year, month - 1, day, hour, minute) / 1000);
}

/** The first instant of the local day, week, month or year that an instant is in; weeks begin as the user's do. */
export function startOf(clock: Clock, epoch: number, unit: CalendarUnit): number {
  return periodStart(clock, epoch, unit, firstDayOfWeek());
}

/** The local periods that cover `from <= t < to`, in order; weeks begin as the user's do. */
export function calendarPeriods(clock: Clock, from: number, to: number, period: Period): LocalPeriod[] {
  return localPeriods(clock, from, to, period, firstDayOfWeek());
}

/** How many days of its week came before a day. @param weekday 0 Monday to 6 Sunday */
export function dayOfWeek(weekday: number): number {
  return (weekday + 8 - firstDayOfWeek()) % 7;
}

/** So many calendar units later at the same wall clock time; month ends are kept (31 January + 1 month is the end of February). */
export function addUnits(clock: Clock, epoch: number, unit: CalendarUnit, count: number): number {
  const { year, month, day, hour, minute } = localParts(clock, epoch);
  switch (unit) {
    case 'day':
      return instantOf(clock, year, month, day + count, hour, minute);
    case 'week':
      return instantOf(clock, year, month, day + 7 * count, hour, minute);
    case 'month':
    case 'year': {
      const months = unit === 'month' ? count : 12 * count;
      const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
      return instantOf(clock, year, month + months, Math.min(day, last), hour, minute);
    }
  }
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

export const monthName = (month: number): string => monthNames[(month - 1) % 12] ?? '';
export const dayName = (weekday: number): string => dayNames[weekday] ?? '';
const two = (value: number) => String(value).padStart(2, '0');

/** `14:05`, or as the region has it. */
export function formatLocalTime(clock: Clock, epoch: number): string {
  const { hour, minute, second } = localParts(clock, epoch);
  return timeText(hour, minute, second === 0 ? undefined : second);
}

/** Seconds after midnight of the clock, as `14:05`; `24:00` is the end of a day. */
export function formatTimeOfDay(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return timeText(Math.floor(minutes / 60), minutes % 60);
}

/** `Tue 3 Mar 2026`. */
export function formatLocalDate(clock: Clock, epoch: number): string {
  const { year, month, day, weekday } = localParts(clock, epoch);
  return `${dayName(weekday)} ${dayText(day, monthName(month), year)}`;
}

/** `3 Mar 2026`. */
export function formatLocalDay(clock: Clock, epoch: number): string {
  const { year, month, day } = localParts(clock, epoch);
  return dayText(day, monthName(month), year);
}

/** `2026-03-03 14:05` or as the region has it, and the offset, because one hour of the year happens twice. */
export function formatLocalStamp(clock: Clock, epoch: number): string {
  const { year, month, day } = localParts(clock, epoch);
  return `${dateText(year, month, day)} ${formatLocalTime(clock, epoch)} ${formatOffset(clock.offsetAt(epoch))}`;
}

/** {@link formatLocalStamp} in the one form of files and of what is copied, whatever the region. */
export function isoLocalStamp(clock: Clock, epoch: number): string {
  const { year, month, day, hour, minute, second } = localParts(clock, epoch);
  const time = [hour, minute, ...(second === 0 ? [] : [second])].map(two).join(':');
  return `${year}-${two(month)}-${two(day)} ${time} ${formatOffset(clock.offsetAt(epoch))}`;
}

/** `UTC-8`, `UTC+9:30`. */
export function formatOffset(seconds: number): string {
  const size = Math.abs(seconds);
  const minutes = Math.floor((size % 3600) / 60);
  return `UTC${seconds < 0 ? '−' : '+'}${Math.floor(size / 3600)}${minutes > 0 ? `:${two(minutes)}` : ''}`;
}

/** A span as people say it: one day, whole days, or from-to with times. `to` is exclusive. */
export function formatSpan(clock: Clock, from: number, to: number): string {
  const wholeDays = startOf(clock, from, 'day') === from && startOf(clock, to, 'day') === to;
  if (wholeDays) {
    const last = to - 1;
    const first = formatLocalDate(clock, from);
    const end = formatLocalDate(clock, last);
    return first === end ? first : `${first} – ${end}`;
  }
  const day = formatLocalDate(clock, from);
  const endDay = formatLocalDate(clock, to);
  return day === endDay
    ? `${day}, ${formatLocalTime(clock, from)}–${formatLocalTime(clock, to)}`
    : `${day}, ${formatLocalTime(clock, from)} – ${endDay}, ${formatLocalTime(clock, to)}`;
}
