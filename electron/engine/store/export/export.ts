/**
 * Getting data out, streaming: readings as a Hive-partitioned Parquet data set that DuckDB, Spark and Trino read as it
 * lies there, or as one CSV or JSON file; usage points, series, bills and sources beside them, and a manifest that says
 * what all of it is.
 */
import { readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#shared/errors.ts';
import type { ExportCalls, ExportResult } from '../../calls/export.ts';
import type { CallContext, Handlers } from '../context.ts';
import type { Connection } from '../database.ts';
import type { Store } from '../store.ts';
import { writeEverything } from './everything.ts';
import { exportFailure } from './failure.ts';
import { MANIFEST, openTarget, recover } from './folder.ts';
import { type ExportFrame, prepareFrame } from './frame.ts';
import { manifestOf, metadataOf, type WrittenTable } from './manifest.ts';
import { periodBatches } from './periods.ts';
import { readingsOf } from './readings.ts';
import { type Slice, slicesByPoint, slicesBySeries } from './slices.ts';
import { createMacros } from './sql.ts';
import { smallTables } from './tables.ts';
import { Writer } from './writer.ts';

type Input = ExportCalls['export.run']['input'];

/** Reports the progress; throws when the export was cancelled. */
type Step = (done: number, what: string) => void;

export const exportHandlers: Handlers<ExportCalls> = {
  'export.run': async (input, context) => {
    const { folder } = input;
    try {
      const found = await recover(folder, input.token);
      if (found) return await resultOf(folder, found);
      return await writeInto(input, context);
    } catch (error) {
      if (context.signal.aborted) {
        throw new AppError(
          { code: 'cancelled', message: 'The export was cancelled; what it had written was removed.' },
          { cause: error },
        );
      }
      throw exportFailure(error, folder);
    }
  },
};

async function writeInto(input: Input, context: CallContext): Promise<ExportResult> {
  context.signal.throwIfAborted();
  const store = context.store(input.workspace);
  const target = await openTarget(input.folder, input.everything ? 0o700 : undefined);
  const connection = await store.database.connect();
  connection.interruptOn(context.signal);
  try {
    // All tables show one moment, even while data is being fetched.
    const frame = await connection.transaction(() => writeTables(connection, store, target.partial, input, context));
    if (input.everything) {
      const step = stepper(input, context, frame.readings);
      await writeEverything(connection, store.location, target.partial, (what) => step(frame.readings, what));
      await writeFile(path.join(target.partial, 'workspace.json'), input.everything.settings, { mode: 0o600 });
    }
    context.signal.throwIfAborted();
    await target.commit();
    return await resultOf(input.folder, frame);
  } catch (error) {
    await target.discard();
    throw error;
  } finally {
    await connection.close();
  }
}

/** Writes all but the copy of the store; answers what was written. */
async function writeTables(
  connection: Connection,
  store: Store,
  folder: string,
  input: Input,
  context: CallContext,
): Promise<ExportFrame> {
  const { format, values = 'raw' } = input;
  const defused = format === 'csv' && !input.rawText;
  await createMacros(connection, format);
  const frame = await prepareFrame(connection, store.zone, input.selection, defused);
  const step = stepper(input, context, frame.readings);
  const metadata = metadataOf(input, new Date());
  const writer = new Writer(connection, folder, { format, metadata, defused, csv: input.csv });
  const tables: Record<string, WrittenTable> = {};
  if ((values === 'raw' ? frame.series : frame.parts).length > 0) {
    const [name, table] =
      values === 'raw'
        ? (['readings', await writeReadings(connection, writer, format, frame, step)] as const)
        : ([values, await writePeriods(connection, writer, format, frame, values, step)] as const);
    tables[name] = table;
  }
  for (const [name, query] of Object.entries(await smallTables(connection, frame))) {
    step(frame.readings, `Writing ${name.replace('_', ' ')}`);
    tables[name] = { file: `${name}.${format}`, ...(await writer.table(name, query)) };
  }
  await writeFile(path.join(folder, MANIFEST), manifestOf(input, metadata, frame, tables));
  return frame;
}

async function writeReadings(
  connection: Connection,
  writer: Writer,
  format: Input['format'],
  frame: ExportFrame,
  step: Step,
): Promise<WrittenTable> {
  let rows = 0;
  let files = 0;
  let columns: string[] = [];
  for await (const slice of format === 'parquet'
    ? slicesByPoint(connection, frame)
    : slicesBySeries(connection, frame)) {
    step(rows, 'Writing readings');
    const query = readingsOf(slice);
    if (files === 0) columns = await columnsOf(connection, query);
    rows +=
      format === 'parquet'
        ? await writer.part(`${partitionOf(slice)}/data_${files}.parquet`, query)
        : await writer.append('readings', query, files === 0);
    files += 1;
  }
  // Never more or fewer than there are, even where a join is wrong.
  if (rows !== frame.readings) throw new Error(`${rows} of ${frame.readings} readings were written.`);
  step(rows, 'Writing readings');
  return format === 'parquet'
    ? { file: 'readings/', rows, columns: ['usage_point', 'year', ...columns] }
    : { file: `readings.${format}`, rows, columns };
}

/** Name of the folder of a slice of one usage point, as Hive has it. */
function partitionOf({ point = '', year }: Slice): string {
  const name = encodeURIComponent(point).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `readings/usage_point=${name}/year=${year ?? '__HIVE_DEFAULT_PARTITION__'}`;
}

async function writePeriods(
  connection: Connection,
  writer: Writer,
  format: Input['format'],
  frame: ExportFrame,
  values: 'daily' | 'monthly',
  step: Step,
): Promise<WrittenTable> {
  let [rows, done, files] = [0, 0, 0];
  let columns: string[] = [];
  for await (const batch of periodBatches(connection, frame, values === 'daily' ? 'day' : 'month')) {
    step(done, `Writing ${values} values`);
    if (files === 0) columns = await columnsOf(connection, batch.sql);
    rows +=
      format === 'parquet'
        ? await writer.part(`${values}/data_${files}.parquet`, batch.sql)
        : await writer.append(values, batch.sql, files === 0);
    done += batch.readings;
    files += 1;
  }
  return { file: format === 'parquet' ? `${values}/` : `${values}.${format}`, rows, columns };
}

async function columnsOf(connection: Connection, query: string): Promise<string[]> {
  return (await connection.rows(`DESCRIBE ${query}`)).map(({ column_name: name }) => String(name));
}

function stepper({ workspace, token }: Input, { emit, signal }: CallContext, total: number): Step {
  return (done, what) => {
    signal.throwIfAborted();
    emit('export.progress', { workspace, token, done, total, step: what });
  };
}

async function resultOf(
  folder: string,
  { readings, meters }: { readings: number; meters: number },
): Promise<ExportResult> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return { files, readings, meters, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}
