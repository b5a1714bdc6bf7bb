/** What went wrong below a call of the engine, as an error for a person: DuckDB has only texts, no codes. */
import { AppError, toErrorValue } from '#shared/errors.ts';

/**
 * The texts of the systems, DuckDB and Node for a disk, a quota or a file that takes no more; the last is DuckDB's when
 * what it spills would fill the disk.
 */
const DISK_FULL =
  /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT|File too large|EFBIG|not enough space on the disk|failed to offload data block/i;

/** DuckDB after an error that it cannot go on from: every statement fails until the file is closed and opened again. */
const INVALIDATED = /FATAL Error|database has been invalidated/;

/** A block whose checksum is wrong, and a file that ends before its blocks do. */
const DAMAGED = /computed checksum .* does not match|corrupt database file/i;
const CUT_SHORT = /could not read enough bytes from file "[^"]*\.duckdb"/i;

/** What to do about a database that cannot be read. */
export const RESTORE =
  'Restore the file from a backup. Or move it away and start with an empty workspace: a sync fetches what the service still has.';

/** @returns AppError `disk_full`, `store_unreadable`, `store_invalidated`, what `thrown` is already, or `unexpected` */
export function engineFailure(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const invalidated = INVALIDATED.test(text);
  if (DISK_FULL.test(text)) return diskFull(text, invalidated, thrown);
  if (DAMAGED.test(text)) return damaged('part of it is not what was written', text, invalidated, thrown);
  if (CUT_SHORT.test(text)) return damaged('the end of its file is missing', text, invalidated, thrown);
  if (!invalidated) return new AppError(toErrorValue(thrown), { cause: thrown });
  return new AppError(
    {
      code: 'store_invalidated',
      message: `The workspace's database had to be closed after an error: ${text.split('\n')[0] ?? ''}`,
      action: 'It is being opened again; nothing that was saved is lost. Try again.',
      details: { invalidated },
    },
    { cause: thrown },
  );
}

/** True where the database has to be opened anew before anything of it can be read: the process has to be started again. */
export function isInvalidated({ details }: Pick<AppError, 'details'>): boolean {
  return details?.invalidated === true;
}

function damaged(how: string, said: string, invalidated: boolean, cause: unknown): AppError {
  return new AppError(
    {
      code: 'store_unreadable',
      message: `The workspace's database is damaged: ${how}.`,
      action: RESTORE,
      details: { said: said.split('\n')[0] ?? '', invalidated },
    },
    { cause },
  );
}

function diskFull(text: string, invalidated: boolean, cause: unknown): AppError {
  const file = /(?:file|open) ['"]([^'"]+)['"]/.exec(text)?.[1];
  return new AppError(
    {
      code: 'disk_full',
      message: file === undefined ? 'The disk is full.' : `The disk is full: ${file} could not be written.`,
      action: 'Free some space on that disk, then try again or resume the job. Everything saved so far is still there.',
      details: { file, invalidated },
    },
    { cause },
  );
}
