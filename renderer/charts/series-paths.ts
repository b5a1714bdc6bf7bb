/** The paths that a series is drawn with. Pure. */
import type { Plot } from './plot.ts';
import type { DrawnSeries } from './series-shape.ts';

/** The highest and the lowest value that is drawn; undefined where there is none. */
export function extremesOf({ points }: DrawnSeries): { highest: number | undefined; lowest: number | undefined } {
  let highest: number | undefined;
  let lowest: number | undefined;
  for (const { v } of points) {
    if (highest === undefined || v > highest) highest = v;
    if (lowest === undefined || v < lowest) lowest = v;
  }
  return { highest, lowest };
}

/** SVG path data of a series: its line, the area under it, and the parts that are not simply valid. */
export function pathsOf(
  drawn: DrawnSeries,
  { x, y }: Pick<Plot, 'x' | 'y'>,
): { line: string; area: string; marked: string; markedLine: string } {
  const zero = y(0).toFixed(1);
  const px = (value: number) => value.toFixed(1);
  let line = '';
  let area = '';
  let marked = '';
  let markedLine = '';
  for (const [first, last] of drawn.runs) {
    const start = drawn.points[first];
    const end = drawn.points[last];
    if (!start || !end) continue;
    let run = '';
    let reach = 0;
    for (let index = first; index <= last; index += 1) {
      const point = drawn.points[index];
      if (!point) continue;
      const left = px(x(point.t));
      const top = px(y(point.v));
      if (drawn.shape === 'line') {
        run += `${index === first ? 'M' : 'L'}${left} ${top}`;
        reach = x(point.t);
        if (first === last) {
          // A line of one point would not be seen.
          reach = Math.max(x(point.t + point.d), reach + 1);
          run += `H${px(reach)}`;
        }
        continue;
      }
      reach = x(point.t + point.d);
      run += index === first ? `M${left} ${top}H${px(reach)}` : `H${left}V${top}H${px(reach)}`;
      if (point.quality !== 'valid' && point.quality !== 'unknown') {
        markedLine += `M${left} ${top}H${px(reach)}`;
        marked += `M${left} ${zero}V${top}H${px(reach)}V${zero}Z`;
      }
    }
    line += run;
    area += `${run}L${px(reach)} ${zero}L${px(x(start.t))} ${zero}Z`;
  }
  return { line, area, marked, markedLine };
}
