/** Where the cells of a picture lie, and what is written beside them. Pure. */
import { cellsOf } from '#shared/chart-side.ts';
import type { ChartPicture, ChartSide } from '#shared/contract/query-chart.ts';
import { timeTicks, valueTicks } from '../../../charts/ticks.ts';
import { formatQuantity } from '../../../ui/format.ts';
import { clockAsRead } from './words.ts';

type Cells = Pick<Extract<ChartPicture, { kind: 'cells' }>, 'x' | 'y'>;

/** Lowest and highest value; 0 is among them unless all lie above. */
export function rangeOf(values: readonly (number | null)[]): { low: number; high: number } {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value === null) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low > high ? { low: 0, high: 1 } : { low, high };
}

/** The cell at a place, as shares of the picture from the top left. */
export function cellAt({ x, y }: Cells, at: { x: number; y: number }, isUp: boolean): { x: number; y: number } {
  const within = (share: number, count: number) => Math.max(0, Math.min(count - 1, Math.floor(share * count)));
  return { x: within(at.x, cellsOf(x)), y: within(isUp ? 1 - at.y : at.y, cellsOf(y)) };
}

/** The cell that a key leads to; undefined for other keys. */
export function moved(
  { x, y }: Cells,
  from: { x: number; y: number } = { x: 0, y: 0 },
  key: string,
  isUp: boolean,
): { x: number; y: number } | undefined {
  const up = isUp ? 1 : -1;
  const steps: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, up],
    ArrowDown: [0, -up],
  };
  const step = steps[key];
  if (!step) return undefined;
  const within = (index: number, count: number) => Math.max(0, Math.min(count - 1, index));
  return { x: within(from.x + step[0], cellsOf(x)), y: within(from.y + step[1], cellsOf(y)) };
}

/** What is written beside a side. @param room px that a label takes */
export function labelsOf(side: ChartSide, length: number, room: number): { share: number; label: string }[] {
  const most = Math.max(1, Math.floor(length / room));
  if (side.kind === 'names') {
    const every = Math.ceil(side.names.length / most);
    return side.names
      .map((label, index) => ({ share: (index + 0.5) / side.names.length, label }))
      .filter((_, index) => index % every === 0);
  }
  const { from, to } = side;
  const share = (at: number) => (at - from) / (to - from);
  if (side.kind === 'time') {
    return timeTicks(clockAsRead, from, to, most).map(({ at, label }) => ({ share: share(at), label }));
  }
  return valueTicks(from, to, Math.min(most, 12))
    .filter((at) => at >= from && at <= to)
    .map((at) => ({ share: share(at), label: formatQuantity(at) }));
}
