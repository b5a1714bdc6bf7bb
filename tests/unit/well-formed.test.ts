import { describe, expect, it } from 'vitest';
import { wellFormedJson } from '../../shared/well-formed.ts';

describe('JSON for the store', () => {
  it('has no half of a surrogate pair, in no text and no name', () => {
    const odd = { 'a\ud800': ['b\udc00', { c: '\ud800d' }], fine: '\ud83d\ude00', n: 1, none: null };
    const text = wellFormedJson(odd);
    expect(text.isWellFormed()).toBe(true);
    expect(JSON.parse(text)).toEqual({ 'a\ufffd': ['b\ufffd', { c: '\ufffdd' }], fine: '😀', n: 1, none: null });
    // JSON.stringify writes them as escapes, which DuckDB refuses, too.
    expect(text).not.toMatch(/\\ud[89a-f]/i);
  });

  it('is what it was where nothing is wrong', () => {
    const fine = { a: [1, 'ä', null, { b: true }] };
    expect(wellFormedJson(fine)).toBe(JSON.stringify(fine));
  });
});
