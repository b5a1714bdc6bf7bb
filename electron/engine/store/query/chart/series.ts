/** Lines and points: the rows of `drawn` by series, each as it is or reduced to what pixels can show. */
import type { ChartPicture, ChartPoints } from '#shared/contract/query-chart.ts';
import type { Connection } from '../../database.ts';
import { number, text } from '../../row.ts';
import { textsOf } from '../../sql-text.ts';
import { type LineBin, lineOf } from './line.ts';
import type { ChartChoice } from './shape.ts';

/** Colours that can be told apart. */
const MOST_SERIES = 8;
/** Rows that are drawn one by one. */
const EVERY_ROW = 4000;

export interface Series {
  names: string[];
  /** SQL of rows with `n`, `k` (number of the series), `x` and `v`. */
  sql: string;
  /** Series that have fewer rows than those that are drawn. */
  more: number;
}

/** What is told apart: a series a value of the colour, or a column. */
export async function seriesIn(connection: Connection, choice: ChartChoice): Promise<Series> {
  const { y, colour } = choice;
  if (colour === undefined) {
    const each = y.map((_, index) => `SELECT n, ${index} AS k, x, y${index} AS v FROM drawn`);
    return { names: y.map(({ name }) => name), sql: each.join(' UNION ALL '), more: 0 };
  }
  const named = (await hasMeters(connection, choice)) ? "concat_ws(', ', m, s)" : 's';
  const rows = await connection.rows(
    `SELECT ${named} AS s, min(n) AS n, count(*) OVER () AS all FROM drawn GROUP BY ${named} ORDER BY count(y0) DESC, s LIMIT ${MOST_SERIES}`,
  );
  const names = rows.toSorted((a, b) => number(a.n) - number(b.n)).map(({ s }) => text(s));
  const list = textsOf(names);
  const sql = `SELECT n, list_position(${list}, ${named}) - 1 AS k, x, y0 AS v FROM drawn WHERE list_contains(${list}, ${named})`;
  return { names, sql, more: number(rows[0]?.all) - names.length };
}

/** Whether the rows are of several meters, as far as these tell series apart. */
async function hasMeters(connection: Connection, { meter }: ChartChoice): Promise<boolean> {
  return meter !== undefined && number((await connection.row('SELECT count(DISTINCT m) AS n FROM drawn'))?.n) > 1;
}

/** @param width px, of which each keeps its extremes where there are many rows. @param isTime times that are missing end a line */
export async function lines(
  connection: Connection,
  series: Series,
  width: number,
  isTime: boolean,
): Promise<Extract<ChartPicture, { kind: 'line' }>> {
  const rows = await rowsOf(connection, series);
  const every = rows <= EVERY_ROW;
  const bins = every ? await everyRow(connection, series) : await extremes(connection, series, width);
  const drawn = series.names.map((name, k) => ({ name, ...lineOf(bins[k] ?? [], isTime) }));
  return { kind: 'line', series: drawn, every, columns: width, joined: await isJoined(connection, series) };
}

/** Whether some line has several values at one x: of series that nothing tells apart, say, which makes it a zigzag. */
async function isJoined(connection: Connection, { sql }: Series): Promise<boolean> {
  const row = await connection.row(
    `SELECT k FROM (${sql}) WHERE x IS NOT NULL AND v IS NOT NULL GROUP BY k, x HAVING count(*) > 1 LIMIT 1`,
  );
  return row !== undefined;
}

async function rowsOf(connection: Connection, { sql }: Series): Promise<number> {
  return number((await connection.row(`SELECT count(*) AS rows FROM (${sql}) WHERE x IS NOT NULL`))?.rows);
}

async function everyRow(connection: Connection, { sql, names }: Series): Promise<LineBin[][]> {
  const found = await connection.columns(`SELECT k, x, v FROM (${sql}) WHERE x IS NOT NULL ORDER BY k, x, n`);
  const bins = names.map((): LineBin[] => []);
  const [k, x, v] = ['k', 'x', 'v'].map((name) => found.of(name));
  for (let index = 0; index < found.count; index += 1) {
    const at = Number(x?.[index]);
    const value = v?.[index] ?? null;
    const marks: LineBin['marks'] = value === null ? [] : [[at, Number(value)]];
    bins[Number(k?.[index])]?.push({ n: marks.length, at, marks });
  }
  return bins;
}

/** The four rows of each pixel column. */
async function extremes(connection: Connection, { sql, names }: Series, width: number): Promise<LineBin[][]> {
  const found = await connection.columns(
    `WITH placed AS (SELECT * FROM (${sql}) WHERE x IS NOT NULL), whole AS (SELECT min(x) AS low, max(x) AS high FROM placed)
     SELECT k, least(floor((x - low) / nullif(high - low, 0) * ${width}), ${width - 1}) AS bin, count(v) AS n, min(x) AS at,
       min(x) FILTER (v IS NOT NULL) AS x0, arg_min(v, x) AS v0, max(x) FILTER (v IS NOT NULL) AS x1, arg_max(v, x) AS v1,
       arg_min(x, v) AS x2, min(v) AS v2, arg_max(x, v) AS x3, max(v) AS v3
     FROM placed, whole GROUP BY k, bin ORDER BY k, bin`,
  );
  const bins = names.map((): LineBin[] => []);
  const cells = (name: string) => found.of(name).map(Number);
  const [k, n, at] = [cells('k'), cells('n'), cells('at')];
  const marks = [0, 1, 2, 3].map((index) => [cells(`x${index}`), cells(`v${index}`)] as const);
  for (let index = 0; index < found.count; index += 1) {
    bins[k[index] ?? 0]?.push({
      n: n[index] ?? 0,
      at: at[index] ?? 0,
      marks: n[index] === 0 ? [] : marks.map(([x, v]) => [x[index] ?? 0, v[index] ?? 0] as const),
    });
  }
  return bins;
}

/** Each row as a point; undefined where there are too many. */
export async function points(
  connection: Connection,
  series: Series,
): Promise<Extract<ChartPicture, { kind: 'scatter' }> | undefined> {
  const { sql, names } = series;
  if ((await rowsOf(connection, series)) > EVERY_ROW) return undefined;
  const found = await connection.columns(
    `SELECT k, x, v FROM (${sql}) WHERE x IS NOT NULL AND v IS NOT NULL ORDER BY x`,
  );
  const drawn = names.map((name): ChartPoints => ({ name, x: [], y: [] }));
  const [k, x, v] = [found.of('k'), found.of('x'), found.of('v')];
  for (let index = 0; index < found.count; index += 1) {
    const one = drawn[Number(k[index])];
    one?.x.push(Number(x[index]));
    one?.y.push(Number(v[index]));
  }
  return { kind: 'scatter', series: drawn };
}
