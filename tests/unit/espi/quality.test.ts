import { describe, expect, it } from 'vitest';
import { CODE_LISTS } from '../../../shared/espi/code-lists.ts';
import { decisiveQuality, qualityClass, qualityCodes } from '../../../shared/espi/quality.ts';

describe('quality of readings', () => {
  it.each([
    [0, 'valid'],
    [7, 'edited'],
    [8, 'estimated'],
    [9, 'estimated'],
    [10, 'questionable'],
    [11, 'derived'],
    [12, 'forecast'],
    [13, 'other'],
    [14, 'other'],
    [15, 'other'],
    [16, 'other'],
    [17, 'valid'],
    [18, 'valid'],
    [19, 'valid'],
    [77, 'unknown'],
  ])('code %i is %s', (code, expected) => {
    expect(qualityClass(code, undefined, true)).toBe(expected);
  });

  it('the list of a reading beats the default of its type; without both it is valid; without a value it is missing', () => {
    expect(qualityClass(17, 8, true)).toBe('valid');
    expect(qualityClass(-1, 8, true)).toBe('estimated');
    expect(qualityClass(-1, undefined, true)).toBe('valid');
    expect(qualityClass(17, 17, false)).toBe('missing');
  });

  it('of several codes the most doubtful decides', () => {
    expect([17, 8, 0].reduce(decisiveQuality, -1)).toBe(8);
    expect([8, 10].reduce(decisiveQuality)).toBe(10);
    expect(decisiveQuality(-1, 19)).toBe(19);
    expect(decisiveQuality(99, 17)).toBe(99);
    expect(decisiveQuality(99, 8)).toBe(8);
  });

  it('every code of the schema has a class', () => {
    for (const code of Object.keys(CODE_LISTS.QualityOfReading)) {
      expect(qualityClass(Number(code), undefined, true)).not.toBe('unknown');
    }
    expect(qualityCodes('estimated')).toEqual([8, 9]);
  });
});
