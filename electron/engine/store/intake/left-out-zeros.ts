/** Holes of a series: gaps, or zeros that the custodian left out. What the data look like is only a suggestion. */
import { suggestZeros } from '#shared/espi/series.ts';
import { offsetSegments } from '#shared/time/index.ts';
import type { Connection, Row } from '../database.ts';
import type { ReadingType } from '../decisions.ts';
import { localClocks } from '../local-time.ts';
import { json, number } from '../row.ts';

/** Looks at series that have holes, and notes what these seem to be; `zone` is that of the workspace. */
export async function suggestHoles(connection: Connection, series: readonly number[], zone: string): Promise<void> {
  if (series.length === 0) return;
  const holed = series.join(', ');
  await localHoles(connection, holed, zone);
  // A day inside one hole has no readings; a day in which a hole begins or ends has both.
  const rows = await connection.rows(
    `WITH figures AS (SELECT series, count(*) FILTER (value = 0) AS zeros, min(amount(value, value_scale)) AS least
         FROM readings WHERE series IN (${holed}) GROUP BY series),
       partly AS (SELECT series, start // 86400 AS day FROM st_holes WHERE start % 86400 <> 0
         UNION SELECT series, stop // 86400 FROM st_holes WHERE stop % 86400 <> 0),
       empty AS (SELECT series, sum(greatest(0, stop // 86400 - (start + 86399) // 86400)) AS days FROM st_holes GROUP BY series)
     SELECT s.series, s.reading_type, s.count, s.count + round(s.gap_seconds / s.step) AS expected, f.zeros, f.least,
       (s.last_end - s.first) / 86400 - e.days AS days,
       (SELECT count(*) FROM partly p WHERE p.series = s.series) AS days_with_holes
     FROM series s JOIN figures f USING (series) JOIN empty e USING (series)`,
  );
  await connection.run('DROP TABLE st_holes');
  for (const row of rows) {
    const { value, reason } = suggestZeros(shapeOf(row));
    await connection.run('UPDATE series SET holes_suggested = ?, holes_reason = ? WHERE series = ?', [
      value,
      reason,
      number(row.series),
    ]);
  }
}

/** Longer than this no series is; what spans more has a wrong start somewhere, and one offset will do for it. */
const LONGEST = 100 * 366 * 86_400;

/** The holes of series in the local time of their meters, into `st_holes`. */
async function localHoles(connection: Connection, holed: string, zone: string): Promise<void> {
  const series = await connection.rows(
    `SELECT s.series, s.first, s.last_end, p.local_time, d.value AS chosen_zone FROM series s
     LEFT JOIN usage_points p ON p.id = s.usage_point
     LEFT JOIN decisions d ON d.subject = s.usage_point AND d.name = 'zone' WHERE s.series IN (${holed})`,
  );
  const clockFor = await localClocks(connection, series, zone);
  const offsets: number[][] = [];
  for (const row of series) {
    const clock = clockFor(row);
    const [first, end] = [number(row.first), number(row.last_end) + 1];
    const segments =
      end - first > LONGEST ? [{ from: first, offset: clock.offsetAt(end) }] : offsetSegments(clock, first, end);
    for (const [index, { from, offset }] of segments.entries()) {
      offsets.push([number(row.series), from, segments[index + 1]?.from ?? end, offset]);
    }
  }
  await connection.run(
    `CREATE TEMP TABLE st_holes AS
     WITH o AS (SELECT p[1] AS series, p[2] AS start, p[3] AS stop, p[4] AS seconds FROM (SELECT unnest(?::JSON::BIGINT[][]) AS p))
     SELECT g.series, g.start + a.seconds AS start, g.stop + b.seconds AS stop FROM gaps g
     JOIN o a ON a.series = g.series AND g.start >= a.start AND g.start < a.stop
     JOIN o b ON b.series = g.series AND g.stop >= b.start AND g.stop < b.stop`,
    [JSON.stringify(offsets)],
  );
}

/** A series without holes, as {@link suggestZeros} wants it. */
export const NOTHING_HOLED = {
  present: 0,
  expected: 0,
  zeros: 0,
  least: 0,
  days: 0,
  daysWithHoles: 0,
  flow: undefined,
};

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
