/** `meterscope export`: exports a workspace without a window. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Command, Option } from 'commander';
import { AppError, toErrorValue } from '#shared/errors.ts';
import { WorkspaceRegistry } from '../connections/registry.ts';
import { Engine } from '../engine/engine.ts';
import { storeFiles } from '../host/index.ts';

interface Options {
  data: string;
  workspace: string;
  to: string;
  format: 'parquet' | 'csv' | 'json';
}

export function exportCommand(): Command {
  return new Command('export')
    .description('Export a workspace without a window.')
    .requiredOption('--data <dir>', "Meterscope's data folder")
    .requiredOption('--workspace <name>', 'name or id of the workspace')
    .requiredOption('--to <dir>', 'empty or new folder to write to')
    .addOption(new Option('--format <format>', 'what to write').choices(['parquet', 'csv', 'json']).default('parquet'))
    .action(async (options: Options) => {
      try {
        const { files, readings } = await exportWorkspace(options);
        process.stdout.write(`${readings} readings in ${files.length} files below ${path.resolve(options.to)}\n`);
      } catch (error) {
        const { message, action } = toErrorValue(error);
        process.stderr.write(`${[message, action].filter(Boolean).join(' ')}\n`);
        process.exitCode = 1;
      }
    });
}

async function exportWorkspace({ data, workspace: wanted, to, format }: Options) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const registry = await WorkspaceRegistry.open({ dataFolder: path.resolve(data), zone, now: Date.now });
  const known = registry.list().find(({ id, name }) => id === wanted || name === wanted);
  if (known === undefined) {
    throw new AppError({
      code: 'workspace_unknown',
      message: `There is no workspace named ${wanted} in ${data}.`,
      action: `There are: ${registry
        .list()
        .map(({ name }) => name)
        .join(', ')}.`,
    });
  }
  const { file, rawFolder } = storeFiles(path.resolve(data), known.id);
  if (!existsSync(file)) {
    throw new AppError({
      code: 'workspace_empty',
      message: `Nothing was fetched into ${known.name} yet.`,
      action: 'Open it in Meterscope and sync it first.',
    });
  }
  const abort = new AbortController();
  process.once('SIGINT', () => abort.abort());
  const engine = new Engine((event, progress) => {
    if (event !== 'export.progress' || !('done' in progress) || !process.stderr.isTTY) return;
    process.stderr.write(`\r${progress.step}: ${progress.done} of ${progress.total}   `);
  });
  try {
    await engine.call('store.open', { workspace: known.id, file, rawFolder, zone: known.zone });
    const input = { workspace: known.id, folder: path.resolve(to), format };
    return await engine.call('export.run', input, abort.signal);
  } finally {
    await engine.close();
  }
}
