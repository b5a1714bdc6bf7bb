/** A side of cells: which steps a number or a time is divided into. Pure. */
import type { ChartSide } from '#shared/contract/query-chart.ts';

/**
 * Equal steps, one a value, where the values lie on such (so that a missing one is seen); else bins.
 * @param values all different values, ascending; undefined where there are too many to list
 * @param bins how many there are at most
 */
export function orderedSide(
  kind: 'number' | 'time',
  [low, high]: readonly [number, number],
  values: readonly number[] | undefined,
  bins: number,
): Exclude<ChartSide, { kind: 'names' }> {
  const step = values && stepOf(values, bins);
  if (step !== undefined) {
    const count = Math.round((high - low) / step) + 1;
    // A time begins its cell (a day lasts until the next), a number is the middle of it.
    const from = kind === 'time' ? low : low - step / 2;
    return { kind, from, to: from + count * step, count };
  }
  return high > low ? { kind, from: low, to: high, count: bins } : { kind, from: low - 0.5, to: low + 0.5, count: 1 };
}

/** The step of which all distances are multiples; undefined where there is none, or too many would be empty. */
function stepOf(values: readonly number[], most: number): number | undefined {
  const distances = values.slice(1).map((value, index) => value - (values[index] ?? value));
  const step = Math.min(...distances);
  const span = (values.at(-1) ?? 0) - (values[0] ?? 0);
  const fits = distances.every((distance) => Math.abs(distance / step - Math.round(distance / step)) < 1e-6);
  return values.length > 1 && fits && span / step + 1 <= most ? step : undefined;
}
