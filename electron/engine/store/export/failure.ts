/** Failures of an export in words that say what to do. */
import { AppError } from '#shared/errors.ts';

const CAUSES: readonly { sign: RegExp; code: string; message: string; action: string }[] = [
  {
    sign: /no space left|ENOSPC|disk full|not enough space|EDQUOT|quota/i,
    code: 'export_disk_full',
    message: 'The disk is full: the export did not fit into the chosen folder. What it had written was removed.',
    action: 'Free some space, or choose a folder on another disk, then export again. Parquet needs the least space.',
  },
  {
    sign: /out of memory|could not allocate|failed to offload/i,
    code: 'export_out_of_memory',
    message: 'There was not enough memory for the export. What it had written was removed.',
    action: 'Close other programs, or export fewer meters or a shorter span at a time.',
  },
  {
    sign: /EACCES|EPERM|EROFS|permission denied|read-only file system/i,
    code: 'export_folder_refused',
    message: 'The chosen folder cannot be written to.',
    action: 'Choose another folder, or change its permissions, then export again.',
  },
  {
    sign: /ENOENT|ENOTDIR|EIO|ENODEV|no such file or directory|cannot find the path|input\/output error/i,
    code: 'export_folder_gone',
    message: 'The chosen folder went away while it was being written to. What it had written may be left in it.',
    action: 'Make sure that its disk is connected, then export again.',
  },
];

/** The error of a failed export. An {@link AppError} stays as it is, and so does an error that nobody foresaw. */
export function exportFailure(error: unknown, folder: string): unknown {
  if (error instanceof AppError) return error;
  const text = error instanceof Error ? error.message : String(error);
  const cause = CAUSES.find(({ sign }) => sign.test(text));
  if (cause === undefined) return error;
  const { code, message, action } = cause;
  return new AppError({ code, message, action, details: { folder } }, { cause: error });
}
