/**
 * How a second program has the first one come to the front: it leaves a file in the data folder, and the owner, which
 * watches for it, takes it away and shows its window. Only who may write in the folder can ask.
 */
import { existsSync, type FSWatcher, rmSync, watch, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const FILE = 'meterscope.show';
/** An owner that is not busy needs less. */
const PATIENCE_MS = 5_000;
const LOOK_MS = 50;

/** Calls `show` whenever another program asks for it. @returns ends it; idempotent */
export function onShowRequest(folder: string, show: () => void): () => void {
  const file = path.join(folder, FILE);
  // What was left by one that did not wait.
  rmSync(file, { force: true });
  let watcher: FSWatcher | undefined;
  try {
    watcher = watch(folder, { persistent: false }, (_event, name) => {
      if (name !== FILE || !existsSync(file)) return;
      rmSync(file, { force: true });
      show();
    });
    watcher.on('error', () => watcher?.close());
  } catch {
    // Some network drives cannot be watched: whoever asks is told that nobody answered.
  }
  return () => watcher?.close();
}

/** Asks the owner of a folder to show its window. False where it did not answer. */
export async function askToShow(folder: string): Promise<boolean> {
  const file = path.join(folder, FILE);
  writeFileSync(file, '', { mode: 0o600 });
  const until = Date.now() + PATIENCE_MS;
  while (existsSync(file)) {
    if (Date.now() > until) {
      rmSync(file, { force: true });
      return false;
    }
    await sleep(LOOK_MS);
  }
  return true;
}
