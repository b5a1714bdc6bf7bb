/** Which series of a meter are shown at first, their colours, and the time that they cover. Pure. */
import type { SeriesRow } from '#shared/contract/usage.ts';
import type { Clock } from '#shared/time/index.ts';
import { addUnits, startOf } from '../../charts/local-clock.ts';
import { presetSpan, type Span } from '../../charts/viewport.ts';

const palette = [1, 2, 3, 4, 5, 6, 7, 8].map((index) => `var(--ms-series-${index})`);

/** The colour of a series: by its place among all series of the meter, so that it does not change with the choice. */
export function seriesColor(all: readonly SeriesRow[], id: string): string {
  const index = all.findIndex((one) => one.id === id);
  return palette[Math.max(0, index) % palette.length] ?? 'currentcolor';
}

/** The main series: intervals before registers, then the one with the most readings; the finer one of two alike. */
export function mainSeries(all: readonly SeriesRow[]): SeriesRow | undefined {
  const rank = ({ behaviour }: SeriesRow) => (behaviour === 'interval' ? 0 : behaviour === 'sample' ? 1 : 2);
  return [...all]
    .filter(({ count }) => count > 0)
    .sort((a, b) => rank(a) - rank(b) || b.count - a.count || a.intervalLength - b.intervalLength)[0];
}

/** The chosen series that exist, or the main one, with what flows the other way beside it, and the temperature below. */
export function shownSeries(all: readonly SeriesRow[], chosen: readonly string[] | undefined): SeriesRow[] {
  const known = (chosen ?? []).flatMap((id) => all.filter((one) => one.id === id));
  if (known.length > 0) return known;
  const main = mainSeries(all);
  if (!main) return [];
  const opposite = all.find(
    (one) =>
      one.id !== main.id &&
      one.count > 0 &&
      one.behaviour === main.behaviour &&
      one.unit === main.unit &&
      one.intervalLength === main.intervalLength &&
      isForwardAndReverse(main, one),
  );
  const temperature = all.find((one) => one.id !== main.id && one.count > 0 && ['degC', 'K'].includes(one.unit));
  return [main, ...(opposite ? [opposite] : []), ...(temperature ? [temperature] : [])];
}

/** ESPI flowDirection: 1 forward (delivered), 19 reverse (received). */
function isForwardAndReverse(a: SeriesRow, b: SeriesRow): boolean {
  const flows = [Number(a.flow?.code), Number(b.flow?.code)].sort((x, y) => x - y);
  return flows[0] === 1 && flows[1] === 19;
}

/** From the first reading to the end of the last one, over some series. */
export function extentOf(series: readonly SeriesRow[]): Span | undefined {
  const firsts = series.flatMap(({ first }) => (first === undefined ? [] : [first]));
  const ends = series.flatMap(({ last, intervalLength }) => (last === undefined ? [] : [last + intervalLength]));
  if (firsts.length === 0 || ends.length === 0) return undefined;
  const from = Math.min(...firsts);
  return { from, to: Math.max(...ends, from + 60) };
}

/** What is shown at first: the last seven days of fine series, a year of coarse ones, all where that is not much. */
export function firstSpan(clock: Clock, extent: Span, intervalLength: number): Span {
  const length = extent.to - extent.from;
  const fine = intervalLength > 0 && intervalLength <= 3600;
  if (length <= (fine ? 10 : 500) * 86_400) return extent;
  if (!fine) return presetSpan(clock, extent.to - 1, 'year', extent);
  const to = addUnits(clock, startOf(clock, extent.to - 1, 'day'), 'day', 1);
  return { from: addUnits(clock, to, 'day', -7), to };
}

/** The least time that is worth a chart, seconds: four readings. */
export function shortestSpan(series: readonly SeriesRow[]): number {
  const lengths = series.map(({ intervalLength }) => intervalLength).filter((length) => length > 0);
  return Math.max(300, Math.min(...lengths, 86_400) * 4);
}
