/** The columns of a result that a chart needs, kept for as long as it is made, in the order of the rows. */
import type { Connection } from '../../database.ts';
import { number, optionalText } from '../../row.ts';
import { sqlName } from '../../sql-text.ts';
import type { Judged } from '../run.ts';
import { type ChartChoice, type RoledColumn, unitColumn } from './shape.ts';

/**
 * Runs the query into the temporary table `drawn`: `n` (number of the row), `x` and `y0`, `y1` ... as numbers (times in seconds), `xl` and
 * `yl` (the first two as they read), `s` (colour, or `c` as a number), `m` (meter), `u` (unit). A read-only transaction may have such a table.
 */
export async function take(
  connection: Connection,
  { sql, values }: Judged,
  choice: ChartChoice,
  columns: readonly RoledColumn[],
): Promise<void> {
  const { x, y, colour, meter } = choice;
  const [unit, ...others] = unitsOf(choice, columns);
  const taken = [
    'row_number() OVER () AS n',
    `${asNumber(x)} AS x`,
    ...y.map((column, index) => `${asNumber(column)} AS y${index}`),
    ...(choice.kind === 'bar' ? [`${sqlName(x.name)}::VARCHAR AS xl`] : []),
    ...(choice.kind === 'heat' ? [`${placeLabel(x)} AS xl`, `${placeLabel(y[0])} AS yl`] : []),
    choice.kind === 'heat'
      ? `${colour ? asNumber(colour) : 'NULL::DOUBLE'} AS c`
      : `${colour ? `coalesce(${sqlName(colour.name)}::VARCHAR, 'NULL')` : 'NULL::VARCHAR'} AS s`,
    ...(meter ? [`${sqlName(meter.name)}::VARCHAR AS m`] : []),
    `${unit && others.length === 0 ? `${sqlName(unit.name)}::VARCHAR` : 'NULL::VARCHAR'} AS u`,
  ];
  // A comment at the end must not take the bracket.
  await connection.run(`CREATE TEMP TABLE drawn AS SELECT ${taken.join(', ')} FROM (${sql}\n)`, values);
}

/** The columns that say the units of what is drawn; `undefined` of a column without one. */
function unitsOf({ kind, y, colour }: ChartChoice, columns: readonly RoledColumn[]): (RoledColumn | undefined)[] {
  const drawn = kind === 'heat' ? [colour ?? y[0]] : y;
  return [...new Set(drawn.map((column) => unitColumn(columns, column)))];
}

/** A column as a double: seconds of a time as it reads; NULL for what is no number, or has no end. */
function asNumber({ name, type, role }: RoledColumn): string {
  const column = sqlName(name);
  if (role === 'time') {
    const time = /ZONE/.test(type) ? column : `${column}::TIMESTAMP`;
    return `CASE WHEN isfinite(${column}) THEN epoch_us(${time}) / 1e6 END`;
  }
  const value = `TRY_CAST(${column} AS DOUBLE)`;
  return `CASE WHEN isfinite(${value}) THEN ${value} END`;
}

/** How a column reads; NULL also for a time or number that has no place on a side. */
function placeLabel(column: RoledColumn): string {
  const label = `${sqlName(column.name)}::VARCHAR`;
  return column.role === 'text' ? label : `CASE WHEN ${asNumber(column)} IS NOT NULL THEN ${label} END`;
}

/** The rows, and what of them has no place. */
export async function countsOf(connection: Connection, choice: ChartChoice, columns: readonly RoledColumn[]) {
  const byName = choice.kind === 'bar' || choice.kind === 'heat';
  const missing = choice.kind === 'heat' ? 'c IS NULL' : choice.y.map((_, index) => `y${index} IS NULL`).join(' AND ');
  const noX = choice.kind === 'heat' ? '(xl IS NULL OR yl IS NULL)' : byName ? 'xl IS NULL' : 'x IS NULL';
  const row = await connection.row(
    `SELECT count(*) AS rows, count(*) FILTER (${noX}) AS x, count(*) FILTER (NOT (${noX}) AND (${missing})) AS y,
       min(u) AS first, max(u) AS last FROM drawn`,
  );
  const [first, last] = [optionalText(row?.first), optionalText(row?.last)];
  return {
    rows: number(row?.rows),
    leftOut: { x: number(row?.x), y: number(row?.y) },
    units: first !== last || unitsOf(choice, columns).length > 1,
    ...(first !== undefined && first === last ? { unit: first } : {}),
  };
}
