import { describe, expect, it } from 'vitest';
import { armedWords } from '../../../../../renderer/features/demo/armed-words.ts';

describe('the badge', () => {
  const normal = { now: 0, balance: 0, paidMeter: '1', faults: [], spent: [], quirks: [], rate: undefined };
  const fault = { id: 1, path: '*', status: 500 };

  it('says nothing while all is as usual, whatever the balance', () => {
    expect(armedWords({ ...normal, balance: -5, quirks: [{ name: 'a', meaning: 'b', on: false }] })).toBeUndefined();
  });

  it('names what is on; what was used up only where nothing else is', () => {
    const quirks = [{ name: 'a', meaning: 'b', on: true }];
    const rate = { requests: 1, perSeconds: 60 };
    expect(armedWords({ ...normal, faults: [fault, { ...fault, id: 2 }], spent: [fault], quirks, rate })).toBe(
      '2 faults on, rate limit on, 1 quirk on',
    );
    expect(armedWords({ ...normal, spent: [fault] })).toBe('1 fault used up');
  });
});
