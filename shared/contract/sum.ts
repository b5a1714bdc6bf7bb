/** Many meters as one: the sum of their readings, aligned to the coarsest interval, and who makes its peak. */
import { z } from 'zod';
import { epochSeconds, inWorkspace, store } from './define.ts';

const part = z.object({
  id: z.string(),
  uid: z.string(),
  meterNumber: z.string().optional(),
  title: z.string().optional(),
  customerName: z.string().optional(),
  /** Of the readings that are added, for charts of the meter alone. */
  series: z.string(),
  /** Seconds that one of its readings lasts. */
  step: z.number(),
  /** In the interval of the sum's peak, and its own greatest in any interval; undefined where nothing is known of it there. */
  atPeak: z.number().optional(),
  peak: z.object({ value: z.number(), at: epochSeconds }).optional(),
});
export type SumPart = z.infer<typeof part>;

const summed = z.object({
  /** Key of what is added up, and its name: the one that was asked for, or the one that most of the meters have. */
  measure: z.string(),
  label: z.string(),
  unit: z.string(),
  /**
   * The coarsest interval of its meters, seconds: as those of most meters begin, else at full hours of the time of `timeOf`. Finer readings are added up to it. Where it
   * is longer than an hour, days of each meter's own time are added up: 86,400, though some have 23 or 25 hours.
   */
  step: z.number(),
  /** Of days: where each begins in the time of `timeOf`, and where the last one ends. */
  starts: z.array(epochSeconds).optional(),
  /** Where the readings of all its meters begin and end. */
  extent: z.object({ from: epochSeconds, to: epochSeconds }),
  /** Start of the first interval. */
  from: epochSeconds,
  /** Amounts of all intervals one after the other; null where no meter has a reading, or a zero that was left out. */
  v: z.array(z.number().nullable()),
  /** How many meters are in each: a meter counts by the share of the interval that its readings, and zeros that were left out, cover. */
  n: z.array(z.number()),
  /** How many of them have an estimated reading there, counted alike. */
  e: z.array(z.number()),
  parts: z.array(part),
  /** Id of the meter by whose time the sum is shown; undefined where there is none. */
  timeOf: z.string().optional(),
  /**
   * Meters that are not in the sum: they have no such readings by equal intervals of up to an hour, or by days that are summed up.
   * Of meters that are named, also those without any reading of the measure; of a group or all, only those with some are meant.
   */
  left: z.number(),
  peak: z.object({ at: epochSeconds, value: z.number(), meters: z.number() }).optional(),
  /** What the meters' own peaks come to, divided by the peak of the sum: 1 where all peak together. */
  diversity: z.number().optional(),
});
export type Summed = z.infer<typeof summed>;

export const sumCalls = {
  /** Errors `group_unknown`, and `sum_size` where fewer than two of the meters, or more than 500, have readings of the measure. */
  'sum.profile': store(['usagePoints', 'series', 'readings', 'customers', 'groups']).query(
    inWorkspace.extend({
      group: z.string().max(200).optional(),
      /** Ids of usage points, of which one under two authorizations counts once; all meters where neither they nor a group are named. */
      meters: z.array(z.string()).max(500).optional(),
      /** As in `overview.get`, of readings; the one that most of the meters have where none is named. */
      measure: z.string().max(50).optional(),
      /** At most three years and a bit of quarter hours; the last year where it is not said. */
      from: epochSeconds.optional(),
      to: epochSeconds.optional(),
    }),
    summed,
  ),
};
