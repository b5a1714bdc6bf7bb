/** Holes of a series: gaps, or zeros that the custodian left out. What the data look like is only a suggestion. */
import { suggestZeros } from '#shared/espi/series.ts';
import type { Connection, Row } from './database.ts';
import type { ReadingType } from './decisions.ts';
import { json, number } from './row.ts';

/** Looks at the series in `st_affected` and notes what their holes seem to be. */
export async function suggestHoles(connection: Connection): Promise<void> {
  const none = suggestZeros({ ...NOTHING, flow: undefined });
  await connection.run(
    'UPDATE series SET holes_suggested = ?, holes_reason = ? WHERE gaps = 0 AND series IN (SELECT series FROM st_affected)',
    [none.value, none.reason],
  );
  const holed = `SELECT series FROM series WHERE gaps > 0 AND grid > 0 AND series IN (SELECT series FROM st_affected)`;
  const some = await connection.row(`${holed} LIMIT 1`);
  if (some === undefined) return;
  // A day is one of UTC here: what comes daily in local time comes daily in any other.
  const rows = await connection.rows(
    `WITH r AS (SELECT series, value, value_scale, start // 86400 AS day FROM readings WHERE series IN (${holed})),
       figures AS (SELECT series, count(*) FILTER (value = 0) AS zeros, min(amount(value, value_scale)) AS least FROM r GROUP BY series),
       with_readings AS (SELECT DISTINCT series, day FROM r),
       with_holes AS (SELECT DISTINCT series, unnest(range(start // 86400, (stop - 1) // 86400 + 1)) AS day FROM gaps
         WHERE series IN (${holed})),
       days AS (SELECT w.series, count(*) AS days, count(h.day) AS days_with_holes
         FROM with_readings w LEFT JOIN with_holes h ON h.series = w.series AND h.day = w.day GROUP BY w.series)
     SELECT s.series, s.reading_type, s.count, s.count + round(s.gap_seconds / s.grid) AS expected, f.zeros, f.least, d.days, d.days_with_holes
     FROM series s JOIN figures f USING (series) JOIN days d USING (series)`,
  );
  for (const row of rows) {
    const { value, reason } = suggestZeros(shapeOf(row));
    await connection.run('UPDATE series SET holes_suggested = ?, holes_reason = ? WHERE series = ?', [
      value,
      reason,
      number(row.series),
    ]);
  }
}

const NOTHING = { present: 0, expected: 0, zeros: 0, least: 0, days: 0, daysWithHoles: 0 };

function shapeOf(row: Row) {
  const type = json(row.reading_type) as ReadingType; // written from the reader's model
  return {
    present: number(row.count),
    expected: number(row.expected),
    zeros: number(row.zeros),
    least: number(row.least),
    flow: type.flowDirection,
    days: number(row.days),
    daysWithHoles: number(row.days_with_holes),
  };
}
