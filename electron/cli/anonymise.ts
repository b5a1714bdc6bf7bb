/** `meterscope anonymise IN OUT`: a Green Button file that can be given to others. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { AppError } from '#shared/errors.ts';
import { writeAnonymised } from '../anonymise/index.ts';
import { CHECK_FILE } from '../common/file-unreadable.ts';
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
    .option('--jitter <percent>', 'move readings and amounts by up to this many percent', percent, 0)
    .action(async (from: string, to: string, options: Options) => {
      try {
        const given = await givenSecret(options.secretFile);
        const source: ByteSource = from === '-' ? process.stdin : await FileBytes.of(from);
        await untilSignal((signal) =>
          writeAnonymised(source, to, { secret: given ?? randomBytes(32), jitter: options.jitter }, signal),
        );
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
      {
        code: 'file_unreadable',
        message: `The secret in ${file} could not be read.`,
        action: CHECK_FILE,
      },
      { cause },
    );
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs work that ends in good order when the command is to end. */
async function untilSignal(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const abort = new AbortController();
  const stop = () => abort.abort();
  for (const name of SIGNALS) process.once(name, stop);
  try {
    await work(abort.signal);
  } finally {
    for (const name of SIGNALS) process.off(name, stop);
  }
}
