/** Meters put in order by a figure of a period, and by how it changed. Only what is measured in one unit, in one direction, is compared. */
import { z } from 'zod';
import { RANKED_BY } from '../ranked-by.ts';
import { epochSeconds, inWorkspace, namedMeter, page, store } from './define.ts';

/** What can be compared: meters of one service (ESPI ServiceKind, -1 where none is said), direction (FlowDirection) and unit (UnitSymbol). */
const quantity = z.object({ service: z.number().int(), flow: z.number().int(), uom: z.number().int() });
export type Quantity = z.infer<typeof quantity>;

const day = z.iso.date();

export const rankedMeter = namedMeter.extend({
  /** From 1, among all meters of which the figure is known. */
  place: z.number(),
  /** That the figures are of: the one with the most readings. */
  series: z.string(),
  /** Seconds that its readings last; 0 where they are not equally long, or longer than an hour: then there is no peak and no base load. */
  step: z.number(),
  currency: z.string().optional(),
  amount: z.number().optional(),
  peak: z.number().optional(),
  peakAt: epochSeconds.optional(),
  base: z.number().optional(),
  loadFactor: z.number().optional(),
  cost: z.number().optional(),
  price: z.number().optional(),
  billed: z.number().optional(),
  billedPrice: z.number().optional(),
  billedCurrency: z.string().optional(),
  missing: z.number(),
  estimated: z.number().optional(),
  /** Changes as shares: 0.2 is a fifth more. They are of the days that are whole in both periods, of which there are so many. */
  previous: z.number().optional(),
  previousDays: z.number(),
  lastYear: z.number().optional(),
  lastYearDays: z.number(),
  /** The mean day of each part of the period, of `partDaysOf` days or, at its end, of what is left; null where there is no reading. */
  parts: z.array(z.number().nullable()),
});
export type RankedMeter = z.infer<typeof rankedMeter>;

export const rankingCalls = {
  /** What there is to compare, the most frequent first, and the days that it is about. */
  'ranking.quantities': store(['usagePoints', 'series', 'readings', 'groups']).query(
    inWorkspace.extend({ group: z.string().max(200).optional() }),
    z.array(
      quantity.extend({
        /** "Electricity delivered", and the unit that amounts are in. */
        label: z.string(),
        unit: z.string(),
        meters: z.number(),
        /** Codes of currencies, the most frequent first. */
        currencies: z.array(z.object({ code: z.number(), label: z.string() })),
        /** The first day with data, and the last whole day that at least half of the meters have. */
        firstDay: day,
        lastDay: day,
      }),
    ),
  ),
  /**
   * Meters in order. The period is of days of each meter's own calendar, both included. Earlier periods are as many days that begin on
   * the same day of the week: the last ones before the period, and 52 weeks before (more, where the period is longer).
   */
  'ranking.list': store(['usagePoints', 'series', 'readings', 'bills', 'customers', 'groups']).query(
    inWorkspace.extend({
      group: z.string().max(200).optional(),
      quantity,
      /** Code of the currency that costs of readings are compared in. Bills are in the one that most of them have. */
      currency: z.number().int().optional(),
      from: day,
      until: day,
      by: z.enum(RANKED_BY),
      descending: z.boolean(),
      /** Only meters whose figure is at least and at most this. */
      least: z.number().optional(),
      most: z.number().optional(),
      search: z.string().max(500).optional(),
      ...page.shape,
    }),
    z.object({
      rows: z.array(rankedMeter),
      matching: z.number(),
      /** Meters that are compared, and those of them of which the figure is not known: they have no place. */
      total: z.number(),
      unknown: z.number(),
      /** Meters with readings of this kind whose days are not summed yet, or never will be: they are not compared. */
      unsummed: z.number(),
      unit: z.string(),
      /** That bills are compared in; undefined where the order is by something else. */
      billedIn: z.string().optional(),
      days: z.number(),
      /** The first days of the earlier periods. */
      previousFrom: day,
      lastYearFrom: day,
    }),
  ),
};
