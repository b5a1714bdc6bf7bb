import { describe, expect, it } from 'vitest';
import { namesIn } from '../../../electron/cli/names.ts';

describe('a list of names', () => {
  it('has each, without what stands around it', () => {
    expect(namesIn(' a,b ,, c', 'Empty.')).toEqual(['a', 'b', 'c']);
  });

  it.each(['', ' ', ',', ' , '])('is refused where it has none: "%s"', (text) => {
    expect(() => namesIn(text, 'Empty.')).toThrow('Empty.');
  });
});
