/** Screens that nobody sees, one for each process that drives windows. */
import { existsSync } from 'node:fs';
import path from 'node:path';

/** Whether a screen of its own can be started for each process (Linux with Xvfb). */
export function hasVirtualScreens(): boolean {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return process.platform === 'linux' && folders.some((folder) => existsSync(path.join(folder, 'Xvfb')));
}
