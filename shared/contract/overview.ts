/** The overview of a portfolio or group: its totals, and the pictures that they are broken down into. */
import { z } from 'zod';
import { OVERVIEW_SIDES } from '../overview-sides.ts';
import { monthNumber } from './coverage.ts';
import { epochMillis, inWorkspace, store } from './define.ts';

/** Values of a side; "" stands for meters of which it is not known. */
const values = z.array(z.string().max(500)).max(200);

const amountRange = z.object({ atLeast: z.number().optional(), below: z.number().optional() });

/** What is chosen in the pictures. Each picture is narrowed down by what is chosen in all the others. */
export const overviewChoice = z.object({
  /** Months by number: year * 12 + month - 1. */
  months: z.array(z.number().int()).max(120).optional(),
  service: values.optional(),
  tariff: values.optional(),
  utility: values.optional(),
  tag: values.optional(),
  state: values.optional(),
  /** Of what a meter comes to in all months, in the unit of the measure. */
  amount: amountRange.optional(),
});
export type OverviewChoice = z.infer<typeof overviewChoice>;

const monthSpan = z.object({ first: monthNumber, count: z.number() });

export const figures = z.object({
  /** Meters that are measured so and are chosen. */
  of: z.number(),
  /** Those of them that have data. */
  meters: z.number(),
  /** In the unit or currency of the measure; undefined where nothing is known. */
  total: z.number().optional(),
  /** Share 0..1 of the time, over the meters with data. Of bills: the time that they are for. */
  coverage: z.number(),
  /** Share 0..1 of what is covered. */
  estimated: z.number(),
  /** Meters whose demand is known: their interval is an hour at most, and no reading of theirs lasts much longer. */
  demandMeters: z.number(),
  /** The largest demand of a meter, in units per hour, and whose (id). */
  peak: z.object({ value: z.number(), usagePoint: z.string() }).optional(),
  /** The peaks of all meters added up, whenever each of them was: the peak of the sum is this at most. In units per hour. */
  peaks: z.number().optional(),
  /** Of each meter the mean over whole days of the day's lowest demand, added up: the least of the sum is no lower on average. */
  base: z.number().optional(),
  baseMeters: z.number(),
});
export type OverviewFigures = z.infer<typeof figures>;

/**
 * What adds up: readings of one service, unit and direction (`0:72:1`: ServiceKind, UnitSymbolKind, FlowDirectionKind), what is
 * delivered less what is received (`0:72:net`), or bills in a currency (`cost:840`, its numeric code).
 */
const measure = figures.extend({
  key: z.string(),
  label: z.string(),
  unit: z.string().optional(),
  currency: z.string().optional(),
});
export type OverviewMeasure = z.infer<typeof measure>;

const bar = figures.extend({ value: z.string(), label: z.string() });
export type OverviewBar = z.infer<typeof bar>;

const meter = figures.extend({
  id: z.string(),
  uid: z.string(),
  meterNumber: z.string().optional(),
  title: z.string().optional(),
  customerName: z.string().optional(),
  tariff: z.string().optional(),
});
export type OverviewMeter = z.infer<typeof meter>;

const overview = z.object({
  /** The months of all totals. */
  span: monthSpan,
  /** From the first month with readings or bills to the last; `count` 0 where there are none. */
  data: monthSpan,
  /** Of the whole choice; a meter under two authorizations counts once. */
  meters: z.number(),
  /** Of them without readings that add up: nothing of them is in any total. */
  unmeasured: z.number(),
  /** Meters whose days are not summed up yet; nothing of them is in any total. */
  unsummed: z.number(),
  /** Meters with several series in one unit and direction: the one with the most readings counts. */
  several: z.number(),
  /** Bills that are in no total: they have no period or no total. */
  incompleteBills: z.number(),
  /** All measures, as chosen. */
  measures: z.array(measure),
  /**
   * The measure of all below: the one that was asked for, or the one that most meters have where none of them has that. Undefined where
   * no meter that is chosen has it.
   */
  measure: measure.optional(),
  months: z.array(
    figures.extend({
      month: z.number(),
      /** When the largest demand began, epoch seconds; of equals the first. */
      peakAt: z.number().optional(),
    }),
  ),
  sides: z.record(z.enum(OVERVIEW_SIDES), z.array(bar)),
  /** Meters by what they come to: bars from `atLeast` to `below`, in order. */
  amounts: z.array(figures.extend({ atLeast: z.number().optional(), below: z.number() })),
  /** The largest ones, at most 100. */
  largest: z.array(meter),
});
export type Overview = z.infer<typeof overview>;

export const overviewCalls = {
  /** Months are those of each meter's own time. Error `group_unknown`. */
  'overview.get': store(['usagePoints', 'authorizations', 'series', 'readings', 'bills', 'customers', 'groups']).query(
    inWorkspace.extend({
      /** The first month; else the last of them is the month of the newest reading or bill. */
      first: monthNumber.optional(),
      /** How many months. */
      count: z.number().int().min(1).max(120),
      /** Id or name; all meters where none is named. */
      group: z.string().max(200).optional(),
      measure: z.string().max(50).optional(),
      choice: overviewChoice.optional(),
    }),
    overview,
  ),
  /** What the numbers rest on: by whose clocks the months are, and what was read. The most meters first. Error `group_unknown`. */
  'overview.origins': store(['usagePoints', 'groups']).query(
    inWorkspace.extend({ group: z.string().max(200).optional() }),
    z.object({
      zones: z.array(z.object({ label: z.string(), meters: z.number() })),
      /** Files by name, services by scheme and host. */
      sources: z.array(z.object({ name: z.string(), isFile: z.boolean(), meters: z.number(), readAt: epochMillis })),
    }),
  ),
};
