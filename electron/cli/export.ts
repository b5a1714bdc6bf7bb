/** `meterscope export`: exports a workspace without a window. */
import path from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { AppError } from '#shared/errors.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { counted } from '../common/counted.ts';
import type { DatasetResult } from '../engine/calls/sharing.ts';
import { openPolicy } from '../policy/index.ts';
import { reportFailure } from './failure.ts';
import { namesIn } from './names.ts';
import { withProgress } from './stored-workspace.ts';

const COMMAND = 'meterscope export';
const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t' } as const;

interface Options {
  data: string;
  workspace: string;
  to: string;
  format: 'parquet' | 'csv' | 'json' | 'dataset';
  compact?: boolean;
  values: 'raw' | 'daily' | 'monthly';
  from?: string;
  until?: string;
  meters?: string[];
  group?: string;
  rawText?: boolean;
  csvSeparator: keyof typeof SEPARATORS;
  csvDecimal: '.' | ',';
}

export function exportCommand(): Command {
  return new Command('export')
    .description('Export a workspace without a window.')
    .requiredOption('--data <dir>', "Meterscope's data folder")
    .requiredOption('--workspace <name>', 'name or id of the workspace')
    .requiredOption('--to <dir>', 'empty or new folder to write to; of a data set also the folder that holds it')
    .addOption(
      new Option('--format <format>', 'kind of files')
        .choices(['parquet', 'csv', 'json', 'dataset'])
        .default('parquet'),
    )
    .addOption(
      new Option('--values <values>', "readings as they were sent, or values by day or month of each meter's own time")
        .choices(['raw', 'daily', 'monthly'])
        .default('raw'),
    )
    .option('--from <day>', 'first day, in local days of each meter: 2025-01-01', day)
    .option('--until <day>', 'last day, included', day)
    .option('--meters <list>', 'numbers or uids of meters, separated by commas; otherwise all', meters)
    .option('--group <name>', 'only meters of this group')
    .addOption(
      new Option('--csv-separator <name>', 'CSV: what stands between two values')
        .choices(Object.keys(SEPARATORS))
        .default('comma'),
    )
    .addOption(new Option('--csv-decimal <sign>', 'CSV: decimal sign of numbers').choices(['.', ',']).default('.'))
    .option('--raw-text', 'CSV: leave texts as they are, also those that a spreadsheet would run as a formula')
    .option(
      '--compact',
      'data set: also write months anew that lie in many files, or hold what was corrected or deleted',
    )
    .action(async (options: Options) => {
      try {
        if (options.format === 'dataset') {
          process.stdout.write(datasetText(await datasetFrom(options), options.to));
          return;
        }
        const { files, readings, meters } = await exportFrom(options, options.format);
        const counts = [counted(readings, 'reading'), counted(meters, 'meter'), counted(files.length, 'file')];
        process.stdout.write(`${counts[0]} of ${counts[1]} in ${counts[2]}: ${path.resolve(options.to)}\n`);
      } catch (error) {
        process.exitCode = reportFailure(error);
      }
    });
}

function day(text: string): string {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(text)) return text;
  throw new InvalidArgumentError('Write a date as year, month and day: 2025-01-31.');
}

/** Several options add up. */
function meters(text: string, before: string[] = []): string[] {
  return [...before, ...namesIn(text, 'The list of meters is empty.')];
}

function datasetText(
  { export: number, added, corrected, removed, readings, meters, files }: DatasetResult,
  to: string,
): string {
  const changes = `${added} added, ${corrected} corrected, ${removed} removed, in ${counted(files, 'file')}`;
  return `Export ${number}: ${changes}; ${counted(readings, 'reading')} of ${counted(meters, 'meter')}: ${path.resolve(to)}\n`;
}

/** Options that say what to leave out: a data set is the workspace. */
const PARTS = ['from', 'until', 'meters', 'group', 'rawText'] as const;

async function datasetFrom(options: Options): Promise<DatasetResult> {
  if (options.values !== 'raw' || PARTS.some((name) => options[name] !== undefined)) {
    throw new AppError({
      code: 'dataset_is_whole',
      message: 'A data set holds all readings of the workspace as they were sent.',
      action: 'Leave out --values, --from, --until, --meters, --group and --raw-text.',
    });
  }
  const { to, compact } = options;
  (await openPolicy()).requireExport('dataset');
  return await withProgress({ ...options, command: COMMAND }, (engine, { id, name }, signal) =>
    engine.call('dataset.write', { workspace: id, about: aboutOf(name), folder: path.resolve(to), compact }, signal),
  );
}

async function exportFrom(options: Options, format: 'parquet' | 'csv' | 'json') {
  (await openPolicy()).requireExport(format);
  const { to, values, rawText, from, until, meters, group } = options;
  const selection = { firstDay: from, lastDay: until, meters, group };
  const csv = { separator: SEPARATORS[options.csvSeparator], decimal: options.csvDecimal };
  return await withProgress({ ...options, command: COMMAND }, (engine, { id, name }, signal) =>
    engine.call(
      'export.run',
      { workspace: id, about: aboutOf(name), folder: path.resolve(to), format, values, rawText, csv, selection },
      signal,
    ),
  );
}

/** What a manifest says of where the export comes from. */
function aboutOf(workspace: string): { program: string; version: string; workspace: string } {
  return { program: packageJson.productName, version: packageJson.version, workspace };
}
