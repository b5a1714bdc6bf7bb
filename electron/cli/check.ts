/** `meterscope check FILE...`: judges Green Button files by the public test book; a pre-check, never a certification. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { CONSENTS, type Consent } from '#shared/service-check.ts';
import { milliseconds } from '../common/number-options.ts';
import {
  blockId,
  type CheckedFile,
  checkFile,
  type Demand,
  hasFindings,
  htmlReport,
  jsonReport,
  junitReport,
  PROFILES,
  textReport,
} from '../conformance/index.ts';
import { FileBytes } from '../engine/reader/index.ts';
import { keepNurserySmall } from '../engine/reader/small-nursery.ts';
import { onDisk } from './on-disk.ts';
import { writeOut } from './write-out.ts';

/** Exit codes, as `--help` says. */
const FINDINGS = 1;
const UNREADABLE = 2;

const FORMATS = ['text', 'json', 'junit', 'html'] as const;

interface Options {
  profile?: string;
  blocks?: string[];
  format: (typeof FORMATS)[number];
  failOn: 'fail' | 'warning';
  service?: boolean;
  bootstrap?: string;
  consent: Consent[];
  pace: number;
}

export function checkCommand(): Command {
  return new Command('check')
    .description(
      'Judge Green Button files by the data-element tests of the public test book. This is a pre-check, not a ' +
        'certification. Exit code 0: no findings. 1: a function block that is asked for fails, or a file is ' +
        'no Green Button document. 2: wrong use, a file that cannot be read or is not well-formed XML, or with --service no answer could be looked at.',
    )
    .argument('[file...]', 'Green Button (ESPI Atom XML) files; "-" reads standard input')
    .option('--service', 'check a running service instead of files, with the tokens of --bootstrap')
    .option(
      '--bootstrap <file>',
      'with --service: file with the line that `meterscope service --json` printed; tokens that are renewed are written into it',
    )
    .option(
      '--consent <list>',
      `with --service: also take steps that change something there: ${CONSENTS.join(', ')}, or all`,
      consentList,
      [],
    )
    .option('--pace <ms>', 'with --service: at least this many milliseconds between two requests', milliseconds, 0)
    .addOption(
      new Option(
        '--profile <id>',
        'also ask for the blocks that are a must for this way of delivery and version',
      ).choices(PROFILES.map(({ id }) => id)),
    )
    .option(
      '--blocks <list>',
      'judge these function blocks only, such as 1,4,5 (default: the claimed ones, else those that the content implies)',
      blockList,
    )
    .addOption(new Option('--format <format>', 'how to print the result').choices(FORMATS).default('text'))
    .addOption(
      new Option('--fail-on <weight>', 'what counts as a finding in the exit code, and as a failure in JUnit')
        .choices(['fail', 'warning'])
        .default('fail'),
    )
    .action(async (files: string[], options: Options, command: Command) => {
      const version = command.parent?.version() ?? '';
      if (options.service === true) {
        process.exitCode = await serviceChecked(files, options, version, command);
        return;
      }
      if (files.length === 0) command.error("error: missing required argument 'file'", { exitCode: UNREADABLE });
      keepNurserySmall();
      const checked = await checkFiles(
        files,
        {
          profile: PROFILES.find(({ id }) => id === options.profile),
          blocks: options.blocks,
        },
        async (all) => await writeOut(await printed(all, options, version)),
      );
      if (checked.some(({ report }) => !report.ok)) process.exitCode = UNREADABLE;
      else if (checked.some(({ report, wanted }) => hasFindings(report, wanted, options.failOn))) {
        process.exitCode = FINDINGS;
      }
    });
}

async function serviceChecked(
  files: string[],
  options: Options,
  version: string,
  command: Command,
): Promise<0 | 1 | 2> {
  const { bootstrap, profile, blocks } = options;
  const wrong =
    files.length > 0 || profile !== undefined || blocks !== undefined
      ? 'With --service no files, profiles or blocks are taken.'
      : 'Say which service is meant, with --bootstrap FILE.';
  if (bootstrap === undefined || files.length > 0 || profile !== undefined || blocks !== undefined) {
    return command.error(`error: ${wrong}`, { exitCode: UNREADABLE });
  }
  // Loaded here, so that files are judged without the client of a service.
  const { checkRunningService } = await import('./check-service.ts');
  return await checkRunningService({ ...options, bootstrap, version });
}

/** Judges files one after the other; what was read from standard input is there until `done` has ended. */
async function checkFiles(
  files: readonly string[],
  demand: Demand,
  done: (checked: readonly CheckedFile[]) => Promise<void>,
): Promise<CheckedFile[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-check-'));
  try {
    const checked: CheckedFile[] = [];
    for (const file of files) {
      const where = await onDisk(file, path.join(folder, 'standard-input.xml'));
      checked.push(await checkFile(file, () => FileBytes.of(where), demand));
    }
    await done(checked);
    return checked;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function printed(checked: readonly CheckedFile[], { format, failOn }: Options, version: string): Promise<string> {
  switch (format) {
    case 'json':
      return jsonReport(checked);
    case 'junit':
      return junitReport(checked, new Date(), failOn);
    case 'html': {
      const shown = [];
      for (const file of checked) shown.push(await file.shown());
      return htmlReport(shown, `Meterscope ${version}`.trim(), new Date());
    }
    default:
      return textReport(checked);
  }
}

/** `refresh,revoke` as consents. */
function consentList(text: string): Consent[] {
  if (text === 'all') return [...CONSENTS];
  const names = text.split(',').map((one) => one.trim());
  return names.map((name) => {
    const consent = CONSENTS.find((one) => one === name);
    if (consent === undefined) throw new InvalidArgumentError(`Known: ${CONSENTS.join(', ')}, all.`);
    return consent;
  });
}

/** `1,4,FB_05` as ids of blocks. */
function blockList(text: string): string[] {
  return text.split(',').map((one) => {
    const number = /^\s*(?:FB_?)?(\d{1,2})\s*$/i.exec(one)?.[1];
    if (number === undefined)
      throw new InvalidArgumentError('Use numbers of function blocks separated by commas, such as 1,4,5.');
    return blockId(Number(number));
  });
}
