import { describe, expect, it } from 'vitest';
import { keymap, keysOf } from '../../../../renderer/ui/keymap.ts';
import { parsedPreference } from '../../../../renderer/ui/preferences.ts';
import { emptyView, restoredView } from '../../../../renderer/ui/table/columns.ts';

const damaged = ['', '{', '{"a":', 'null', '12', '"text"', '[1', 'undefined', '\u0000'];

describe('a kept setting', () => {
  it('comes back as it was written', () => {
    expect(parsedPreference('["a"]', [] as string[])).toEqual(['a']);
    expect(parsedPreference('true', false)).toBe(true);
    expect(parsedPreference('{"a":1}', {})).toEqual({ a: 1 });
  });

  it('is the usual one where it is damaged or of another kind', () => {
    for (const text of damaged) {
      expect(parsedPreference(text, [] as string[]), text).toEqual([]);
      expect(parsedPreference(text, {}), text).toEqual({});
    }
    expect(parsedPreference('[]', {})).toEqual({});
    expect(parsedPreference('{}', [] as string[])).toEqual([]);
    expect(parsedPreference(undefined, 'normal')).toBe('normal');
  });

  it('of a table may have members of another kind', () => {
    const odd = { sorting: 5, filters: { a: 1, b: ['x', null] }, visibility: 'no', search: {} } as never;
    expect(restoredView(odd)).toEqual({ ...emptyView, filters: { b: ['x', undefined] } });
  });

  it('of the keys may be no text', () => {
    const [entry] = keymap;
    if (!entry) throw new Error('there are shortcuts');
    expect(keysOf(entry, { [entry.id]: 5 } as never)).toBe(entry.keys);
    expect(keysOf(entry, { [entry.id]: 'x' })).toBe('x');
  });
});
