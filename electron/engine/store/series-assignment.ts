/** Which series the readings of a meter reading belong to; made where it is not there yet. */
import { decideIntervalLength, decideSeriesKind, measureOf, seriesKey } from '#shared/espi/series.ts';
import { Shape } from './block-stats.ts';
import type { Connection } from './database.ts';
import { type Behaviour, behaviourOf, type ReadingType, seriesKindOf } from './decisions.ts';
import type { JoinedDocument } from './document-join.ts';
import { hashId, keyHash } from './identity.ts';
import type { ReadingLoader } from './reading-loader.ts';
import { json, number, optionalNumber, optionalText, text } from './row.ts';
import type { StagingSink } from './sink.ts';
import { RowStage } from './staging.ts';

interface MeterReading {
  id: string;
  usagePoint: string | undefined;
  readingType: string | undefined;
  type: ReadingType | undefined;
  /** Series that the store has for it. */
  before: number | undefined;
  /** Undefined while no block of it came. */
  series: number | undefined;
  /** Power of ten that takes its raw values to those of its series. */
  scale: number;
}

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
  const book = await SeriesBook.open(connection, sink.loader, [...meterReadings.values()]);
  const assignments: Assignments = { meterReadings, families: [], moved: new Set() };
  for (const meterReading of meterReadings.values()) {
    await book.assign(meterReading, shapes.get(meterReading.id), numbers.get(meterReading.id));
    const { before, series } = meterReading;
    if (before !== undefined && series !== undefined && before !== series) {
      await moveReadings(connection, meterReading, before, series);
      assignments.moved.add(before).add(series);
    }
  }
  await book.write();
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
  if (meterReadings.size === 0) return;
  const stage = new RowStage(connection, 'st_meter_readings', METER_READING_COLUMNS);
  await stage.create();
  for (const meterReading of meterReadings.values()) {
    const entry = entries.get(meterReading.id);
    await stage.append([
      meterReading.id,
      entry?.hash ?? implied.get(meterReading.id)?.hash,
      source,
      entry?.updated,
      meterReading.usagePoint,
      meterReading.readingType,
      entry?.title,
      meterReading.series,
      entry === undefined,
    ]);
  }
  stage.close();
  // Those that the document only touches (their type came) keep their row and get the series.
  await connection.run(
    `UPDATE meter_readings SET series = s.series FROM st_meter_readings s WHERE s.key_hash IS NULL AND meter_readings.id = s.id`,
  );
  await connection.run(
    'DELETE FROM meter_readings WHERE id IN (SELECT id FROM st_meter_readings WHERE key_hash IS NOT NULL)',
  );
  await connection.run('INSERT INTO meter_readings SELECT * FROM st_meter_readings WHERE key_hash IS NOT NULL');
}

const METER_READING_COLUMNS = [
  ['id', 'VARCHAR'],
  ['key_hash', 'UBIGINT'],
  ['source', 'INTEGER'],
  ['updated', 'BIGINT'],
  ['usage_point', 'VARCHAR'],
  ['reading_type', 'VARCHAR'],
  ['title', 'VARCHAR'],
  ['series', 'INTEGER'],
  ['implied', 'BOOLEAN'],
] as const;

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
  const types = joined.entities.filter((entity) => entity.kind === 'ReadingType').map((entity) => entity.id);
  if (found.size === 0 && types.length === 0 && joined.families.size === 0) return found;
  const stored = await connection.rows(
    `SELECT id, usage_point, reading_type, series FROM meter_readings
     WHERE id IN (SELECT unnest(?::JSON::VARCHAR[])) OR reading_type IN (SELECT unnest(?::JSON::VARCHAR[]))`,
    [JSON.stringify([...found.keys(), ...joined.families.values()]), JSON.stringify(types)],
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
  if (missing.length > 0) {
    const rows = await connection.rows(
      'SELECT id, data FROM reading_types WHERE id IN (SELECT unnest(?::JSON::VARCHAR[]))',
      [JSON.stringify(missing)],
    );
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

/** The number that the readings of a meter reading lie under already. */
function provisionalNumbers(sink: StagingSink, joined: JoinedDocument): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const [family, id] of joined.families) {
    const strand = sink.loader.strandOf.get(family);
    if (strand !== undefined && !numbers.has(id)) numbers.set(id, strand.series);
  }
  return numbers;
}

interface KnownSeries {
  series: number;
  id: string;
  intervalLength: number;
  behaviour: Behaviour;
  power: number;
}

/** The series that a document may touch, and new ones. */
class SeriesBook {
  readonly #connection: Connection;
  readonly #byId = new Map<string, KnownSeries>();
  readonly #byNumber = new Map<number, KnownSeries>();
  readonly #loader: ReadingLoader;
  readonly #made: RowStage;

  private constructor(connection: Connection, loader: ReadingLoader) {
    this.#connection = connection;
    this.#loader = loader;
    this.#made = new RowStage(connection, 'st_series', SERIES_COLUMNS);
  }

  static async open(
    connection: Connection,
    loader: ReadingLoader,
    meterReadings: readonly MeterReading[],
  ): Promise<SeriesBook> {
    const book = new SeriesBook(connection, loader);
    if (meterReadings.length === 0) return book;
    const usagePoints = [...new Set(meterReadings.flatMap(({ usagePoint }) => usagePoint ?? []))];
    const numbers = meterReadings.flatMap(({ before }) => before ?? []);
    const rows = await connection.rows(
      `SELECT series, id, interval_length, decided, power FROM series
       WHERE usage_point IN (SELECT unnest(?::JSON::VARCHAR[])) OR series IN (SELECT unnest(?::JSON::INTEGER[]))`,
      [JSON.stringify(usagePoints), JSON.stringify(numbers)],
    );
    for (const row of rows) {
      book.#add({
        series: number(row.series),
        id: text(row.id),
        intervalLength: number(row.interval_length),
        behaviour: text(row.decided) as Behaviour, // the column holds nothing else
        power: number(row.power),
      });
    }
    return book;
  }

  /** Sets `series` and `scale` of a meter reading. Without readings, old or new, it gets no series yet. */
  async assign(meterReading: MeterReading, shape: Shape | undefined, wanted: number | undefined): Promise<void> {
    const { before, type } = meterReading;
    const known = before === undefined ? undefined : this.#byNumber.get(before);
    const power = type?.powerOfTenMultiplier ?? 0;
    // Its own decisions of before hold as long as the reading type measures the same: one new bill of 30 days must
    // not make a second series beside that of bills of unequal length.
    if (known !== undefined) {
      const measure = measureOf(type, known.intervalLength, seriesKindOf(known.behaviour));
      if (identity(meterReading, seriesKey(measure)).id === known.id) {
        meterReading.scale = power - known.power;
        return;
      }
    }
    const seen = shape ?? (known === undefined ? undefined : await storedShape(this.#connection, meterReading.id));
    if (seen === undefined || seen.count === 0) return;
    const kind = decideSeriesKind(type, seen);
    const durations = [...seen.durations].map(([duration, count]) => ({ duration, count }));
    const length = decideIntervalLength(type?.intervalLength, durations);
    const { id, key } = identity(meterReading, seriesKey(measureOf(type, length.value, kind.value)));
    let series = this.#byId.get(id);
    if (series === undefined) {
      series = {
        series: wanted !== undefined && !this.#byNumber.has(wanted) ? wanted : this.#loader.nextSeries(),
        id,
        intervalLength: length.value,
        behaviour: behaviourOf(kind.value),
        power,
      };
      this.#add(series);
      await this.#made.append([
        series.series,
        id,
        meterReading.usagePoint,
        key,
        JSON.stringify(type ?? {}),
        power,
        length.value,
        length.reason,
        series.behaviour,
        series.behaviour,
        kind.reason,
        kind.certain ? 'source' : 'detected',
        usualLength(seen),
      ]);
    }
    meterReading.series = series.series;
    meterReading.scale = power - series.power;
  }

  /** Writes the new series. */
  async write(): Promise<void> {
    if (this.#made.count === 0) return;
    this.#made.close();
    await this.#connection.run(
      `INSERT INTO series SELECT *, false, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, '{}' FROM st_series`,
    );
  }

  #add(series: KnownSeries): void {
    this.#byId.set(series.id, series);
    this.#byNumber.set(series.series, series);
  }
}

const SERIES_COLUMNS = [
  ['series', 'INTEGER'],
  ['id', 'VARCHAR'],
  ['usage_point', 'VARCHAR'],
  ['key', 'VARCHAR'],
  ['reading_type', 'VARCHAR'],
  ['power', 'INTEGER'],
  ['interval_length', 'INTEGER'],
  ['interval_reason', 'VARCHAR'],
  ['decided', 'VARCHAR'],
  ['behaviour', 'VARCHAR'],
  ['behaviour_reason', 'VARCHAR'],
  ['behaviour_by', 'VARCHAR'],
  ['grid', 'INTEGER'],
] as const;

/** The most frequent length of readings that last; 0 where none does. */
function usualLength({ durations }: Shape): number {
  let usual = { duration: 0, count: 0 };
  for (const [duration, count] of durations) if (duration > 0 && count > usual.count) usual = { duration, count };
  return usual.duration;
}

/** Of the usage point and what is measured; a meter reading without a usage point or type stands by itself. */
function identity(meterReading: MeterReading, measured: string): { key: string; id: string } {
  const alone = meterReading.usagePoint === undefined || meterReading.type === undefined;
  const key = alone ? `${measured} of ${meterReading.id}` : measured;
  return { key, id: hashId(keyHash(`series:${meterReading.usagePoint ?? ''}`, key)) };
}

/** The shape of what the store has, for a meter reading whose type came late. */
async function storedShape(connection: Connection, meterReading: string): Promise<Shape> {
  const shape = new Shape();
  const rows = await connection.rows(
    `SELECT start, duration, value::DOUBLE AS value FROM readings
     WHERE series IN (SELECT series FROM meter_readings WHERE id = $1)
       AND block IN (SELECT block FROM interval_blocks WHERE meter_reading = $1) AND value IS NOT NULL
     ORDER BY start LIMIT 100000`,
    [meterReading],
  );
  for (const row of rows) shape.add(number(row.start), number(row.duration), number(row.value));
  return shape;
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
