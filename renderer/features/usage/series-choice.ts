/** Which series of a meter are shown at first, their colours, and the time that they cover. Pure. */
import type { SeriesRow } from '#shared/contract/usage.ts';
import { groupBy } from '#shared/group.ts';
import type { Clock } from '#shared/time/index.ts';
import { addUnits, startOf } from '../../charts/local-clock.ts';
import type { Span } from '../../charts/viewport.ts';
import { scaleOfLargest, type UnitScale, unitScale } from '../../ui/unit-scale.ts';

const palette = [1, 2, 3, 4, 5, 6, 7, 8].map((index) => `var(--ms-series-${index})`);

/** The colour of a series: by its place among all series of the meter, so that it does not change with the choice. */
export function seriesColor(all: readonly SeriesRow[], id: string): string {
  const index = all.findIndex((one) => one.id === id);
  return palette[Math.max(0, index) % palette.length] ?? 'currentcolor';
}

/** The main series: intervals before registers before levels, then the one with the most readings; the finer of two alike. */
export function mainSeries(all: readonly SeriesRow[]): SeriesRow | undefined {
  const rank = ({ behaviour, level }: SeriesRow) =>
    level !== undefined ? 3 : behaviour === 'interval' ? 0 : behaviour === 'sample' ? 1 : 2;
  return [...all]
    .filter(({ count }) => count > 0)
    .sort((a, b) => rank(a) - rank(b) || b.count - a.count || a.step - b.step)[0];
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
      one.grid === main.grid &&
      one.intervalLength === main.intervalLength &&
      isForwardAndReverse(main, one),
  );
  const temperature = all.find((one) => one.id !== main.id && one.count > 0 && one.level === 'Temperature');
  return [main, ...(opposite ? [opposite] : []), ...(temperature ? [temperature] : [])];
}

/** The scale of each unit that series are shown in: those that share a picture share it. */
export function scalesOf(shown: readonly SeriesRow[]): (row: Pick<SeriesRow, 'unit'>) => UnitScale {
  const scales = new Map(
    [...groupBy(shown, ({ unit }) => unit)].map(([unit, rows]) => [
      unit,
      scaleOfLargest(
        unit,
        rows.map(({ typical }) => typical),
      ),
    ]),
  );
  return ({ unit }) => scales.get(unit) ?? unitScale(unit, undefined);
}

/** ESPI flowDirection: 1 forward (delivered), 19 reverse (received). */
function isForwardAndReverse(a: SeriesRow, b: SeriesRow): boolean {
  const flows = [Number(a.flow?.code), Number(b.flow?.code)].sort((x, y) => x - y);
  return flows[0] === 1 && flows[1] === 19;
}

/** From the first reading to the end of the last one, over some series. */
export function extentOf(series: readonly SeriesRow[]): Span | undefined {
  const firsts = series.flatMap(({ first }) => (first === undefined ? [] : [first]));
  const ends = series.flatMap(({ end }) => end ?? []);
  if (firsts.length === 0 || ends.length === 0) return undefined;
  const from = Math.min(...firsts);
  return { from, to: Math.max(...ends, from + 60) };
}

/**
 * What is shown at first: the last week of data of fine series, the last twelve months of coarse ones, all where that is
 * not much more. It ends with the last reading, so that it is never mostly empty.
 * @param step of the main series, see `SeriesRow`.
 */
export function firstSpan(clock: Clock, extent: Span, step: number): Span {
  const length = extent.to - extent.from;
  const fine = step > 0 && step <= 3600;
  if (length <= (fine ? 10 : 500) * 86_400) return extent;
  const to = addUnits(clock, startOf(clock, extent.to - 1, 'day'), 'day', 1);
  return { from: fine ? addUnits(clock, to, 'day', -7) : addUnits(clock, to, 'year', -1), to };
}

/** The least time that is worth a chart, seconds: four readings. */
export function shortestSpan(series: readonly SeriesRow[]): number {
  const lengths = series.map(({ step }) => step).filter((length) => length > 0);
  return Math.max(300, Math.min(...lengths, 86_400) * 4);
}
