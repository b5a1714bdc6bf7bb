import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { draftOf, valueOfDraft, valueWhenLeft } from '../../../../renderer/ui/number-draft.ts';
import { applyFormats, decimalSign } from '../../../../renderer/ui/region.ts';

describe('what a number field has while it is typed', () => {
  it('is no number until it is one', () => {
    const seen = ['', '-', '-.', '.', ' ', 'e'].map((draft) => valueOfDraft(draft, {}));
    expect(seen).toEqual(seen.map(() => undefined));
    expect(['0', '0.', '0.0', '0.05', '-3', '-0.5', 7].map((draft) => valueOfDraft(draft, {}))).toEqual([
      0, 0, 0, 0.05, -3, -0.5, 7,
    ]);
  });

  it('out of bounds is none yet, and the nearest one when it is left', () => {
    const bounds = { min: 5, max: 60 };
    expect(['1', '15', '150'].map((draft) => valueOfDraft(draft, bounds))).toEqual([undefined, 15, undefined]);
    expect(['1', '15', '150', '', '-'].map((draft) => valueWhenLeft(draft, bounds))).toEqual([
      5,
      15,
      60,
      undefined,
      undefined,
    ]);
  });

  it('is of what is typed where a share is typed in percent', () => {
    const percent = { min: 0, max: 100, times: 100 };
    expect(valueOfDraft('7', percent)).toBe(0.07);
    expect(valueOfDraft('100', percent)).toBe(1);
    expect(valueOfDraft('101', percent)).toBeUndefined();
    expect(valueWhenLeft('101', percent)).toBe(1);
    expect(draftOf(0.07, percent)).toBe(7);
    expect(draftOf(undefined, percent)).toBe('');
  });

  it('is found again in what stands there for its value', () => {
    const typed = fc.integer({ min: -100_000_000, max: 100_000_000 }).map((whole) => whole / 10_000);
    fc.assert(
      fc.property(typed, fc.constantFrom(1, 100), (number, times) => {
        const value = valueOfDraft(String(number), { times });
        expect(draftOf(value, { times })).toBe(number);
      }),
    );
  });
});

describe('the decimal sign', () => {
  afterEach(() => applyFormats({ region: 'own', hours: 'region', weekStart: 'region' }));

  it('is that of the region', () => {
    const of = (region: string, system = '') => {
      applyFormats({ region, hours: 'region', weekStart: 'region' }, system);
      return decimalSign();
    };
    expect([of('own'), of('en-US'), of('de-DE'), of('fr-FR'), of('system', 'fr-CA'), of('system', 'en-CA')]).toEqual([
      '.',
      '.',
      ',',
      ',',
      ',',
      '.',
    ]);
  });
});
