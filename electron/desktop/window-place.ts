/** Where the windows were when the program ended, and what they showed: kept in the data folder, and fitted to the displays of today. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { BrowserWindow, Rectangle } from 'electron';
import { isObject, parsedJson } from '#shared/json.ts';

/** In pixels that do not depend on the display's scale. */
export interface WindowPlace extends Rectangle {
  isMaximised: boolean;
}

/** A window with the address of its view; empty: where the page itself begins. */
export interface KeptWindow extends WindowPlace {
  route: string;
}

/** More windows are not opened again. */
const MAX_WINDOWS = 8;
/** Letters; a longer address is not kept. */
const MAX_ROUTE = 8_000;

const FIRST = { width: 1360, height: 860 };
const LEAST = { width: 640, height: 480 };
/** As much of the window's upper edge must be on a display, or nobody could take hold of it. */
const HOLD = { width: 120, height: 24 };

/** The windows that were kept, the one in front first; what cannot be read is left out. */
export function readWindows(file: string): KeptWindow[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  const found = parsedJson(text);
  if (!isObject(found)) return [];
  const others: readonly unknown[] = Array.isArray(found.others) ? found.others : [];
  return [found, ...others].slice(0, MAX_WINDOWS).flatMap((one) => readWindow(one) ?? []);
}

function readWindow(found: unknown): KeptWindow | undefined {
  if (!isObject(found)) return undefined;
  const { x, y, width, height, isMaximised, route } = found;
  if (!isPixels(x) || !isPixels(y) || !isPixels(width) || !isPixels(height)) return undefined;
  return { x, y, width, height, isMaximised: isMaximised === true, route: isView(route) ? route : '' };
}

/** Keeps the windows for the next start, the one in front first; as many as are opened again. */
export function keepWindows(file: string, windows: readonly KeptWindow[]): void {
  const [front, ...others] = windows.slice(0, MAX_WINDOWS);
  if (front === undefined) return;
  try {
    writeFileSync(file, `${JSON.stringify({ ...front, others })}\n`, { mode: 0o600 });
  } catch {
    // A full disk, or a folder that has moved: the next start shows them as they were before.
  }
}

/** A window as it is: of a maximised one where it was before, too. */
export function asItIs(window: BrowserWindow): KeptWindow {
  const route = routeShown(window);
  // A query and its values may name customers: only the workspace's own store keeps them.
  const kept = route.replace(/^(\/w\/[^/?]+\/query)\?.*$/s, '$1');
  return { ...window.getNormalBounds(), isMaximised: window.isMaximized(), route: isView(kept) ? kept : '' };
}

/** The address of the view that a window shows. */
export function routeShown(window: BrowserWindow): string {
  const url = window.webContents.getURL();
  return URL.canParse(url) ? new URL(url).hash.replace(/^#/, '') : '';
}

/** A view of a workspace; nothing else is opened again. */
function isView(route: unknown): route is string {
  return typeof route === 'string' && route.length <= MAX_ROUTE && /^\/w\/[^\s/]/.test(route);
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
