/** `meterscope export`: exports a workspace without a window. */
import path from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { counted } from '../common/counted.ts';
import type { ExportProgress } from '../engine/calls/export.ts';
import type { EngineInput } from '../engine/protocol.ts';
import { reportFailure } from './failure.ts';
import { withStoredWorkspace } from './stored-workspace.ts';

interface Options {
  data: string;
  workspace: string;
  to: string;
  format: 'parquet' | 'csv' | 'json';
  values: 'raw' | 'daily' | 'monthly';
  from?: string;
  until?: string;
  meters?: string[];
  group?: string;
  rawText?: boolean;
}

export function exportCommand(): Command {
  return new Command('export')
    .description('Export a workspace without a window.')
    .requiredOption('--data <dir>', "Meterscope's data folder")
    .requiredOption('--workspace <name>', 'name or id of the workspace')
    .requiredOption('--to <dir>', 'empty or new folder to write to')
    .addOption(new Option('--format <format>', 'kind of files').choices(['parquet', 'csv', 'json']).default('parquet'))
    .addOption(
      new Option('--values <values>', "readings as they were sent, or values by day or month of each meter's own time")
        .choices(['raw', 'daily', 'monthly'])
        .default('raw'),
    )
    .option('--from <day>', 'first day, in local days of each meter: 2025-01-01', day)
    .option('--until <day>', 'last day, included', day)
    .option('--meters <list>', 'numbers or uids of meters, separated by commas; otherwise all', listed)
    .option('--group <name>', 'only meters of this group')
    .option('--raw-text', 'CSV: leave texts as they are, also those that a spreadsheet would run as a formula')
    .action(async (options: Options) => {
      try {
        const { files, readings, meters } = await exportFrom(options);
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
function listed(text: string, before: string[] = []): string[] {
  const names = text.split(',').map((name) => name.trim());
  return [...before, ...names.filter((name) => name !== '')];
}

async function exportFrom(options: Options) {
  const { to, format, values } = options;
  const abort = new AbortController();
  process.once('SIGINT', () => abort.abort());
  const progress = ({ step, done, total }: ExportProgress) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${step}: ${done} of ${total}   `);
  };
  return await withStoredWorkspace({ ...options, command: 'meterscope export', progress }, (engine, known) => {
    const input: EngineInput<'export.run'> = {
      workspace: known.id,
      folder: path.resolve(to),
      format,
      values,
      rawText: options.rawText,
      selection: { firstDay: options.from, lastDay: options.until, meters: options.meters, group: options.group },
      about: { program: packageJson.productName, version: packageJson.version, workspace: known.name },
    };
    return engine.call('export.run', input, abort.signal);
  });
}
