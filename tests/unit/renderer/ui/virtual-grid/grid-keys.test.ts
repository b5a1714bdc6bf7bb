import { afterEach, describe, expect, it, vi } from 'vitest';
import { moveCursor, runGridKey } from '../../../../../renderer/ui/virtual-grid/grid-keys.ts';

describe('the cursor of a list', () => {
  it('moves by arrows, letters, pages and to both ends', () => {
    expect(moveCursor('j', 0, 10, 5)).toBe(1);
    expect(moveCursor('ArrowUp', 0, 10, 5)).toBe(0);
    expect(moveCursor('PageDown', 7, 10, 5)).toBe(9);
    expect(moveCursor('Home', 7, 10, 5)).toBe(0);
    expect(moveCursor('End', 0, 10, 5)).toBe(9);
    expect(moveCursor('j', -1, 10, 5)).toBe(0);
    expect(moveCursor('x', 3, 10, 5)).toBeUndefined();
  });
});

describe('a key of a grid', () => {
  afterEach(() => void vi.unstubAllGlobals());

  /** Presses a key on the grid, with some text selected; answers what ran, and whether the key went on. */
  function press(key: string, { ctrlKey = false, altKey = false, inside = false, selected = '', bound = true } = {}) {
    vi.stubGlobal('window', { getSelection: () => ({ toString: () => selected }) });
    const ran: string[] = [];
    let goesOn = true;
    const grid = new EventTarget();
    const target = inside ? new EventTarget() : grid;
    runGridKey(
      {
        ...{ key, shiftKey: false, ctrlKey, metaKey: false, altKey, target, currentTarget: grid },
        preventDefault: () => ran.push('prevented'),
        stopPropagation: () => {
          goesOn = false;
        },
      },
      {
        move: ({ key: pressed }) => pressed === 'j' && ran.push('moved') > 0,
        copy: bound ? () => void ran.push('copied') : undefined,
        selectAll: () => void ran.push('all'),
        keys: { Enter: bound ? () => void ran.push('opened') : undefined },
      },
    );
    return { ran, goesOn };
  }

  it('moves, or does what it is for, and goes no further', () => {
    expect(press('j')).toEqual({ ran: ['moved', 'prevented'], goesOn: false });
    expect(press('Enter')).toEqual({ ran: ['opened', 'prevented'], goesOn: false });
  });

  it('goes on to what is around where the grid has no use for it', () => {
    expect(press('x')).toEqual({ ran: [], goesOn: true });
    expect(press('Enter', { bound: false })).toEqual({ ran: [], goesOn: true });
    expect(press('j', { altKey: true })).toEqual({ ran: [], goesOn: true });
  });

  it('belongs to the button that has the focus', () => {
    expect(press('Enter', { inside: true })).toEqual({ ran: [], goesOn: true });
  });

  it('copies and chooses all with Ctrl, and leaves selected text to the browser', () => {
    expect(press('c', { ctrlKey: true }).ran).toEqual(['copied', 'prevented']);
    expect(press('a', { ctrlKey: true }).ran).toEqual(['all', 'prevented']);
    expect(press('c', { ctrlKey: true, selected: 'text' }).ran).toEqual([]);
    expect(press('c', { ctrlKey: true, bound: false }).ran).toEqual([]);
    expect(press('j', { ctrlKey: true }).ran).toEqual([]);
  });
});
