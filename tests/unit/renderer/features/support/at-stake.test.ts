import { describe, expect, it } from 'vitest';
import {
  collectionAtStake,
  fileAtStake,
  submissionsAtStake,
} from '../../../../../renderer/features/support/at-stake.ts';
import type { MeterPlan } from '../../../../../shared/contract/collections.ts';
import type { ScenarioView } from '../../../../../shared/contract/scenarios.ts';

const scenario = (name: string, meters: string, collects: boolean): ScenarioView => ({
  name,
  simulates: '',
  group: '',
  userName: '',
  expected: {
    authorization: '',
    meters,
    meter: '',
    bills: '',
    intervals: '',
    authorizationEvents: [],
    meterEvents: collects ? ['meter_historical_collection_started'] : [],
    dataEvents: [],
    mayCome: [],
    forbidden: [],
    reason: '',
  },
});
const known = [scenario('residential', '1', true), scenario('commercial', '4', true), scenario('badlogin', '0', false)];

describe('submissions', () => {
  it('are counted with the meters and the collections that they lead to, at every utility', () => {
    const [sent, collected] = submissionsAtStake(['residential', 'commercial', 'badlogin'], ['A', 'B'], known);
    expect(sent).toContain('6 test submissions will be sent, for A, B.');
    expect(sent).toContain('at least 10 meters');
    expect(collected).toContain('by 4 of them');
    expect(collected).toContain('No price');
  });

  it('without meters say so', () => {
    expect(submissionsAtStake(['badlogin'], ['A'], known)).toEqual([
      expect.stringMatching(/^1 test submission will be sent, for A\..*: no meter in all\.$/),
      'No historical collection is triggered.',
    ]);
  });

  it('that the catalogue does not know are not called free', () => {
    expect(submissionsAtStake(['residential'], ['A'], undefined).join(' ')).toContain('Meters may be collected');
  });
});

describe('a collection', () => {
  const plan = (uid: string, what: MeterPlan['plan']): MeterPlan => ({
    uid,
    plan: what,
    label: uid,
    text: '',
    bills: 0,
    intervals: 0,
  });

  it('names what is collected, what is left out, and what may cost', () => {
    const plans = [plan('1', 'first'), plan('2', 'refresh'), plan('3', 'drop'), plan('4', 'missing')];
    const [asked, what, money] = collectionAtStake(['1', '2', '3', '4'], 36, plans);
    expect(asked).toContain('36 months for 4 meters');
    expect(what).toBe('1 for the first time, 1 only for what is missing, 2 left out or unknown.');
    expect(money).toContain('Up to 2 meters may be charged');
  });

  it('may cost for a meter of which the service does not say whether it was collected before', () => {
    const [, what, money] = collectionAtStake(['1', '2'], 12, [plan('1', 'unsaid'), plan('2', 'drop')]);
    expect(what).toBe(
      '0 for the first time, 0 only for what is missing, 1 where the service does not say which of the two, 1 left out or unknown.',
    );
    expect(money).toContain('Up to 1 meter may be charged');
  });

  it('does not take the preview of other meters for its own', () => {
    const said = collectionAtStake(['1', '9'], undefined, [plan('1', 'drop')]).join(' ');
    expect(said).toContain('not known yet');
    expect(said).toContain('months of the plan');
  });
});

describe('a scenario file', () => {
  it('is one submission at each utility, with the collections of its steps', () => {
    expect(fileAtStake(2, ['A', 'B'])).toEqual([
      expect.stringContaining('2 test submissions will be sent, for A, B.'),
      expect.stringContaining('Up to 4 historical collections of all meters will be triggered.'),
    ]);
    expect(fileAtStake(0, ['A'])[1]).toBe('No historical collection is triggered.');
  });
});
