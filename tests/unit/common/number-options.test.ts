import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import { aboveZero, milliseconds, seconds, wholeNumber } from '../../../electron/common/number-options.ts';

describe('numbers of a command line', () => {
  it.each(['', ' ', 'x', '-1', 'Infinity'])('are never made of %j', (text) => {
    for (const parser of [milliseconds, seconds, wholeNumber(0), aboveZero(milliseconds)]) {
      expect(() => parser(text)).toThrow(InvalidArgumentError);
    }
  });

  it('are times in milliseconds, 0 only where it means something', () => {
    expect([milliseconds('250'), seconds('0.2'), milliseconds('0')]).toEqual([250, 200, 0]);
    expect(aboveZero(seconds)('0.2')).toBe(200);
    expect(() => aboveZero(seconds)('0')).toThrow('Enter a number above 0.');
  });

  it('are no longer than a timer runs: a longer one would be over at once', () => {
    expect(milliseconds('2147483647')).toBe(2_147_483_647);
    expect(() => milliseconds('2147483648')).toThrow('Enter 2147483647 milliseconds at most.');
    expect(() => seconds('2147484')).toThrow('Enter 2147483 seconds at most.');
  });

  it('are whole within their bounds', () => {
    expect(wholeNumber(1)('200')).toBe(200);
    expect(() => wholeNumber(1)('0')).toThrow('Enter a whole number from 1.');
    expect(() => wholeNumber(1, 36)('37')).toThrow('Enter a whole number from 1 to 36.');
    expect(() => wholeNumber(1)('1.5')).toThrow('Enter a whole number from 1.');
  });
});
