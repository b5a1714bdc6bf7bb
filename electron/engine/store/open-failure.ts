/** What DuckDB says about a file that it cannot open, as errors for people. Its texts are those of version 1.5. */
import { AppError } from '#shared/errors.ts';
import { engineFailure, RESTORE } from '../failure.ts';
import { STORAGE, storageVersionOf } from './storage-version.ts';

interface Cause {
  /** What DuckDB, or the system below it, says in this case. */
  text: RegExp;
  code: string;
  message: string;
  action: string;
}

const CAUSES: readonly Cause[] = [
  {
    text: /not a valid duckdb database file|is a directory/i,
    code: 'store_unreadable',
    message: "The file in the place of the workspace's database is not a database.",
    action: RESTORE,
  },
  {
    text: /can only read versions between|newer version of duckdb/i,
    code: 'store_too_new',
    message: "A newer version of the program wrote this workspace's database.",
    action: 'Update Meterscope.',
  },
  {
    text: /permission denied|access is denied|read-only file system/i,
    code: 'store_not_permitted',
    message: "The program may not write to the workspace's database.",
    action: 'Give your user the right to read and write the data folder, then try again.',
  },
];

/** A lock, and where DuckDB knows it, who holds it. A damaged "block" is none. */
const LOCKED = /could not set lock|conflicting lock|used by another process/i;
const HOLDER = /held in (.+?) \(PID (\d+)\)/;

/**
 * The error to show when a store could not be opened: `store_locked`, `store_unreadable`, `store_too_new`, `disk_full` or
 * `store_not_permitted`. `details` has the file, what DuckDB said, and of a lock the process that holds it where that is known.
 */
export function openFailure(file: string, cause: unknown): AppError {
  const text = cause instanceof Error ? cause.message : String(cause);
  const known = engineFailure(cause);
  const said = text.split('\n')[0] ?? '';
  const details = { ...known.details, file, said };
  if (known.code === 'disk_full' || known.code === 'store_unreadable') {
    return new AppError({ ...known.toValue(), details }, { cause });
  }
  if (LOCKED.test(text)) {
    const [, program, pid] = HOLDER.exec(text) ?? [];
    const holder = pid === undefined ? '' : `: ${program}, process ${pid}`;
    return new AppError(
      {
        code: 'store_locked',
        message: `Another program has this workspace's database open${holder}.`,
        action: 'Close that program, then try again.',
        details: { ...details, pid: pid && Number(pid) },
      },
      { cause },
    );
  }
  const found = CAUSES.find((one) => one.text.test(text)) ?? {
    code: 'store_unreadable',
    message: `The workspace's database could not be opened: ${said}`,
    action: RESTORE,
  };
  const { code, action } = found;
  const message = code === 'store_too_new' ? tooNew(file, found.message) : found.message;
  return new AppError({ code, message, action, details }, { cause });
}

/** Names both versions, where the file has one. */
function tooNew(file: string, otherwise: string): string {
  const version = storageVersionOf(file);
  if (version === undefined) return otherwise;
  const { least, most } = STORAGE.reads;
  const by =
    version.library === undefined
      ? 'A newer version of the program'
      : `A newer version of the program (with DuckDB ${version.library})`;
  return `${by} wrote this workspace's database: its storage has version ${version.number}, and this program reads ${least} to ${most}.`;
}
