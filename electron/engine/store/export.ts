/**
 * Getting data out, streaming: readings as a Hive-partitioned Parquet data set that DuckDB, Spark and Trino read as it
 * lies there, or as one CSV or JSON file; usage points, series and bills beside them.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#shared/errors.ts';
import type { ExportCalls } from '../calls/export.ts';
import type { CallContext, Handlers } from './context.ts';
import type { Connection } from './database.ts';
import { writeEverything } from './export-everything.ts';
import { type ExportFrame, prepareFrame } from './export-frame.ts';

/** Usage points of one COPY of the Parquet data set: many enough to be fast, few enough to show progress. */
const POINTS_A_STEP = 8;
/** Rows of the partitions that DuckDB holds back a thread; its own half a million take hundreds of megabytes. */
const HELD_ROWS = 32_768;
/**
 * JSON is written in files of this size at first. Into one file DuckDB would write the rows in their order, and for that
 * make the text of a whole row group on every thread first: more memory than an export gets.
 */
const PART_SIZE = '16MB';
/** How often DuckDB is asked how far it is, where one COPY does it all. */
const POLL_MS = 300;

const COPY_OPTIONS = {
  parquet: 'FORMAT parquet, COMPRESSION zstd',
  csv: 'FORMAT csv, HEADER',
  json: 'FORMAT json',
} as const;

type Input = ExportCalls['export.run']['input'];

export const exportHandlers: Handlers<ExportCalls> = {
  'export.run': async (input, context) => {
    const { database } = context.store(input.workspace);
    const connection = await database.connect();
    const interrupt = () => connection.raw.interrupt();
    context.signal.addEventListener('abort', interrupt);
    await database.beginLoad();
    try {
      await connection.run(`SET partitioned_write_flush_threshold = ${HELD_ROWS}`);
      return await run(connection, input, context);
    } finally {
      context.signal.removeEventListener('abort', interrupt);
      await database.endLoad();
      connection.close();
    }
  },
};

async function run(connection: Connection, input: Input, context: CallContext) {
  const { folder } = input;
  const store = context.store(input.workspace);
  await requireEmpty(folder);
  // What is being written lies in a folder of its own until it is whole.
  const partial = path.join(folder, '.incomplete');
  await mkdir(partial, { recursive: true });
  try {
    const frame = await prepareFrame(connection, store.zone, input.selection);
    const step = stepper(input, context, frame.readings);
    await writeReadings(connection, partial, input.format, frame, step);
    for (const [name, query] of Object.entries(frame.tables)) {
      step(frame.readings, `Writing ${name}`);
      await copy(connection, query, path.join(partial, `${name}.${input.format}`), COPY_OPTIONS[input.format]);
    }
    if (input.everything)
      await writeEverything(connection, store.location, partial, (what) => step(frame.readings, what));
    context.signal.throwIfAborted();
    for (const name of await readdir(partial)) await rename(path.join(partial, name), path.join(folder, name));
    await rm(partial, { recursive: true });
    const files = await filesBelow(folder);
    const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
    return { files, readings: frame.readings, bytes: sizes.reduce((sum, size) => sum + size, 0) };
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (!context.signal.aborted) throw error;
    throw new AppError({ code: 'cancelled', message: 'The export was cancelled; what it had written was removed.' });
  }
}

type Step = (done: number, what: string) => void;

function stepper({ workspace, token }: Input, { emit, signal }: CallContext, total: number): Step {
  return (done, what) => {
    signal.throwIfAborted();
    emit('export.progress', { workspace, token, done, total, step: what });
  };
}

async function writeReadings(
  connection: Connection,
  folder: string,
  format: Input['format'],
  frame: ExportFrame,
  step: Step,
): Promise<void> {
  if (frame.readings === 0) return;
  if (format === 'csv') {
    await copyReadings(connection, frame, path.join(folder, 'readings.csv'), COPY_OPTIONS.csv, step);
    return;
  }
  if (format === 'json') {
    const parts = path.join(folder, 'parts');
    await copyReadings(connection, frame, parts, `${COPY_OPTIONS.json}, FILE_SIZE_BYTES '${PART_SIZE}'`, step);
    await join(parts, path.join(folder, 'readings.json'), () => step(frame.readings, 'Writing readings'));
    return;
  }
  const target = path.join(folder, 'readings');
  let done = 0;
  for (let at = 0; at < frame.points.length; at += POINTS_A_STEP) {
    const points = frame.points.slice(at, at + POINTS_A_STEP);
    const query = `${frame.readingsQuery} AND e.usage_point IN (${points.map(({ id }) => quoted(id)).join(', ')})`;
    step(done, 'Writing readings');
    await copy(connection, query, target, `${COPY_OPTIONS.parquet}, PARTITION_BY (usage_point, year), APPEND`);
    done += points.reduce((sum, point) => sum + point.readings, 0);
  }
  step(done, 'Writing readings');
}

/** All readings in one COPY; tells how far DuckDB is. */
async function copyReadings(
  connection: Connection,
  frame: ExportFrame,
  target: string,
  options: string,
  step: Step,
): Promise<void> {
  const poll = setInterval(() => {
    const share = Math.max(0, connection.raw.progress.percentage) / 100;
    try {
      step(Math.round(frame.readings * share), 'Writing readings');
    } catch {
      // Aborted: the interrupt ends the COPY itself.
    }
  }, POLL_MS);
  try {
    await copy(connection, frame.readingsQuery, target, options);
  } finally {
    clearInterval(poll);
  }
}

/** Makes one file of the numbered files of a folder, a reading a line, and takes them away. */
async function join(parts: string, target: string, step: () => void): Promise<void> {
  const numberOf = (name: string) => Number(/\d+/.exec(name)?.[0]);
  for (const name of (await readdir(parts)).sort((a, b) => numberOf(a) - numberOf(b))) {
    step();
    const part = path.join(parts, name);
    await pipeline(createReadStream(part), createWriteStream(target, { flags: 'a' }));
    await rm(part);
  }
  await rm(parts, { recursive: true });
}

async function copy(connection: Connection, query: string, target: string, options: string): Promise<void> {
  await connection.run(`COPY (${query}) TO ${quoted(target)} (${options})`);
}

/** A text as an SQL literal: COPY takes no parameters. */
function quoted(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

async function requireEmpty(folder: string): Promise<void> {
  const found = await readdir(folder).catch(() => []);
  if (found.length === 0) return;
  throw new AppError({
    code: 'export_target_not_empty',
    message: 'The folder to export to has something in it.',
    action: 'Choose an empty folder or a new one: an export never overwrites anything.',
    details: { folder },
  });
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
