import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { asItIs, fittingPlace, keepWindows, readWindows } from '../../../electron/desktop/window-place.ts';

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

const kept = (route: string, x = 0) => ({ ...place(x, 7), route });
const OWN = 'app://meterscope/#';
/** As much of a window as is asked. */
const windowOn = (url: string) =>
  ({
    getNormalBounds: () => ({ x: -5, y: 7, width: 900, height: 700 }),
    isMaximized: () => true,
    webContents: { getURL: () => url },
  }) as never;

describe('the windows', () => {
  it('are kept with what they show, and read again', () => {
    const file = path.join(folder, 'window.json');
    const front = asItIs(windowOn(`${OWN}/w/demo/meters/1~2?tab=bills`));
    expect(front).toEqual({
      x: -5,
      y: 7,
      width: 900,
      height: 700,
      isMaximised: true,
      route: '/w/demo/meters/1~2?tab=bills',
    });
    keepWindows(file, [front, kept('/w/files/meters', 40)]);
    expect(readWindows(file)).toEqual([front, kept('/w/files/meters', 40)]);
    // Nothing to keep: what was kept stays.
    keepWindows(file, []);
    expect(readWindows(file)).toHaveLength(2);
  });

  it('are as many as can be looked at', () => {
    const file = path.join(folder, 'many.json');
    keepWindows(
      file,
      Array.from({ length: 30 }, (_, index) => kept('/w/demo', index)),
    );
    expect(readWindows(file)).toHaveLength(8);
  });

  it('show nothing but views of a workspace', () => {
    const file = path.join(folder, 'routes.json');
    const routes = ['', 'w/demo', '/x', 'https://evil.example/', '/w/', `/w/demo/${'x'.repeat(9_000)}`, 7];
    writeFileSync(
      file,
      JSON.stringify({ ...kept('/w/demo'), others: routes.map((route) => ({ ...kept(''), route })) }),
    );
    expect(readWindows(file).map(({ route }) => route)).toEqual(['/w/demo', '', '', '', '', '', '', '']);
    expect(asItIs(windowOn(''))).toMatchObject({ route: '' });
    // What was asked may name customers.
    expect(asItIs(windowOn(`${OWN}/w/demo/query?sql=Moss%20Street`))).toMatchObject({ route: '/w/demo/query' });
  });

  it.each([
    '',
    '[]',
    '{"x":1}',
    '{"x":"1","y":0,"width":900,"height":700}',
    '{"x":1e9,"y":0,"width":900,"height":700}',
  ])('that cannot be read (%s) count as none', (text) => {
    const file = path.join(folder, 'damaged.json');
    writeFileSync(file, text);
    expect(readWindows(file)).toEqual([]);
    expect(readWindows(path.join(folder, 'missing.json'))).toEqual([]);
  });

  it('of an earlier version, which kept one place, begin there', () => {
    const file = path.join(folder, 'earlier.json');
    writeFileSync(file, JSON.stringify(place(3, 7)));
    expect(readWindows(file)).toEqual([kept('', 3)]);
  });
});
