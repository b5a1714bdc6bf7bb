/** Which numbers can be times and durations; everything else is reported and left out. */

/** Later than any epoch in seconds that a meter can mean (the year 5138). */
export const LATEST_SECONDS = 1e11;
/** The year 2200 in milliseconds: beyond it a number is neither seconds nor milliseconds. */
const LATEST_MILLISECONDS = 7_258_118_400_000;
/** Seconds: 68 years, which also fit 32 bits with a sign. */
export const LONGEST_DURATION = 2 ** 31 - 1;

/** What an epoch of that size is written in; undefined where it cannot be a valid time. */
export function unitOfEpoch(epoch: number): 'seconds' | 'milliseconds' | undefined {
  if (Math.abs(epoch) <= LATEST_SECONDS) return 'seconds';
  return epoch > 0 && epoch <= LATEST_MILLISECONDS ? 'milliseconds' : undefined;
}

/** Below this a duration beside a start in milliseconds is one of seconds. */
export const MINUTE_IN_MILLISECONDS = 60_000;
const HOUR_IN_MILLISECONDS = 3_600_000;
/** In seconds; of some 30 years, which nothing lasts. */
const [DAY, AGE] = [86_400, 1e9];

/**
 * Whether a duration beside a start in milliseconds is in milliseconds, too: some custodians send only the start so. Whole days of seconds
 * (months, bills, a year) are no such number, unless they would be whole hours.
 */
export function isInMilliseconds(duration: number): boolean {
  if (duration >= AGE) return true;
  if (duration < MINUTE_IN_MILLISECONDS || duration % 1000 !== 0) return false;
  return duration % DAY !== 0 || duration % HOUR_IN_MILLISECONDS === 0;
}
