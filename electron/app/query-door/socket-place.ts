/** Where a local socket can be: in a new folder that no other user can enter, with a path that is short enough. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Bytes of a socket's path: 108 on Linux and 104 on macOS with the zero at the end (`sun_path`). Longer ones would be cut. */
const MOST_BYTES = 103;
/** Stands for the six characters that `mkdtemp` adds. */
const ADDED = 'XXXXXX';
const FOLDER = 'meterscope-';
const NAME = 'query';

export interface SocketPlace {
  path: string;
  /** Takes its folder away. */
  remove(): Promise<void>;
}

/**
 * On Windows a named pipe that nobody can guess, elsewhere a path in a folder of its own (0700): not in the data folder, which may be
 * moved, lie too deep, or on a disk that has no sockets.
 * @param parents folders to make it in, the first that is short enough and can be written to
 * @throws Error where there is none
 */
export async function socketPlace(parents: readonly string[] = usualParents()): Promise<SocketPlace> {
  if (process.platform === 'win32') {
    return { path: `\\\\.\\pipe\\meterscope-${randomBytes(16).toString('hex')}`, remove: async () => undefined };
  }
  let failure: unknown = new Error('Every folder for passing files has too long a name for a socket.');
  for (const parent of parents) {
    if (Buffer.byteLength(path.join(parent, FOLDER + ADDED, NAME)) > MOST_BYTES) continue;
    try {
      const folder = await mkdtemp(path.join(parent, FOLDER));
      return { path: path.join(folder, NAME), remove: () => rm(folder, { recursive: true, force: true }) };
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** The user's own folder of sockets comes first: nothing tidies it while the user is there. */
function usualParents(): string[] {
  const { XDG_RUNTIME_DIR: own } = process.env;
  return [...(own !== undefined && path.isAbsolute(own) ? [own] : []), os.tmpdir(), '/tmp'];
}
