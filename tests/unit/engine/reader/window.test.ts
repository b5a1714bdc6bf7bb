import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Window } from '../../../../electron/engine/reader/window.ts';

const FIRST_SIZE = 1 << 20;
const textOf = (window: Window, from: number, to: number) => window.bytes.toString('utf8', from, to);

describe('the window on a document', () => {
  it('copies what it takes', () => {
    const window = new Window();
    const chunk = Buffer.from('abc');
    window.append(chunk);
    chunk.fill(0);
    expect(textOf(window, window.pos, window.end)).toBe('abc');
  });

  it('drops what was read when there is no more room, and knows where it is in the document', () => {
    const window = new Window();
    window.append(Buffer.alloc(FIRST_SIZE - 3, 'x'));
    window.append(Buffer.from('abc'));
    window.pos = window.end - 3;
    window.append(Buffer.from('def'));
    expect(window.bytes.length).toBe(FIRST_SIZE);
    expect(textOf(window, window.pos, window.end)).toBe('abcdef');
    expect(window.base + window.pos).toBe(FIRST_SIZE - 3);
  });

  it('holds on to what is kept, and grows for it', () => {
    const window = new Window();
    window.append(Buffer.from('kept'));
    window.pos = 4;
    window.keep = 0;
    window.append(Buffer.alloc(FIRST_SIZE, 'x'));
    expect(textOf(window, window.keep, window.keep + 4)).toBe('kept');
    expect(window.bytes.length).toBe(2 * FIRST_SIZE);
    expect(window.view.byteLength).toBe(2 * FIRST_SIZE);
    expect(window.base).toBe(0);
  });

  it('counts lines and columns, also over what it dropped', () => {
    const window = new Window();
    window.append(Buffer.from('one\ntwo\nthree'));
    expect([window.lineAt(5), window.columnAt(5)]).toEqual([2, 2]);
    window.pos = 10;
    window.append(Buffer.alloc(FIRST_SIZE - 4, 'x'));
    expect(window.base).toBe(10);
    expect([window.lineAt(window.pos), window.columnAt(window.pos)]).toEqual([3, 3]);
  });

  it('counts as many lines as the document has, however it is taken', () => {
    const pieces = fc.array(fc.constantFrom('a\n', '\n', 'bcd', '\n\nx'), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(pieces, (parts) => {
        const window = new Window();
        let text = '';
        for (const part of parts) {
          window.append(Buffer.from(part));
          text += part;
          const line = window.lineAt(window.end);
          expect(line).toBe(text.split('\n').length);
          expect(window.columnAt(window.end)).toBe(text.length - text.lastIndexOf('\n'));
          window.pos = window.end;
        }
      }),
    );
  });
});
