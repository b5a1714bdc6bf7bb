/** From the intervals of a sum to what the charts of one meter draw. Pure. */
import type { UsageGrid } from '#shared/contract/analysis.ts';
import type { CallOutput } from '#shared/contract/index.ts';
import type { Summed } from '#shared/contract/sum.ts';
import type { ChartSeries } from '#shared/contract/usage.ts';
import { type Clock, daySlot, localTime } from '#shared/time/index.ts';
import { rateUnit } from '../../charts/measure.ts';
import type { Span } from '../../charts/viewport.ts';

/** More points than these are drawn as the first, last, least and greatest of each column. */
const MOST_POINTS = 2000;

type Values = readonly (number | null)[];

/** Where an interval begins; epoch seconds. The one behind the last is where that ends. */
function startOfInterval({ from, step, starts }: Pick<Summed, 'from' | 'step' | 'starts'>, place: number): number {
  return starts?.[place] ?? from + place * step;
}

/** From the begin of the first interval to the end of the last one. */
export function spanOfSum(sum: Summed): Span {
  return { from: sum.from, to: startOfInterval(sum, sum.v.length) };
}

/**
 * What a span shows: all intervals where they fit, else a selection that keeps every peak.
 * @param estimated above 0 where an interval is marked as estimated
 */
export function spanChart(
  sum: Summed,
  values: Values,
  unit: string,
  view: Span,
  estimated: readonly number[] = [],
): ChartSeries {
  // One more on each side: a line goes on there, and days of 23 and 25 hours do not lie where equal ones would.
  const first = Math.max(0, Math.floor((view.from - sum.from) / sum.step) - 1);
  const end = Math.min(values.length, Math.ceil((view.to - sum.from) / sum.step) + 1);
  const all = end - first <= MOST_POINTS;
  const places = all ? placesOf(values, first, end) : selected(values, first, end, MOST_POINTS / 4);
  const t = places.map((place) => startOfInterval(sum, place));
  return {
    series: unit,
    unit,
    resolution: all ? 'readings' : 'm4',
    count: end - first,
    t,
    d: places.map((place, index) => startOfInterval(sum, place + 1) - (t[index] ?? 0)),
    v: places.map((place) => values[place] ?? 0),
    q: places.map((place) => ((estimated[place] ?? 0) > 0 ? 1 : 0)),
    c: t.map(() => null),
    qualities: ['valid', 'estimated'],
    gaps: gapsOf(sum, values, first, end),
  };
}

function placesOf(values: Values, first: number, end: number): number[] {
  const places: number[] = [];
  for (let place = first; place < end; place += 1) if (values[place] !== null) places.push(place);
  return places;
}

function selected(values: Values, first: number, end: number, columns: number): number[] {
  const kept = new Set<number>();
  const width = Math.ceil((end - first) / columns);
  for (let from = first; from < end; from += width) {
    const places = placesOf(values, from, Math.min(end, from + width));
    if (places.length === 0) continue;
    let [low, high] = [places[0] ?? from, places[0] ?? from];
    for (const place of places) {
      if ((values[place] ?? 0) < (values[low] ?? 0)) low = place;
      if ((values[place] ?? 0) > (values[high] ?? 0)) high = place;
    }
    for (const place of [places[0], low, high, places.at(-1)]) if (place !== undefined) kept.add(place);
  }
  return [...kept].sort((a, b) => a - b);
}

/** Intervals in which no meter has a reading. */
function gapsOf(sum: Summed, values: Values, first: number, end: number): [number, number][] {
  const gaps: [number, number][] = [];
  for (let place = first; place < end; place += 1) {
    if (values[place] !== null) continue;
    const start = place;
    while (place < end && values[place] === null) place += 1;
    gaps.push([startOfInterval(sum, start), startOfInterval(sum, place)]);
  }
  return gaps;
}

/**
 * The unit in which a sum is shown, and what its amounts are multiplied by: demand, where the field has a unit of it. What a
 * day comes to is an amount.
 */
export function shownAs({ unit, step, starts }: Pick<Summed, 'unit' | 'step' | 'starts'>): {
  unit: string;
  factor: number;
} {
  const rate = starts === undefined ? rateUnit(unit) : undefined;
  return rate === undefined ? { unit, factor: 1 } : { unit: rate, factor: 3600 / step };
}

/** Days by time of day of a clock, of at least quarter hours. */
export function sumGrid({ from, step, v, n, e, unit }: Summed, clock: Clock): UsageGrid {
  const cell = daySlot(step);
  const sums = new Map<number, number>();
  const shares = new Map<number, number>();
  for (const [place, value] of v.entries()) {
    if (value === null) continue;
    const start = from + place * step;
    const at = start - (localTime(clock, start) % cell);
    sums.set(at, (sums.get(at) ?? 0) + value);
    shares.set(at, Math.max(shares.get(at) ?? 0, (e[place] ?? 0) / (n[place] || 1)));
  }
  return { unit, step: cell, t: [...sums.keys()], v: [...sums.values()], e: [...shares.values()], cut: false };
}

/** Intervals by size, at equal distances of their rank: as `usage.duration` answers of one meter. */
export function sumDuration({ v, unit }: Summed, points: number): CallOutput<'usage.duration'> {
  const known = v.filter((value) => value !== null).sort((a, b) => b - a);
  const most = Math.min(points, known.length);
  const values = Array.from(
    { length: most },
    (_, index) => known[Math.round((index * (known.length - 1)) / Math.max(1, most - 1))] ?? 0,
  );
  return { unit, count: known.length, values };
}

/** Average days, Monday to Friday and weekends: as `usage.typicalDay` answers of one meter. */
export function sumTypicalDay(sum: Summed, clock: Clock): CallOutput<'usage.typicalDay'> {
  const grid = sumGrid(sum, clock);
  const slots = new Map<string, { group: number; slot: number; values: number[] }>();
  const days = new Map<string, number>();
  for (const [index, at] of grid.t.entries()) {
    const local = localTime(clock, at);
    const day = Math.floor(local / 86_400);
    const slot = Math.floor((local - day * 86_400) / grid.step) * grid.step;
    // An hour that the clock shows twice is one time of day.
    days.set(`${day} ${slot}`, (days.get(`${day} ${slot}`) ?? 0) + (grid.v[index] ?? 0));
  }
  for (const [key, value] of days) {
    const [day = 0, slot = 0] = key.split(' ').map(Number);
    // 1970-01-01 was a Thursday.
    const group = (day + 3) % 7 >= 5 ? 1 : 0;
    const found = slots.get(`${group} ${slot}`) ?? { group, slot, values: [] };
    found.values.push(value);
    slots.set(`${group} ${slot}`, found);
  }
  const rows = [...slots.values()].map(({ group, slot, values }) => {
    const sorted = values.toSorted((a, b) => a - b);
    const mean = values.reduce((all, one) => all + one, 0) / values.length;
    const at = (share: number) => quantileOf(sorted, share);
    return { group, slot, days: values.length, mean, low: at(0.1), median: at(0.5), high: at(0.9) };
  });
  return { unit: sum.unit, step: grid.step, rows: rows.sort((a, b) => a.group - b.group || a.slot - b.slot) };
}

/** Between the neighbours where it falls between them, as the store's own. */
function quantileOf(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1);
  const low = sorted[Math.floor(place)] ?? 0;
  const high = sorted[Math.ceil(place)] ?? low;
  return low + (high - low) * (place - Math.floor(place));
}
