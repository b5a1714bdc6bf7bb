/** `meterscope inspect FILE... [--json]`: reads Green Button files and says what is in them. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { Engine } from '../engine/engine.ts';
import { type FileReport, inspectFile } from './inspect-report.ts';
import { reportText } from './inspect-text.ts';
import { onDisk } from './on-disk.ts';
import { writeOut } from './write-out.ts';

/** Exit code when at least one file could not be read (DESIGN section 6). */
const NOT_ALL_READ = 1;
/** More than this in one file goes through a store on disk instead of one in memory. */
const IN_MEMORY_BYTES = 64 * 1024 * 1024;
const WORKSPACE = 'inspect';

interface Options {
  json?: boolean;
  zone: string;
}

export function inspectCommand(): Command {
  return new Command('inspect')
    .description('Read Green Button files and report what is in them.')
    .argument('<file...>', 'Green Button (ESPI Atom XML) files; "-" reads standard input')
    .option('--json', 'print one JSON array with an object for each file')
    .option(
      '--zone <iana>',
      'time zone to assume where a file names none',
      zoneName,
      Intl.DateTimeFormat().resolvedOptions().timeZone,
    )
    .action(async (files: string[], options: Options) => {
      const reports = await inspectFiles(files, options.zone);
      const text = options.json
        ? `${JSON.stringify(reports, null, 2)}\n`
        : reports.map((report) => reportText(report, options.zone)).join('\n');
      await writeOut(text);
      if (reports.some((report) => !report.ok)) process.exitCode = NOT_ALL_READ;
    });
}

/** Reads files one after the other through a temporary store; they are read as in the program. */
async function inspectFiles(files: readonly string[], zone: string): Promise<FileReport[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-inspect-'));
  const engine = new Engine();
  try {
    const found = await Promise.all(files.map((file) => onDisk(file, path.join(folder, 'standard-input.xml'))));
    const large = (await Promise.all(found.map(sizeOf))).some((size) => size > IN_MEMORY_BYTES);
    const file = large ? path.join(folder, 'store.duckdb') : ':memory:';
    await engine.call('store.open', { workspace: WORKSPACE, file, rawFolder: path.join(folder, 'raw'), zone });
    const reports: FileReport[] = [];
    for (const [index, name] of files.entries()) {
      reports.push(await inspectFile(engine, WORKSPACE, name, found[index] ?? name));
    }
    return reports;
  } finally {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function sizeOf(file: string): Promise<number> {
  return await stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

function zoneName(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    throw new InvalidArgumentError('Use an IANA time zone, such as America/New_York or UTC.');
  }
}
