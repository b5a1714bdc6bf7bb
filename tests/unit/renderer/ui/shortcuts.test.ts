import { describe, expect, it } from 'vitest';
import { conflictsOf, keymap, keysOf, shownKeys } from '../../../../renderer/ui/keymap.ts';
import { keyName, matchShortcut, type Shortcut } from '../../../../renderer/ui/shortcuts.ts';

const plain = { code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const shortcut = (keys: string, whileTyping = false): Shortcut => ({ keys, whileTyping, run: () => {} });

describe('names of keys', () => {
  it('join the modifiers that count', () => {
    expect(keyName({ ...plain, key: 'k', ctrlKey: true })).toBe('mod+k');
    expect(keyName({ ...plain, key: 'K', metaKey: true, shiftKey: true })).toBe('mod+k');
    expect(keyName({ ...plain, key: '?', shiftKey: true })).toBe('?');
    expect(keyName({ ...plain, key: 'ArrowLeft', shiftKey: true })).toBe('shift+ArrowLeft');
  });

  it('are those on the keys where Alt types another character, as on a Mac', () => {
    expect(keyName({ ...plain, key: '∆', code: 'KeyJ', altKey: true })).toBe('alt+j');
    expect(keyName({ ...plain, key: '¡', code: 'Digit1', altKey: true })).toBe('alt+1');
    // A letter that the layout itself puts there (Dvorak, AZERTY) stays.
    expect(keyName({ ...plain, key: 'h', code: 'KeyJ', altKey: true })).toBe('alt+h');
  });

  it('are shown as on the keys', () => {
    expect(shownKeys('mod+k', false)).toEqual(['Ctrl', 'K']);
    expect(shownKeys('mod+k', true)).toEqual(['⌘', 'K']);
    expect(shownKeys('g a')).toEqual(['g', 'a']);
    expect(shownKeys('mod++')).toEqual(['Ctrl', '+']);
  });
});

describe('matching', () => {
  const all = [shortcut('g a'), shortcut('g m'), shortcut('a'), shortcut('mod+k', true)];

  it('waits for the second key of a sequence', () => {
    expect(matchShortcut(all, undefined, 'g', false)).toEqual({ prefix: 'g' });
    expect(matchShortcut(all, 'g', 'a', false).run?.keys).toBe('g a');
    expect(matchShortcut(all, undefined, 'a', false).run?.keys).toBe('a');
  });

  it('forgets a sequence that does not exist', () => {
    expect(matchShortcut(all, 'g', 'x', false)).toEqual({});
  });

  it('leaves letters alone while someone types', () => {
    expect(matchShortcut(all, undefined, 'a', true)).toEqual({});
    expect(matchShortcut(all, undefined, 'mod+k', true).run?.keys).toBe('mod+k');
  });

  it('the newest of two wins: a screen before the frame', () => {
    const later = shortcut('a');
    expect(matchShortcut([...all, later], undefined, 'a', false).run).toBe(later);
  });
});

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
});
