/** The series of a document's meter readings: found by what they measure, or made. */
import { decideIntervalLength, decideSeriesKind, measureOf, seriesKey } from '#shared/espi/series.ts';
import { Shape } from './block-stats.ts';
import type { Connection } from './database.ts';
import { type Behaviour, behaviourOf, type ReadingType, seriesKindOf } from './decisions.ts';
import { hashId, keyHash } from './identity.ts';
import type { ReadingLoader } from './reading-loader.ts';
import { number, text } from './row.ts';
import { appendRows, type ColumnList, type StagedCell } from './staging.ts';

/** A meter reading whose series is looked for. */
export interface MeterReading {
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

interface KnownSeries {
  series: number;
  id: string;
  intervalLength: number;
  behaviour: Behaviour;
  power: number;
}

/** The series that a document may touch, and new ones. */
export class SeriesBook {
  readonly #connection: Connection;
  readonly #byId = new Map<string, KnownSeries>();
  readonly #byNumber = new Map<number, KnownSeries>();
  readonly #loader: ReadingLoader;
  /** Rows of new series, with their numbers. */
  readonly #made = new Map<number, StagedCell[]>();

  private constructor(connection: Connection, loader: ReadingLoader) {
    this.#connection = connection;
    this.#loader = loader;
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
      this.#made.set(series.series, [
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
        ...UNMEASURED,
      ]);
    }
    meterReading.series = series.series;
    meterReading.scale = power - series.power;
  }

  /** Writes the new series. */
  async write(): Promise<void> {
    if (this.#made.size === 0) return;
    await appendRows(this.#connection, 'series', SERIES_COLUMNS, this.#made.values());
    await this.#recallDecisions();
  }

  /** What the user said of a series that was removed, and is read again, still holds. */
  async #recallDecisions(): Promise<void> {
    const mine = `d.subject = series.id AND series.series IN (${[...this.#made.keys()].join(', ')})`;
    if ((await this.#connection.row('SELECT 1 AS one FROM decisions LIMIT 1')) === undefined) return;
    await this.#connection.run(
      `UPDATE series SET behaviour = d.value, behaviour_by = 'user' FROM decisions d WHERE ${mine} AND d.name = 'behaviour'`,
    );
    await this.#connection.run(
      `UPDATE series SET holes_decided = d.value FROM decisions d WHERE ${mine} AND d.name = 'holes'`,
    );
  }

  #add(series: KnownSeries): void {
    this.#byId.set(series.id, series);
    this.#byNumber.set(series.series, series);
  }
}

/** All columns of `series`; those without a value here are set once its readings are there. */
export const SERIES_COLUMNS: ColumnList = [
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
  ['overlapping', 'BOOLEAN'],
  ['count', 'BIGINT'],
  ['sum_value', 'DOUBLE'],
  ['sum_cost', 'DOUBLE'],
  ['first', 'BIGINT'],
  ['last', 'BIGINT'],
  ['last_end', 'BIGINT'],
  ['first_value', 'DOUBLE'],
  ['last_value', 'DOUBLE'],
  ['gaps', 'INTEGER'],
  ['gap_seconds', 'BIGINT'],
  ['duplicates', 'BIGINT'],
  ['qualities', 'VARCHAR'],
  ['holes_suggested', 'VARCHAR'],
  ['holes_reason', 'VARCHAR'],
  ['holes_decided', 'VARCHAR'],
];

/** The columns from `overlapping` to `qualities` of a series whose readings are not counted yet. */
const UNMEASURED: readonly StagedCell[] = [false, 0, ...new Array<undefined>(7).fill(undefined), 0, 0, 0, '{}'];

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
