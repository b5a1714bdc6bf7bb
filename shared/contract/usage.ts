import { z } from 'zod';
import { GRIDS } from '../espi/grid.ts';
import { RATE_KINDS } from '../espi/rates.ts';
import { epochMillis, epochSeconds, inWorkspace, nothing, page, store } from './define.ts';
import { coded, spans } from './portfolio.ts';

/**
 * The quality of a reading, as the interface distinguishes them. The code of the standard stays beside it. `implied` is
 * no quality of the standard: a zero that the custodian left out and that the user decided to take as sent.
 */
const qualityClass = z.enum([
  'valid',
  'estimated',
  'forecast',
  'edited',
  'questionable',
  'derived',
  'implied',
  'other',
  'missing',
  'unknown',
]);
export type QualityClass = z.infer<typeof qualityClass>;

/** How readings add up: amounts are summed, registers differenced, samples averaged. */
const behaviour = z.enum(['interval', 'register', 'sample']);

/** Whether the holes of a series are gaps or zeros that the custodian left out. */
const holes = z.enum(['gaps', 'zeros']);

const holesDecision = z.object({
  /** What they are taken as: gaps until the user says otherwise. */
  taken: holes,
  by: z.enum(['detected', 'user']),
  /** What the data look like, and why. */
  suggested: holes,
  reason: z.string(),
  /** Holes, regardless of what they are taken as, and the readings that would fit into them. */
  holes: z.number(),
  readings: z.number(),
});

export const rateKind = z.enum(RATE_KINDS);

const seriesRow = z.object({
  id: z.string(),
  usagePoint: z.string().optional(),
  /** e.g. "Electricity delivered, 15 min", "Temperature, °C, 1 h". */
  label: z.string(),
  /** What it measures where that does not add up: "Temperature", "Demand". Amounts have none. */
  level: z.string().optional(),
  commodity: coded.optional(),
  flow: coded.optional(),
  kind: coded.optional(),
  /** How its readings follow each other: equally long, by days, weeks or months of the calendar, or irregular. */
  grid: z.enum(GRIDS),
  /** Seconds of each reading of a fixed grid; 0 of any other. */
  intervalLength: z.number(),
  /** Seconds that a reading usually lasts, or that are usually between two; 0 when unknown. */
  step: z.number(),
  /** Unit of `value` everywhere in answers about this series, e.g. `kWh`; and the unit of the source. */
  unit: z.string(),
  sourceUnit: z.string(),
  behaviour,
  /** Why it was taken as that, and whether the user said so. */
  behaviourReason: z.string(),
  behaviourBy: z.enum(['source', 'detected', 'user']),
  /** What it would be taken as without the user's say. */
  behaviourDetected: behaviour,
  /** Why its readings were taken to be as long as they are. */
  intervalReason: z.string(),
  currency: z.string().optional(),
  count: z.number(),
  /** Total in `unit`; undefined where a total makes no sense. */
  sum: z.number().optional(),
  /** How large a value of it is drawn on average, in `unit`: what a picture's unit is chosen by. */
  typical: z.number().optional(),
  /** Total cost in `currency`. */
  cost: z.number().optional(),
  /** What the costs of its readings are divided by (100000 by the standard), and why; of a series with costs. */
  costScale: z.object({ value: z.number(), reason: z.string(), by: z.enum(['detected', 'user']) }).optional(),
  first: epochSeconds.optional(),
  /** Start and end of the last reading. */
  last: epochSeconds.optional(),
  end: epochSeconds.optional(),
  /** Holes that count as gaps; none where they are taken as zeros. */
  gaps: z.number(),
  holes: holesDecision,
  duplicates: z.number(),
  estimated: z.number(),
  /** Readings by quality class. */
  quality: z.partialRecord(qualityClass, z.number()),
});
export type SeriesRow = z.infer<typeof seriesRow>;

/**
 * Points of a chart in columns; every point is a true reading, or a zero of quality `implied` where the user decided so. `resolution` `m4` keeps first, last, lowest and highest of
 * each pixel column; of a series with costs, whose columns are wider, also the cheapest, the dearest and the first with an amount and no cost. Of a year and more it may keep the lowest
 * and highest of each day, or of each few days, instead. `t` epoch seconds of the start, `d` seconds, `v` in the series' unit (null where only the cost was sent), `q` index
 * into `qualities`.
 */
const chartSeries = z.object({
  series: z.string(),
  unit: z.string(),
  resolution: z.enum(['readings', 'm4']),
  /** Readings in the range (implied zeros included), of which `t.length` are drawn. */
  count: z.number(),
  t: z.array(epochSeconds),
  d: z.array(z.number()),
  v: z.array(z.number().nullable()),
  q: z.array(z.number()),
  /** Cost per point in the currency; NaN-free: null where there is none. */
  c: z.array(z.number().nullable()),
  /** By the way of pricing, the number of each point there; only the ways that some point has. */
  rates: z.partialRecord(rateKind, z.array(z.number().nullable())).optional(),
  qualities: z.array(qualityClass),
  /** Holes within the range. */
  gaps: spans,
});
export type ChartSeries = z.infer<typeof chartSeries>;

/** A highest or least reading: how long it lasts tells what rate it was. */
const extreme = z.object({ value: z.number(), at: epochSeconds, seconds: z.number() });

const statistics = z.object({
  /** Readings that were sent. */
  count: z.number(),
  /** Zeros that were left out and are taken as sent. */
  implied: z.number(),
  /** Readings that reach beyond the span; of these, the share by time counts. */
  cut: z.number(),
  total: z.number().optional(),
  mean: z.number().optional(),
  peak: extreme.optional(),
  /** The least value; of samples only. */
  least: extreme.optional(),
  /** Typical lowest load: the 5th percentile. */
  base: z.number().optional(),
  /** Mean over peak, 0..1; not where the mean or the peak is less than nothing. */
  loadFactor: z.number().optional(),
  /** Of the readings, 0..1. */
  estimated: z.number(),
  /** Of the time of the span, that readings cover, 0..1; 1 only where nothing is missing. */
  coverage: z.number(),
  cost: z.number().optional(),
});
export type UsageStatistics = z.infer<typeof statistics>;

const readingRow = z.object({
  start: epochSeconds,
  duration: z.number(),
  /** In the series' unit; undefined where the reading had no value. */
  value: z.number().optional(),
  rawValue: z.string().optional(),
  cost: z.number().optional(),
  quality: qualityClass,
  qualityCode: z.number().optional(),
  tou: z.number().optional(),
  tier: z.number().optional(),
  cpp: z.number().optional(),
  block: z.string(),
});
export type ReadingRow = z.infer<typeof readingRow>;

const blockRow = z.object({
  id: z.string(),
  /** Entry id for `entries.raw`. */
  entry: z.string(),
  start: epochSeconds.optional(),
  duration: z.number().optional(),
  readings: z.number(),
  updated: epochMillis.optional(),
  href: z.string().optional(),
  source: z.string(),
  fetchedAt: epochMillis,
});
export type BlockRow = z.infer<typeof blockRow>;

const range = z.object({ from: epochSeconds, to: epochSeconds });

/** What readings can be put in order by; those that lack it come last, and time decides among equals. */
const readingOrder = z.enum(['start', 'duration', 'value', 'quality', 'cost', 'tou', 'tier', 'cpp']);
export type ReadingOrder = z.infer<typeof readingOrder>;

export const usageCalls = {
  'series.list': store(['series', 'readings']).query(
    inWorkspace.extend({ usagePoint: z.string().optional() }),
    z.array(seriesRow),
  ),
  'usage.chart': store(['readings']).query(
    inWorkspace.extend({
      series: z.array(z.string()).min(1).max(12),
      width: z.number().int().min(10).max(2000),
      ...range.shape,
    }),
    z.array(chartSeries),
  ),
  'usage.statistics': store(['readings']).query(inWorkspace.extend({ series: z.string(), ...range.shape }), statistics),
  /** A page of the readings of a range, by time unless `order` says otherwise; only those of some qualities where they are named. */
  'usage.readings': store(['readings']).query(
    inWorkspace.extend({
      series: z.string(),
      ...range.shape,
      ...page.shape,
      order: z.object({ by: readingOrder, descending: z.boolean() }).optional(),
      qualities: z.array(qualityClass).optional(),
    }),
    z.object({ rows: z.array(readingRow), matching: z.number(), total: z.number() }),
  ),
  /** The interval blocks behind a range of a series. */
  'usage.blocks': store(['readings']).query(
    inWorkspace.extend({ series: z.string(), ...range.shape, ...page.shape }),
    /** `newestFetch`: epoch ms, of all that match. */
    z.object({ rows: z.array(blockRow), matching: z.number(), newestFetch: z.number().optional() }),
  ),
  /** The user's say in how a series adds up; without `behaviour` what was detected holds again. */
  'series.setBehaviour': store(['series', 'readings', 'usagePoints']).command(
    inWorkspace.extend({ series: z.string(), behaviour: behaviour.optional() }),
    nothing,
  ),
  /** Whether the holes of a series are zeros that were left out; without `holes` they are gaps again. */
  'series.setHoles': store(['series', 'readings', 'usagePoints']).command(
    inWorkspace.extend({ series: z.string(), holes: holes.optional() }),
    nothing,
  ),
  /** What divides the costs of its readings; without `scale` it is detected again. */
  'series.setCostScale': store(['series', 'readings']).command(
    inWorkspace.extend({ series: z.string(), scale: z.number().positive().max(1e9).optional() }),
    nothing,
  ),
};
