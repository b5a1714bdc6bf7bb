/** Which series the readings of a meter reading belong to; made where it is not there yet. */
import type { Connection } from '../database.ts';
import type { ReadingType } from '../decisions.ts';
import { json, optionalNumber, optionalText, text } from '../row.ts';
import { among } from '../sql-text.ts';
import { Shape } from './block-stats.ts';
import type { JoinedDocument } from './document-join.ts';
import { type MeterReading, SeriesBook } from './series-book.ts';
import type { StagingSink } from './sink.ts';
import { appendRows, type ColumnList, type StagedCell } from './staging.ts';

/** What the blocks of a family get from their meter reading; a row of `st_families`. */
export interface FamilyRow {
  family: number;
  meter_reading: string;
  series: number;
  quality: number | undefined;
  tou: number | undefined;
  tier: number | undefined;
  cpp: number | undefined;
  length: number | undefined;
  scale: number;
}

export interface Assignments {
  meterReadings: Map<string, MeterReading>;
  families: FamilyRow[];
  /** Series that lost or gained rows because a reading type came late. */
  moved: Set<number>;
  /** Some series is of days, weeks, months or irregular. */
  uneven: boolean;
}

/** Finds or makes the series of every meter reading that this document speaks of. */
export async function assignSeries(
  connection: Connection,
  sink: StagingSink,
  joined: JoinedDocument,
): Promise<Assignments> {
  const meterReadings = await collectMeterReadings(connection, joined);
  await attachTypes(connection, joined, meterReadings);
  const shapes = shapesOf(sink, joined);
  const numbers = provisionalNumbers(sink, joined);
  const book = await SeriesBook.open(connection, sink.loader, joined.alone ? [] : [...meterReadings.values()]);
  const assignments: Assignments = { meterReadings, families: [], moved: new Set(), uneven: false };
  for (const meterReading of meterReadings.values()) {
    await book.assign(meterReading, shapes.get(meterReading.id), numbers.get(meterReading.id));
    const { before, series } = meterReading;
    if (before !== undefined && series !== undefined && before !== series) {
      await moveReadings(connection, meterReading, before, series);
      assignments.moved.add(before).add(series);
    }
  }
  await book.write();
  const touched = [...meterReadings.values()].flatMap(({ before, series }) => [before, series]);
  assignments.uneven = book.hasUneven(touched.filter((one) => one !== undefined));
  for (const [family, id] of joined.families) {
    const meterReading = meterReadings.get(id);
    if (meterReading?.series !== undefined) {
      assignments.families.push(familyRow(family, meterReading, meterReading.series));
    }
  }
  return assignments;
}

/** Writes the document's meter readings with their series. */
export async function writeMeterReadings(
  connection: Connection,
  joined: JoinedDocument,
  { meterReadings }: Assignments,
  source: number,
): Promise<void> {
  const entries = new Map(joined.entities.filter((entity) => entity.kind === 'MeterReading').map((e) => [e.id, e]));
  const implied = new Map(joined.implied.filter((entity) => entity.kind === 'MeterReading').map((e) => [e.id, e]));
  const own = new Map<string, StagedCell[]>();
  const touched: { id: string; series: number | undefined }[] = [];
  for (const { id, usagePoint, readingType, series } of meterReadings.values()) {
    const entry = entries.get(id);
    const hash = entry?.hash ?? implied.get(id)?.hash;
    if (hash === undefined) touched.push({ id, series });
    else {
      const { updated, title } = entry ?? {};
      own.set(id, [id, hash, source, updated, usagePoint, readingType, title, series, entry === undefined]);
    }
  }
  // Those that the document only touches (their type came) keep their row and get the series.
  if (touched.length > 0) {
    await connection.run(
      `UPDATE meter_readings SET series = (t->>'series')::INTEGER
       FROM (SELECT unnest(?::JSON::JSON[]) AS t) WHERE meter_readings.id = (t->>'id')`,
      [JSON.stringify(touched)],
    );
  }
  if (own.size === 0) return;
  if (!joined.alone) {
    await connection.run(`DELETE FROM meter_readings WHERE id IN ${among(own.keys())}`);
  }
  await appendRows(connection, 'meter_readings', METER_READING_COLUMNS, own.values());
}

/** All columns of `meter_readings`. */
export const METER_READING_COLUMNS: ColumnList = [
  ['id', 'VARCHAR'],
  ['key_hash', 'UBIGINT'],
  ['source', 'INTEGER'],
  ['updated', 'BIGINT'],
  ['usage_point', 'VARCHAR'],
  ['reading_type', 'VARCHAR'],
  ['title', 'VARCHAR'],
  ['series', 'INTEGER'],
  ['implied', 'BOOLEAN'],
];

async function collectMeterReadings(
  connection: Connection,
  joined: JoinedDocument,
): Promise<Map<string, MeterReading>> {
  const found = new Map<string, MeterReading>();
  const own = joined.entities.filter((entity) => entity.kind === 'MeterReading').map((entity) => entity.id);
  const implied = joined.implied.filter((entity) => entity.kind === 'MeterReading').map((entity) => entity.id);
  const add = (id: string, usagePoint: string | undefined, readingType: string | undefined, before?: number) =>
    found.set(id, { id, usagePoint, readingType, before, type: undefined, series: before, scale: 0 });
  for (const id of [...own, ...implied]) add(id, joined.parents.get(id)?.parent, joined.readingTypes.get(id));
  if (joined.alone) return found;
  const types = joined.entities.filter((entity) => entity.kind === 'ReadingType').map((entity) => entity.id);
  if (found.size === 0 && types.length === 0 && joined.families.size === 0) return found;
  const stored = await connection.rows(
    `SELECT id, usage_point, reading_type, series FROM meter_readings
     WHERE id IN ${among(new Set([...found.keys(), ...joined.families.values()]))} OR reading_type IN ${among(types)}`,
  );
  for (const row of stored) {
    const id = text(row.id);
    const known = found.get(id);
    // What only some documents say is not forgotten when another one is silent about it.
    add(
      id,
      known?.usagePoint ?? optionalText(row.usage_point),
      known?.readingType ?? optionalText(row.reading_type),
      optionalNumber(row.series),
    );
  }
  return found;
}

async function attachTypes(
  connection: Connection,
  joined: JoinedDocument,
  meterReadings: Map<string, MeterReading>,
): Promise<void> {
  const types = new Map<string, ReadingType>();
  for (const entity of joined.entities) {
    if (entity.kind === 'ReadingType') types.set(entity.id, entity.data as ReadingType); // decoded as its kind
  }
  const missing = [...meterReadings.values()].flatMap(({ readingType }) =>
    readingType === undefined || types.has(readingType) ? [] : [readingType],
  );
  if (missing.length > 0 && !joined.alone) {
    const rows = await connection.rows(`SELECT id, data FROM reading_types WHERE id IN ${among(missing)}`);
    for (const row of rows) types.set(text(row.id), json(row.data) as ReadingType); // written from the same model
  }
  for (const meterReading of meterReadings.values()) {
    if (meterReading.readingType !== undefined) meterReading.type = types.get(meterReading.readingType);
  }
}

/** The shape of the readings that the document brings, by meter reading. */
function shapesOf(sink: StagingSink, joined: JoinedDocument): Map<string, Shape> {
  const shapes = new Map<string, Shape>();
  for (const family of sink.families.values()) {
    const id = joined.families.get(family.number);
    if (id === undefined) continue;
    const shape = shapes.get(id) ?? new Shape();
    shape.append(family.shape);
    shapes.set(id, shape);
  }
  return shapes;
}

/** The number that the stored readings of a meter reading have. */
function provisionalNumbers(sink: StagingSink, joined: JoinedDocument): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const [family, id] of joined.families) {
    const strand = sink.loader.strandOf.get(family);
    if (strand !== undefined && !numbers.has(id)) numbers.set(id, strand.series);
  }
  return numbers;
}

async function moveReadings(
  connection: Connection,
  { id }: MeterReading,
  before: number,
  series: number,
): Promise<void> {
  for (const table of ['readings', 'superseded']) {
    await connection.run(
      `UPDATE ${table} SET series = $1 WHERE series = $2 AND block IN (SELECT block FROM interval_blocks WHERE meter_reading = $3)`,
      [series, before, id],
    );
  }
  await connection.run('UPDATE interval_blocks SET series = ? WHERE meter_reading = ?', [series, id]);
}

function familyRow(family: number, meterReading: MeterReading, series: number): FamilyRow {
  const type = meterReading.type;
  return {
    family,
    meter_reading: meterReading.id,
    series,
    quality: type?.defaultQuality,
    tou: type?.tou,
    tier: type?.consumptionTier,
    cpp: type?.cpp,
    length: type?.intervalLength,
    scale: meterReading.scale,
  };
}
