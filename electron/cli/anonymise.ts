/** `meterscope anonymise IN OUT`: a Green Button file that can be given to others. */
import { randomBytes } from 'node:crypto';
import { createWriteStream, type Stats } from 'node:fs';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command, InvalidArgumentError } from 'commander';
import { AppError } from '#shared/errors.ts';
import { type AnonymiseOptions, anonymised } from '../anonymise/index.ts';
import { type ByteSource, FileBytes } from '../engine/reader/index.ts';
import { reportFailure } from './failure.ts';
import { writeOut } from './write-out.ts';

/** Exit code, as `--help` says. */
const FAILED = 2;
const SECRET_VARIABLE = 'METERSCOPE_ANONYMISE_SECRET';
/** Shorter secrets can be guessed by trying. */
const SHORTEST_SECRET = 16;

interface Options {
  secretFile?: string;
  jitter: number;
}

export function anonymiseCommand(): Command {
  return new Command('anonymise')
    .description(
      'Write a Green Button file without names, addresses, free text and identifiers, to be given to others. What is the ' +
        'same stays the same: links and joins hold, and the pre-check comes to the same verdicts. Exit code 0: written. ' +
        '2: wrong use, or a file that cannot be read, is not well-formed XML or cannot be written; then OUT is as it was.',
    )
    .argument('<in>', 'a Green Button (ESPI Atom XML) file; "-" reads standard input')
    .argument('<out>', 'the file to write; one that is there is replaced')
    .option(
      '--secret-file <file>',
      `replace by the secret in this file, so that several files still fit each other (or set ${SECRET_VARIABLE}); ` +
        'otherwise by a random one that is forgotten',
    )
    .option('--jitter <percent>', 'move readings and amounts by up to so many percent', percent, 0)
    .action(async (from: string, to: string, options: Options) => {
      try {
        const given = await givenSecret(options.secretFile);
        await writeAnonymised(from, to, { secret: given ?? randomBytes(32), jitter: options.jitter });
        await writeOut(`Written: ${path.resolve(to)}\n${given === undefined ? RANDOM : ''}`);
      } catch (error) {
        reportFailure(error);
        process.exitCode = FAILED;
      }
    });
}

const RANDOM =
  'It was made with a random secret that is forgotten now: another run makes other names and identifiers. ' +
  'Use --secret-file for files that belong together.\n';

function percent(text: string): number {
  const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (number >= 0 && number <= 50) return number;
  throw new InvalidArgumentError('Write a percentage from 0 to 50.');
}

async function givenSecret(file: string | undefined): Promise<string | undefined> {
  const text = file === undefined ? process.env[SECRET_VARIABLE] : await secretIn(file);
  const secret = text?.trim();
  if (file === undefined && !secret) return undefined;
  if (secret && secret.length >= SHORTEST_SECRET) return secret;
  throw new AppError({
    code: 'wrong_use',
    message: `The secret is shorter than ${SHORTEST_SECRET} characters.`,
    action: 'Use a longer one, such as "openssl rand -hex 32" prints.',
  });
}

async function secretIn(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new AppError(
      { code: 'file_unreadable', message: `The secret in ${file} could not be read.`, action: 'Check its name.' },
      { cause },
    );
  }
}

/** Writes beside the file and renames: it is there whole, or as it was before. */
async function writeAnonymised(from: string, to: string, options: AnonymiseOptions): Promise<void> {
  const source: ByteSource = from === '-' ? process.stdin : await FileBytes.of(from);
  await refuseTarget(from, to);
  const unfinished = `${to}.${process.pid}.part`;
  const abort = new AbortController();
  const stop = () => abort.abort();
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    await pipeline(
      Readable.from(anonymised(source, options)),
      createWriteStream(unfinished, { flags: 'wx', flush: true }),
      { signal: abort.signal },
    );
    await rename(unfinished, to);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw systemCode(error) === undefined ? error : notWritten(to, error);
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function refuseTarget(from: string, to: string): Promise<void> {
  const there = await found(to);
  if (there && !there.isFile()) {
    throw new AppError({
      code: 'wrong_use',
      message: `${to} is not a file.`,
      action: 'Name the file that is to be written.',
    });
  }
  const source = from === '-' ? undefined : await found(from);
  if (there && source && there.ino === source.ino && there.dev === source.dev) {
    throw new AppError({
      code: 'wrong_use',
      message: 'OUT is the same file as IN, which would be lost.',
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
