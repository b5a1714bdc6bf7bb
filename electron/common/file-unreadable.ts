/** A file that the program was given by its name and cannot read. */
import { AppError } from '#shared/errors.ts';

/** What to do about it. */
export const CHECK_FILE = 'Check its name, and that you may read it.';

export function fileUnreadable(file: string, cause?: unknown): AppError {
  return new AppError(
    { code: 'file_unreadable', message: `The file ${file} cannot be read.`, action: CHECK_FILE },
    { cause },
  );
}
