/** What the grid of verdicts says in words: since when a scenario ends as it does, and what a cell stands for. Pure. */
import type { GridCell, GridRow, RunView, Streak } from '#shared/contract/scenarios.ts';
import { runWords } from '#shared/scenarios/states.ts';
import { formatCounted, formatOwnTime } from '../../ui/format.ts';

/** A shape for each verdict, so that no colour is needed to tell them apart. */
export const MARKS: Record<RunView['state'], string> = {
  pass: '✓',
  differs: '≈',
  fail: '✗',
  unjudged: '?',
  superseded: '→',
  unknown: '?',
  refused: '⊘',
  cancelled: '–',
  queued: '·',
  firing: '·',
  following: '·',
};

/** More changes than these are a pattern of their own. */
const FEW_CHANGES = 3;

/** Since when a scenario ends as it does, after what. */
export function streakWords({ now, before, unjudged, changes }: GridRow): string {
  const parts = [now ? sinceWords(now, before) : 'never judged'];
  if (now && unjudged > 0) {
    parts.push(unjudged === 1 ? 'the newest run was not judged' : `the newest ${unjudged} runs were not judged`);
  }
  if (changes > FEW_CHANGES) parts.push(`changed ${changes} times`);
  return parts.join('; ');
}

function sinceWords(now: Streak, before: Streak | undefined): string {
  if (!before)
    return now.runs === 1 ? `${PAST[now.state]} in its only run` : `${PAST[now.state]} in all ${now.runs} runs`;
  const on = formatOwnTime(now.since).slice(0, 10);
  const after = `after ${pastRuns(before)}`;
  if (now.state === 'fail') return `began to fail on ${on}, ${after}`;
  if (now.state === 'differs') return `differs since ${on}, ${after}`;
  return `passes again since ${on}, ${after}`;
}

const PAST: Partial<Record<RunView['state'], string>> = { pass: 'passed', fail: 'failed', differs: 'differed' };

function pastRuns({ state, runs }: Streak): string {
  if (state === 'pass') return formatCounted(runs, 'pass', 'passes');
  return state === 'fail' ? formatCounted(runs, 'failure') : `${formatCounted(runs, 'run')} that differed`;
}

/** A cell for those who cannot see it: `residential at NORTH, 2026-11-23: fail, of 3 runs 2 pass, 1 fail`. */
export function cellWords({ scenario, utility }: GridRow, { state, counts }: GridCell, day: string): string {
  const words = `${scenario} at ${utility}, ${day}: ${runWords[state]}`;
  if (!counts) return words;
  const each = Object.entries(counts) as [RunView['state'], number][]; // the keys of the record
  const total = each.reduce((sum, [, count]) => sum + count, 0);
  return `${words}, of ${total} runs ${each.map(([one, count]) => `${count} ${runWords[one]}`).join(', ')}`;
}

/** True where the runs of a day did not all end alike. */
export function isMixed({ counts }: GridCell): boolean {
  return counts !== undefined && Object.keys(counts).length > 1;
}

/** Neighbouring days by month, for the head of the grid. */
export function monthsOf(days: readonly string[]): { month: string; days: number }[] {
  const months: { month: string; days: number }[] = [];
  for (const day of days) {
    const month = day.slice(0, 7);
    const last = months.at(-1);
    if (last?.month === month) last.days += 1;
    else months.push({ month, days: 1 });
  }
  return months;
}

/** "2 of 28 scenarios fail now, 1 differs", or that all pass. */
export function nowWords(rows: readonly GridRow[]): string {
  const count = (state: RunView['state']) => rows.filter(({ now }) => now?.state === state).length;
  const [passing, failing, differing] = [count('pass'), count('fail'), count('differs')];
  const all = formatCounted(rows.length, 'scenario');
  if (failing + differing === 0) {
    return passing === rows.length
      ? `${all}, all of which pass`
      : `${all}, ${passing} of which pass; the others were never judged`;
  }
  const parts = [
    ...(failing > 0 ? [`${failing} fail`] : []),
    ...(differing > 0 ? [`${differing} differ`] : []),
    `${passing} pass`,
  ];
  return `Of ${all}, ${parts.join(', ')} now`;
}
