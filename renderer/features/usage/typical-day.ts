/** Groups of typical days: their names, and the rows of an answer as lines of a chart. Pure. */
import type { DaySplit, TypicalDaySlot } from '#shared/contract/analysis.ts';

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
