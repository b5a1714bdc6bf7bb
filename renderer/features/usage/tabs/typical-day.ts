/** Groups of typical days: their names, and the rows of an answer as lines of a chart. Pure. */
import type { DaySplit, TypicalDaySlot } from '#shared/contract/analysis.ts';
import { formatDuration } from '#shared/format-duration.ts';
import { formatTimeOfDay } from '../../../charts/local-clock.ts';
import { formatMeasured, formatQuantity, unitWords } from '../../../ui/format.ts';

const groupNames: Record<DaySplit, readonly string[]> = {
  all: ['All days'],
  weekday: ['', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  workday: ['Monday to Friday', 'Weekend'],
  season: ['Dec–Feb', 'Mar–May', 'Jun–Aug', 'Sep–Nov'],
};

/** The name of a group of an answer. */
export function groupName(split: DaySplit, group: number): string {
  return groupNames[split][group] || `Group ${group}`;
}

export interface TypicalDayPoint {
  slot: number;
  /** By group. */
  groups: Record<string, TypicalDaySlot>;
}

/** One point a time of day, with all groups; the groups in their order. */
export function typicalDayPoints(rows: readonly TypicalDaySlot[]): { points: TypicalDayPoint[]; groups: number[] } {
  const points = new Map<number, TypicalDayPoint>();
  for (const row of rows) {
    const point = points.get(row.slot) ?? { slot: row.slot, groups: {} };
    point.groups[row.group] = row;
    points.set(row.slot, point);
  }
  return {
    points: [...points.values()].sort((a, b) => a.slot - b.slot),
    groups: [...new Set(rows.map(({ group }) => group))].sort((a, b) => a - b),
  };
}

/** What a value is: an amount is that of a slot, which is not always the interval of the meter. @param step seconds of a slot */
export function slotWords(unit: string, step: number): string {
  return unit === '' || unitWords(unit) === ''
    ? unitWords(unit)
    : `${unitWords(unit)} per ${formatDuration(step * 1000)}`;
}

/** What the lines show, for people who cannot see them: where each is lowest and highest. */
export function typicalDayWords(
  points: readonly TypicalDayPoint[],
  groups: readonly number[],
  split: DaySplit,
  unit: string,
): string {
  const words = groups.flatMap((group) => {
    const slots = points.flatMap((point) => point.groups[group] ?? []).toSorted((a, b) => a.mean - b.mean);
    const [low, high] = [slots[0], slots.at(-1)];
    if (!low || !high) return [];
    const end = ({ mean, slot }: TypicalDaySlot) => `${formatMeasured(mean, unit)} at ${formatTimeOfDay(slot)}`;
    return [`${groupName(split, group)}: from ${end(low)} to ${end(high)}.`];
  });
  return words.length === 0 ? 'No readings.' : words.join(' ');
}

/** One row for each time of day: the mean of each group, and its 10th to 90th percentile. */
export function typicalDayRows(points: readonly TypicalDayPoint[], groups: readonly number[]): string[][] {
  return points.map((point) => [
    formatTimeOfDay(point.slot),
    ...groups.map((group) => {
      const row = point.groups[group];
      return row ? `${formatQuantity(row.mean)} (${formatQuantity(row.low)}–${formatQuantity(row.high)})` : 'no data';
    }),
  ]);
}
