/** `meterscope query`: one SELECT over the views of a workspace (docs/store.md), without a window. */
import { createReadStream } from 'node:fs';
import { readFile, rename, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text as streamText } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { AppError } from '#shared/errors.ts';
import { queryHead } from '#shared/query-file.ts';
import { QUERY_LIMITS } from '#shared/query-limits.ts';
import { counted } from '../common/counted.ts';
import { fileUnreadable } from '../common/file-unreadable.ts';
import { wholeNumber } from '../common/number-options.ts';
import { withPassingFolder } from '../common/passing-folder.ts';
import { openPolicy } from '../policy/index.ts';
import { reportFailure } from './failure.ts';
import { keptQuery } from './kept-query.ts';
import { withQueries } from './queries.ts';
import type { Queries } from './queries-asked.ts';
import { tableText } from './query-table.ts';
import { isClosedPipe, writeOut } from './write-out.ts';

type FileFormat = 'csv' | 'json' | 'parquet';

interface Options {
  data: string;
  workspace: string;
  format: 'table' | FileFormat;
  to?: string;
  limit: number;
  seconds: number;
  rawText?: boolean;
  param: Record<string, string>;
  file?: string;
}

/** Rows of a table on a screen, unless more are asked for. */
const SHOWN = 1000;

export function queryCommand(): Command {
  const { rows, seconds } = QUERY_LIMITS;
  return new Command('query')
    .description(
      'Run one SELECT over the views of a workspace (docs/store.md), which can do nothing but read. While the program runs, it ' +
        'answers. Exit code 0: done. 1: it could not be run. 3: a program that answers no queries has the data folder.',
    )
    .argument('[sql]', 'the query; "-" reads it from standard input, "@FILE" from a file')
    .option('--file <name>', 'the query of a file: its path, or its name in the folder of queries')
    .requiredOption('--data <dir>', "Meterscope's data folder")
    .requiredOption('--workspace <name>', 'name or id of the workspace')
    .addOption(
      new Option('--format <format>', 'a table to look at, or all rows as a file')
        .choices(['table', 'csv', 'json', 'parquet'])
        .default('table'),
    )
    .option(
      '--param <name=value>',
      'value of $name in the query, a date as 2026-01-31; give it once for each',
      parameter,
      {},
    )
    .option('--to <file>', 'file to write instead of standard output; it must not exist yet')
    .addOption(
      new Option('--limit <rows>', 'rows of a table')
        .argParser(wholeNumber(1, rows.most))
        .default(SHOWN, String(SHOWN)),
    )
    .addOption(
      new Option('--seconds <n>', 'end it after this time')
        .argParser(wholeNumber(1, seconds.most))
        .default(seconds.usual, String(seconds.usual)),
    )
    .option('--raw-text', 'CSV: leave texts as they are, also those that a spreadsheet would run as a formula')
    .action(async (sql: string | undefined, options: Options) => {
      try {
        await run(await readSql(sql, options), options);
      } catch (error) {
        process.exitCode = reportFailure(error);
      }
    });
}

function parameter(text: string, before: Record<string, string>): Record<string, string> {
  const [, name, value] = /^\$?([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError('Write it as name=value.');
  return { ...before, [name]: value };
}

async function readSql(sql: string | undefined, { file, data }: Options): Promise<string> {
  if ((sql === undefined) === (file === undefined)) {
    throw new AppError({ code: 'wrong_use', message: 'Write one query, or name its file with --file.' });
  }
  const read = await (file === undefined ? textOf(sql ?? '') : keptQuery(file, data));
  if (read.length <= QUERY_LIMITS.characters) return read;
  throw new AppError({
    code: 'query_text_too_long',
    message: `The query has more than ${QUERY_LIMITS.characters} characters.`,
    action: 'Shorten it.',
  });
}

async function textOf(sql: string): Promise<string> {
  if (sql === '-') return await streamText(process.stdin);
  if (!sql.startsWith('@')) return sql;
  return await readFile(sql.slice(1), 'utf8').catch((cause) => {
    throw fileUnreadable(sql.slice(1), cause);
  });
}

async function run(sql: string, given: Options): Promise<void> {
  // Values that its first comments have, unless others are given.
  const options = { ...given, param: { ...queryHead(sql).parameters, ...given.param } };
  const { format, to } = options;
  const policy = await openPolicy();
  if (format !== 'table') policy.requireExport(format);
  if (to !== undefined && format === 'table') {
    throw new AppError({
      code: 'wrong_use',
      message: 'A table is for the screen.',
      action: 'Write a file as csv, json or parquet: see --format.',
    });
  }
  if (to !== undefined && (await isThere(to))) {
    throw new AppError({
      code: 'file_exists',
      message: `There is a file ${to} already.`,
      action: 'Choose another name: a query never overwrites anything.',
    });
  }
  if (format === 'parquet' && to === undefined && process.stdout.isTTY) {
    throw new AppError({
      code: 'wrong_use',
      message: 'Parquet cannot be read on a screen.',
      action: 'Name a file with --to, or send the output to one.',
    });
  }
  const abort = new AbortController();
  process.once('SIGINT', () => abort.abort());
  const asked = { ...options, command: 'meterscope query' };
  await withQueries(asked, abort.signal, (queries) =>
    format === 'table'
      ? writeTable(queries, sql, options, abort.signal)
      : writeFile(queries, sql, { ...options, format }, abort.signal),
  );
}

async function isThere(file: string): Promise<boolean> {
  return await stat(file).then(
    () => true,
    () => false,
  );
}

async function writeTable(
  queries: Queries,
  sql: string,
  { limit, seconds, param }: Options,
  signal: AbortSignal,
): Promise<void> {
  const { columns, rows, more, took } = await queries.run({ sql, parameters: param, limit, seconds }, signal);
  await writeOut(tableText(columns, rows));
  const left = more ? '; there are more, see --limit and --format' : '';
  process.stderr.write(`${counted(rows.length, 'row')} in ${(took / 1000).toFixed(2)} s${left}\n`);
}

/** All rows, by way of a file: DuckDB writes it, whatever its size, in little memory. */
async function writeFile(
  queries: Queries,
  sql: string,
  { format, to, seconds, rawText, param }: Options & { format: FileFormat },
  signal: AbortSignal,
): Promise<void> {
  // Beside its target, so that it can be renamed.
  const beside = to === undefined ? os.tmpdir() : path.dirname(path.resolve(to));
  await withPassingFolder(beside, async (folder) => {
    const { file, rows } = await queries.write({ sql, parameters: param, folder, format, rawText, seconds }, signal);
    if (to === undefined) {
      await pipeline(createReadStream(file), process.stdout, { end: false }).catch((error: unknown) => {
        if (!isClosedPipe(error)) throw error;
      });
      return;
    }
    await rename(file, to);
    process.stdout.write(`${counted(rows, 'row')}: ${path.resolve(to)}\n`);
  });
}
