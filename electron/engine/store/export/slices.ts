/**
 * Readings in slices of bounded size: each is one COPY, so that the memory of an export does not grow with it, progress is
 * known between them, and what an offset from UTC is can be said in a few constants.
 */
import { type Clock, localTime } from '#shared/time/index.ts';
import type { Connection } from '../database.ts';
import { number } from '../row.ts';
import type { ExportFrame, SeriesShare } from './frame.ts';
import { byOffset } from './sql.ts';

export interface Slice {
  /** Numbers of its series. */
  series: number[];
  /** Starts of readings, epoch seconds, [from, to). */
  from: number;
  to: number;
  readings: number;
  clock: Clock;
  /** Its only usage point, and its only local year; undefined for times that no calendar has. Of slices by point. */
  point?: string;
  year?: number | undefined;
}

/** Readings of a slice, unless a single day has more: DuckDB sorts a slice, and writes it as text, in memory. */
const SLICE_READINGS = 20_000;
/** The same where a slice is a Parquet file: a row group. They are compressed, and many small files are slow to read. */
const FILE_READINGS = 122_880;
/** Series of a slice: their numbers stand in its statement. */
const SLICE_SERIES = 500;
/** Seconds that a slice spans at most. Only wrong times make longer ones, and their clock has too many changes. */
const LONGEST = 50 * 366 * 86_400;

/** What is cut: series with one clock that are written together. */
interface Group {
  series: number[];
  point: string;
  clock: Clock;
  readings: number;
  first: number;
  last: number;
}

/** Slices that hold the readings series by series in the order of time; small series share one. */
export async function* slicesBySeries(connection: Connection, frame: ExportFrame): AsyncGenerator<Slice> {
  let shared: Group | undefined;
  for (const share of frame.series) {
    const group = groupOf(frame, [share]);
    const both = shared && joined(shared, group);
    if (both) {
      shared = both;
      continue;
    }
    if (shared) yield* cut(connection, shared, false);
    shared = group;
  }
  if (shared) yield* cut(connection, shared, false);
}

/** Slices of one usage point and one year of its own calendar each. */
export async function* slicesByPoint(connection: Connection, frame: ExportFrame): AsyncGenerator<Slice> {
  let point: SeriesShare[] = [];
  for (const share of frame.series) {
    if (point[0] && point[0].point !== share.point) {
      yield* cut(connection, groupOf(frame, point), true);
      point = [];
    }
    point.push(share);
  }
  if (point.length > 0) yield* cut(connection, groupOf(frame, point), true);
}

function groupOf(frame: ExportFrame, shares: readonly SeriesShare[]): Group {
  const clock = frame.clocks[shares[0]?.clock ?? 0]?.clock;
  if (clock === undefined) throw new Error('A series has a clock that nobody made.');
  return {
    series: shares.map(({ series }) => series),
    point: shares[0]?.point ?? '',
    clock,
    readings: shares.reduce((sum, { readings }) => sum + readings, 0),
    first: Math.min(...shares.map(({ first }) => first)),
    last: Math.max(...shares.map(({ last }) => last)),
  };
}

/** Both groups as one, where that is a slice. */
function joined(one: Group, other: Group): Group | undefined {
  const both = {
    ...one,
    series: [...one.series, ...other.series],
    readings: one.readings + other.readings,
    first: Math.min(one.first, other.first),
    last: Math.max(one.last, other.last),
  };
  const fits =
    both.readings <= SLICE_READINGS && both.series.length <= SLICE_SERIES && both.last - both.first <= LONGEST;
  return fits && one.clock === other.clock ? both : undefined;
}

async function* cut(connection: Connection, group: Group, byYear: boolean): AsyncGenerator<Slice> {
  if (group.last - group.first <= LONGEST) {
    yield* cutByDay(connection, group, byYear);
    return;
  }
  for (const part of await parts(connection, group, `start // ${LONGEST}`)) yield* cutByDay(connection, part, byYear);
}

/** A group that spans no more than its clock can be asked for. */
async function* cutByDay(connection: Connection, group: Group, byYear: boolean): AsyncGenerator<Slice> {
  const year = (epoch: number) => (byYear ? yearOf(group.clock, epoch) : undefined);
  const most = byYear ? FILE_READINGS : SLICE_READINGS;
  if (group.readings <= most && year(group.first) === year(group.last)) {
    yield sliceOf(group, byYear, year(group.first));
    return;
  }
  const offset = byOffset(group.clock, 'start', group.first, group.last + 1);
  let open: Group | undefined;
  for (const day of await parts(connection, group, `(start + ${offset}) // 86400`)) {
    const fits = open && open.readings + day.readings <= most && year(open.first) === year(day.first);
    if (open && !fits) yield sliceOf(open, byYear, year(open.first));
    open = open && fits ? { ...open, readings: open.readings + day.readings, last: day.last } : day;
  }
  if (open) yield sliceOf(open, byYear, year(open.first));
}

/** A group in the parts that an expression of `start` puts it into, in the order of time. */
async function parts(connection: Connection, group: Group, expression: string): Promise<Group[]> {
  const rows = await connection.rows(
    `SELECT count(*) AS readings, min(start) AS first, max(start) AS last FROM readings
     WHERE series IN (${group.series.join(', ')}) AND start >= ${group.first} AND start <= ${group.last}
     GROUP BY ${expression} ORDER BY first`,
  );
  return rows.map((row) => ({
    ...group,
    readings: number(row.readings),
    first: number(row.first),
    last: number(row.last),
  }));
}

function sliceOf({ series, clock, readings, first, last, point }: Group, byPoint: boolean, year?: number): Slice {
  const slice = { series, clock, readings, from: first, to: last + 1 };
  return byPoint ? { ...slice, point, year } : slice;
}

function yearOf(clock: Clock, epoch: number): number | undefined {
  const year = new Date(localTime(clock, epoch) * 1000).getUTCFullYear();
  return Number.isNaN(year) ? undefined : year;
}
