/**
 * A data set for other engines (docs/dataset.md): Parquet in folders by commodity, year and month, which each export brings to what the
 * store holds. What is new or different is added in files of its own, so that the data set grows with what changes, not with what is there.
 */
import path from 'node:path';
import { AppError } from '#shared/errors.ts';
import type { DatasetResult, SharingCalls } from '../../../calls/sharing.ts';
import type { CallContext } from '../../context.ts';
import type { Connection } from '../../database.ts';
import { exportFailure } from '../../export/failure.ts';
import { Writer } from '../../export/writer.ts';
import { beginOnViews } from '../../query/facts.ts';
import { number, optionalNumber, optionalText, text } from '../../row.ts';
import { sqlText } from '../../sql-text.ts';
import type { Store } from '../../store.ts';
import { makeMonths } from '../months.ts';
import { KEY, NEWEST, READINGS } from './columns.ts';
import { type DatasetFolder, factsOf, openDataset, STATE } from './folder.ts';
import { type FileFacts, type Manifest, manifestHead, type ReadingsFile } from './manifest.ts';
import {
  changedRows,
  folderOf,
  makePlan,
  newest,
  type Partition,
  type Piece,
  piecesOf,
  plannedPartitions,
  STATE_QUERY,
  wholePiece,
} from './partitions.ts';

type Input = SharingCalls['dataset.write']['input'];

/** Views that go along as they are, whole each time. */
const TABLES = ['meters', 'series', 'coverage', 'bills', 'bill_lines', 'sources'] as const;

/** One writes into a folder at a time. */
const underWay = new Set<string>();

export async function writeDataset(input: Input, context: CallContext): Promise<DatasetResult> {
  const folder = path.resolve(input.folder);
  if (underWay.has(folder)) {
    throw new AppError({
      code: 'dataset_in_use',
      message: 'Another export into this folder is under way.',
      action: 'Wait for it, then export again.',
      details: { folder },
    });
  }
  underWay.add(folder);
  try {
    const store = context.store(input.workspace);
    return await store.read((closing) => writeInto(store, folder, input, context, closing));
  } catch (error) {
    if (context.signal.aborted) {
      throw new AppError(
        { code: 'cancelled', message: 'The export was cancelled; the data set is what it was before.' },
        { cause: error },
      );
    }
    throw exportFailure(error, folder);
  } finally {
    underWay.delete(folder);
  }
}

async function writeInto(
  store: Store,
  folder: string,
  input: Input,
  context: CallContext,
  closing: AbortSignal,
): Promise<DatasetResult> {
  const target = await openDataset(folder, input.workspace);
  const connection = await store.database.connect();
  const signal = AbortSignal.any([context.signal, closing]);
  connection.interruptOn(signal);
  try {
    await beginOnViews(connection, store);
    const step = (done: number, total: number, what: string) => {
      signal.throwIfAborted();
      context.emit('export.progress', { workspace: input.workspace, token: input.token, done, total, step: what });
    };
    const { manifest, result } = await new DatasetExport(connection, folder, target, input, step).write();
    await connection.run('ROLLBACK'); // nothing was changed
    signal.throwIfAborted();
    await target.commit(manifest);
    return result;
  } catch (error) {
    await target.discard();
    throw error;
  } finally {
    await connection.close();
  }
}

class DatasetExport {
  readonly #connection: Connection;
  readonly #folder: string;
  readonly #target: DatasetFolder;
  readonly #input: Input;
  readonly #step: (done: number, total: number, what: string) => void;
  readonly #writer: Writer;
  readonly #number: number;
  /** Files of readings by partition, as they will be. */
  readonly #files = new Map<string, ReadingsFile[]>();
  #written = 0;
  #removed = 0;

  constructor(
    connection: Connection,
    folder: string,
    target: DatasetFolder,
    input: Input,
    step: (done: number, total: number, what: string) => void,
  ) {
    this.#connection = connection;
    this.#folder = folder;
    this.#target = target;
    this.#input = input;
    this.#step = step;
    this.#number = (target.manifest?.export ?? 0) + 1;
    const { program, version: program_version, workspace } = input.about;
    const metadata = { program, program_version, workspace, export: String(this.#number) };
    this.#writer = new Writer(connection, target.partial, { format: 'parquet', metadata, defused: false });
    for (const file of target.manifest?.files ?? []) this.#filesIn(path.posix.dirname(file.path)).push(file);
  }

  async write(): Promise<{ manifest: Manifest; result: DatasetResult }> {
    const before = this.#target.manifest;
    this.#step(0, 0, 'Comparing');
    await makeMonths(this.#connection, 'local');
    await makePlan(this.#connection, before && path.join(this.#folder, before.state.path));
    const partitions = await plannedPartitions(this.#connection);
    const total = partitions.reduce((sum, { readings }) => sum + readings, 0);
    let done = 0;
    for (const partition of partitions) {
      for (const piece of await piecesOf(this.#connection, partition, false)) {
        this.#step(done, total, 'Writing readings');
        await this.#writePiece(piece);
        done += piece.readings;
      }
    }
    if (this.#input.compact === true) await this.#compact();
    this.#step(total, total, 'Writing meters, series and bills');
    return await this.#finish(before);
  }

  async #writePiece(piece: Piece): Promise<void> {
    const files = this.#filesIn(folderOf(piece));
    if (piece.before === 0) {
      const rows = await this.#add(files, piece, wholePiece(piece, this.#number));
      expectCount(rows?.rows ?? 0, piece.readings);
      this.#written += rows?.rows ?? 0;
      return;
    }
    const file = await this.#add(files, piece, changedRows(piece, this.#number, this.#places(files)));
    this.#written += (file?.rows ?? 0) - (file?.deleted ?? 0);
    this.#removed += file?.deleted ?? 0;
    // What a reader will see is what is there: where digests differ is not yet what differs.
    const series = piece.series.map(sqlText).join(', ');
    const seen = await this.#connection.row(
      `SELECT count(*) AS readings FROM (${newest(this.#places(files), series)})`,
    );
    expectCount(number(seen?.readings), piece.readings);
  }

  /** Months of which a reader would have to leave rows out, or that lie in files of several exports, are written anew. */
  async #compact(): Promise<void> {
    const rows = await this.#connection.rows(
      'SELECT commodity, period, sum(readings) AS readings FROM shared_months GROUP BY ALL ORDER BY ALL',
    );
    const now = rows.map((row) => ({
      commodity: text(row.commodity),
      period: number(row.period),
      readings: number(row.readings),
    }));
    const kept = new Set(now.map(folderOf));
    for (const folder of this.#files.keys()) if (!kept.has(folder)) this.#files.delete(folder);
    for (const partition of now) await this.#compactPartition(partition);
  }

  async #compactPartition(partition: Partition & { readings: number }): Promise<void> {
    const folder = folderOf(partition);
    const files = this.#filesIn(folder);
    const isTidy = new Set(files.map((file) => file.export)).size === 1 && sum(files, 'rows') === partition.readings;
    if (isTidy) return;
    const anew: ReadingsFile[] = [];
    for (const piece of await piecesOf(this.#connection, partition, true)) {
      this.#step(0, partition.readings, 'Writing months anew');
      await this.#add(anew, piece, wholePiece(piece, this.#number));
    }
    expectCount(sum(anew, 'rows'), partition.readings);
    this.#files.set(folder, anew);
  }

  /** Writes a file of readings and adds it to `files`, unless nothing is in it. */
  async #add(files: ReadingsFile[], piece: Piece, query: string): Promise<ReadingsFile | undefined> {
    this.#count += 1;
    const name = `${folderOf(piece)}/data_${this.#number}_${this.#count}.parquet`;
    const rows = await this.#writer.part(name, query);
    if (rows === 0) return undefined;
    const facts = await this.#connection.row(
      `SELECT count(*) FILTER (deleted) AS deleted, sum(value) AS sum, min(start_epoch) AS first, max(start_epoch) AS last
       FROM read_parquet(${sqlText(path.join(this.#target.partial, name))}, hive_partitioning = false)`,
    );
    const file: ReadingsFile = {
      ...(await factsOf(this.#target.partial, name, rows)),
      export: this.#number,
      deleted: number(facts?.deleted),
      sum_value: optionalNumber(facts?.sum) ?? null,
      first_epoch: optionalNumber(facts?.first) ?? null,
      last_epoch: optionalNumber(facts?.last) ?? null,
    };
    files.push(file);
    return file;
  }
  #count = 0;

  async #finish(before: Manifest | undefined): Promise<{ manifest: Manifest; result: DatasetResult }> {
    const tables: Record<string, FileFacts> = {};
    for (const table of TABLES) tables[table] = await this.#table(table, `SELECT * FROM v1.${table} ORDER BY ALL`);
    const state = await this.#table(STATE, STATE_QUERY);
    const seen = await this.#connection.row(
      'SELECT coalesce(sum(readings), 0) AS readings, count(DISTINCT usage_point) AS meters FROM shared_months',
    );
    const [readings, meters] = [number(seen?.readings), number(seen?.meters)];
    const files = [...this.#files.values()].flat();
    const manifest: Manifest = {
      ...manifestHead(this.#input.about, this.#input.workspace, this.#number),
      readings,
      meters,
      totals: await this.#totals(),
      zones: await this.#zones(),
      key: ['commodity', 'year', 'month', ...KEY],
      newest: NEWEST,
      columns: READINGS,
      files,
      tables,
      state,
    };
    const added = readings - (before?.readings ?? 0) + this.#removed;
    const corrected = this.#written - added;
    const written = files.filter((file) => file.export === this.#number).length;
    return {
      manifest,
      result: { export: this.#number, added, corrected, removed: this.#removed, readings, meters, files: written },
    };
  }

  async #table(name: string, query: string): Promise<FileFacts> {
    const file = `${name}/data_${this.#number}.parquet`;
    return await factsOf(this.#target.partial, file, await this.#writer.part(file, query));
  }

  async #totals(): Promise<Manifest['totals']> {
    const rows = await this.#connection.rows(
      'SELECT commodity, unit, sum(readings) AS readings, sum(total) AS total FROM shared_months GROUP BY ALL ORDER BY ALL',
    );
    return rows.map((row) => ({
      commodity: text(row.commodity),
      unit: optionalText(row.unit) ?? null,
      readings: number(row.readings),
      sum_value: optionalNumber(row.total) ?? null,
    }));
  }

  async #zones(): Promise<Manifest['zones']> {
    const rows = await this.#connection.rows(
      'SELECT zone, clock, count(*) AS meters FROM v1.meters GROUP BY ALL ORDER BY ALL',
    );
    return rows.map((row) => ({
      zone: optionalText(row.zone) ?? null,
      clock: optionalText(row.clock) ?? null,
      meters: number(row.meters),
    }));
  }

  #filesIn(folder: string): ReadingsFile[] {
    const files = this.#files.get(folder) ?? [];
    this.#files.set(folder, files);
    return files;
  }

  /** Where files lie at the moment. */
  #places(files: readonly ReadingsFile[]): string[] {
    return files.map((file) =>
      path.join(file.export === this.#number ? this.#target.partial : this.#folder, file.path),
    );
  }
}

function sum(files: readonly ReadingsFile[], what: 'rows' | 'deleted'): number {
  return files.reduce((total, file) => total + file[what], 0);
}

/** Never more or fewer than there are, even where a join is wrong. */
function expectCount(written: number, expected: number): void {
  if (written !== expected) throw new Error(`${written} of ${expected} readings were written.`);
}
