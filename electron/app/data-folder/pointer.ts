/**
 * Where the data is after a move. That is written down where the system keeps settings, beside all data folders and in
 * none of them: the old folder may be deleted. The file holds every move, from the folder that was asked for to the one used.
 */
import { readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { AppError, errorCode } from '#shared/errors.ts';
import { writeWhole } from '../../host/data-files.ts';

const FILE = 'meterscope-location.json';
/** Earlier versions wrote it into the old data folder itself. */
const EARLIER_FILE = 'location.json';

/** Moves by the folder that they began in: absolute paths. */
type Moves = Record<string, string>;

/** The folder of this user's settings, for all programs: XDG_CONFIG_HOME, %APPDATA%, or Application Support. */
function configFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (process.platform === 'darwin') return path.join(os.homedir(), 'Library', 'Application Support');
  if (process.platform === 'win32') return env.APPDATA ?? path.join(os.homedir(), 'AppData', 'Roaming');
  return env.XDG_CONFIG_HOME || path.join(os.homedir(), '.config');
}

/** Where data is kept unless another folder was named: the same place for both hosts, so that both see the same workspaces. */
export function defaultDataFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env.METERSCOPE_DATA ? path.resolve(env.METERSCOPE_DATA) : path.join(configFolder(env), 'Meterscope');
}

/** The file with the moves. */
export function pointerFile(): string {
  return path.join(configFolder(), FILE);
}

/**
 * The folder that `home` was moved to; itself where it never was.
 * @throws AppError `location_unreadable` where the moves cannot be read: an empty folder would look like lost data
 */
export function followPointer(home: string): string {
  const moves = readMoves();
  let folder = path.resolve(home);
  // recordMove leaves no circles; an edit by hand may.
  for (const seen = new Set<string>(); moves[folder] !== undefined && !seen.has(folder); ) {
    seen.add(folder);
    folder = moves[folder] ?? folder;
  }
  return folder === path.resolve(home) ? (readEarlier(folder) ?? folder) : folder;
}

/** Writes down that the data of `from` is in `to` from now on. Durable when it resolves. */
export async function recordMove(from: string, to: string): Promise<void> {
  const { [to]: _end, ...moves } = readMoves();
  await writeWhole(pointerFile(), `${JSON.stringify({ version: 1, moves: { ...moves, [from]: to } }, null, 2)}\n`);
}

/** Takes over what an earlier version wrote into `home`, which its user may be about to delete. */
export async function adoptEarlierPointer(home: string): Promise<void> {
  const folder = path.resolve(home);
  const there = readEarlier(folder);
  if (there === undefined || readMoves()[folder] !== undefined) return;
  await recordMove(folder, there);
  rmSync(path.join(folder, EARLIER_FILE), { force: true });
}

function readMoves(): Moves {
  const file = pointerFile();
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return {};
    throw unreadable(file, error);
  }
  try {
    const { moves } = JSON.parse(text);
    if (typeof moves !== 'object' || moves === null) throw new Error('It holds no moves.');
    return Object.fromEntries(Object.entries(moves).filter((move): move is [string, string] => isPath(move[1])));
  } catch (error) {
    throw unreadable(file, error);
  }
}

function readEarlier(home: string): string | undefined {
  try {
    const { dataFolder } = JSON.parse(readFileSync(path.join(home, EARLIER_FILE), 'utf8'));
    return isPath(dataFolder) ? dataFolder : undefined;
  } catch {
    return undefined; // there is none, or it is damaged: the data never left
  }
}

function isPath(value: unknown): value is string {
  return typeof value === 'string' && path.isAbsolute(value);
}

function unreadable(file: string, cause: unknown): AppError {
  return new AppError(
    {
      code: 'location_unreadable',
      message: `${file}, which says where the data lies, cannot be read.`,
      action: 'Repair it. If the data folder was never moved, delete it.',
      details: { file },
    },
    { cause },
  );
}
