/** From equal steps to a picture of days and times of day on the meter's clock. Pure. */
import type { UsageGrid } from '#shared/contract/analysis.ts';
import { type Clock, localPeriods, localTime } from '#shared/time/index.ts';

export interface HeatCells {
  /** Start of each local day, and the end of the last one. */
  days: number[];
  /** Cells of a day: row 0 is midnight. */
  slots: number;
  /** Seconds of a cell. */
  step: number;
  /** Value by `day * slots + slot`; NaN where there is no data. A time that the clock showed twice holds the mean of both. */
  values: Float64Array;
  /** How often the clock showed this time: 0 skipped, 2 repeated, else 1. */
  shown: Uint8Array;
  /** Share of estimated, by cell. */
  estimated: Float32Array;
}

const daySeconds = 86_400;

/** Folds steps into cells for the local days of `from` to `to`. */
export function heatCells(grid: UsageGrid, clock: Clock, from: number, to: number): HeatCells {
  const periods = localPeriods(clock, from, to, 'day');
  const days = [...periods.map(({ start }) => start), periods.at(-1)?.end ?? from];
  const slots = Math.max(1, Math.round(daySeconds / grid.step));
  const size = periods.length * slots;
  const values = new Float64Array(size).fill(Number.NaN);
  const shown = new Uint8Array(size);
  const estimated = new Float32Array(size);
  const filled = new Uint8Array(size);
  for (const [day, { start, end }] of periods.entries()) {
    markShown(shown, day * slots, slots, grid.step, clock, start, end);
  }
  let day = 0;
  for (let index = 0; index < grid.t.length; index += 1) {
    const at = grid.t[index] ?? 0;
    while (day < periods.length && at >= (periods[day]?.end ?? 0)) day += 1;
    const period = periods[day];
    if (!period || at < period.start) continue;
    const cell = day * slots + Math.min(slots - 1, slotAt(clock, at, grid.step));
    const before = filled[cell] ?? 0;
    const value = grid.v[index] ?? 0;
    values[cell] = before === 0 ? value : ((values[cell] ?? 0) * before + value) / (before + 1);
    estimated[cell] = ((estimated[cell] ?? 0) * before + (grid.e[index] ?? 0)) / (before + 1);
    filled[cell] = before + 1;
  }
  return { days, slots, step: grid.step, values, shown, estimated };
}

/** The row that an instant is in. */
function slotAt(clock: Clock, at: number, step: number): number {
  return Math.floor((((localTime(clock, at) % daySeconds) + daySeconds) % daySeconds) / step);
}

/** Counts how often the clock showed each time of a day; only days on which it was moved need a look. */
function markShown(
  shown: Uint8Array,
  first: number,
  slots: number,
  step: number,
  clock: Clock,
  start: number,
  end: number,
): void {
  if (end - start === daySeconds) {
    shown.fill(1, first, first + slots);
    return;
  }
  for (let at = start; at < end; at += step) {
    const slot = slotAt(clock, at, step);
    if (slot < slots) shown[first + slot] = (shown[first + slot] ?? 0) + 1;
  }
}

/** The value below which a share of the cells lie; for the top of a colour scale that one spike must not flatten. */
export function quantile(values: Float64Array, share: number): number {
  const known = values.filter((value) => !Number.isNaN(value)).sort();
  return known[Math.min(known.length - 1, Math.max(0, Math.round(share * (known.length - 1))))] ?? 0;
}
