/** Where the series that share a plot have no data, and which of them. Pure. */
import type { DrawnSeries } from './series-shape.ts';
import type { Span } from './viewport.ts';

export interface Hole extends Span {
  /** Ids of the series without data here, in the order of the plot. */
  missing: readonly string[];
  /** None of the plot's series has data here. */
  whole: boolean;
}

interface Holed {
  id: string;
  drawn: Pick<DrawnSeries, 'gaps'>;
}

/** The holes within a view, in order, split wherever the set of series without data changes. */
export function holesOf(series: readonly Holed[], view: Span): Hole[] {
  const edges = series.flatMap(({ id, drawn }) =>
    drawn.gaps.flatMap(([from, to]) => {
      const [start, end] = [Math.max(from, view.from), Math.min(to, view.to)];
      return end > start
        ? [
            { at: start, id, change: 1 },
            { at: end, id, change: -1 },
          ]
        : [];
    }),
  );
  edges.sort((a, b) => a.at - b.at);
  const open = new Map<string, number>();
  const holes: Hole[] = [];
  let missing: string[] = [];
  let since = 0;
  for (const [index, { at, id, change }] of edges.entries()) {
    open.set(id, (open.get(id) ?? 0) + change);
    if (edges[index + 1]?.at === at) continue;
    const next = series.map((one) => one.id).filter((one) => (open.get(one) ?? 0) > 0);
    if (next.join() === missing.join()) continue;
    if (missing.length > 0) holes.push({ from: since, to: at, missing, whole: missing.length === series.length });
    missing = next;
    since = at;
  }
  return holes;
}
