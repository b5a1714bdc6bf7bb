import { describe, expect, it } from 'vitest';
import type { CheckView, RunView } from '#shared/contract/scenarios.ts';
import { compareChecks, milestones } from '../../../../../renderer/features/support/run-comparison.ts';

const check = (id: string, state: CheckView['state']): CheckView => ({ id, state, expected: 'e', observed: 'o' });

function run(meter: string, checks: CheckView[], verdictMs: number): RunView {
  return {
    id: meter,
    workspace: 'demo',
    scenario: 'residential',
    utility: 'DEMO',
    form: 'f',
    state: 'pass',
    createdAt: 0,
    firedAt: 1000,
    finishedAt: 1000 + verdictMs,
    meters: [meter],
    checks,
    steps: [{ seenAt: 1000 + verdictMs, kind: 'verdict', text: 'Verdict: pass' }],
  };
}

describe('two runs beside each other', () => {
  const earlier = run(
    '777',
    [check('meters.count', 'pass'), check('meter.777.bills', 'fail'), check('notes', 'pass')],
    900,
  );
  const now = run('888', [check('meters.count', 'pass'), check('meter.888.bills', 'pass')], 400);

  it('match meters by their place, and name what differs', () => {
    expect(compareChecks(now, earlier).map(({ check: { id }, differs }) => [id, differs])).toEqual([
      ['meters.count', false],
      ['meter.888.bills', true],
      ['notes', true],
    ]);
  });

  it('have the time to each step that either reached', () => {
    expect(milestones(now, earlier)).toEqual([{ name: 'Verdict', ms: 400, earlierMs: 900 }]);
    expect(milestones(now, undefined)).toEqual([{ name: 'Verdict', ms: 400, earlierMs: undefined }]);
  });

  it('have no time to a verdict while one is followed again, only to the one that it gets', () => {
    const again: RunView = { ...now, state: 'following', finishedAt: undefined };
    expect(milestones(again, undefined)).toEqual([]);
    expect(milestones(again, earlier)).toEqual([{ name: 'Verdict', ms: undefined, earlierMs: 900 }]);
    const judged: RunView = {
      ...now,
      finishedAt: 6000,
      steps: [...now.steps, { seenAt: 6000, kind: 'verdict', text: 'Verdict: pass' }],
    };
    expect(milestones(judged, undefined)).toEqual([{ name: 'Verdict', ms: 5000, earlierMs: undefined }]);
  });
});
