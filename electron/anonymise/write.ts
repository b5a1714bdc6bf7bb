/** An anonymised copy as a file: there whole, or as it was before. */
import { randomUUID } from 'node:crypto';
import { createWriteStream, type Stats } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#shared/errors.ts';
import { type ByteSource, FileBytes } from '../engine/reader/index.ts';
import { type AnonymiseOptions, anonymised } from './document.ts';

/**
 * Writes beside the file and renames.
 * @throws AppError `wrong_use` where `to` is no file or the source itself, `file_not_written`; as {@link anonymised} does
 */
export async function writeAnonymised(
  source: ByteSource,
  to: string,
  options: AnonymiseOptions,
  signal: AbortSignal,
): Promise<void> {
  await wholeOrNot(source, to, (unfinished) => writeCopy(source, unfinished, options, signal));
}

/**
 * Lets `work` write a file beside `to`, and puts it in its place once that has ended well; whatever happens otherwise, the
 * unfinished one goes.
 * @param source what `to` must not be
 * @throws AppError as {@link writeAnonymised}; whatever `work` throws
 */
export async function wholeOrNot<T>(
  source: ByteSource,
  to: string,
  work: (unfinished: string) => Promise<T>,
): Promise<T> {
  await refuseTarget(source, to);
  const unfinished = `${to}.${randomUUID().slice(0, 8)}.part`;
  try {
    const result = await work(unfinished);
    await rename(unfinished, to);
    return result;
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw systemCode(error) === undefined ? error : notWritten(to, error);
  }
}

/** Writes the copy as a file that is not there yet. @throws AppError `file_not_written`; as {@link anonymised} does */
export async function writeCopy(
  source: ByteSource,
  file: string,
  options: AnonymiseOptions,
  signal: AbortSignal,
): Promise<void> {
  try {
    await pipeline(Readable.from(anonymised(source, options)), createWriteStream(file, { flags: 'wx', flush: true }), {
      signal,
    });
  } catch (error) {
    throw systemCode(error) === undefined ? error : notWritten(file.replace(/\.[0-9a-f]{8}\.part$/, ''), error);
  }
}

async function refuseTarget(source: ByteSource, to: string): Promise<void> {
  const there = await found(to);
  if (there && !there.isFile()) {
    throw new AppError({
      code: 'wrong_use',
      message: `${to} is not a file.`,
      action: 'Name the file that is to be written.',
    });
  }
  const from = source instanceof FileBytes ? await found(source.path) : undefined;
  if (there && from && there.ino === from.ino && there.dev === from.dev) {
    throw new AppError({
      code: 'wrong_use',
      message: 'The copy would be the same file as the document that it is made from, which would be lost.',
      action: 'Name another file to be written.',
    });
  }
}

async function found(file: string): Promise<Stats | undefined> {
  return await stat(file).catch(() => undefined);
}

function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined;
}

function notWritten(file: string, cause: unknown): AppError {
  const text = cause instanceof Error ? cause.message : String(cause);
  return new AppError(
    {
      code: 'file_not_written',
      message: `${file} could not be written: ${text}`,
      action: 'Check that its folder is there, may be written to and has room, then try again.',
    },
    { cause },
  );
}
