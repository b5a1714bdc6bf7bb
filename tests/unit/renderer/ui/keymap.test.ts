import { describe, expect, it } from 'vitest';
import { conflictsOf, keymap, keysOf, shownKeys } from '../../../../renderer/ui/keymap.ts';

describe('the keymap', () => {
  it('takes no keys twice where both would work', () => {
    const clashes = keymap.flatMap((entry) =>
      conflictsOf(entry.id, entry.keys, {}).map((other) => `${entry.id} and ${other.id}`),
    );
    expect(clashes).toEqual([]);
    expect(new Set(keymap.map(({ id }) => id)).size).toBe(keymap.length);
  });

  it('has the user’s own keys before the first ones', () => {
    const entry = keymap.find(({ id }) => id === 'profile.day');
    if (!entry) throw new Error('gone');
    expect(keysOf(entry, {})).toBe('d');
    expect(keysOf(entry, { 'profile.day': 't' })).toBe('t');
  });

  it('tells which shortcut has the keys already, beginnings of sequences included', () => {
    const taken = (id: Parameters<typeof conflictsOf>[0], keys: string, bindings = {}) =>
      conflictsOf(id, keys, bindings).map((entry) => entry.id);
    expect(taken('profile.day', 'w')).toEqual(['profile.week']);
    expect(taken('profile.day', 'w', { 'profile.week': 'x' })).toEqual([]);
    expect(taken('profile.day', 'g')).toContain('go.meters');
    expect(taken('profile.day', '? x')).toEqual(['help']);
    // Never on one screen with it.
    expect(taken('profile.day', 'f')).toEqual([]);
    expect(taken('events.follow', '/')).toEqual(['events.search']);
  });

  it('are shown as on the keys', () => {
    expect(shownKeys('mod+k', false)).toEqual(['Ctrl', 'K']);
    expect(shownKeys('mod+k', true)).toEqual(['⌘', 'K']);
    expect(shownKeys('g a')).toEqual(['g', 'a']);
    expect(shownKeys('mod++')).toEqual(['Ctrl', '+']);
  });
});
