/** What a series was priced at, as coloured areas of a plot. */
import type { Plot } from './plot.ts';
import type { RateStacks } from './rate-stacks.ts';
import { type DrawnSeries, rateColor } from './series-shape.ts';

interface RateArea {
  code: number | null;
  area: string;
  /** What the columns stand for, and how many there are; of a selection of the readings only. */
  total?: number | undefined;
  columns?: number;
}

/** The area under single readings by the rate that they are priced at; of a selection, columns that stack the rates. */
export function rateAreas({ shape, points, rates, stacks }: DrawnSeries, { x, y }: Pick<Plot, 'x' | 'y'>): RateArea[] {
  if (shape === 'line') return stacks ? stackedAreas(stacks, { x, y }) : [];
  if (!rates) return [];
  const zero = y(0).toFixed(1);
  const areas = new Map<number, string>(rates.codes.map((code) => [code, '']));
  for (const { t, d, v, rate } of points) {
    if (rate === null) continue;
    const bar = `M${x(t).toFixed(1)} ${zero}V${y(v).toFixed(1)}H${x(t + d).toFixed(1)}V${zero}Z`;
    areas.set(rate, (areas.get(rate) ?? '') + bar);
  }
  return [...areas].map(([code, area]) => ({ code, area }));
}

export function RateAreas({ areas, opacity }: { areas: readonly RateArea[]; opacity: number }) {
  return areas.map(({ code, area, total, columns }) => (
    <path
      key={code}
      d={area}
      fill={rateColor(code)}
      fillOpacity={opacity}
      data-rate={code ?? 'none'}
      data-total={total}
      data-columns={columns}
    />
  ));
}

function stackedAreas({ codes, stacks, totals }: RateStacks, { x, y }: Pick<Plot, 'x' | 'y'>): RateArea[] {
  return codes.map((code, place) => {
    let area = '';
    for (const { from, to, parts } of stacks) {
      const part = parts[place];
      if (!part || part.low === part.high) continue;
      area += `M${x(from).toFixed(1)} ${y(part.low).toFixed(1)}V${y(part.high).toFixed(1)}H${x(to).toFixed(1)}V${y(part.low).toFixed(1)}Z`;
    }
    return { code, area, total: totals[place], columns: stacks.length };
  });
}
