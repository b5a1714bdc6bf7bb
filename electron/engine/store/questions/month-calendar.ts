/** Months by the meters' own clocks, as SQL for questions about many meters: most share a clock, so each one's months are worked out once. */
import { type Clock, clockOfParameters, clockOfZone, instantOf } from '#shared/time/index.ts';
import type { Connection, Parameter, Row } from '../database.ts';
import { dayOfMonth } from '../month-sums.ts';
import { optionalNumber, optionalText, text } from '../row.ts';

export interface Months {
  /** year * 12 + month - 1 */
  first: number;
  count: number;
}

export interface MonthCalendar {
  sql: string;
  parameters: Record<string, Parameter>;
}

/**
 * Parts of a `WITH`: `points` (`usage_point`, `clock`), `clocks` (`clock`, `place`), and `months` (`place`, `i` from 0, `p0` and `p1` in
 * epoch seconds). Undefined where there is no meter.
 * @param zone of the workspace
 * @param condition SQL on `p`, the usage points
 * @param given parameters of the condition
 */
export async function monthCalendar(
  connection: Connection,
  zone: string,
  months: Months,
  condition: string,
  given: MonthCalendar['parameters'] = {},
): Promise<MonthCalendar | undefined> {
  const points = `points AS (
    SELECT p.id AS usage_point, d.value AS chosen, t.tz_offset, t.dst_offset, t.dst_start_rule, t.dst_end_rule,
      concat_ws('|', coalesce(d.value, '-'), coalesce(t.tz_offset::VARCHAR, '-'), coalesce(t.dst_offset::VARCHAR, '-'),
        coalesce(t.dst_start_rule, '-'), coalesce(t.dst_end_rule, '-')) AS clock
    FROM usage_points p LEFT JOIN local_times t ON t.id = p.local_time
    LEFT JOIN decisions d ON d.subject = p.id AND d.name = 'zone' WHERE ${condition})`;
  const clocks = await connection.rows(
    `WITH ${points} SELECT DISTINCT ON (clock) clock, chosen, tz_offset, dst_offset, dst_start_rule, dst_end_rule FROM points`,
    given,
  );
  if (clocks.length === 0) return undefined;
  const parameters = { ...given };
  for (const [place, row] of clocks.entries()) parameters[`c${place}`] = text(row.clock);
  const names = clocks.map((_, place) => `($c${place}, ${place})`);
  const bounds = clocks.flatMap((row, place) =>
    boundsOf(clockOf(row, zone), months).map(({ start, end }, i) => `(${place}, ${i}, ${start}, ${end})`),
  );
  return {
    parameters,
    sql: `${points}, clocks(clock, place) AS (VALUES ${names.join(', ')}),
      months(place, i, p0, p1) AS (VALUES ${bounds.join(', ')})`,
  };
}

/** The clock of a meter: chosen by the user, its own where that can be right, else the workspace's (see `localTimeOf`). */
function clockOf(row: Row, zone: string): Clock {
  const chosen = optionalText(row.chosen);
  if (chosen !== undefined) return clockOfZone(chosen);
  const given = {
    tzOffset: optionalNumber(row.tz_offset),
    dstOffset: optionalNumber(row.dst_offset),
    dstStartRule: optionalText(row.dst_start_rule),
    dstEndRule: optionalText(row.dst_end_rule),
  };
  const found = clockOfParameters(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)));
  return found.ok ? found.clock : clockOfZone(zone);
}

function boundsOf(clock: Clock, { first, count }: Months): { start: number; end: number }[] {
  const starts = Array.from({ length: count + 1 }, (_, index) => instantOf(clock, dayOfMonth(first + index) * 86_400));
  return starts.slice(0, -1).map((start, index) => ({ start, end: starts[index + 1] ?? start }));
}
