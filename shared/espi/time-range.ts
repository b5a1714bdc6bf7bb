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
