import { describe, expect, it } from 'vitest';
import { findNextEntry } from '../../../../electron/engine/reader/recovery.ts';
import { Window } from '../../../../electron/engine/reader/window.ts';

/** Where reading goes on in a damaged text, which comes in pieces of a size; undefined where it never does. */
function rest(text: string, size = text.length): string | undefined {
  const window = new Window();
  for (let at = 0; ; at += size) {
    window.append(Buffer.from(text.slice(at, at + size)));
    window.eof = at + size >= text.length;
    if (findNextEntry(window)) return text.slice(window.base + window.pos);
    if (window.eof) return undefined;
  }
}

describe('after damage', () => {
  it.each([
    ['reading goes on behind the broken entry', 'x <a> & </entry><entry>', '<entry>'],
    ['or at the next entry', '<a <entry lang="en">b', '<entry lang="en">b'],
    ['or at the end of the feed', 'x</a></feed>', '</feed>'],
    ['whatever the prefix', 'x</atom:entry ><atom:entry>', '<atom:entry>'],
    ['and passes by what only looks like it', '<feed><entryway></entries><entry>', '<entry>'],
  ])('%s', (_what, text, expected) => {
    expect(rest(text)).toBe(expected);
  });

  it('there may be nothing left', () => {
    expect(rest('no tag at all')).toBeUndefined();
    expect(rest('<a><b>')).toBeUndefined();
  });

  it('it is the same however the bytes are cut', () => {
    const text = `x <a> & </b></atom:entry   ><entry>${'y'.repeat(200)}</entry></feed>`;
    for (let size = 1; size < 60; size += 1) expect(rest(text, size), String(size)).toBe(rest(text));
  });

  it('an end tag that never ends is passed by', () => {
    const text = `x</entry ${'y'.repeat(70_000)}<entry>`;
    expect(rest(text)?.endsWith('<entry>')).toBe(true);
    expect(rest(text, 1_000)).toBe(rest(text));
  });
});
