import { describe, expect, it } from 'vitest';
import type { CheckView } from '#shared/contract/scenarios.ts';
import { groupChecks, passedWords } from '../../../../../renderer/features/support/check-groups.ts';
import { aspectOf } from '../../../../../shared/scenarios/check-names.ts';

const row = (id: string, state: CheckView['state'] = 'pass', differs = false) => ({
  check: { id, state, expected: 'e', observed: 'o' },
  earlier: undefined,
  differs,
});

const rows = [
  row('authorization.created'),
  row('meters.count'),
  row('meter.1.outcome'),
  row('meter.1.bills'),
  row('meter.2.outcome'),
  row('meter.2.bills', 'fail'),
  row('events.forbidden'),
];

describe('the checks of a run', () => {
  it('stand by what they are about, with what failed first', () => {
    const groups = groupChecks(rows, false);
    expect(groups.map(({ title, isQuiet }) => [title, isQuiet])).toEqual([
      ['Meter 2', false],
      ['Authorization', true],
      ['Meter 1', true],
      ['All events', true],
    ]);
    expect(groups[0]?.rows.map(({ check }) => check.id)).toEqual(['meter.2.bills', 'meter.2.outcome']);
    expect(groups.map(passedWords)[0]).toBe('1 of 2 pass');
  });

  it('keep their order while the run goes on, so that nothing jumps', () => {
    expect(groupChecks(rows, true).map(({ title }) => title)).toEqual([
      'Authorization',
      'Meter 1',
      'Meter 2',
      'All events',
    ]);
  });

  it('of a scenario file stand apart, by the names that it gives', () => {
    const ofFile = [
      row('own.ten years. of bills', 'fail'),
      row('steps.3'),
      row('left-out', 'waiting'),
      row('meters.count'),
    ];
    expect(groupChecks(ofFile, false).map(({ title, rows: [one] }) => [title, aspectOf(one?.check.id ?? '')])).toEqual([
      ['Own expectations', 'ten years. of bills'],
      ['Left out by the scenario file', 'still to come'],
      ['Steps of the scenario file', 'step 3'],
      ['Authorization', 'meters found'],
    ]);
  });

  it('are not quiet where they differ from the run that they are compared with', () => {
    expect(groupChecks([row('meter.1.bills', 'pass', true)], false)[0]?.isQuiet).toBe(false);
  });

  it('have short names within their group', () => {
    expect(['meter.1.data-events', 'meters.count', 'authorization.outcome', 'events.others'].map(aspectOf)).toEqual([
      'events of new data',
      'meters found',
      'outcome',
      'others that came',
    ]);
  });
});
