/** What an export has to write of the readings: partitions, and pieces of them of bounded size, as SQL. */
import type { Connection } from '../../database.ts';
import { number, optionalNumber, text } from '../../row.ts';
import { sqlText } from '../../sql-text.ts';
import { EMPTY_IF_DELETED, FROM_VIEW, KEY } from './columns.ts';

/** Readings of a file: two row groups of Parquet. A single series may have more in a month. */
const PIECE_READINGS = 245_760;
/** Series of a file: their ids stand in its statement. */
const PIECE_SERIES = 500;

/** A commodity in a month, 202503; 0 for readings without a local time. */
export interface Partition {
  commodity: string;
  period: number;
}

/** Some series of a partition: what they have now, and what the data set said of them before. */
export interface Piece extends Partition {
  series: string[];
  /** Starts, epoch seconds, both included; of what is there now. */
  first: number;
  last: number;
  readings: number;
  before: number;
}

/** `readings/commodity=electricity/year=2025/month=3`, as Hive has it. */
export function folderOf({ commodity, period }: Partition): string {
  const none = '__HIVE_DEFAULT_PARTITION__';
  const [year, month] = period === 0 ? [none, none] : [Math.floor(period / 100), period % 100];
  return `readings/commodity=${commodity}/year=${year}/month=${month}`;
}

/** Fills `dataset_plan` with the series and months that differ from `state`, the file of an export before. */
export async function makePlan(connection: Connection, state: string | undefined): Promise<void> {
  const before =
    state === undefined
      ? 'SELECT series_id, commodity, period, readings, digest FROM shared_months LIMIT 0'
      : `SELECT * FROM read_parquet(${sqlText(state)})`;
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE dataset_plan AS
     SELECT coalesce(n.series_id, b.series_id) AS series_id, coalesce(n.commodity, b.commodity) AS commodity, coalesce(n.period, b.period) AS period,
       n.series, coalesce(n.readings, 0) AS readings, coalesce(b.readings, 0) AS before, n.first, n.last
     FROM shared_months n FULL JOIN (${before}) b ON n.series_id = b.series_id AND n.commodity = b.commodity AND n.period = b.period
     WHERE n.digest IS DISTINCT FROM b.digest`,
  );
}

/** What the next export compares with. */
export const STATE_QUERY = 'SELECT series_id, commodity, period, readings, digest FROM shared_months ORDER BY ALL';

/** Partitions of the plan, and how many readings will be looked at for each. */
export async function plannedPartitions(connection: Connection): Promise<(Partition & { readings: number })[]> {
  const rows = await connection.rows(
    'SELECT commodity, period, sum(readings) AS readings FROM dataset_plan GROUP BY ALL ORDER BY ALL',
  );
  return rows.map((row) => ({
    commodity: text(row.commodity),
    period: number(row.period),
    readings: number(row.readings),
  }));
}

/**
 * The pieces of a partition.
 * @param whole of all that is there now, not only of what differs
 */
export async function piecesOf(connection: Connection, partition: Partition, whole: boolean): Promise<Piece[]> {
  const source = whole ? '(SELECT *, 0 AS before FROM shared_months)' : 'dataset_plan';
  const rows = await connection.rows(
    `SELECT series_id, readings, before, first, last FROM ${source} WHERE commodity = $commodity AND period = $period
     ORDER BY before > 0, series NULLS LAST, series_id`,
    { commodity: partition.commodity, period: partition.period },
  );
  const pieces: Piece[] = [];
  for (const row of rows) {
    const one: Piece = {
      ...partition,
      series: [text(row.series_id)],
      first: optionalNumber(row.first) ?? 0,
      last: optionalNumber(row.last) ?? 0,
      readings: number(row.readings),
      before: number(row.before),
    };
    const open = pieces.at(-1);
    const both = open && joined(open, one);
    if (both) pieces[pieces.length - 1] = both;
    else pieces.push(one);
  }
  return pieces;
}

function joined(one: Piece, other: Piece): Piece | undefined {
  const isSame = one.before > 0 === other.before > 0;
  const readings = one.readings + other.readings;
  const before = one.before + other.before;
  if (!isSame || readings + before > PIECE_READINGS || one.series.length >= PIECE_SERIES) return undefined;
  const spans = [one, other].filter((piece) => piece.readings > 0);
  return {
    ...one,
    series: [...one.series, ...other.series],
    readings,
    before,
    first: spans.length === 0 ? 0 : Math.min(...spans.map(({ first }) => first)),
    last: spans.length === 0 ? 0 : Math.max(...spans.map(({ last }) => last)),
  };
}

const OWN = FROM_VIEW.map((name) =>
  name === 'start_utc' ? 'CASE WHEN start_utc IS NOT NULL THEN to_timestamp(start_epoch) END AS start_utc' : name,
).join(', ');
const ORDER = KEY.join(', ');

/** The readings of a piece as they are now. */
function now({ period, first, last }: Piece, series: string): string {
  const month = period === 0 ? 'start_local IS NULL' : `year(start_local) * 100 + month(start_local) = ${period}`;
  return `SELECT ${OWN} FROM v1.readings WHERE series_id IN (${series}) AND start_epoch BETWEEN ${first} AND ${last} AND ${month}`;
}

/** All of a piece, as rows of export `count`. */
export function wholePiece(piece: Piece, count: number): string {
  return `SELECT *, ${count}::INTEGER AS export, false AS deleted FROM (${now(piece, piece.series.map(sqlText).join(', '))}) ORDER BY ${ORDER}`;
}

/** What of a piece is not in `files` as it is now, and what is there no more. @param files of its partition, newest or not */
export function changedRows(piece: Piece, count: number, files: readonly string[]): string {
  const series = piece.series.map(sqlText).join(', ');
  const isSame = KEY.map((name) => `n.${name} IS NOT DISTINCT FROM o.${name}`).join(' AND ');
  const gone = FROM_VIEW.map((name) => (EMPTY_IF_DELETED.includes(name) ? `NULL AS ${name}` : `o.${name}`)).join(', ');
  return `WITH now AS (${now(piece, series)}), old AS (${newest(files, series)})
    SELECT *, ${count}::INTEGER AS export, false AS deleted FROM (SELECT * FROM now EXCEPT SELECT ${FROM_VIEW.join(', ')} FROM old)
    UNION ALL SELECT ${gone}, ${count}::INTEGER, true FROM old o WHERE NOT EXISTS (SELECT 1 FROM now n WHERE ${isSame})
    ORDER BY ${ORDER}`;
}

/** What readers of some files of one partition see of some series. @param series ids as SQL */
export function newest(files: readonly string[], series: string): string {
  return `SELECT * FROM (SELECT * FROM read_parquet([${files.map(sqlText).join(', ')}], hive_partitioning = false) WHERE series_id IN (${series})
      QUALIFY row_number() OVER (PARTITION BY ${ORDER} ORDER BY export DESC) = 1) WHERE NOT deleted`;
}
