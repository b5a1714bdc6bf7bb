/**
 * Colours by rate where a chart draws a selection of the readings. Single readings cannot be coloured there without
 * telling less than the truth, so every hour, day, week or month of the local clock is a column as high as its mean
 * reading, stacked by what was used at each rate: its areas compare as the energies do. Pure.
 */
import type { RateTotals } from '#shared/contract/analysis.ts';
import type { Clock, Period } from '#shared/time/index.ts';
import { calendarPeriods } from './local-clock.ts';
import { type Measure, rateUnit } from './measure.ts';
import type { Span } from './viewport.ts';

export interface RateBuckets {
  period: Period;
  bounds: number[];
}

export interface RateStack {
  from: number;
  to: number;
  /** Heights in the shown unit; amounts below 0 are stacked downwards. */
  parts: { code: number | null; low: number; high: number }[];
}

export interface RateStacks {
  period: Period;
  codes: readonly (number | null)[];
  stacks: readonly RateStack[];
  /** By code, over all columns, in the unit of the totals. */
  totals: readonly number[];
}

/** More columns than this could not be distinguished. */
const mostColumns = 750;
const approximate: readonly [Period, number][] = [
  ['hour', 3600],
  ['day', 86_400],
  ['week', 7 * 86_400],
  ['month', 2_629_746],
];

/** Columns that cover a span whole: of the shortest period of which not too many are needed. */
export function rateBuckets(clock: Clock, span: Span): RateBuckets {
  const seconds = span.to - span.from;
  const period = approximate.find(([, length]) => seconds / length <= mostColumns)?.[0] ?? 'year';
  const periods = calendarPeriods(clock, span.from, span.to, period);
  const last = periods.at(-1);
  return { period, bounds: last ? [...periods.map(({ start }) => start), last.end] : [] };
}

/** The stacked columns of an answer to `usage.rateTotals` over these bounds. */
export function rateStacks({ period, bounds }: RateBuckets, totals: RateTotals, measure: Measure): RateStacks {
  const sums = measure === 'cost' ? totals.cost : totals.total;
  const asPower = measure === 'power' && rateUnit(totals.unit) !== undefined;
  const stacks = bounds.slice(0, -1).flatMap((from, index): RateStack[] => {
    const count = totals.count[index] ?? 0;
    const seconds = totals.seconds[index] ?? 0;
    if (count === 0 || (asPower && seconds === 0)) return [];
    const height = (sum: number) => (asPower ? (sum * 3600) / seconds : sum / count);
    let [above, below] = [0, 0];
    const parts = totals.codes.map((code, place) => {
      const size = height(sums[place]?.[index] ?? 0);
      const base = size < 0 ? below : above;
      if (size < 0) below += size;
      else above += size;
      return { code, low: Math.min(base, base + size), high: Math.max(base, base + size) };
    });
    return [{ from, to: bounds[index + 1] ?? from, parts }];
  });
  return { period, codes: totals.codes, stacks, totals: sums.map((list) => list.reduce((sum, one) => sum + one, 0)) };
}
