import { describe, expect, it } from 'vitest';
import { movedCursor, type RangeCursor, rangeOf } from '../../../../../renderer/ui/table/range-cursor.ts';

const extent = { rows: 100, cells: 3, page: 10 };

/** Where some keys lead, one after the other; `S+` stands for Shift. */
function cursorAfter(...keys: string[]): RangeCursor | undefined {
  let at: RangeCursor | undefined;
  for (const key of keys) {
    const shiftKey = key.startsWith('S+');
    at = movedCursor(at, { key: key.replace('S+', ''), shiftKey }, extent) ?? at;
  }
  return at;
}

describe('the cursor of a long table', () => {
  it('begins with the first row and moves by row, page and end', () => {
    expect(cursorAfter('ArrowDown')).toEqual({ row: 0, anchor: 0, cell: undefined });
    expect(cursorAfter('j', 'j', 'PageDown')).toMatchObject({ row: 11, anchor: 11 });
    expect(cursorAfter('End')).toMatchObject({ row: 99 });
  });

  it('chooses a range with Shift, in both directions, and lets it go without', () => {
    const down = cursorAfter('j', 'j', 'S+ArrowDown', 'S+PageDown');
    expect(down && rangeOf(down)).toEqual({ first: 1, last: 12, count: 12 });
    const up = cursorAfter('End', 'S+ArrowUp', 'S+ArrowUp');
    expect(up && rangeOf(up)).toEqual({ first: 97, last: 99, count: 3 });
    const one = cursorAfter('j', 'S+ArrowDown', 'ArrowDown');
    expect(one && rangeOf(one)).toEqual({ first: 2, last: 2, count: 1 });
  });

  it('goes to single cells and stays in their column', () => {
    expect(cursorAfter('j', 'ArrowRight')).toMatchObject({ row: 0, cell: 0 });
    expect(cursorAfter('j', 'ArrowRight', 'ArrowRight', 'ArrowDown')).toMatchObject({ row: 1, cell: 1 });
    expect(cursorAfter('j', ...Array.from({ length: 9 }, () => 'ArrowRight'))).toMatchObject({ cell: 2 });
    expect(cursorAfter('j', 'ArrowRight', 'ArrowLeft')).toMatchObject({ row: 0, cell: undefined });
  });

  it('does nothing where there are no rows, or with other keys', () => {
    expect(movedCursor(undefined, { key: 'j', shiftKey: false }, { ...extent, rows: 0 })).toBeUndefined();
    expect(movedCursor(undefined, { key: 'x', shiftKey: false }, extent)).toBeUndefined();
    expect(movedCursor(undefined, { key: 'ArrowRight', shiftKey: false }, extent)).toBeUndefined();
  });
});
