import { z } from 'zod';
import { inWorkspace, store } from './define.ts';

/** A month of the calendar as one number: year * 12 + month - 1, so that neighbours differ by 1. */
export const monthNumber = z.number().int().min(0).max(120_000);

export const months = z.object({
  first: monthNumber,
  /** How many months, from `first` on. */
  count: z.number().int().min(1).max(120),
});

/** Shares 0..1 of each local month; the rest is before the first or after the last reading. */
export const monthShares = z.object({
  usagePoint: z.string(),
  /** Between the first and the last reading and in no gap, estimated or not. */
  there: z.array(z.number()),
  /** Of `there`, what is estimated. */
  estimated: z.array(z.number()),
  /** Gaps. */
  missing: z.array(z.number()),
});
export type MonthShares = z.infer<typeof monthShares>;

/** Meters by how a month is covered, one entry a month; a meter counts once a month, or not at all outside its data. */
export const portfolioMonths = z.object({
  /** Complete and measured, complete with estimates, with gaps, nothing but a gap. */
  full: z.array(z.number()),
  estimated: z.array(z.number()),
  partial: z.array(z.number()),
  missing: z.array(z.number()),
  /** Of the month, over all meters with data in it: shares 0..1. */
  coverage: z.array(z.number()),
  estimatedShare: z.array(z.number()),
});
export type PortfolioMonths = z.infer<typeof portfolioMonths>;

export const coverageCalls = {
  /** Of the fullest series of each of these usage points, in the meter's own local months; unknown ones are left out. */
  'coverage.meters': store(['usagePoints', 'readings']).query(
    inWorkspace.extend({ usagePoints: z.array(z.string()).min(1).max(500), ...months.shape }),
    z.array(monthShares),
  ),
  'coverage.portfolio': store(['usagePoints', 'readings', 'groups']).query(
    inWorkspace.extend({ ...months.shape, group: z.string().max(200).optional() }),
    portfolioMonths,
  ),
};
