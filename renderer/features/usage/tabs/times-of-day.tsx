/** Pictures of the day need readings that are shorter than one. */
import type { SeriesRow } from '#shared/contract/usage.ts';
import { EmptyState } from '../../../ui/states.tsx';

/** The shortest local day. */
const shortestDay = 23 * 3600;

/** False of a series whose readings last a day or longer: what happened within one, nobody knows. */
export function hasTimesOfDay({ step }: Pick<SeriesRow, 'step'>): boolean {
  return step < shortestDay;
}

export function WithoutTimesOfDay() {
  return (
    <EmptyState title="This series has no times of day">
      Each of its readings lasts a day or longer. Totals show it by month; another series may have times of day.
    </EmptyState>
  );
}

/** Amounts of unequal times say nothing of the load; samples have none. */
export function isComparable({ grid, behaviour }: Pick<SeriesRow, 'grid' | 'behaviour'>): boolean {
  return grid === 'fixed' || grid === 'day' || behaviour === 'sample';
}
