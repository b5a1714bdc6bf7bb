import type { Clock } from './clock.ts';

/** Days, weeks, months and hours of a local clock. Bounds are epoch seconds, half-open: `start <= t < end`. */

export type Period = 'hour' | 'day' | 'week' | 'month' | 'year';

export interface LocalPeriod {
  start: number;
  end: number;
  /** "2024-03-10", "2024-03-10 01:00", "2024-03", "2024"; for a week its first day. */
  label: string;
  /** True for the second of two hours that the clock shows alike. */
  repeated: boolean;
}

/** The day that weeks begin on: 1 Monday to 7 Sunday, as ISO 8601 counts. */
export type FirstDay = 1 | 2 | 3 | 4 | 5 | 6 | 7;

const MONDAY: FirstDay = 1;
const DAY = 86_400;

/** What the local clock shows at an instant, as seconds since 1970-01-01 of that clock. */
export function localTime(clock: Clock, epoch: number): number {
  return epoch + clock.offsetAt(epoch);
}

/**
 * The first instant at which the clock shows `local` or, where it leaps over that time, the first one after the leap.
 */
export function instantOf(clock: Clock, local: number): number {
  // No clock is further from UTC than a day: the offsets around cover every candidate.
  const before = local - clock.offsetAt(local - DAY);
  const after = local - clock.offsetAt(local + DAY);
  const candidates = [Math.min(before, after), Math.max(before, after)];
  for (const candidate of candidates) if (localTime(clock, candidate) === local) return candidate;
  let [low = before, high = after] = candidates;
  low -= 1;
  high += 1;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (localTime(clock, middle) < local) low = middle;
    else high = middle;
  }
  return high;
}

/** The start of an instant's local hour, day, week, month or year. */
export function periodStart(clock: Clock, epoch: number, period: Period, firstDay: FirstDay = MONDAY): number {
  if (period === 'hour') return hourStart(clock, epoch);
  return instantOf(clock, floorLocal(localTime(clock, epoch), period, firstDay));
}

/**
 * The local periods that cover `from <= t < to`, in order. A day of daylight saving has 23 or 25 hours (22.5 or 24.5
 * where the clock moves by half an hour), and its repeated hour comes twice.
 */
export function localPeriods(
  clock: Clock,
  from: number,
  to: number,
  period: Period,
  firstDay: FirstDay = MONDAY,
): LocalPeriod[] {
  const periods: LocalPeriod[] = [];
  let start = periodStart(clock, from, period, firstDay);
  let previous = '';
  while (start < to) {
    const end = nextStart(clock, start, period, firstDay);
    const label = labelOf(localTime(clock, start), period);
    periods.push({ start, end, label, repeated: period === 'hour' && label === previous });
    previous = label;
    start = end;
  }
  return periods;
}

/** Where the offset changes between two instants: the first entry holds at `from`, each next one from its instant on. */
export function offsetSegments(clock: Clock, from: number, to: number): { from: number; offset: number }[] {
  const segments = [{ from, offset: clock.offsetAt(from) }];
  let low = from;
  let offset = clock.offsetAt(from);
  while (low < to) {
    const high = Math.min(low + 7 * DAY, to);
    const next = clock.offsetAt(high);
    if (next !== offset) {
      let a = low;
      let b = high;
      while (b - a > 1) {
        const middle = Math.floor((a + b) / 2);
        if (clock.offsetAt(middle) === offset) a = middle;
        else b = middle;
      }
      segments.push({ from: b, offset: next });
      offset = next;
    }
    low = high;
  }
  return segments;
}

function nextStart(clock: Clock, start: number, period: Period, firstDay: FirstDay): number {
  if (period === 'hour') return nextHour(clock, start);
  const local = floorLocal(localTime(clock, start), period, firstDay);
  const date = new Date(local * 1000);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  const next =
    period === 'day'
      ? local + DAY
      : period === 'week'
        ? local + 7 * DAY
        : Date.UTC(period === 'year' ? year + 1 : year, period === 'year' ? 0 : month + 1, 1) / 1000;
  return instantOf(clock, next);
}

/** An hour begins when the clock shows a full hour, or when the clock was moved. */
function hourStart(clock: Clock, epoch: number): number {
  const offset = clock.offsetAt(epoch);
  const full = Math.floor((epoch + offset) / 3600) * 3600 - offset;
  return clock.offsetAt(full) === offset ? full : changeAfter(clock, full, epoch);
}

function nextHour(clock: Clock, start: number): number {
  const offset = clock.offsetAt(start);
  const full = (Math.floor((start + offset) / 3600) + 1) * 3600 - offset;
  return clock.offsetAt(full - 1) === offset ? full : changeAfter(clock, start, full);
}

function changeAfter(clock: Clock, from: number, to: number): number {
  const offset = clock.offsetAt(from);
  let low = from;
  let high = to;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (clock.offsetAt(middle) === offset) low = middle;
    else high = middle;
  }
  return high;
}

function floorLocal(local: number, period: Period, firstDay: FirstDay): number {
  const day = Math.floor(local / DAY) * DAY;
  if (period === 'day') return day;
  // 1970-01-01 was a Thursday.
  if (period === 'week') return day - ((((day / DAY + 4 - firstDay) % 7) + 7) % 7) * DAY;
  const date = new Date(day * 1000);
  return Date.UTC(date.getUTCFullYear(), period === 'year' ? 0 : date.getUTCMonth(), 1) / 1000;
}

function labelOf(local: number, period: Period): string {
  const iso = new Date(local * 1000).toISOString();
  if (period === 'hour') return `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
  return iso.slice(0, period === 'month' ? 7 : period === 'year' ? 4 : 10);
}
