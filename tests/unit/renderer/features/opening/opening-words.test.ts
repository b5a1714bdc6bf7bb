import { describe, expect, it } from 'vitest';
import { openingShare, openingWords } from '../../../../../renderer/features/opening/opening-words.ts';

const step = { step: 3, steps: 8, what: 'What lists say of meters' };

describe('the opening of a store of an earlier version', () => {
  it('says the step, and what of it is done where that can be counted', () => {
    expect(openingWords(step)).toBe('Step 3 of 8. What lists say of meters');
    expect(openingWords({ ...step, done: 5000, of: 30_000, noun: 'meters' })).toBe(
      'Step 3 of 8. What lists say of meters: 5,000 of 30,000 meters',
    );
  });

  it('has done the steps before, and of this one what it counted', () => {
    expect(openingShare(step)).toBe(0.25);
    expect(openingShare({ ...step, done: 15_000, of: 30_000 })).toBe(0.3125);
    expect(openingShare({ ...step, done: 0, of: 0 })).toBe(0.25);
  });
});
