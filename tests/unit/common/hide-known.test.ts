import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hideKnown } from '../../../electron/common/hide-known.ts';

const hide = (known: Record<string, string>, counts?: Parameters<typeof hideKnown>[1]) =>
  hideKnown(new Map(Object.entries(known)), counts);

describe('known texts in another one', () => {
  it('are all replaced, whatever their case', () => {
    expect(hide({ Secret: '[a]' })('a SECRET, a secret.')).toBe('a [a], a [a].');
    expect(hide({})('untouched')).toBe('untouched');
  });

  it('are replaced by the longest that fits', () => {
    const clean = hide({ Ann: '[first]', 'Ann Marsh': '[name]', Marsh: '[last]' });
    expect(clean('Ann Marsh, Ann, Marsh')).toBe('[name], [first], [last]');
  });

  it('may stand side by side and at the end', () => {
    expect(hide({ abc: '1', abcd: '2' })('abcabcdabc')).toBe('121');
  });

  it('stay where their place does not count, and a shorter one may count there', () => {
    const isWord = (text: string, from: number, to: number) =>
      !/\w/.test(text[from - 1] ?? '') && !/\w/.test(text[to] ?? '');
    expect(hide({ ann: '[x]' }, isWord)('annex ann Hann')).toBe('annex [x] Hann');
    expect(hide({ ann: '[x]', 'ann ma': '[y]' }, isWord)('ann mars')).toBe('[x] mars');
  });

  it('are found behind letters that grow in lower case', () => {
    expect(hide({ secret: '[a]' })('İİ secret İ')).toBe('İİ [a] İ');
    expect(hide({ İbrahim: '[a]' })('by İbrahim.')).toBe('by [a].');
  });

  it('leave all other letters as they were', () => {
    const words = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'İ', 'ß', ' '), minLength: 3, maxLength: 5 });
    fc.assert(
      fc.property(
        fc.array(words, { maxLength: 4 }),
        fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'İ', ' ') }),
        (known, text) => {
          // Each stands for itself: nothing may change.
          expect(hideKnown(new Map(known.map((one) => [one, one])))(text)).toBe(text);
        },
      ),
    );
  });
});
