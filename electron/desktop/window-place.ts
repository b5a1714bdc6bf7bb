/** Where the window was when it was closed last: kept in the data folder, and fitted to the displays of today. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { BrowserWindow, Rectangle } from 'electron';
import { isObject, parsedJson } from '#shared/json.ts';

/** In pixels that do not depend on the display's scale. */
export interface WindowPlace extends Rectangle {
  isMaximised: boolean;
}

const FIRST = { width: 1360, height: 860 };
const LEAST = { width: 640, height: 480 };
/** As much of the window's upper edge must be on a display, or nobody could take hold of it. */
const HOLD = { width: 120, height: 24 };

/** What was kept; undefined where there is nothing that can be read. */
export function readPlace(file: string): WindowPlace | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  const found = parsedJson(text);
  if (!isObject(found)) return undefined;
  const { x, y, width, height, isMaximised } = found;
  if (!isPixels(x) || !isPixels(y) || !isPixels(width) || !isPixels(height)) return undefined;
  return { x, y, width, height, isMaximised: isMaximised === true };
}

/** Keeps where a window is: of a maximised one also where it was before. */
export function keepPlace(file: string, window: BrowserWindow): void {
  const place: WindowPlace = { ...window.getNormalBounds(), isMaximised: window.isMaximized() };
  try {
    writeFileSync(file, `${JSON.stringify(place)}\n`, { mode: 0o600 });
  } catch {
    // A full disk, or a folder that has moved: the next start shows it where it was before.
  }
}

/**
 * The bounds of a window: as it was, on the display where most of its upper edge is; in the middle of the first display where
 * there was none before, or its display is gone.
 * @param areas of the displays of today without task bars, the first one first; one at least
 */
export function fittingPlace(
  kept: WindowPlace | undefined,
  areas: readonly Rectangle[],
): Partial<Rectangle> & typeof FIRST {
  const [first = { x: 0, y: 0, ...FIRST }] = areas;
  const wanted = kept ?? { x: 0, y: 0, ...FIRST };
  const edge = { ...wanted, height: HOLD.height };
  const area = kept && areas.toSorted((a, b) => overlap(edge, b).width - overlap(edge, a).width)[0];
  const seen = area && overlap(edge, area);
  const isSeen = seen !== undefined && seen.width >= HOLD.width && seen.height >= HOLD.height;
  const { width, height } = isSeen && area ? area : first;
  const size = {
    width: Math.max(LEAST.width, Math.min(wanted.width, width)),
    height: Math.max(LEAST.height, Math.min(wanted.height, height)),
  };
  return isSeen ? { x: wanted.x, y: wanted.y, ...size } : size;
}

/** Width and height of what two rectangles share; zero where they share nothing. */
function overlap(a: Rectangle, b: Rectangle): { width: number; height: number } {
  const along = (from: number, to: number, start: number, end: number) =>
    Math.max(0, Math.min(to, end) - Math.max(from, start));
  return {
    width: along(a.x, a.x + a.width, b.x, b.x + b.width),
    height: along(a.y, a.y + a.height, b.y, b.y + b.height),
  };
}

function isPixels(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(value as number) < 100_000; // an integer is a number
}
