/** Files that a browser tab uploads: kept on disk while the program runs, within limits. */
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { MAX_UPLOAD_BYTES, uploadTooLarge } from '#shared/browser-session.ts';
import { AppError, errorCode } from '#shared/errors.ts';

export interface UploadLimits {
  /** Of one file. */
  bytes: number;
  /** Files at a time, from the start of the program on. */
  files: number;
  /** Left free on the disk, bytes: the store needs room as well. */
  free: number;
}

const LIMITS: UploadLimits = { bytes: MAX_UPLOAD_BYTES, files: 1_000, free: 256 * 1024 ** 2 };

export class Uploads {
  readonly #folder: () => string;
  readonly #limits: UploadLimits;
  #count = 0;

  /** @param folder asked for each file: the data folder may move while the program runs */
  constructor(folder: () => string, limits: UploadLimits = LIMITS) {
    this.#folder = folder;
    this.#limits = limits;
  }

  /**
   * Streams a file to disk.
   * @param length what the sender says, bytes; refused at once where that is too much, and where more comes than was said
   * @returns its path. @throws AppError `bad_name`, `upload_too_large`, `upload_too_many`, `disk_full`
   */
  async keep(name: string, length: number | undefined, body: ReadableStream<Uint8Array>): Promise<string> {
    const { bytes, files, free } = this.#limits;
    const fileName = safeName(name);
    if (length !== undefined && length > bytes) throw new AppError(uploadTooLarge);
    if (this.#count >= files) {
      throw new AppError({
        code: 'upload_too_many',
        message: `${files} files were handed over since the program was started, which is as many as it keeps.`,
        action: 'Start the program again to hand over more.',
      });
    }
    this.#count += 1;
    const folder = path.join(this.#folder(), randomBytes(8).toString('hex'));
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { bavail, bsize } = await statfs(folder);
      if (bavail * bsize - (length ?? 0) < free) throw diskFull();
      const file = path.join(folder, fileName);
      // DOM and Node declare the same web stream twice; at run time it is one class.
      const chunks = Readable.fromWeb(body as unknown as NodeReadableStream<Uint8Array>);
      await pipeline(chunks, atMost(bytes), createWriteStream(file, { mode: 0o600, flags: 'wx' }));
      return file;
    } catch (error) {
      this.#count -= 1;
      await rm(folder, { recursive: true, force: true });
      throw errorCode(error) === 'ENOSPC' ? diskFull() : error;
    }
  }
}

function atMost(bytes: number) {
  return async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let size = 0;
    for await (const chunk of chunks) {
      size += chunk.byteLength;
      if (size > bytes) throw new AppError(uploadTooLarge);
      yield chunk;
    }
  };
}

function diskFull(): AppError {
  return new AppError({
    code: 'disk_full',
    message: 'There is not enough room on the disk for this file.',
    action: 'Make room on the disk that the data folder is on, then try again.',
  });
}

/** The last part of the name, readable but harmless on every system. @throws AppError `bad_name` */
function safeName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .replace(/[^\p{L}\p{N}._ -]/gu, '_')
    .slice(0, 120)
    // Windows drops dots and spaces at the end.
    .replace(/[. ]+$/, '');
  if (plain === '') {
    throw new AppError({
      code: 'bad_name',
      message: 'A file that is handed over needs a name.',
      action: 'Give the file a name such as usage.xml.',
    });
  }
  // Names of devices on Windows, with any ending.
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(plain) ? `_${plain}` : plain;
}
