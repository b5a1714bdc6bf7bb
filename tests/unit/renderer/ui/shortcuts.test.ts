import { afterEach, describe, expect, it } from 'vitest';
import { boundShortcuts, keyName, matchShortcut, type Shortcut, shortcuts } from '../../../../renderer/ui/shortcuts.ts';

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

describe('in a dialog', () => {
  let leave = () => {};
  afterEach(() => leave());

  it('what the screen behind it offers is not done, whatever its keys; the palette and the files still open', () => {
    const run = () => {};
    leave = shortcuts.add([
      { id: 'act', run },
      { id: 'palette', run },
      { id: 'files.open', run },
    ]);
    const keys = (bindings: Record<string, string>, inDialog: boolean) =>
      boundShortcuts(bindings, inDialog).map((one) => one.keys);
    expect(keys({}, false)).toEqual(['mod+Enter', 'mod+k', 'mod+o']);
    expect(keys({}, true)).toEqual(['mod+k', 'mod+o']);
    expect(keys({ act: 'mod+j' }, true)).toEqual(['mod+k', 'mod+o']);
  });
});
