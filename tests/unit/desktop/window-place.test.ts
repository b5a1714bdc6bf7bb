import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fittingPlace, keepPlace, readPlace } from '../../../electron/desktop/window-place.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'place-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FIRST = { x: 0, y: 25, width: 1920, height: 1055 };
const SECOND = { x: 1920, y: 0, width: 2560, height: 1440 };
const place = (x: number, y: number, width = 1200, height = 800) => ({ x, y, width, height, isMaximised: false });

describe('a window', () => {
  it('that was never there is in the middle, no larger than the display', () => {
    expect(fittingPlace(undefined, [FIRST])).toEqual({ width: 1360, height: 860 });
    expect(fittingPlace(undefined, [{ x: 0, y: 0, width: 1024, height: 700 }])).toEqual({ width: 1024, height: 700 });
  });

  it('is where it was, on each display', () => {
    expect(fittingPlace(place(100, 50), [FIRST, SECOND])).toEqual({ x: 100, y: 50, width: 1200, height: 800 });
    expect(fittingPlace(place(2000, 10), [FIRST, SECOND])).toEqual({ x: 2000, y: 10, width: 1200, height: 800 });
    // Partly beyond the edge, but there to be taken hold of.
    expect(fittingPlace(place(1700, 900), [FIRST])).toEqual({ x: 1700, y: 900, width: 1200, height: 800 });
  });

  it.each([
    ['its display is gone', place(2000, 10)],
    ['its upper edge is above the display', place(100, -400)],
    ['its upper edge is below the display', place(100, 1075)],
    ['hardly anything of it is on the display', place(1850, 100)],
  ])('is in the middle of the first display where %s', (_what, kept) => {
    expect(fittingPlace(kept, [FIRST])).toEqual({ width: 1200, height: 800 });
  });

  it('becomes no larger than the display that it is on, and no smaller than it can be used', () => {
    expect(fittingPlace(place(2000, 10, 9_000, 9_000), [FIRST, SECOND])).toMatchObject({ width: 2560, height: 1440 });
    expect(fittingPlace(place(0, 100, 10, 10), [FIRST])).toMatchObject({ width: 640, height: 480 });
  });
});

describe('its place', () => {
  it('is kept, and read again', () => {
    const file = path.join(folder, 'window.json');
    const bounds = { x: -5, y: 7, width: 900, height: 700 };
    keepPlace(file, { getNormalBounds: () => bounds, isMaximized: () => true } as never); // as much as is asked
    expect(readPlace(file)).toEqual({ ...bounds, isMaximised: true });
  });

  it.each([
    '',
    '[]',
    '{"x":1}',
    '{"x":"1","y":0,"width":900,"height":700}',
    '{"x":1e9,"y":0,"width":900,"height":700}',
  ])('that cannot be read (%s) counts as none', (text) => {
    const file = path.join(folder, 'damaged.json');
    writeFileSync(file, text);
    expect(readPlace(file)).toBeUndefined();
    expect(readPlace(path.join(folder, 'missing.json'))).toBeUndefined();
  });
});
