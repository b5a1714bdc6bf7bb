/** What waits for the user, on the program's picture in the dock or launcher, and on its button in the task bar. */
import { app, type BrowserWindow, nativeImage } from 'electron';
import type { JobView } from '#shared/contract/jobs.ts';
import { isActive } from '#shared/job-states.ts';

/** Pixels of the mark in a task bar of Windows, which shows pictures and no numbers. */
const SIZE = 16;
/** #c92a2a, as Windows lays out a pixel: blue, green, red, opaque. */
const RED = [0x2a, 0x2a, 0xc9, 0xff];

/** The number of a badge; 0 is none. While jobs run, how far they are says more. */
export function badgeCount(jobs: readonly Pick<JobView, 'state'>[], attention: number | undefined): number {
  return jobs.some(isActive) ? 0 : (attention ?? 0);
}

/** @param count 0 takes it away */
export function showBadge(count: number, windows: Iterable<BrowserWindow>): void {
  if (process.platform !== 'win32') {
    app.setBadgeCount(count);
    return;
  }
  const mark = count === 0 ? null : nativeImage.createFromBitmap(disc(), { width: SIZE, height: SIZE });
  const words = count === 0 ? '' : `${count} ${count === 1 ? 'line needs' : 'lines need'} attention`;
  for (const window of windows) if (!window.isDestroyed()) window.setOverlayIcon(mark, words);
}

/** A red disc, row by row. */
function disc(): Buffer {
  const middle = (SIZE - 1) / 2;
  const pixels = Array.from({ length: SIZE * SIZE }, (_, at) => {
    const distance = Math.hypot((at % SIZE) - middle, Math.floor(at / SIZE) - middle);
    return distance <= SIZE / 2 - 1 ? RED : [0, 0, 0, 0];
  });
  return Buffer.from(pixels.flat());
}
