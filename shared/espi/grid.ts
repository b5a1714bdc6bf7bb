/**
 * How the readings of a series follow each other. A series is not what happens to last equally long: months have 28 to
 * 31 days, bills 27 to 35, days of daylight saving 23 and 25 hours, and each of these is one series.
 */
import type { Decision } from './decision.ts';

export const GRIDS = ['fixed', 'day', 'week', 'month', 'irregular'] as const;

/**
 * `fixed`: every reading lasts equally long. `day`, `week`: by the calendar of the meter, so that daylight saving changes
 * their length. `month`: months or billing periods. `irregular`: any other lengths, or none that is known.
 */
export type Grid = (typeof GRIDS)[number];

export interface GridDecision extends Decision<Grid> {
  /** Seconds that a reading usually lasts; 0 when unknown. */
  step: number;
}

/** How many readings last a number of seconds. */
export interface DurationCount {
  duration: number;
  count: number;
}

const HOUR = 3600;
const DAY = 86_400;
/** Days and weeks are up to an hour longer or shorter, and often a second is missing at their end. */
const OFF = HOUR + 60;
/** Readings longer than a day of 25 hours: amounts of weeks, months, billing periods. */
const LONG = DAY + OFF;
const MONTH = { from: 26 * DAY, to: 36 * DAY };
/** Of unequal lengths, at least this share must be alike to speak of one length. */
const MOST = 0.9;

/**
 * What the durations of readings say; the declared length (seconds) counts only where no reading has one.
 * ReadingType.intervalLength is often wrong, and cannot be right for months.
 */
export function decideGrid(declared: number | undefined, durations: readonly DurationCount[]): GridDecision {
  const timed = durations.filter(({ duration }) => duration > 0).sort((a, b) => b.count - a.count);
  const [common] = timed;
  if (!common) {
    if (!declared) {
      return irregular(0, 'Neither the readings nor the reading type say how long an interval is.', false);
    }
    const grid = isLong(declared) ? longGrid([{ duration: declared, count: 1 }]) : 'fixed';
    return {
      value: grid,
      step: declared,
      reason: 'The readings have no duration; the reading type says so.',
      certain: false,
    };
  }
  const usual = median(timed);
  if (isLong(usual)) return decideLong(declared, timed, usual);
  if (isDay(usual)) return decideDays(declared, timed);
  const share = common.count / total(timed);
  if (share < 0.5 || spread(timed) > 1.2) {
    return irregular(usual, 'The intervals are of unequal length.', true);
  }
  const step = nearRegular(common.duration);
  return { value: 'fixed', step, ...fixedReason(declared, common.duration, step, share) };
}

/**
 * The part of a series' identity that stands for its grid: seconds of a fixed length, one day for days of any length, one
 * token for all that is longer, 0 for irregular short ones.
 */
export function gridToken({ value, step }: Pick<GridDecision, 'value' | 'step'>): string {
  if (isLong(step)) return LONG_TOKEN;
  if (isDay(step)) return String(DAY);
  return value === 'irregular' ? '0' : String(step);
}

/** Stands for the grid of all series whose readings last longer than a day. */
export const LONG_TOKEN = 'periods';

/** Readings that last at least this long (seconds) are weeks, months or billing periods. */
export function isLong(seconds: number): boolean {
  return seconds > LONG;
}

/** Two runs of long readings, each as [start, seconds] pairs. */
type Spans = readonly (readonly [start: number, seconds: number])[];

/** This many readings of two kinds for the same times are no accident, and no correction. */
const CLASHES = 3;

/**
 * Whether two runs of long readings speak of the same times in different lengths, as weekly reads beside monthly ones do:
 * then they are two series. Readings that follow each other, or that correct each other, are one.
 */
export function clash(some: Spans, others: Spans): boolean {
  const ordered = [
    ...some.map(([start, seconds]) => ({ start, seconds, side: 0 })),
    ...others.map(([start, seconds]) => ({ start, seconds, side: 1 })),
  ].sort((a, b) => a.start - b.start);
  const latest: [number, number][] = [
    [0, 0],
    [0, 0],
  ];
  let clashes = 0;
  for (const { start, seconds, side } of ordered) {
    const [from, length] = latest[1 - side] ?? [0, 0];
    const shared = Math.min(from + length, start + seconds) - start;
    const shorter = Math.min(length, seconds);
    if (shared > shorter / 2 && Math.max(length, seconds) > 1.6 * shorter) clashes += 1;
    latest[side] = [start, seconds];
  }
  return clashes >= CLASHES;
}

function isDay(seconds: number): boolean {
  return Math.abs(seconds - DAY) <= OFF;
}

function decideLong(declared: number | undefined, timed: readonly DurationCount[], usual: number): GridDecision {
  const days = timed.map(({ duration }) => duration / DAY);
  const [least, most] = [Math.min(...days), Math.max(...days)].map((value) => Math.round(value * 10) / 10);
  const lasting = least === most ? `${least} days` : `${least} to ${most} days`;
  const says = declared && !isLong(declared) ? `The reading type says ${declared} seconds, but the` : 'The';
  const value = longGrid(timed);
  const like = {
    week: ', as weeks do',
    month: ', as months and billing periods do',
    fixed: '',
    day: '',
    irregular: '',
  };
  return { value, step: usual, reason: `${says} readings last ${lasting}${like[value]}.`, certain: true };
}

function longGrid(timed: readonly DurationCount[]): Grid {
  const share = (fits: (seconds: number) => boolean) =>
    total(timed.filter(({ duration }) => fits(duration))) / total(timed);
  if (share((seconds) => Math.abs(seconds - 7 * DAY) <= OFF) >= MOST) return 'week';
  // The first and the last bill of a customer are often cut.
  if (share((seconds) => seconds >= MONTH.from && seconds <= MONTH.to) >= 0.7) return 'month';
  return 'irregular';
}

function decideDays(declared: number | undefined, timed: readonly DurationCount[]): GridDecision {
  const [common = { duration: DAY, count: 1 }] = timed;
  const share = total(timed.filter(({ duration }) => nearRegular(duration) === DAY)) / total(timed);
  const changed = timed.some(({ duration }) => isDay(duration) && Math.abs(duration - DAY) > HOUR - 60);
  if (changed || share < 0.5) {
    const reason = 'The readings last a local day: 23 or 25 hours where the clock changes.';
    return { value: 'day', step: DAY, reason, certain: true };
  }
  return { value: 'fixed', step: DAY, ...fixedReason(declared, common.duration, DAY, share) };
}

function fixedReason(declared: number | undefined, common: number, step: number, share: number) {
  if (declared === common && share > 0.95) return { reason: 'The reading type and its readings agree.', certain: true };
  if (declared === step && share > 0.95) {
    return { reason: `The readings last ${common} seconds, a second off.`, certain: true };
  }
  const which = share === 1 ? 'all' : `${Math.floor(share * 1000) / 10} % of the`;
  const lasting = `${which} readings last ${common} seconds.`;
  const reason =
    declared && declared !== step
      ? `The reading type says ${declared} seconds, but ${lasting}`
      : lasting.replace(/^all/, 'All');
  return { reason, certain: share > 0.95 };
}

function irregular(step: number, reason: string, certain: boolean): GridDecision {
  return { value: 'irregular', step, reason, certain };
}

/** 899 seconds are a quarter of an hour whose last second was taken for its end; so are 86,399 a day. */
function nearRegular(duration: number): number {
  return (duration + 1) % 60 === 0 ? duration + 1 : duration;
}

/** True where some of these lengths is another than `step`. Readings without a length say nothing. */
export function hasOtherLength(durations: Iterable<number>, step: number): boolean {
  for (const duration of durations) if (duration > 0 && nearRegular(duration) !== step) return true;
  return false;
}

/** {@link nearRegular} in SQL. */
export function nearRegularSql(duration: string): string {
  return `CASE WHEN (${duration} + 1) % 60 = 0 THEN ${duration} + 1 ELSE ${duration} END`;
}

function total(durations: readonly DurationCount[]): number {
  return durations.reduce((sum, { count }) => sum + count, 0);
}

function median(durations: readonly DurationCount[]): number {
  let left = total(durations) / 2;
  for (const { duration, count } of durations.toSorted((a, b) => a.duration - b.duration)) {
    left -= count;
    if (left <= 0) return duration;
  }
  return 0;
}

function spread(durations: readonly DurationCount[]): number {
  // A cut first or last interval does not make a series irregular.
  const usual = durations.filter(({ count }) => count / total(durations) > 0.02).map(({ duration }) => duration);
  return Math.max(...usual) / Math.min(...usual);
}
