/**
 * The small files of the data folder: settings, secrets, lists. Each is whole or absent: written beside, flushed, then renamed
 * over the old one. Nothing is written while the folder moves, and afterwards everything goes to the new place.
 */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { AppError, errorCode } from '#shared/errors.ts';

let counter = 0;

export class DataFiles {
  #folder: string;
  readonly #writing = new Set<Promise<void>>();
  /** Settles when a move is over. */
  #moving: Promise<void> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Where the data is now. */
  get folder(): string {
    return this.#folder;
  }

  /** Where a file is now; `name` may lead into a folder. */
  place(name: string): string {
    return path.join(this.#folder, name);
  }

  /** The bytes of a file, or undefined where there is none. */
  async read(name: string): Promise<Buffer | undefined> {
    try {
      return await readFile(this.place(name));
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** The text of a file, or undefined where there is none. */
  async readText(name: string): Promise<string | undefined> {
    return (await this.read(name))?.toString('utf8');
  }

  /**
   * Writes a file that only this user may read. A crash at any moment leaves either the old or the new content.
   * @throws AppError `disk_full`, `file_not_written`
   */
  async write(name: string, content: string | Uint8Array): Promise<void> {
    await this.#act(() => writeWhole(this.place(name), content));
  }

  /** Removes a file; nothing happens where there is none. */
  async remove(name: string): Promise<void> {
    await this.#act(() => rm(this.place(name), { force: true }));
  }

  /** Does `work` while nothing is written, then uses `folder` from now on; where `work` rejects, nothing changes. */
  async moveTo(folder: string, work: () => Promise<void>): Promise<void> {
    let over = () => {};
    this.#moving = new Promise((resolve) => {
      over = resolve;
    });
    try {
      await Promise.allSettled(this.#writing);
      await work();
      this.#folder = folder;
    } finally {
      this.#moving = undefined;
      over();
    }
  }

  async #act(work: () => Promise<void>): Promise<void> {
    while (this.#moving !== undefined) await this.#moving;
    const running = work();
    this.#writing.add(running);
    try {
      await running;
    } finally {
      this.#writing.delete(running);
    }
  }
}

interface WholeFile {
  /** Rights of the file. */
  mode?: number;
  /** Runs once everything is on the disk, just before it takes the place of what is there; rejects where it must not. */
  check?: () => Promise<void>;
}

/**
 * Writes a file whole or not at all, readable by this user only unless another `mode` is asked for.
 * @throws AppError `disk_full`, `file_not_written`, and what `check` rejects with
 */
export async function writeWhole(
  file: string,
  content: string | Uint8Array,
  { mode = 0o600, check }: WholeFile = {},
): Promise<void> {
  counter += 1;
  const beside = `${file}.${process.pid}.${counter}.new`;
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const handle = await open(beside, 'wx', mode);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await check?.();
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw error instanceof AppError ? error : notWritten(file, error);
  }
}

function notWritten(file: string, cause: unknown): AppError {
  const code = errorCode(cause);
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)) {
    return new AppError(
      {
        code: 'disk_full',
        message: `The disk is full: ${file} could not be written.`,
        action: 'Free some space on that disk, then try again.',
        details: { file },
      },
      { cause },
    );
  }
  return new AppError(
    {
      code: 'file_not_written',
      message: `${file} could not be written${code === '' ? '' : ` (${code})`}.`,
      action: 'Give your user the right to write there, then try again.',
      details: { file },
    },
    { cause },
  );
}
