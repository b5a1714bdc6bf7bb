import { describe, expect, it } from 'vitest';
import { isObject, parsedJson } from '../../shared/json.ts';

describe('JSON of others', () => {
  it('is its value, and nothing where it is none', () => {
    expect(parsedJson('{"a":[1]}')).toEqual({ a: [1] });
    expect(parsedJson('null')).toBeNull();
    for (const text of ['', '{', 'undefined', '<html/>']) expect(parsedJson(text), text).toBeUndefined();
  });

  it('has members where it is an object, and only there', () => {
    expect([{}, { a: 1 }].map(isObject)).toEqual([true, true]);
    expect([[], null, undefined, 'a', 1].map(isObject)).toEqual([false, false, false, false, false]);
  });
});
