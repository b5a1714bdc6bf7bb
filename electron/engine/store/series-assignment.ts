/** Which series the readings of a meter reading belong to; made where it is not there yet. */
import { decideIntervalLength, decideSeriesKind, measureOf, seriesKey } from '#shared/espi/series.ts';
import { Shape } from './block-stats.ts';
import type { Connection } from './database.ts';
import { type Behaviour, behaviourOf, type ReadingType, seriesKindOf } from './decisions.ts';
import type { JoinedDocument } from './document-join.ts';
import { hashId, keyHash } from './identity.ts';
import { json, number, optionalNumber, optionalText, text } from './row.ts';
import type { StagingSink } from './sink.ts';

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
  const book = await SeriesBook.open(connection, [...meterReadings.values()]);
  const assignments: Assignments = { meterReadings, families: [], moved: new Set() };
  for (const meterReading of meterReadings.values()) {
    await book.assign(meterReading, shapes.get(meterReading.id));
    const { before, series } = meterReading;
    if (before !== undefined && series !== undefined && before !== series) {
      await moveReadings(connection, meterReading, before, series);
      assignments.moved.add(before).add(series);
    }
  }
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
  for (const meterReading of meterReadings.values()) {
    const entry = entries.get(meterReading.id);
    const hash = entry?.hash ?? implied.get(meterReading.id)?.hash;
    if (hash === undefined) {
      await connection.run('UPDATE meter_readings SET series = ? WHERE id = ?', [meterReading.series, meterReading.id]);
      continue;
    }
    await connection.run('DELETE FROM meter_readings WHERE id = ?', [meterReading.id]);
    await connection.run('INSERT INTO meter_readings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)', [
      meterReading.id,
      hash,
      source,
      entry?.updated,
      meterReading.usagePoint,
      meterReading.readingType,
      entry?.title,
      meterReading.series,
      entry === undefined,
    ]);
  }
}

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
  #last = 0;

  private constructor(connection: Connection) {
    this.#connection = connection;
  }

  static async open(connection: Connection, meterReadings: readonly MeterReading[]): Promise<SeriesBook> {
    const book = new SeriesBook(connection);
    if (meterReadings.length === 0) return book;
    const next = await connection.row('SELECT coalesce(max(series), 0) AS last FROM series');
    book.#last = number(next?.last);
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
  async assign(meterReading: MeterReading, shape: Shape | undefined): Promise<void> {
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
    const series = this.#byId.get(id) ?? this.#make(id, length.value, behaviourOf(kind.value), power);
    if (series.series > this.#last) {
      this.#last = series.series;
      this.#add(series);
      await this.#connection.run(
        `INSERT INTO series VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, false, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, '{}')`,
        [
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
        ],
      );
    }
    meterReading.series = series.series;
    meterReading.scale = power - series.power;
  }

  #make(id: string, intervalLength: number, behaviour: Behaviour, power: number): KnownSeries {
    return { series: this.#last + 1, id, intervalLength, behaviour, power };
  }

  #add(series: KnownSeries): void {
    this.#byId.set(series.id, series);
    this.#byNumber.set(series.series, series);
  }
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
