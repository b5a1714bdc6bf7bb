/** Lines and points of a result as paths, and what is nearest to a place. Pure. */
import type { ChartPoints } from '#shared/contract/query-chart.ts';
import type { Plot } from '../../../charts/plot.ts';

export type XySeries = ChartPoints;

/** Lowest and highest of all series; 0 and 1 where there is nothing. */
export function extentOf(series: readonly XySeries[], of: 'x' | 'y'): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const one of series) {
    for (const value of one[of]) {
      if (value === null) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low > high ? [0, 1] : [low, high];
}

/** SVG path data: a line that ends at NULL, or a dot each. */
export function pathOf({ x, y }: XySeries, plot: Pick<Plot, 'x' | 'y'>, isLine: boolean): string {
  let path = '';
  let isOpen = false;
  for (const [index, value] of y.entries()) {
    if (value === null) {
      isOpen = false;
      continue;
    }
    const place = `${plot.x(x[index] ?? 0).toFixed(1)} ${plot.y(value).toFixed(1)}`;
    // A value alone between two ends is a dot.
    const isAlone = !isOpen && (y[index + 1] ?? null) === null;
    path += isLine && isOpen ? `L${place}` : `M${place}${isLine && !isAlone ? '' : 'h0'}`;
    isOpen = true;
  }
  return path;
}

/** All places on x that have a value, ascending, each once. */
export function placesOf(series: readonly XySeries[]): number[] {
  const all = series.flatMap(({ x, y }) => x.filter((_, index) => y[index] !== null));
  return [...new Set(all)].sort((a, b) => a - b);
}

export interface Nearest {
  name: string;
  /** Of the series. */
  index: number;
  y: number;
}

/** Most values that are shown of one place. */
const MOST = 8;

/** The values at a place: of each line the first one there, of points all, up to some. */
export function nearestTo(series: readonly XySeries[], at: number, isLine: boolean): Nearest[] {
  const found = series.flatMap(({ name, x, y }, index) => {
    const there = [...x.entries()].flatMap(([place, value]) => {
      const height = y[place] ?? null;
      return value === at && height !== null ? [{ name, index, y: height }] : [];
    });
    return isLine ? there.slice(0, 1) : there;
  });
  const different = new Map(found.map((one) => [`${one.index} ${one.y}`, one]));
  return [...different.values()].slice(0, MOST);
}
