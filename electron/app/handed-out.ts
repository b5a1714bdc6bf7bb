/**
 * Handles for the files that the program was given since its start: chosen, dropped, uploaded, named on the command line or
 * by the system. Nothing else is opened, so that a hijacked page cannot have files read by their path.
 */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { AppError } from '#shared/errors.ts';

export class HandedOut {
  /** Path by handle. */
  readonly #files = new Map<string, string>();

  /** @returns a handle that does not reveal where the file is. @throws AppError `no_file` */
  give(file: string): string {
    if (file === '') {
      throw new AppError({
        code: 'no_file',
        message: 'This is not a file of this computer.',
        action: 'Save it to a folder first, then open it from there.',
      });
    }
    const handle = randomUUID();
    this.#files.set(handle, path.resolve(file));
    return handle;
  }

  /** The absolute path. @throws AppError `not_handed_out` */
  require(handle: string): string {
    const file = this.#files.get(handle);
    if (file !== undefined) return file;
    throw new AppError({
      code: 'not_handed_out',
      message: 'Only files that were chosen, dropped or named when the program was started can be opened.',
      action: 'Choose the file again.',
    });
  }
}
