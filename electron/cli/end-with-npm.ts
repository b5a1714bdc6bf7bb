/**
 * A program of `npm run` ends with it. npm starts its script through a shell; a SIGTERM to npm reaches the two of them, but
 * not the script, and a SIGKILL ends npm alone: the script would go on without anybody to end it. All that
 * it notices is that its ancestors changed.
 */
import { readFileSync } from 'node:fs';

/** How often the ancestors are looked at. */
const LOOK_EVERY_MS = 500;
/** npm is not further away: a shell, and our own starter (electron/build/start.mjs). */
const FURTHEST = 4;

/** Sends SIGTERM to this process when the npm that it was started by is gone; nothing where there was none. */
export function endWithNpm(): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const before = lineage();
  setInterval(() => {
    if (lineage() !== before) process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS).unref();
}

/** The ancestors up to npm, where /proc names them; else the parent. */
function lineage(): string {
  const found: number[] = [];
  for (let pid = process.ppid; found.length < FURTHEST; ) {
    const parent = readAncestor(pid);
    if (parent === undefined) break;
    found.push(pid);
    if (parent.command.startsWith('npm')) return found.join(' ');
    pid = parent.parent;
  }
  return `${process.ppid}`;
}

function readAncestor(pid: number): { command: string; parent: number } | undefined {
  try {
    const [, command, parent] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return command === undefined ? undefined : { command, parent: Number(parent) };
  } catch {
    return undefined; // not Linux, or it ended just now
  }
}
