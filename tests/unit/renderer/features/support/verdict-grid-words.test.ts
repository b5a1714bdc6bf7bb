import { describe, expect, it } from 'vitest';
import {
  cellWords,
  isMixed,
  monthsOf,
  nowWords,
  streakWords,
} from '../../../../../renderer/features/support/verdict-grid-words.ts';
import { startOf } from '../../../../../renderer/features/support/verdict-periods.ts';
import type { GridRow, Streak } from '../../../../../shared/contract/scenarios.ts';

const streak = (state: Streak['state'], runs: number): Streak => ({
  state,
  runs,
  since: new Date(2026, 10, 20, 2).getTime(),
  firstRun: 'r',
});
const row = (more: Partial<GridRow> = {}): GridRow => ({
  scenario: 'empty',
  utility: 'NORTH',
  cells: [],
  unjudged: 0,
  changes: 0,
  ...more,
});

describe('since when', () => {
  it.each<[Partial<GridRow>, string]>([
    [
      { now: streak('fail', 2), before: streak('pass', 17), changes: 1 },
      'began to fail on 2026-11-20, after 17 passes',
    ],
    [{ now: streak('fail', 1), before: streak('pass', 1), changes: 1 }, 'began to fail on 2026-11-20, after 1 pass'],
    [
      { now: streak('fail', 1), before: streak('differs', 3) },
      'began to fail on 2026-11-20, after 3 runs that differed',
    ],
    [{ now: streak('pass', 1), before: streak('fail', 2) }, 'passes again since 2026-11-20, after 2 failures'],
    [{ now: streak('differs', 1), before: streak('pass', 9) }, 'differs since 2026-11-20, after 9 passes'],
    [{ now: streak('pass', 5) }, 'passed in all 5 runs'],
    [{ now: streak('fail', 1) }, 'failed in its only run'],
    [{ unjudged: 3 }, 'never judged'],
    [{ now: streak('pass', 5), unjudged: 1 }, 'passed in all 5 runs; the newest run was not judged'],
    [
      { now: streak('fail', 1), before: streak('pass', 1), unjudged: 2, changes: 7 },
      'began to fail on 2026-11-20, after 1 pass; the newest 2 runs were not judged; changed 7 times',
    ],
  ])('%j', (more, words) => {
    expect(streakWords(row(more))).toBe(words);
  });
});

describe('the words around the grid', () => {
  it('of a cell name what it is about, and how the runs of the day ended', () => {
    expect(cellWords(row(), { day: 0, run: 'r', state: 'pass' }, '2026-11-20')).toBe(
      'empty at NORTH, 2026-11-20: pass',
    );
    const several = { day: 0, run: 'r', state: 'fail', counts: { pass: 2, fail: 1 } } as const;
    expect(cellWords(row(), several, '2026-11-20')).toBe('empty at NORTH, 2026-11-20: fail, of 3 runs 2 pass, 1 fail');
    expect([isMixed(several), isMixed({ ...several, counts: { fail: 3 } })]).toEqual([true, false]);
  });

  it.each<[Streak['state'][], string]>([
    [['pass', 'pass'], '2 scenarios, all of which pass'],
    [['pass', 'fail', 'differs'], 'Of 3 scenarios, 1 fail, 1 differ, 1 pass now'],
    [['fail'], 'Of 1 scenario, 1 fail, 0 pass now'],
  ])('say how many end how now: %j', (states, words) => {
    expect(nowWords(states.map((state) => row({ now: streak(state, 1) })))).toBe(words);
  });

  it('do not call a scenario that was never judged passing', () => {
    expect(nowWords([row({ now: streak('pass', 1) }), row()])).toBe(
      '2 scenarios, 1 of which pass; the others were never judged',
    );
  });

  it('count the days of each month', () => {
    expect(monthsOf(['2026-01-30', '2026-01-31', '2026-02-01'])).toEqual([
      { month: '2026-01', days: 2 },
      { month: '2026-02', days: 1 },
    ]);
  });
});

describe('a period', () => {
  it('begins at midnight, today counted, over a change of the clock', () => {
    expect(startOf('14', new Date(2026, 2, 20, 15))).toBe(new Date(2026, 2, 7).getTime());
    expect(startOf('all')).toBeUndefined();
  });
});
