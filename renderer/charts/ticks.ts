/** Where a time axis is marked and how the marks are written: on round local times, whatever the zone does. */
import { type Clock, offsetSegments } from '#shared/time/index.ts';
import { dayText, timeText } from '../ui/region.ts';
import {
  dayName,
  dayOfWeek,
  formatLocalTime,
  formatOffset,
  instantOf,
  localParts,
  monthName,
  startOf,
} from './local-clock.ts';

export interface TimeTick {
  at: number;
  label: string;
  /** A mark of the next larger unit (a day among hours, a year among months): drawn stronger. */
  major: boolean;
  /** In a second line, where the clock was moved: which of two equal times it is, or which one never was. */
  note?: string;
}

type Step = { unit: 'minute' | 'day' | 'month' | 'year'; count: number; seconds: number };

const minute = (count: number): Step => ({ unit: 'minute', count, seconds: count * 60 });
const day = (count: number): Step => ({ unit: 'day', count, seconds: count * 86_400 });
const month = (count: number): Step => ({ unit: 'month', count, seconds: count * 2_629_746 });
const year = (count: number): Step => ({ unit: 'year', count, seconds: count * 31_556_952 });

const steps: readonly Step[] = [
  ...[1, 5, 15, 30, 60, 120, 180, 360, 720].map(minute),
  ...[1, 2, 7, 14].map(day),
  ...[1, 3, 6].map(month),
  ...[1, 2, 5, 10].map(year),
];

/** Marks between two instants (epoch seconds), at most about `most` of them; more where the clock was moved. */
export function timeTicks(clock: Clock, from: number, to: number, most: number): TimeTick[] {
  const step = steps.find(({ seconds }) => (to - from) / seconds <= most) ?? year(10);
  const ticks: TimeTick[] = [];
  for (const at of instants(clock, from, to, step)) {
    if (at >= from && at <= to) ticks.push(tickOf(clock, at, step));
  }
  return step.unit === 'minute' ? withChanges(clock, ticks, from, to, (to - from) / most) : ticks;
}

/** Two marks may stand as near as this share of a usual distance: times alone are short. */
const nearest = 0.42;

/**
 * Adds marks where the clock was moved: the time that it showed twice, both times with their offset, or the first one
 * behind the leap with the time that never was. Other marks make room; the days' do not.
 * @param room seconds that a usual mark takes
 */
function withChanges(clock: Clock, ticks: readonly TimeTick[], from: number, to: number, room: number): TimeTick[] {
  const apart = room * nearest;
  const changes = offsetSegments(clock, from, to)
    .slice(1)
    .flatMap(({ from: at }) => changeTicks(clock, at))
    .filter((tick) => tick.at >= from && tick.at <= to);
  // The later one of two that are too near stands for both: it says that the time came again.
  const added = changes.filter((tick, index) => {
    const next = changes[index + 1];
    const days = ticks.filter(({ major }) => major);
    return (!next || next.at - tick.at >= apart) && days.every(({ at }) => Math.abs(at - tick.at) >= apart);
  });
  const distance = (at: number) => Math.min(...added.map((tick) => Math.abs(tick.at - at)));
  const kept = ticks
    .filter(({ at, major }) => major || distance(at) >= apart)
    // A day beside such a mark is written without its month.
    .map((tick) => (distance(tick.at) < room * 0.75 ? { ...tick, label: withoutMonth(tick.label) } : tick));
  return [...kept, ...added].sort((a, b) => a.at - b.at);
}

/** `Sun 8` of `Sun 8 Mar` and of `Sun Mar 8`. */
function withoutMonth(label: string): string {
  return label.replace(/ ([A-Z]\w+ (\d+)|(\d+) [A-Z]\w+)$/, ' $2$3');
}

function changeTicks(clock: Clock, at: number): TimeTick[] {
  const moved = clock.offsetAt(at) - clock.offsetAt(at - 1);
  const tick = (instant: number, note: string): TimeTick => ({
    at: instant,
    label: formatLocalTime(clock, instant),
    major: false,
    note,
  });
  const time = (instant: number) => formatOffset(clock.offsetAt(instant));
  // Forward: the clock would have shown this time, had it not been moved.
  if (moved > 0) return [tick(at, `no ${formatLocalTime({ ...clock, offsetAt: () => clock.offsetAt(at - 1) }, at)}`)];
  return [tick(at + moved, time(at + moved)), tick(at, time(at))];
}

function* instants(clock: Clock, from: number, to: number, step: Step): Generator<number> {
  const first = localParts(clock, from);
  switch (step.unit) {
    case 'minute':
      // Day by day, so that marks stay on round times across a change of the clock.
      for (let midnight = startOf(clock, from, 'day'); midnight <= to; ) {
        const { year: y, month: m, day: d } = localParts(clock, midnight);
        const next = instantOf(clock, y, m, d + 1);
        let previous = Number.NEGATIVE_INFINITY;
        for (let minutes = 0; minutes < 1440; minutes += step.count) {
          const at = instantOf(clock, y, m, d, 0, minutes);
          if (at > previous && at < next) yield at;
          previous = at;
        }
        midnight = next;
      }
      return;
    case 'day': {
      // Weeks start as the user's do; pairs of days count from the first of the month.
      const week = step.count % 7 === 0;
      const start = week ? first.day - dayOfWeek(first.weekday) : 1;
      for (let index = 0; ; index += 1) {
        const at = instantOf(clock, first.year, first.month, start + index * (week ? step.count : 1));
        if (at > to) return;
        if (week || (localParts(clock, at).day - 1) % step.count === 0) yield at;
      }
    }
    case 'month':
      for (let index = 0; ; index += step.count) {
        const at = instantOf(clock, first.year, 1 + index, 1);
        if (at > to) return;
        yield at;
      }
    case 'year':
      for (let index = first.year - (first.year % step.count); ; index += step.count) {
        const at = instantOf(clock, index, 1, 1);
        if (at > to) return;
        yield at;
      }
  }
}

function tickOf(clock: Clock, at: number, step: Step): TimeTick {
  const parts = localParts(clock, at);
  switch (step.unit) {
    case 'minute': {
      const midnight = parts.hour === 0 && parts.minute === 0;
      const label = midnight
        ? `${dayName(parts.weekday)} ${dayText(parts.day, monthName(parts.month))}`
        : timeText(parts.hour, parts.minute);
      return { at, label, major: midnight };
    }
    case 'day': {
      const label =
        step.count === 1 ? `${dayName(parts.weekday)} ${parts.day}` : dayText(parts.day, monthName(parts.month));
      const major = parts.day === 1;
      return { at, label: major ? dayText(parts.day, monthName(parts.month)) : label, major };
    }
    case 'month':
      return parts.month === 1
        ? { at, label: String(parts.year), major: true }
        : { at, label: monthName(parts.month), major: false };
    case 'year':
      return { at, label: String(parts.year), major: false };
  }
}

/** Round values that enclose `low` and `high`, about `count` of them. */
export function valueTicks(low: number, high: number, count: number): number[] {
  if (!(high > low)) return valueTicks(low - 0.5, low + 0.5, count);
  const rough = (high - low) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const ticks: number[] = [];
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  for (let index = first; index <= last; index += 1) ticks.push(Number((index * step).toPrecision(12)));
  return ticks;
}
