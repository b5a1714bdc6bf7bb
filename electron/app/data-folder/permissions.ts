/** Data of customers is for this user alone: folders 0700, files 0600. An earlier version, or a user, may have made them wider. */
import { chmodSync, type Dirent, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** What the program keeps in a data folder. Other things in there (Chromium's profile) are left alone. */
const FOLDERS = ['workspaces', 'events', 'exports', 'logs', 'uploads', 'queries'];
const FILES = /^(workspaces|settings|secrets|location)\.json|^secret\.key$|^meterscope\.lock$/;

/**
 * Takes all rights of others away from a data folder and what the program keeps in it. Windows keeps rights of its own, below
 * the user's profile: nothing to do.
 * @returns what could not be changed, a sentence each
 */
export function tightenPermissions(folder: string): string[] {
  if (process.platform === 'win32') return [];
  const problems: string[] = [];
  tighten(folder, problems);
  for (const entry of entriesOf(folder)) {
    const place = path.join(folder, entry.name);
    if (entry.isFile() && FILES.test(entry.name)) tighten(place, problems);
    // What is deeper is out of reach once its folder is closed, but for stores: they are copied by hand.
    if (entry.isDirectory() && FOLDERS.includes(entry.name))
      tightenBelow(place, problems, entry.name === 'workspaces' ? 2 : 1);
  }
  return problems;
}

function tightenBelow(folder: string, problems: string[], levels: number): void {
  tighten(folder, problems);
  if (levels === 0) return;
  for (const entry of entriesOf(folder)) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) tightenBelow(place, problems, levels - 1);
    else if (entry.isFile()) tighten(place, problems);
  }
}

function tighten(place: string, problems: string[]): void {
  try {
    const { mode } = statSync(place);
    if ((mode & 0o077) === 0) return;
    chmodSync(place, mode & 0o700);
    // Some file systems take the change and do nothing.
    if ((statSync(place).mode & 0o077) === 0) return;
    problems.push(`Others on this computer may read ${place}: its disk keeps no rights.`);
  } catch (error) {
    problems.push(
      `Others on this computer may read ${place}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
