/** What no total has, and how meters are counted. */
import type { Overview } from '#shared/contract/overview.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatCounted } from '../../ui/format.ts';

export function PortfolioNotes({ overview }: { overview: Overview }) {
  return <Dim data-testid="portfolio-notes">{noteLines(overview).join(' ')} Hatched bars lack something.</Dim>;
}

/** Sentences. */
export function noteLines(overview: Overview): string[] {
  const { unmeasured, unsummed, several, incompleteBills } = overview;
  const notes = [
    unsummed > 0 &&
      `${formatCounted(unsummed, 'meter')} of an older store are still being summed up and are in no total yet.`,
    unmeasured > 0 && `${formatCounted(unmeasured, 'meter')} without readings that add up are in no total.`,
    several > 0 &&
      `Of ${formatCounted(several, 'meter')} with several series in one unit and direction the one with the most readings counts.`,
    incompleteBills > 0 && `${formatCounted(incompleteBills, 'bill')} without a period or a total are in no cost.`,
  ].filter((note) => note !== false);
  return [
    ...notes,
    'A meter under two authorizations counts once. Months are the meters’ own; readings and bills that reach over the end of a month are shared by time.',
    'Coverage is of the time of the meters with data; what is missing is in no total.',
  ];
}
