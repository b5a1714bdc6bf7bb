/** Two spans of time side by side: which one is compared, and how their periods are aligned. Pure. */
import type { Clock, LocalPeriod, Period } from '#shared/time/index.ts';
import { addUnits, calendarPeriods, formatSpan, localParts, monthName, startOf } from '../../../charts/local-clock.ts';
import { presetOf, type Span, stepSpan } from '../../../charts/viewport.ts';
import { dayText, timeText } from '../../../ui/region.ts';
import { cutTo, type PeriodPart, type PeriodRow, partsOf, sumRows } from '../period-rows.ts';

/** `previous`: the span before. `year`: 52 weeks earlier, so that weekdays meet weekdays. `date`: the same dates a year earlier. */
export type Comparison = 'previous' | 'year' | 'date' | 'meter';

const byPeriod = ['previous', 'year', 'date'] as const;

/** What an address says of a comparison: which one and, of another meter, its id. */
export function comparisonOf(said: string | undefined): { comparison: Comparison; meter: string | undefined } {
  const period = said === undefined ? 'previous' : byPeriod.find((one) => one === said);
  return period ? { comparison: period, meter: undefined } : { comparison: 'meter', meter: said };
}

/** The span that another is compared with. */
export function comparedSpan(clock: Clock, view: Span, comparison: Comparison): Span {
  switch (comparison) {
    case 'previous': {
      if (isCalendarSpan(clock, view)) return stepSpan(clock, view, { from: -Infinity, to: Infinity }, -1);
      const days = Math.max(1, Math.round((view.to - view.from) / 86_400));
      return { from: addUnits(clock, view.from, 'day', -days), to: addUnits(clock, view.to, 'day', -days) };
    }
    case 'year':
      return { from: addUnits(clock, view.from, 'week', -52), to: addUnits(clock, view.to, 'week', -52) };
    case 'date':
      return { from: addUnits(clock, view.from, 'year', -1), to: yearBeforeEnd(clock, view.to) };
    case 'meter':
      return view;
  }
}

/** The end of a span a year earlier. At a midnight its last day is what has a date: after 28 February comes the 29th, or March. */
function yearBeforeEnd(clock: Clock, to: number): number {
  if (startOf(clock, to, 'day') !== to) return addUnits(clock, to, 'year', -1);
  return addUnits(clock, addUnits(clock, addUnits(clock, to, 'day', -1), 'year', -1), 'day', 1);
}

/** A day, a week, a month or a year of the calendar. */
function isCalendarSpan(clock: Clock, view: Span): boolean {
  return presetOf(clock, view, { from: -Infinity, to: Infinity }) !== undefined;
}

/** What bars are of: periods of the calendar, or as many days each, counted from the begin of the span. */
type ComparedPeriod = Period | 'equal days';

/** Of equal days, so many bars at most. */
const MOST_BARS = 104;

/**
 * Bars that can be distinguished: hours up to three days, days up to three months, then months. Weeks where weekdays are
 * aligned: 52 weeks earlier a month begins on another of its days. As many days before a span are other parts of other
 * months: what is no year of the calendar is cut from its own begin, so that both sides are equally long.
 */
export function comparedPeriod(clock: Clock, view: Span, comparison: Comparison): ComparedPeriod {
  const days = (view.to - view.from) / 86_400;
  if (days <= 93) return days <= 3.1 ? 'hour' : 'day';
  if (comparison === 'previous' && !isCalendarSpan(clock, view)) return 'equal days';
  return comparison === 'year' ? 'week' : 'month';
}

/** The periods that cover a span, whole. */
function periodsOver(clock: Clock, { from, to }: Span, period: ComparedPeriod): LocalPeriod[] {
  if (period !== 'equal days') return calendarPeriods(clock, from, to, period);
  // Weekdays meet the same ones: seven days, or a multiple.
  const weeks = Math.ceil(Math.round((to - from) / 86_400) / 7 / MOST_BARS);
  const periods: LocalPeriod[] = [];
  for (let start = from; start < to; ) {
    const end = addUnits(clock, from, 'week', weeks * (periods.length + 1));
    periods.push({ start, end, label: formatSpan(clock, start, end), repeated: false });
    start = end;
  }
  return periods;
}

/** The periods of a span, the first and the last one cut to it, and the bounds that their totals are asked for. */
export function comparedPeriods(
  clock: Clock,
  span: Span,
  period: ComparedPeriod,
): { periods: PeriodPart[]; bounds: number[] } {
  return partsOf(periodsOver(clock, span, period), span);
}

export interface ComparedPair {
  /** What both have in common: `+2 d 14:00`, `Mon, day 1`, `Jan`. */
  label: string;
  now: LocalPeriod | undefined;
  before: LocalPeriod | undefined;
}

/**
 * Pairs periods by their place: days by number, hours by day and clock time (an hour that the clock skipped on one side
 * has no partner, a repeated one meets its repetition), months by number. With `date`, days meet by month and day, so
 * that 29 February has no partner and moves no other day. The first and the last period are cut to their span.
 */
export function pairPeriods(
  clock: Clock,
  now: Span,
  before: Span,
  period: ComparedPeriod,
  comparison: Comparison = 'previous',
): ComparedPair[] {
  const pairs = new Map<string, ComparedPair>();
  for (const [side, span] of [
    ['now', now],
    ['before', before],
  ] as const) {
    for (const [index, one] of periodsOver(clock, span, period).entries()) {
      const within = cutTo(one, span);
      const key = keyOf(clock, one, span, period, comparison, index);
      const pair: ComparedPair = pairs.get(key) ?? {
        label: labelOf(clock, within, period),
        now: undefined,
        before: undefined,
      };
      pair[side] = within;
      pairs.set(key, pair);
    }
  }
  return [...pairs.entries()].sort(([a], [b]) => a.localeCompare(b)).map(([, pair]) => pair);
}

/** The place of a period in its span, as a text that sorts as the periods come. */
function keyOf(
  clock: Clock,
  one: LocalPeriod,
  span: Span,
  period: ComparedPeriod,
  comparison: Comparison,
  index: number,
): string {
  const { year, month, day, hour, minute } = localParts(clock, one.start);
  const date = ((year - localParts(clock, span.from).year) * 12 + month) * 31 + day;
  const place = (count: () => number) => String(comparison === 'date' ? date : count()).padStart(5, '0');
  if (period !== 'hour') return place(() => index);
  const days = place(() => calendarPeriods(clock, span.from, one.start + 1, 'day').length - 1);
  return [days, ...[hour, minute, one.repeated ? 1 : 0].map((part) => String(part).padStart(2, '0'))].join(':');
}

function labelOf(clock: Clock, one: LocalPeriod, period: ComparedPeriod): string {
  const { day, hour, month, weekday } = localParts(clock, one.start);
  const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
  if (period === 'hour') {
    return `${names[weekday]} ${timeText(hour, 0)}${one.repeated ? ' again' : ''}`;
  }
  if (period === 'week' || period === 'equal days') return dayText(day, monthName(month));
  return period === 'day' ? `${names[weekday]} ${day}` : one.label.slice(0, 7) || String(month);
}

/** What a side comes to: its total or, of samples, which do not add up, their mean. */
export function sideValue({ total, mean }: { total: number | undefined; mean: number | undefined }, sampled: boolean) {
  return sampled ? mean : total;
}

/** Both sides over the pairs that are complete on both, so that a hole is not taken for a saving. */
export function comparableSums(
  pairs: readonly { now: PeriodRow | undefined; before: PeriodRow | undefined }[],
  complete: number,
  sampled = false,
) {
  const both = pairs.filter(
    ({ now, before }) =>
      now !== undefined && before !== undefined && now.coverage >= complete && before.coverage >= complete,
  );
  const value = (side: 'now' | 'before') => sideValue(sumRows(both.flatMap((pair) => pair[side] ?? [])), sampled);
  return { pairs: both.length, of: pairs.length, now: value('now'), before: value('before') };
}
