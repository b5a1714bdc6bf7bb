import { z } from 'zod';
import { epochSeconds, inWorkspace, store } from './define.ts';
import { rateKind } from './usage.ts';

const ofSeries = inWorkspace.extend({ series: z.string() });
const range = z.object({ from: epochSeconds, to: epochSeconds });
const ofLocalDays = ofSeries.extend({
  ...range.shape,
  /** From when on which offset of local time holds; the first at or before `from`. */
  offsets: z
    .array(z.object({ from: epochSeconds, offset: z.number().int() }))
    .min(1)
    .max(400),
});

/**
 * Sums over periods of local time, in columns, one entry a period, also where it has no readings. Amounts are summed,
 * registers differenced; samples have a mean and no total.
 */
const periodTotals = z.object({
  unit: z.string(),
  currency: z.string().optional(),
  /** In `unit`; null where a total makes no sense or there is no reading. */
  total: z.array(z.number().nullable()),
  /** Over readings, each by the part of it inside the period; `weight` sums these parts, `sent` those of readings that were sent. */
  mean: z.array(z.number().nullable()),
  weight: z.array(z.number()),
  sent: z.array(z.number()),
  peak: z.array(z.number().nullable()),
  peakAt: z.array(epochSeconds.nullable()),
  least: z.array(z.number().nullable()),
  cost: z.array(z.number().nullable()),
  /** Readings that were sent, and zeros taken as sent; one that reaches over a border counts in the first period. */
  count: z.array(z.number()),
  implied: z.array(z.number()),
  /** Share of what was sent that is estimated, 0..1. */
  estimated: z.array(z.number()),
  /** Seconds of the period that are between the first and the last reading and in no gap. */
  covered: z.array(z.number()),
});
export type PeriodTotals = z.infer<typeof periodTotals>;

/** Readings that are left out: they last well longer than the series' step, so that nobody knows at which of the times they cover what happened. Absent where there are none. */
const longer = z.number().optional();

/**
 * Equal steps of local time in columns: from midnight on where the step divides a day; else they go on over midnight, from that of
 * 1970-01-01. Of a step the time of its first reading is answered.
 */
const usageGrid = z.object({
  unit: z.string(),
  /** Seconds of a step. */
  step: z.number(),
  t: z.array(epochSeconds),
  v: z.array(z.number()),
  /** Share of the step's readings that are estimated, 0..1. */
  e: z.array(z.number()),
  /** True when there were more steps than are answered. */
  cut: z.boolean(),
  longer,
});
export type UsageGrid = z.infer<typeof usageGrid>;

/** How typical days are grouped. */
const daySplit = z.enum(['all', 'weekday', 'workday', 'season']);
export type DaySplit = z.infer<typeof daySplit>;

const typicalDaySlot = z.object({
  /** `all`: 0. `weekday`: 1 Monday to 7 Sunday. `workday`: 0 Monday to Friday, 1 weekend. `season`: 0 Dec-Feb, 1 Mar-May, 2 Jun-Aug, 3 Sep-Nov. */
  group: z.number(),
  /** Seconds after local midnight. */
  slot: z.number(),
  days: z.number(),
  mean: z.number(),
  low: z.number(),
  median: z.number(),
  high: z.number(),
});
export type TypicalDaySlot = z.infer<typeof typicalDaySlot>;

const rateShare = z.object({
  /** Which of the three ways in which a reading can be priced, and its number there. */
  kind: rateKind,
  /** Null, after the others, stands for readings that name none. */
  code: z.number().nullable(),
  total: z.number().nullable(),
  cost: z.number().nullable(),
  count: z.number(),
});

/** Sums over consecutive periods by one way of pricing: outer lists by code, inner ones by period. */
const rateTotals = z.object({
  unit: z.string(),
  /** Ascending; null, at the end, stands for readings that name none. */
  codes: z.array(z.number().nullable()),
  /** In `unit`, and in the series' currency. */
  total: z.array(z.array(z.number())),
  cost: z.array(z.array(z.number())),
  /** By period: readings that have a value, and the seconds that they last. */
  count: z.array(z.number()),
  seconds: z.array(z.number()),
});
export type RateTotals = z.infer<typeof rateTotals>;

const powerQualityRow = z.object({
  id: z.string(),
  entry: z.string(),
  start: epochSeconds.optional(),
  end: epochSeconds.optional(),
  /** Members of ElectricPowerQualitySummary by name, as sent. */
  values: z.record(z.string(), z.number()),
});
export type PowerQualityRow = z.infer<typeof powerQualityRow>;

const customerEntity = z.object({
  id: z.string(),
  entry: z.string(),
  kind: z.string(),
  parent: z.string().optional(),
  name: z.string().optional(),
  address: z.string().optional(),
  serial: z.string().optional(),
  /** All members, decoded. */
  data: z.record(z.string(), z.unknown()),
});
export type CustomerEntity = z.infer<typeof customerEntity>;

export const analysisCalls = {
  /** `bounds` are the starts of the periods and the end of the last one, ascending. */
  'usage.totals': store(['readings']).query(
    ofSeries.extend({ bounds: z.array(epochSeconds).min(2).max(4001) }),
    periodTotals,
  ),
  'usage.grid': store(['readings']).query(
    ofLocalDays.extend({ step: z.number().int().min(900).max(86_400) }),
    usageGrid,
  ),
  'usage.typicalDay': store(['readings']).query(
    ofLocalDays.extend({ split: daySplit }),
    z.object({ unit: z.string(), step: z.number(), rows: z.array(typicalDaySlot), longer }),
  ),
  /** How a span splits by time of use, consumption tier and critical peak; the ways of pricing that some reading names. */
  'usage.rates': store(['readings']).query(
    ofSeries.extend(range.shape),
    z.object({ unit: z.string(), currency: z.string().optional(), rows: z.array(rateShare) }),
  ),
  /** The same, period by period, for one way of pricing; `bounds` as those of `usage.totals`. */
  'usage.rateTotals': store(['readings']).query(
    ofSeries.extend({ kind: rateKind, bounds: z.array(epochSeconds).min(2).max(1001) }),
    rateTotals,
  ),
  /** The load-duration curve: values from the highest to the lowest at equal shares of the readings. */
  'usage.duration': store(['readings']).query(
    ofSeries.extend({ ...range.shape, points: z.number().int().min(2).max(1000) }),
    z.object({ unit: z.string(), count: z.number(), values: z.array(z.number()), longer }),
  ),
  /** The newest summaries, in the order of time, and how many there are (`matching`). */
  'powerQuality.list': store(['readings']).query(
    inWorkspace.extend({ usagePoint: z.string() }),
    z.object({ rows: z.array(powerQualityRow), matching: z.number() }),
  ),
  /**
   * The retail-customer side of an authorization's meters: customers, accounts, agreements, locations, devices. The first of them, and how
   * many there are (`matching`).
   */
  'customers.list': store(['customers']).query(
    inWorkspace.extend({ authorization: z.string() }),
    z.object({ rows: z.array(customerEntity), matching: z.number() }),
  ),
};
