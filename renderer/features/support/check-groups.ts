/** Checks of a run by what they are about: the authorization, each meter, all events. Pure. */
import type { CheckView } from '#shared/contract/scenarios.ts';
import { subjectOf } from '#shared/scenarios/check-names.ts';
import type { ComparedCheck } from './run-comparison.ts';

export interface CheckGroup {
  title: string;
  rows: ComparedCheck[];
  /** All of it passed, and it did so in the run that it is compared with: nothing to look at. */
  isQuiet: boolean;
}

/** What needs a look comes first. */
const RANK: Record<CheckView['state'], number> = {
  fail: 0,
  superseded: 1,
  unjudged: 2,
  differs: 3,
  waiting: 4,
  pass: 5,
};

/** Groups, and rows within, with what needs a look first; in the order of the checks while the run is `open`. */
export function groupChecks(rows: readonly ComparedCheck[], open: boolean): CheckGroup[] {
  const byTitle = new Map<string, ComparedCheck[]>();
  for (const row of rows) {
    const title = subjectOf(row.check.id);
    byTitle.set(title, [...(byTitle.get(title) ?? []), row]);
  }
  const rank = ({ check }: ComparedCheck) => (open ? 0 : RANK[check.state]);
  const groups = [...byTitle].map(([title, all]) => {
    const sorted = all.toSorted((a, b) => rank(a) - rank(b));
    return { title, rows: sorted, isQuiet: all.every(({ check, differs }) => check.state === 'pass' && !differs) };
  });
  const first = (group: CheckGroup) => Math.min(...group.rows.map(rank));
  return groups.toSorted((a, b) => first(a) - first(b));
}

/** "5 of 7 pass", for the head of a group. */
export function passedWords({ rows }: CheckGroup): string {
  return `${rows.filter(({ check }) => check.state === 'pass').length} of ${rows.length} pass`;
}
