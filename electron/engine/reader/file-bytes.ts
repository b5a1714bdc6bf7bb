import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError, errorCode } from '#shared/errors.ts';
import { fileSource } from './source.ts';

/** The bytes of a file on disk, which may be opened in another thread. Throws `file_unreadable` where it cannot be read. */
export class FileBytes implements AsyncIterable<Uint8Array> {
  readonly path: string;
  readonly size: number;
  /** Epoch milliseconds. */
  readonly modified: number;

  constructor(file: Pick<FileBytes, 'path' | 'size' | 'modified'>) {
    this.path = file.path;
    this.size = file.size;
    this.modified = file.modified;
  }

  /** Looks at the file without reading it. Rejects with `file_unreadable`, too, when it is none. */
  static async of(file: string): Promise<FileBytes> {
    let found: Stats;
    try {
      found = await stat(file);
    } catch (error) {
      throw fileUnreadable(file, error);
    }
    if (found.isFile()) return new FileBytes({ path: file, size: found.size, modified: found.mtimeMs });
    throw found.isDirectory()
      ? unreadable(`${path.basename(file)} is a folder.`, 'Open the files in it.')
      : unreadable(
          `${path.basename(file)} is ${found.isFIFO() ? 'a pipe' : found.isSocket() ? 'a socket' : 'a device'}, not a file.`,
          'Save its content to a file and open that. "meterscope inspect -" reads standard input.',
        );
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      yield* fileSource(this.path);
    } catch (error) {
      throw fileUnreadable(this.path, error);
    }
  }
}

function fileUnreadable(file: string, cause: unknown): AppError {
  const name = path.basename(file);
  const code = errorCode(cause);
  if (code === 'ENOENT') return unreadable(`There is no file ${name}.`, 'Check its name and folder.', cause);
  if (code === 'EACCES' || code === 'EPERM') {
    return unreadable(`${name} may not be read.`, 'Ask its owner for permission to read it.', cause);
  }
  const text = cause instanceof Error ? cause.message : String(cause);
  const action = 'Check that the file is there and may be read, then open it again.';
  return unreadable(`${name} could not be read: ${text}`, action, cause);
}

function unreadable(message: string, action: string, cause?: unknown): AppError {
  return new AppError({ code: 'file_unreadable', message, action }, { cause });
}
