/** Which series the readings of a meter reading belong to; made where it is not there yet. */
import type { Connection } from '../database.ts';
import type { ReadingType } from '../decisions.ts';
import { json, optionalNumber, optionalText, text } from '../row.ts';
import { among } from '../sql-text.ts';
import { Shape } from './block-stats.ts';
import type { JoinedDocument } from './document-join.ts';
import { defaultsOf, type RowDefaults } from './reading-chunk.ts';
import { type MeterReading, SeriesBook } from './series-book.ts';
import type { StagingSink } from './sink.ts';
import { appendRows, type ColumnList, type StagedCell } from './staging.ts';
import { followPowers, followTypes } from './type-changes.ts';

/** What the blocks of a family get from their meter reading; a row of `st_families`. */
export interface FamilyRow extends RowDefaults {
  family: number;
  meter_reading: string;
  series: number;
  length: number | undefined;
  scale: number;
}

export interface Assignments {
  families: FamilyRow[];
  /**
   * Series whose stored readings changed, came or went, because a reading type came late or was corrected, and those that get readings
   * of another length than before.
   */
  changed: Set<number>;
  /** Series whose own type may have been corrected. */
  doubtful: ReadonlySet<number>;
  /** Some series is of days, weeks, months or irregular. */
  uneven: boolean;
}

/** Finds or makes the series of every meter reading that this document speaks of. */
export async function assignSeries(
  connection: Connection,
  sink: StagingSink,
  joined: JoinedDocument,
  meterReadings: Map<string, MeterReading>,
): Promise<Assignments> {
  const shapes = shapesOf(sink, joined);
  const numbers = provisionalNumbers(sink, joined);
  const book = await SeriesBook.open(connection, sink.loader, joined.alone ? [] : [...meterReadings.values()]);
  const { doubtful } = book;
  const assignments: Assignments = { families: [], changed: new Set(), doubtful, uneven: false };
  const moves: Move[] = [];
  for (const meterReading of meterReadings.values()) {
    await book.assign(meterReading, shapes.get(meterReading.id), numbers.get(meterReading.id));
    const { before, series } = meterReading;
    if (before !== undefined && series !== undefined && before !== series) {
      await moveReadings(connection, meterReading, before, series);
      assignments.changed.add(before).add(series);
      moves.push({ before, series });
    }
  }
  for (const series of book.mixed) assignments.changed.add(series);
  await book.write();
  await carryOverlaps(connection, moves);
  for (const series of await followPowers(connection, meterReadings.values())) assignments.changed.add(series);
  for (const series of await followTypes(connection, meterReadings.values())) assignments.changed.add(series);
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
  meterReadings: Map<string, MeterReading>,
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

/**
 * The meter readings that a document speaks of, by their ids, with what the store knows of them. Call it before the document's reading
 * types are written.
 */
export async function meterReadingsOf(
  connection: Connection,
  joined: JoinedDocument,
): Promise<Map<string, MeterReading>> {
  const found = new Map<string, MeterReading>();
  const own = joined.entities.filter((entity) => entity.kind === 'MeterReading').map((entity) => entity.id);
  const implied = joined.implied.filter((entity) => entity.kind === 'MeterReading').map((entity) => entity.id);
  for (const id of [...own, ...implied]) {
    found.set(id, {
      ...NOT_STORED,
      id,
      usagePoint: joined.parents.get(id)?.parent,
      readingType: joined.readingTypes.get(id),
    });
  }
  const types = new Map<string, ReadingType>();
  for (const entity of joined.entities) {
    if (entity.kind === 'ReadingType') types.set(entity.id, entity.data as ReadingType); // decoded as its kind
  }
  const stored = joined.alone ? NO_TYPES : await addStored(connection, joined, found, types);
  for (const meterReading of found.values()) {
    const { readingType } = meterReading;
    if (readingType !== undefined) meterReading.type = types.get(readingType) ?? stored.get(readingType);
  }
  return found;
}

const NO_TYPES: ReadonlyMap<string, ReadingType> = new Map();

/** A meter reading that the store does not have. */
const NOT_STORED = { type: undefined, typeBefore: undefined, before: undefined, series: undefined, scale: 0, shift: 0 };

/**
 * Adds what the store knows of the meter readings of a document, of its blocks, and of those of its reading types that are new or
 * corrected: most come again as they were, and many meter readings may share one.
 * @returns the reading types that the store has for all of these
 */
async function addStored(
  connection: Connection,
  joined: JoinedDocument,
  found: Map<string, MeterReading>,
  types: ReadonlyMap<string, ReadingType>,
): Promise<ReadonlyMap<string, ReadingType>> {
  if (found.size === 0 && types.size === 0 && joined.families.size === 0) return NO_TYPES;
  const typesThere = await storedTypes(connection, new Set(types.keys()));
  const changed = [...types].filter(([id, type]) => JSON.stringify(type) !== JSON.stringify(typesThere.get(id)));
  const rows = await connection.rows(
    `SELECT id, usage_point, reading_type, series FROM meter_readings
     WHERE id IN ${among(new Set([...found.keys(), ...joined.families.values()]))} OR reading_type IN ${among(changed.map(([id]) => id))}`,
  );
  const typesBefore = new Map(rows.map((row) => [text(row.id), optionalText(row.reading_type)]));
  for (const row of rows) {
    const id = text(row.id);
    const known = found.get(id);
    const series = optionalNumber(row.series);
    // What only some documents say is not forgotten when another one is silent about it.
    const usagePoint = known?.usagePoint ?? optionalText(row.usage_point);
    const readingType = known?.readingType ?? typesBefore.get(id);
    found.set(id, { ...NOT_STORED, id, usagePoint, readingType, before: series, series });
  }
  const wanted = [...typesBefore.values(), ...[...found.values()].map(({ readingType }) => readingType)];
  const others = wanted.flatMap((id) => (id === undefined || types.has(id) ? [] : id));
  const stored = new Map([...typesThere, ...(await storedTypes(connection, new Set(others)))]);
  for (const [id, type] of typesBefore) {
    const meterReading = found.get(id);
    if (meterReading !== undefined && type !== undefined) meterReading.typeBefore = stored.get(type);
  }
  return stored;
}

async function storedTypes(connection: Connection, ids: ReadonlySet<string>): Promise<Map<string, ReadingType>> {
  if (ids.size === 0) return new Map();
  const rows = await connection.rows(`SELECT id, data FROM reading_types WHERE id IN ${among(ids)}`);
  return new Map(rows.map((row) => [text(row.id), json(row.data) as ReadingType])); // written from the same model
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

/** Readings went from one series to another. */
interface Move {
  before: number;
  series: number;
}

/** What was set aside comes along, and is looked at again where it is now. */
async function carryOverlaps(connection: Connection, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return;
  await connection.run(
    `UPDATE series SET overlapping = true FROM series o JOIN (SELECT unnest(?::JSON::JSON[]) AS m) ON o.series = (m->>'before')::INTEGER
     WHERE o.overlapping AND series.series = (m->>'series')::INTEGER`,
    [JSON.stringify(moves)],
  );
}

function familyRow(family: number, meterReading: MeterReading, series: number): FamilyRow {
  const { id, type, scale } = meterReading;
  return { family, meter_reading: id, series, ...defaultsOf(type), length: type?.intervalLength, scale };
}
