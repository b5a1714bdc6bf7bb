/**
 * A data folder has one owner: two programs that rewrite the same secrets and lists would undo each other's changes. The owner
 * says in `meterscope.lock` who it is. After a crash the file stays behind; the next program finds that its process is gone.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { AppError, errorCode } from '#shared/errors.ts';

const FILE = 'meterscope.lock';
/** How often an owner shows that it is alive: on another computer, or in another container, nobody can look for its process. */
const PULSE_MS = 15_000;
/** An owner elsewhere that has shown no sign of life for this long is gone. */
const SILENT_MS = 60_000;
/** Others may be taking over the lock of a dead owner at the same time. */
const MAX_TRIES = 5;

/** Exit code of a program that found its data folder in use. */
export const IN_USE_EXIT = 3;

/** Who has the folder, as it stands in the file. */
interface Owner {
  /** Distinguishes this claim from all others. */
  id: string;
  /** As a user knows it: "Meterscope", "meterscope export". */
  program: string;
  pid: number;
  /** Which process of that number: another one may get it later. Undefined where the system does not say. */
  mark: string | undefined;
  /** In Linux, whose processes its number is one of: each container of a machine has its own. */
  namespace: string | undefined;
  host: string;
  /** Epoch milliseconds. */
  since: number;
  /** Where a browser finds it. */
  address?: string;
  /** It has a window, which comes to the front when it is asked (show-request.ts). */
  window?: boolean;
  /** It answers queries of the command line there (query-door/). */
  door?: Door;
}

/** A local socket and what opens it. */
export interface Door {
  socket: string;
  secret: string;
}

/** How one gets to the owner of a folder: an address for a browser, a window that comes when it is asked, a door for queries. */
export type WaysTo = Pick<Owner, 'address' | 'window' | 'door'>;

export interface FolderLock {
  /** Says how others get to this program. */
  announce(ways: WaysTo): void;
  /** Idempotent. */
  release(): void;
}

/**
 * Claims a folder that exists. The claim ends with {@link FolderLock.release} or with the process, however that ends.
 * @param program the name by which another program mentions this one to its user
 * @throws AppError `data_folder_in_use`, `data_folder_not_writable`
 */
export function lockFolder(folder: string, program: string): FolderLock {
  const file = path.join(folder, FILE);
  let owner: Owner = {
    id: randomUUID(),
    program,
    pid: process.pid,
    mark: markOf(process.pid),
    namespace: ownNamespace(),
    host: os.hostname(),
    since: Date.now(),
  };
  claim(folder, file, owner);
  const pulse = setInterval(() => {
    const now = Date.now() / 1000;
    try {
      utimesSync(file, now, now);
    } catch {
      // The folder is gone, or its disk: there is nothing left to own.
    }
  }, PULSE_MS).unref();
  const release = () => {
    clearInterval(pulse);
    process.off('exit', release);
    if (readOwner(file)?.id === owner.id) rmSync(file, { force: true });
  };
  process.on('exit', release);
  return {
    announce(ways) {
      owner = { ...owner, ...ways };
      if (readOwner(file)?.id === owner.id) replace(file, owner);
    },
    release,
  };
}

function claim(folder: string, file: string, owner: Owner): void {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if (create(folder, file, owner)) return;
    const found = readText(file);
    if (found === undefined) continue; // let go just now
    const other = parse(found);
    if (other !== undefined && isAlive(other, file)) throw inUse(folder, file, other);
    removeStale(file, found);
  }
  throw inUse(folder, file, readOwner(file));
}

/** Makes the file, whole at once; false where there is one. */
function create(folder: string, file: string, owner: Owner): boolean {
  const draft = `${file}.${owner.id}`;
  try {
    writeFileSync(draft, textOf(owner), { mode: 0o600, flag: 'wx' });
    try {
      linkSync(draft, file);
    } catch (error) {
      // File systems of cameras and USB sticks have no links.
      if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(errorCode(error))) throw error;
      writeFileSync(file, textOf(owner), { mode: 0o600, flag: 'wx' });
    }
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw notWritable(folder, error);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Another program that looks meanwhile finds the old text or the new one. */
function replace(file: string, owner: Owner): void {
  const draft = `${file}.${owner.id}`;
  writeFileSync(draft, textOf(owner), { mode: 0o600 });
  renameSync(draft, file);
}

/** Takes away the file of a dead owner; of two that do so at once, the second finds that it took a live one, and puts it back. */
function removeStale(file: string, stale: string): void {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
    if (readText(aside) !== stale) linkSync(aside, file);
  } catch {
    // Another program was faster; the next look shows which one.
  }
  rmSync(aside, { force: true });
}

/** Whether the process of an owner still runs. */
function isAlive(owner: Owner, file: string): boolean {
  if (!isHere(owner)) return Date.now() - modified(file) < SILENT_MS;
  const { pid, mark } = owner;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false; // EPERM: it runs, and belongs to another user
  }
  const found = markOf(pid);
  return mark === undefined || found === undefined || found === mark;
}

/** Whether the process of an owner is among those that can be looked for from here. */
function isHere({ mark, namespace, host }: Owner): boolean {
  const boot = bootOf(markOf(process.pid));
  const sameBoot = boot !== undefined && bootOf(mark) === boot;
  const own = ownNamespace();
  // In another container. Its own one may have another boot: the process of before is gone.
  if (namespace !== undefined && own !== undefined && namespace !== own) return false;
  return sameBoot || host === os.hostname();
}

/** Undefined where the system has none, or does not say. */
function ownNamespace(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return undefined;
  }
}

/**
 * What distinguishes a process from a later one of the same number: on Linux the boot and the tick at which it began, on macOS the
 * second. Empty for one that has ended already; undefined where the system does not say.
 */
function markOf(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      // After the name, which may hold anything: state is the 3rd field, the start the 22nd (proc(5)).
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      if (fields[0] === 'Z') return '';
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`;
    }
    if (process.platform === 'darwin') {
      return execFileSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    }
  } catch {
    // Not readable; that it runs is known nevertheless.
  }
  return undefined;
}

/** The boot in a mark of Linux, which distinguishes one machine from another. */
function bootOf(mark: string | undefined): string | undefined {
  return process.platform === 'linux' ? mark?.split(' ')[0] : undefined;
}

/** The door of a program that has a folder and runs on this computer; undefined where it has none, or none yet. */
export function doorOf(folder: string): Door | undefined {
  const owner = readOwner(path.join(folder, FILE));
  return owner !== undefined && isHere(owner) ? owner.door : undefined;
}

function readOwner(file: string): Owner | undefined {
  const text = readText(file);
  return text === undefined ? undefined : parse(text);
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Undefined for what no owner wrote: it was cut off by a full disk. */
function parse(text: string): Owner | undefined {
  try {
    const { id, program, pid, mark, namespace, host, since, address, window, door } = JSON.parse(text);
    if (typeof id !== 'string' || typeof pid !== 'number' || typeof since !== 'number') return undefined;
    return {
      id,
      program: String(program),
      pid,
      mark: typeof mark === 'string' ? mark : undefined,
      namespace: typeof namespace === 'string' ? namespace : undefined,
      host: String(host),
      since,
      ...(typeof address === 'string' ? { address } : {}),
      ...(window === true ? { window } : {}),
      ...(typeof door?.socket === 'string' && typeof door.secret === 'string' ? { door } : {}),
    };
  } catch {
    return undefined;
  }
}

function textOf(owner: Owner): string {
  return `${JSON.stringify(owner, null, 2)}\n`;
}

function modified(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function inUse(folder: string, file: string, owner: Owner | undefined): AppError {
  const elsewhere = owner !== undefined && !isHere(owner);
  const who =
    owner === undefined
      ? 'Another program'
      : `${owner.program} (process ${owner.pid}${elsewhere ? ` on ${owner.host}` : ''})`;
  const since = owner === undefined ? '' : ` since ${timeText(owner.since)}`;
  const where = owner?.address === undefined ? '' : ` Its address is ${owner.address}.`;
  const cure = 'Use that one, or end it first. To run a second one beside it, give it a data folder of its own.';
  return new AppError({
    code: 'data_folder_in_use',
    message: `${who} has been using the data folder ${folder}${since}.${where}`,
    action: elsewhere ? `${cure} If it does not run any more, wait a minute or delete ${file}.` : cure,
    details: {
      folder,
      file,
      pid: owner?.pid,
      since: owner?.since,
      address: owner?.address,
      // Of one elsewhere, nobody here sees the window.
      window: owner?.window === true && !elsewhere,
    },
  });
}

/** Local time to the minute, as `2026-02-03 14:05`. */
function timeText(epochMillis: number): string {
  const at = new Date(epochMillis);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

function notWritable(folder: string, cause: unknown): AppError {
  const full = ['ENOSPC', 'EDQUOT'].includes(errorCode(cause));
  return new AppError(
    {
      code: 'data_folder_not_writable',
      message: `The data folder ${folder} cannot be written to: ${full ? 'the disk is full' : cause instanceof Error ? cause.message : String(cause)}.`,
      action: full
        ? 'Free some space on that disk, then start again.'
        : 'Give your user the right to write there, or choose another folder with --data.',
      details: { folder },
    },
    { cause },
  );
}
