/**
 * The chart of a whole result, whatever its size. `shape.ts` says what is drawn, `taken.ts` runs the query once and keeps the columns of it,
 * `series.ts` with `line.ts`, `bars.ts` and `cells.ts` with `side.ts` reduce them to what a picture can show.
 */
import type { ChartPicture, ChartWish, QueryChart } from '#shared/contract/query-chart.ts';
import type { Connection } from '../../database.ts';
import type { Judged } from '../run.ts';
import { bars } from './bars.ts';
import { density, heat } from './cells.ts';
import { lines, points, seriesIn } from './series.ts';
import { type ChartChoice, chartOf, roled } from './shape.ts';
import { countsOf, take } from './taken.ts';

export interface ChartAsked {
  wish: ChartWish;
  /** Of the picture, px. */
  width: number;
}

/** Call it within `reading`, on whose connection it makes a temporary table. */
export async function drawChart(
  connection: Connection,
  query: Judged,
  { wish, width }: ChartAsked,
): Promise<Omit<QueryChart, 'took'>> {
  const { columns: found } = await connection.head(`SELECT * FROM (${query.sql}\n) LIMIT 0`, query.values, 1);
  const columns = roled(found);
  const choice = chartOf(columns, wish);
  if (choice === undefined) return { columns, rows: 0 };
  await take(connection, query, choice, columns);
  const { rows, ...counts } = await countsOf(connection, choice, columns);
  const { picture, moreSeries } = await pictureOf(connection, choice, width);
  const { kind, x, y, colour } = choice;
  const drawn = { kind, x: x.name, y: y.map(({ name }) => name), colour: colour?.name ?? '' };
  return { columns, rows, chart: { ...drawn, ...counts, isTime: x.role === 'time', moreSeries, picture } };
}

async function pictureOf(
  connection: Connection,
  choice: ChartChoice,
  width: number,
): Promise<{ picture: ChartPicture; moreSeries: number }> {
  if (choice.kind === 'heat') return { picture: await heat(connection, choice), moreSeries: 0 };
  const series = await seriesIn(connection, choice);
  const drawn = { moreSeries: series.more };
  switch (choice.kind) {
    case 'line':
      return { ...drawn, picture: await lines(connection, series, width, choice.x.role === 'time') };
    case 'bar':
      return { ...drawn, picture: await bars(connection, series, choice.x.role !== 'text') };
    case 'scatter': {
      const each = await points(connection, series);
      return each ? { ...drawn, picture: each } : { picture: await density(connection, choice), moreSeries: 0 };
    }
  }
}
