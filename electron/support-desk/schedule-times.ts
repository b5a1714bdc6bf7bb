/** When a schedule is due. Pure; times are epoch milliseconds. */
import type { Every } from '#shared/contract/schedules.ts';
import { type Clock, instantOf, localTime } from '#shared/time/index.ts';

const HOUR_MS = 3_600_000;
const DAY = 86_400;

/**
 * The first planned time after an instant.
 * @param madeAt from where hours are counted @param clock what the wall clock shows, for a time of day
 */
export function nextTime(every: Every, after: number, madeAt: number, clock: Clock): number {
  if (every.kind === 'hours') {
    const step = every.hours * HOUR_MS;
    return madeAt + (Math.floor((after - madeAt) / step) + 1) * step;
  }
  const [hour = 0, minute = 0] = every.at.split(':').map(Number);
  const today = Math.floor(localTime(clock, Math.floor(after / 1000)) / DAY) * DAY;
  // Of a time that the clock shows twice the first one counts, so that a day has one.
  for (let day = today; ; day += DAY) {
    const time = instantOf(clock, day + hour * 3600 + minute * 60) * 1000;
    if (time > after) return time;
  }
}

export interface Due {
  /** The newest planned time that has come. */
  planned: number;
  /** Earlier ones that nobody has handled. */
  missed: number;
}

/** What has come due since `handled`; undefined where nothing has. */
export function dueTimes(every: Every, handled: number, now: number, madeAt: number, clock: Clock): Due | undefined {
  let due: Due | undefined;
  for (let time = nextTime(every, handled, madeAt, clock); time <= now; time = nextTime(every, time, madeAt, clock)) {
    due = { planned: time, missed: due === undefined ? 0 : due.missed + 1 };
  }
  return due;
}
