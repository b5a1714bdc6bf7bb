/** What the team server answered, in words. Pure. */
import type { TeamMeasure, TeamState } from '#shared/contract/team.ts';
import { formatCounted } from '../../ui/format.ts';
import type { TeamRankedBy } from './team-address.ts';

export const stateNames: Readonly<Record<TeamState, string>> = {
  here: 'here',
  newer: 'newer there',
  own: 'its own',
};

export const rankedByNames: Readonly<Record<TeamRankedBy, string>> = {
  amount: 'Consumption',
  peak: 'Peak',
  missing: 'Missing',
  estimated: 'Estimated',
  lastYear: 'Change, last year',
};

/** Why meters are left out of what is covered by month. */
export const unplacedMeaning =
  'their coverage by month is not known. They have no certain time zone, or gaps and readings that are longer than an hour, differ in length or may lack a value.';

/** What a total and its coverage lack, beside what stands with them; undefined where it is nothing. */
export function lackWords({ unknown, unplaced }: Pick<TeamMeasure, 'unknown' | 'unplaced'>): string | undefined {
  const parts = [
    ...(unknown > 0
      ? [
          `Of ${formatCounted(unknown, 'meter')} some months are not in the total: a reading is much longer than the month.`,
        ]
      : []),
    ...(unplaced > 0 ? [`The coverage leaves ${formatCounted(unplaced, 'meter')} out: ${unplacedMeaning}`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(' ');
}
