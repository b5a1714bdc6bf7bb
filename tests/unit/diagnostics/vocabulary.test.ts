import { describe, expect, it } from 'vitest';
import { isOwnText, isOwnWord, OWN_WORDS } from '../../../electron/diagnostics/vocabulary.ts';

describe('the program’s own words', () => {
  it.each(['Meter', 'UsagePoint', 'green button data', 'meter_bills_added', 'AUTHORIZATION', 'tokenClass'])(
    '"%s" is made of them',
    (text) => {
      expect(isOwnText(text)).toBe(true);
    },
  );

  it.each(['Meterson', 'Meter 7', 'Ann', 'usage of Ann', 'Größe'])('"%s" is not', (text) => {
    expect(isOwnText(text)).toBe(false);
  });

  it('of two beside each other may be a person: Mark Page', () => {
    expect([isOwnText('page list'), isOwnWord('page list')]).toEqual([true, false]);
    expect(['page', 'usage.chart', 'meter_created'].map(isOwnWord)).toEqual([true, true, true]);
  });

  it('are lower case, one word each', () => {
    for (const word of OWN_WORDS) expect(word).toMatch(/^\p{Ll}+$/u);
  });
});
