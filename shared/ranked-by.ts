/** By what the ranking puts meters in order. */

/**
 * What meters are put in order by. `amount`: what the period comes to. `peak`: the highest reading, as what would be used in an hour at
 * that rate (kW for kWh); `base`: the mean of each whole day's lowest reading, likewise. `loadFactor`: mean over peak. `cost`: of the
 * readings; `price`: that over the amount of the days that have costs.  `billed`: bills, shared by time, where
 * they are for all of the period, once; `billedPrice`: that over the amount, where none is missing. `missing`: the share of the period's time that no reading covers;
 * `estimated`: the share of the readings. `previous` and `lastYear`: the change against an earlier period.
 */
export const RANKED_BY = [
  'amount',
  'peak',
  'base',
  'loadFactor',
  'cost',
  'price',
  'billed',
  'billedPrice',
  'missing',
  'estimated',
  'previous',
  'lastYear',
] as const;
export type RankedBy = (typeof RANKED_BY)[number];

/** Parts of the small picture of a period. */
const MOST_PARTS = 60;

/** How many days each part of the small picture has. @param days of the period */
export function partDaysOf(days: number): number {
  return Math.ceil(days / MOST_PARTS);
}
