/** Cells: the mean of a value by two sides (heat map), or how many rows lie in each (a scatter of many points). */
import { cellsOf } from '#shared/chart-side.ts';
import type { ChartPicture, ChartSide } from '#shared/contract/query-chart.ts';
import type { Connection } from '../../database.ts';
import { number, text } from '../../row.ts';
import { textsOf } from '../../sql-text.ts';
import type { ChartChoice, RoledColumn } from './shape.ts';
import { orderedSide } from './side.ts';

type Cells = Extract<ChartPicture, { kind: 'cells' }>;

/** Cells along a side at most: of equal steps, of bins, of names. */
const MOST = { steps: 800, names: 60 } as const;
const BINS = { x: 200, y: 100 } as const;

interface Side {
  side: ChartSide;
  /** SQL of the cell of a row, NULL where it has none. */
  cell: string;
  more: number;
}

/** Means of the colour by x and y. */
export async function heat(connection: Connection, { x, y }: ChartChoice): Promise<Cells> {
  const across = await sideOf(connection, x, { value: 'x', label: 'xl', bins: BINS.x });
  const up = await sideOf(connection, y[0], { value: 'y0', label: 'yl', bins: BINS.y });
  return { ...(await filled(connection, across, up, 'avg(c)', 'c IS NOT NULL')), of: 'mean' };
}

/** How many rows there are by x and y. */
export async function density(connection: Connection, { x, y }: ChartChoice): Promise<Cells> {
  const across = await binned(connection, x, 'x', BINS.x);
  const up = await binned(connection, y[0], 'y0', BINS.y);
  return { ...(await filled(connection, across, up, 'count(*)', 'TRUE')), of: 'rows' };
}

async function filled(connection: Connection, x: Side, y: Side, value: string, where: string) {
  const found = await connection.columns(
    `SELECT cx, cy, ${value} AS value, count(*) AS rows FROM (SELECT *, ${x.cell} AS cx, ${y.cell} AS cy FROM drawn WHERE ${where})
     WHERE cx IS NOT NULL AND cy IS NOT NULL GROUP BY cx, cy`,
  );
  const values = new Array<number | null>(cellsOf(x.side) * cellsOf(y.side)).fill(null);
  const [cx, cy, value_] = [found.of('cx'), found.of('cy'), found.of('value')];
  for (let index = 0; index < found.count; index += 1) {
    values[Number(cx[index]) * cellsOf(y.side) + Number(cy[index])] = Number(value_[index]);
  }
  const joined = found.of('rows').some((rows) => Number(rows) > 1);
  return { kind: 'cells' as const, x: x.side, y: y.side, values, joined, more: x.more + y.more };
}

interface Asked {
  value: string;
  label: string;
  bins: number;
}

async function sideOf(connection: Connection, column: RoledColumn, { value, label, bins }: Asked): Promise<Side> {
  if (column.role === 'text') return await named(connection, label, 'min(n)');
  const found = await connection.columns(
    `SELECT DISTINCT ${value} AS value FROM drawn WHERE ${value} IS NOT NULL ORDER BY value LIMIT ${MOST.steps + 1}`,
  );
  const values = found.of('value').map(Number);
  const listed = values.length <= MOST.steps ? values : undefined;
  const side = await binned(connection, column, value, bins, listed);
  // Months, say: not of equal steps, and few enough to name each.
  const isEven = side.side.kind === 'names' || side.side.count !== bins;
  return listed && !isEven && listed.length <= MOST.names ? await named(connection, label, `min(${value})`) : side;
}

async function binned(
  connection: Connection,
  { role }: RoledColumn,
  value: string,
  bins: number,
  values?: readonly number[],
): Promise<Side> {
  const row = await connection.row(`SELECT min(${value}) AS low, max(${value}) AS high FROM drawn`);
  const kind = role === 'time' ? 'time' : 'number';
  const most = values ? MOST.steps : bins;
  const stepped = values && orderedSide(kind, [number(row?.low), number(row?.high)], values, most);
  const side =
    stepped && stepped.count !== most
      ? stepped
      : orderedSide(kind, [number(row?.low), number(row?.high)], undefined, bins);
  const { from, to, count } = side;
  // Half a millionth of a cell: a value on a border must not fall below it by rounding.
  const place = `floor((${value} - ${from}) / ${(to - from) / count} + 5e-7)`;
  // DuckDB's least and greatest pass over NULL, which would be the first cell.
  const cell = `CASE WHEN ${value} IS NOT NULL THEN least(greatest(${place}, 0), ${count - 1}) END`;
  return { side, cell, more: 0 };
}

async function named(connection: Connection, label: string, order: string): Promise<Side> {
  const rows = await connection.rows(
    `SELECT ${label} AS name, ${order} AS place, count(*) OVER () AS all FROM drawn WHERE ${label} IS NOT NULL
     GROUP BY ${label} ORDER BY count(*) DESC, place LIMIT ${MOST.names}`,
  );
  const names = rows.toSorted((a, b) => number(a.place) - number(b.place)).map(({ name }) => text(name));
  const list = textsOf(names);
  return {
    side: { kind: 'names', names },
    cell: `nullif(coalesce(list_position(${list}, ${label}), 0), 0) - 1`,
    more: number(rows[0]?.all) - names.length,
  };
}
