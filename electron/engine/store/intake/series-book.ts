/** The series of a document's meter readings: found by what they measure, or made. */
import {
  clash,
  decideGrid,
  type Grid,
  type GridDecision,
  gridToken,
  hasOtherLength,
  LONG_TOKEN,
} from '#shared/espi/grid.ts';
import { measureOf, rekeyed, seriesKey } from '#shared/espi/series.ts';
import { decideSeriesKind, type SeriesKind, saysCumulative } from '#shared/espi/series-kind.ts';
import type { Connection } from '../database.ts';
import { behaviourOf, type ReadingType } from '../decisions.ts';
import { hashId, keyHash } from '../identity.ts';
import { number, text } from '../row.ts';
import { among } from '../sql-text.ts';
import { Shape } from './block-stats.ts';
import type { ReadingLoader } from './reading-loader.ts';
import { appendRows, type ColumnList, type StagedCell } from './staging.ts';

/** A meter reading whose series is looked for. */
export interface MeterReading {
  id: string;
  usagePoint: string | undefined;
  readingType: string | undefined;
  type: ReadingType | undefined;
  /** The type with which its stored readings came. */
  typeBefore: ReadingType | undefined;
  /** Series that the store has for it. */
  before: number | undefined;
  /** Undefined while no block of it came. */
  series: number | undefined;
  /** Power of ten that takes its raw values to those of its series. */
  scale: number;
  /** Power of ten that takes its stored values to those of its series. */
  shift: number;
}

interface KnownSeries {
  series: number;
  id: string;
  key: string;
  grid: Grid;
  step: number;
  power: number;
  /** Its reading type, as JSON. */
  type: string;
  /** Readings of more than a day; undefined while those of the store were not asked for. */
  long: [start: number, seconds: number][] | undefined;
}

/** The series that a document may touch, and new ones. */
export class SeriesBook {
  readonly #connection: Connection;
  readonly #byId = new Map<string, KnownSeries>();
  readonly #byNumber = new Map<number, KnownSeries>();
  readonly #loader: ReadingLoader;
  /** Series whose type is another than that of one of their meter readings: it may have been corrected. */
  readonly doubtful = new Set<number>();
  /** Series of one length that get readings of another one: their grid may be another now. */
  readonly mixed = new Set<number>();
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
      `SELECT series, id, key, grid, step, power, reading_type FROM series
       WHERE usage_point IN ${among(usagePoints)} OR series IN (${['NULL', ...numbers].join(', ')})`,
    );
    for (const row of rows) {
      book.#add({
        series: number(row.series),
        id: text(row.id),
        key: text(row.key),
        grid: text(row.grid) as Grid, // the column holds nothing else
        step: number(row.step),
        power: number(row.power),
        type: text(row.reading_type),
        long: undefined,
      });
    }
    return book;
  }

  /** Sets `series`, `scale` and `shift` of a meter reading. Without readings, old or new, it gets no series yet. */
  async assign(meterReading: MeterReading, shape: Shape | undefined, wanted: number | undefined): Promise<void> {
    const { before, type } = meterReading;
    const known = before === undefined ? undefined : this.#byNumber.get(before);
    const power = powerOf(type);
    const typeText = JSON.stringify(type ?? {});
    // Its earlier series holds as long as the reading type measures the same.
    if (known !== undefined && identity(meterReading, rekeyed(known.key, type)).id === known.id) {
      if (typeText !== known.type) this.doubtful.add(known.series);
      this.#compare(known, shape);
      scale(meterReading, known, known);
      return;
    }
    const seen = shape ?? (known === undefined ? undefined : await storedShape(this.#connection, meterReading.id));
    // Readings of which none has a value have a length all the same.
    if (seen === undefined || seen.durations.size === 0) return;
    const kind = decideSeriesKind(type, seen);
    const durations = [...seen.durations].map(([duration, count]) => ({ duration, count }));
    const grid = decideGrid(type?.intervalLength, durations);
    const { id, key } = await this.#identityOf(meterReading, kindOfKey(type, kind.value), grid, seen);
    let series = this.#byId.get(id);
    if (series === undefined) {
      series = {
        series: wanted !== undefined && !this.#byNumber.has(wanted) ? wanted : this.#loader.nextSeries(),
        id,
        key,
        grid: grid.value,
        step: grid.step,
        power,
        type: typeText,
        long: [],
      };
      this.#add(series);
      const behaviour = behaviourOf(kind.value);
      this.#made.set(series.series, [
        series.series,
        id,
        meterReading.usagePoint,
        key,
        typeText,
        power,
        grid.value === 'fixed' ? grid.step : 0,
        grid.reason,
        behaviour,
        behaviour,
        kind.reason,
        kind.certain ? 'source' : 'detected',
        grid.step,
        ...UNMEASURED,
        grid.value,
        undefined,
      ]);
    } else this.#compare(series, seen);
    series.long?.push(...seen.long);
    meterReading.series = series.series;
    scale(meterReading, series, known);
  }

  /** @param shape of the readings that it gets */
  #compare(series: KnownSeries, shape: Shape | undefined): void {
    if (shape === undefined || isUneven(series)) return;
    if (hasOtherLength(shape.durations.keys(), series.step)) this.mixed.add(series.series);
  }

  /** Readings of weeks beside those of months for the same times are a series of their own; all other long ones are one. */
  async #identityOf(meterReading: MeterReading, kind: SeriesKind, grid: GridDecision, seen: Shape) {
    const token = gridToken(grid);
    const named = (name: string) => identity(meterReading, seriesKey(measureOf(meterReading.type, name, kind)));
    if (token !== LONG_TOKEN) return named(token);
    for (let place = 1; ; place += 1) {
      const found = named(place === 1 ? LONG_TOKEN : `${LONG_TOKEN}${place}`);
      const taken = this.#byId.get(found.id);
      if (taken === undefined) return found;
      taken.long ??= await storedLong(this.#connection, taken.series);
      if (!clash(taken.long, seen.long)) return found;
    }
  }

  /** True where some series among these is of days, weeks, months or irregular: their readings say what it is now. */
  hasUneven(series: Iterable<number>): boolean {
    for (const one of series) {
      const known = this.#byNumber.get(one);
      if (known === undefined || isUneven(known)) return true;
    }
    return false;
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
    await this.#connection.run(
      `UPDATE series SET cost_chosen = d.value::DOUBLE FROM decisions d WHERE ${mine} AND d.name = 'costScale'`,
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
  ['step', 'INTEGER'],
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
  ['grid', 'VARCHAR'],
  ['longest', 'BIGINT'],
  ['costed_value', 'DOUBLE'],
  ['cost_chosen', 'DOUBLE'],
  ['day_clock', 'VARCHAR'],
  ['day_whole', 'BOOLEAN'],
];

/** The columns from `overlapping` to `holes_decided` of a series whose readings are not counted yet. */
const UNMEASURED: readonly StagedCell[] = [
  false,
  0,
  ...new Array<undefined>(7).fill(undefined),
  0,
  0,
  0,
  '{}',
  ...new Array<undefined>(3).fill(undefined),
];

function powerOf(type: ReadingType | undefined): number {
  return type?.powerOfTenMultiplier ?? 0;
}

/** @param before the series that has its stored readings */
function scale(meterReading: MeterReading, series: KnownSeries, before: KnownSeries | undefined): void {
  meterReading.scale = powerOf(meterReading.type) - series.power;
  if (before === undefined) return;
  meterReading.shift = meterReading.scale - (powerOf(meterReading.typeBefore) - before.power);
}

/** Readings of a day or more: more of them may show another grid. */
function isUneven({ grid, step }: Pick<KnownSeries, 'grid' | 'step'>): boolean {
  return grid !== 'fixed' || step >= SHORTEST_DAY;
}

/** {@link isUneven} as SQL over `series`. */
export const UNEVEN = "(grid IS DISTINCT FROM 'fixed' OR step >= 82800)";
const SHORTEST_DAY = 82_800;

/**
 * The kind as part of the identity: where the type says that it is a register, that, whatever a few readings of one meter
 * reading look like; how the series is taken follows from all of them (`series-refresh.ts`).
 */
function kindOfKey(type: ReadingType | undefined, seen: SeriesKind): SeriesKind {
  return saysCumulative(type) ? 'register' : seen;
}

/** Of the usage point and what is measured; a meter reading without a usage point or type stands alone. */
function identity(meterReading: MeterReading, measured: string): { key: string; id: string } {
  const alone = meterReading.usagePoint === undefined || meterReading.type === undefined;
  const key = alone ? `${measured} of ${meterReading.id}` : measured;
  return { key, id: seriesId(meterReading.usagePoint, key) };
}

/** The id of a series: the same on every machine. */
export function seriesId(usagePoint: string | undefined, key: string): string {
  return hashId(keyHash(`series:${usagePoint ?? ''}`, key));
}

/** Start and length of the readings of a series that last more than a day. */
export async function storedLong(connection: Connection, series: number): Promise<[number, number][]> {
  const rows = await connection.rows(
    'SELECT start, duration FROM readings WHERE series = ? AND duration > 90000 ORDER BY start DESC LIMIT 2000',
    [series],
  );
  return rows.map((row) => [number(row.start), number(row.duration)]);
}

/** The shape of what the store has, for a meter reading whose type came late. */
async function storedShape(connection: Connection, meterReading: string): Promise<Shape> {
  const shape = new Shape();
  const rows = await connection.rows(
    `SELECT start, duration, amount(value, value_scale) AS value FROM readings
     WHERE series IN (SELECT series FROM meter_readings WHERE id = $1)
       AND block IN (SELECT block FROM interval_blocks WHERE meter_reading = $1) AND value IS NOT NULL
     ORDER BY start LIMIT 100000`,
    [meterReading],
  );
  for (const row of rows) shape.add(number(row.start), number(row.duration), number(row.value));
  return shape;
}
