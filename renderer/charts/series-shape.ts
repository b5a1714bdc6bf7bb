/** From chart columns to what is drawn: pieces between holes, values in the shown unit, the reading at an instant. Pure. */
import type { ChartSeries, QualityClass } from '#shared/contract/usage.ts';
import { RATE_KINDS, type RateKind } from '#shared/espi/rates.ts';
import { currencyWords } from '../ui/format.ts';
import { type Measure, rateUnit } from './measure.ts';
import type { RateStacks } from './rate-stacks.ts';

/** One drawn point; a true reading. `v` is in the shown unit. */
export interface DrawnPoint {
  t: number;
  d: number;
  v: number;
  quality: QualityClass;
  cost: number | null;
  /** Its number in the way of pricing that colours the series. */
  rate: number | null;
  /** All that it is priced at, in words: `TOU 2`. */
  priced: readonly string[];
}

export interface DrawnSeries {
  unit: string;
  /** Its values float somewhere above 0, as temperatures do: the axis need not reach it. */
  floats?: boolean;
  /** `steps`: every reading, drawn for as long as it lasts. `line`: a selection that keeps every peak. */
  shape: 'steps' | 'line';
  points: readonly DrawnPoint[];
  /** Runs of points without a hole between them, of costs also without an amount that has none: [first, last] indexes. */
  runs: readonly (readonly [number, number])[];
  gaps: ChartSeries['gaps'];
  /** The kind of rate that varies among the readings (TOU, tier, CPP), and its numbers, ascending; undefined: none varies. */
  rates: { kind: RateKind; codes: readonly number[] } | undefined;
  /** Columns by rate, where a selection of the readings is drawn and their split is known. */
  stacks?: RateStacks | undefined;
}

/** The points of an answer as they are drawn. */
export function shapeSeries(chart: ChartSeries, measure: Measure, currency?: string): DrawnSeries {
  const points: DrawnPoint[] = [];
  // A temperature or a volume beside it has no such rate and stays what it is.
  const rate = measure === 'power' ? rateUnit(chart.unit) : undefined;
  const rates = coloringRates(chart.rates);
  const codes = rates && chart.rates?.[rates.kind];
  /** Numbers of the points before which an amount without a cost lies. */
  const unpriced = new Set<number>();
  for (let index = 0; index < chart.t.length; index += 1) {
    const t = chart.t[index];
    const d = chart.d[index] ?? 0;
    const cost = chart.c[index] ?? null;
    const amount = chart.v[index] ?? null;
    const v = measure === 'cost' ? cost : amount !== null && rate !== undefined && d > 0 ? (amount * 3600) / d : amount;
    if (measure === 'cost' && cost === null && amount !== null) unpriced.add(points.length);
    if (t === undefined || v === null) continue;
    points.push({
      t,
      d,
      v,
      quality: chart.qualities[chart.q[index] ?? 0] ?? 'unknown',
      cost,
      rate: codes?.[index] ?? null,
      priced: RATE_KINDS.flatMap((kind) => {
        const code = chart.rates?.[kind]?.[index] ?? null;
        return code === null ? [] : [rateLabel(kind, code)];
      }),
    });
  }
  const unit = measure === 'cost' ? currencyWords(currency) : (rate ?? chart.unit);
  return {
    unit,
    shape: chart.resolution === 'readings' ? 'steps' : 'line',
    points,
    runs: runsBetween(points, chart.gaps, unpriced),
    gaps: chart.gaps,
    rates,
  };
}

/** The first kind of rate that has two numbers or more: a single one would colour everything alike. */
export function coloringRates(rates: ChartSeries['rates']): DrawnSeries['rates'] {
  for (const kind of ['tou', 'cpp', 'tier'] as const) {
    const codes = [...new Set(rates?.[kind] ?? [])].filter((code) => code !== null).sort((a, b) => a - b);
    if (codes.length > 1) return { kind, codes };
  }
  return undefined;
}

const rateWords: Record<RateKind, string> = { tou: 'TOU', tier: 'Tier', cpp: 'CPP' };

/** One name for a rate everywhere (chart, legend, cards, tables): the standard numbers them and does not name them. */
export function rateLabel(kind: RateKind, code: number | null): string {
  return code === null ? 'no rate' : `${rateWords[kind]} ${code}`;
}

const rateColors = [1, 4, 5, 3, 6, 2, 8, 7].map((index) => `var(--ms-series-${index})`);

/** The colour of a number of a way of pricing, the same in the chart, its legend and the split; grey for none. */
export function rateColor(code: number | null): string {
  if (code === null) return 'var(--ms-series-7)';
  return rateColors[((Math.round(code) % rateColors.length) + rateColors.length) % rateColors.length] ?? 'currentcolor';
}

/** Splits points wherever a hole lies between two of them, and before those that are named. */
function runsBetween(
  points: readonly DrawnPoint[],
  gaps: ChartSeries['gaps'],
  splitBefore: ReadonlySet<number>,
): [number, number][] {
  const runs: [number, number][] = [];
  let first = 0;
  let gap = 0;
  for (let index = 1; index <= points.length; index += 1) {
    const before = points[index - 1];
    const after = points[index];
    if (!before) break;
    while (gap < gaps.length && (gaps[gap]?.[1] ?? 0) <= before.t) gap += 1;
    const hole = gaps[gap];
    if (!after || splitBefore.has(index) || (hole && hole[0] < after.t && hole[1] > before.t)) {
      runs.push([first, index - 1]);
      first = index;
    }
  }
  return runs;
}

/** Lowest and highest value within a span; 0 included, so that heights can be compared, unless all series float. */
export function valueRange(series: readonly DrawnSeries[], from: number, to: number): [number, number] {
  const floating = series.length > 0 && series.every(({ floats }) => floats);
  let low = floating ? Number.POSITIVE_INFINITY : 0;
  let high = floating ? Number.NEGATIVE_INFINITY : 0;
  for (const { points } of series) {
    for (const { t, d, v } of points) {
      if (t > to || t + d < from) continue;
      if (v < low) low = v;
      if (v > high) high = v;
    }
  }
  return low > high ? [0, 0] : [low, high];
}

/** The index of the reading at an instant, or of the nearest drawn one; undefined inside a hole or beyond the ends. */
export function pointAt(series: DrawnSeries, at: number): number | undefined {
  if (series.gaps.some(([from, to]) => at >= from && at < to)) return undefined;
  const { points } = series;
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.t ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const before = points[low - 1];
  const after = points[low];
  if (series.shape === 'steps') {
    return before && at < before.t + Math.max(before.d, 1) ? low - 1 : undefined;
  }
  if (!before) return after ? low : undefined;
  const endsHere = !after || series.runs.some(([first]) => first === low);
  if (endsHere) return at <= before.t + before.d ? low - 1 : undefined;
  return at - before.t <= after.t - at ? low - 1 : low;
}

/** Spans of readings that are not simply valid, merged where they touch. */
export function qualitySpans(series: DrawnSeries): { from: number; to: number; quality: QualityClass }[] {
  const spans: { from: number; to: number; quality: QualityClass }[] = [];
  for (const [index, point] of series.points.entries()) {
    if (point.quality === 'valid') continue;
    const last = spans.at(-1);
    const end = point.t + point.d;
    const touches = last && last.quality === point.quality && series.points[index - 1]?.quality === point.quality;
    const sameRun = series.runs.some(([a, b]) => a < index && index <= b);
    if (last && touches && sameRun) last.to = end;
    else spans.push({ from: point.t, to: end, quality: point.quality });
  }
  return spans;
}

/** The colour that marks a quality everywhere: chart, table, legend. */
export function qualityColor(quality: string): string {
  if (quality === 'estimated' || quality === 'forecast' || quality === 'derived') return 'var(--ms-estimated)';
  if (quality === 'edited') return 'var(--ms-edited)';
  if (quality === 'valid') return 'var(--ms-good)';
  if (quality === 'questionable' || quality === 'missing') return 'var(--ms-questionable)';
  return 'var(--ms-series-7)';
}
