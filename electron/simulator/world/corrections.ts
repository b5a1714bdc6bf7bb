/**
 * Late corrections: now and then a utility finds out, days after it told of a day, what the meter had really measured.
 * Pure functions of seed, meter and day, as the readings are: nothing is kept of a correction but when it was collected.
 */
import { hash32, unit } from './random.ts';
import { type DayReadings, dayReadings, type Mark, MISSING, type Source } from './readings.ts';
import { startInstant } from './time.ts';
import type { Seconds } from './types.ts';
import { localDay, midnight } from './zones.ts';

/** Share of days that are corrected. */
const SHARE = 0.06;
/** Days after the day of the readings on which its correction is known, at the earliest and at the latest. */
const SOONEST = 2;
export const LATEST = 9;
/** How far back of the start of simulated time days may be corrected: not so far that a bill was written of them. */
const BEFORE_START = 2;
const EDITED: Mark = 3;

/**
 * From when on the utility knows better what a local day measured; null for a day that stays as it is. Nothing was
 * corrected before simulated time starts.
 */
export function correctedAt({ seed, model, zone }: Source, day: number): Seconds | null {
  if (unit(model.key, day, 101) >= SHARE) return null;
  const start = startInstant(seed) / 1000;
  if (day < localDay(zone, start) - BEFORE_START) return null;
  const at = midnight(zone, day + SOONEST + (hash32(model.key, day, 102) % (LATEST - SOONEST + 1)));
  return at > start ? at : null;
}

/** The readings of a day as they are in the end. */
export function finalReadings(source: Source, day: number): DayReadings {
  const readings = dayReadings(source, day);
  return correctedAt(source, day) === null ? readings : correctedReadings(source, readings);
}

/** The same day after its correction: a stretch of it has other amounts, each marked as edited. What is missing stays so. */
export function correctedReadings({ model }: Source, readings: DayReadings): DayReadings {
  const { day, count, values } = readings;
  const length = Math.max(1, Math.round(count * (0.1 + 0.4 * unit(model.key, day, 103))));
  const from = Math.floor((count - length) * unit(model.key, day, 104));
  const share = 0.05 + 0.2 * unit(model.key, day, 105);
  const factor = hash32(model.key, day, 106) % 2 === 0 ? 1 + share : 1 - share;
  const isIn = (i: number) => i >= from && i < from + length && readings.marks[i] !== MISSING;
  const amounts = (told: Float64Array) => told.map((value, i) => (isIn(i) ? corrected(value, factor) : value));
  const forward = values.forward && amounts(values.forward);
  const reverse = values.reverse && amounts(values.reverse);
  return {
    ...readings,
    marks: readings.marks.map((mark, i) => (isIn(i) ? EDITED : mark)),
    values: {
      ...values,
      ...(forward && { forward }),
      ...(reverse && { reverse }),
      ...(forward && reverse && values.net && { net: forward.map((value, i) => value - (reverse[i] ?? 0)) }),
    },
  };
}

/** Another amount than before, but of nothing: what did not flow did not flow. */
function corrected(value: number, factor: number): number {
  if (value === 0) return 0;
  const changed = Math.round(value * factor);
  return changed === value ? value + 1 : changed;
}
