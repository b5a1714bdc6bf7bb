/**
 * What there is of many meters month by month. Gaps and spans are kept; estimated readings are counted only where a
 * series has any. One question, whatever the number of meters: months of local time go in, one row a meter and month out.
 */
import type { MonthShares, PortfolioMonths } from '#shared/contract/coverage.ts';
import type { SomeHandlers } from '../context.ts';
import type { Connection, Parameter, Row } from '../database.ts';
import { ESTIMATED_CODES } from '../decisions.ts';
import { number, text } from '../row.ts';
import { sqlText } from '../sql-text.ts';
import { takesZeros } from '../stored-series.ts';
import { countedPoints } from './group-members.ts';
import { type Months, monthCalendar } from './month-calendar.ts';

export const coverageHandlers = {
  'coverage.meters': async ({ workspace, usagePoints, first, count }, context) => {
    const { database, zone } = context.store(workspace);
    const chosen = { condition: 'p.id IN (SELECT unnest($points::JSON::VARCHAR[]))', points: usagePoints };
    const cells = await monthCells(database.reader, zone, { first, count }, chosen);
    const rows = cells ? await database.reader.rows(`${cells.sql} SELECT * FROM cells`, cells.parameters) : [];
    return sharesOf(rows, count);
  },
  'coverage.portfolio': async ({ workspace, first, count, group }, context) => {
    const { database, zone } = context.store(workspace);
    const cells = await monthCells(
      database.reader,
      zone,
      { first, count },
      { condition: await countedPoints(database.reader, group) },
    );
    const rows = cells
      ? await database.reader.rows(
          `${cells.sql} SELECT i, count(*) FILTER (missing = 0 AND estimated = 0) AS whole, count(*) FILTER (missing = 0 AND estimated > 0) AS guessed,
             count(*) FILTER (missing > 0 AND missing < span) AS partial, count(*) FILTER (missing >= span) AS missing,
             sum(span - least(missing, span)) / sum(length) AS coverage, sum(least(estimated, span)) / sum(length) AS share
           FROM cells GROUP BY i`,
          cells.parameters,
        )
      : [];
    return portfolioOf(rows, count);
  },
} satisfies SomeHandlers;

/** Ids of the usage points with a gap in a month of theirs (year * 12 + month - 1). */
export async function pointsWithGaps(connection: Connection, zone: string, month: number): Promise<string[]> {
  const cells = await monthCells(connection, zone, { first: month, count: 1 }, { condition: 'true' });
  const rows = cells
    ? await connection.rows(`${cells.sql} SELECT usage_point FROM cells WHERE missing > 0`, cells.parameters)
    : [];
  return rows.map((row) => text(row.usage_point));
}

interface Cells {
  sql: string;
  parameters: Record<string, Parameter>;
}

/**
 * A `WITH` that ends in `cells`: `usage_point`, month `i`, and of that month the seconds of its `length`, of the `span` of
 * the meter's data in it, and of what of the span is `missing` and `estimated`. Undefined where there is no meter.
 */
async function monthCells(
  connection: Connection,
  zone: string,
  months: Months,
  chosen: { condition: string; points?: readonly string[] },
): Promise<Cells | undefined> {
  const given = chosen.points ? { points: JSON.stringify(chosen.points) } : {};
  const calendar = await monthCalendar(connection, zone, months, chosen.condition, given);
  if (calendar === undefined) return undefined;
  // What is estimated is looked for only where the series says that it has some: most need not be read again.
  return {
    parameters: calendar.parameters,
    sql: `WITH ${calendar.sql},
      main AS (SELECT s.usage_point, c.place, arg_max(s.series, s.count) AS series, arg_max(s.first, s.count) AS first,
          arg_max(s.last_end, s.count) AS last_end, arg_max(${takesZeros('s')}, s.count) AS zeros,
          arg_max(s.step, s.count) AS step, arg_max(s.qualities, s.count) AS qualities, arg_max(coalesce(s.day_whole, false), s.count) AS summed
        FROM series s JOIN points p USING (usage_point) JOIN clocks c USING (clock) WHERE s.count > 0 GROUP BY ALL),
      spans AS (SELECT m.usage_point, m.series, c.i, c.p1 - c.p0 AS length, least(m.last_end, c.p1) - greatest(m.first, c.p0) AS span
        FROM main m JOIN months c ON c.place = m.place AND c.p0 < m.last_end AND c.p1 > m.first),
      holes AS (SELECT m.series, c.i, sum(least(g.stop, c.p1) - greatest(g.start, c.p0)) AS missing
        FROM main m JOIN gaps g USING (series) JOIN months c ON c.place = m.place AND c.p0 < g.stop AND c.p1 > g.start
        WHERE NOT m.zeros GROUP BY ALL),
      guessing AS (SELECT * FROM main WHERE len(list_intersect(json_keys(qualities), [${ESTIMATED_CODES.split(', ').map(sqlText).join()}])) > 0),
      guessed AS (SELECT m.series, m.place, r.start, CASE WHEN r.duration = 0 THEN m.step ELSE r.duration END AS seconds
        FROM readings r JOIN guessing m USING (series) WHERE NOT m.summed AND r.quality IN (${ESTIMATED_CODES}) AND r.value IS NOT NULL),
      guesses AS (SELECT series, i, sum(seconds) AS estimated FROM (
        SELECT series, month - ${months.first} AS i, estimated_seconds AS seconds FROM month_sums WHERE estimated_seconds > 0
          AND month >= ${months.first} AND month < ${months.first + months.count} AND series IN (SELECT series FROM guessing WHERE summed)
        UNION ALL SELECT r.series, c.i, r.seconds FROM guessed r ASOF JOIN months c ON c.place = r.place AND r.start >= c.p0
          WHERE r.start < c.p1 AND r.seconds <= 90000
        UNION ALL SELECT r.series, c.i, least(r.start + r.seconds, c.p1) - greatest(r.start, c.p0)
          FROM guessed r JOIN months c ON c.place = r.place AND r.start < c.p1 AND r.start + r.seconds > c.p0 WHERE r.seconds > 90000)
        GROUP BY ALL),
      cells AS (SELECT s.*, coalesce(h.missing, 0) AS missing, coalesce(g.estimated, 0) AS estimated
        FROM spans s LEFT JOIN holes h USING (series, i) LEFT JOIN guesses g USING (series, i) WHERE s.span > 0)`,
  };
}

function sharesOf(rows: readonly Row[], count: number): MonthShares[] {
  const zeros = () => new Array<number>(count).fill(0);
  const byPoint = new Map<string, MonthShares>();
  for (const row of rows) {
    const usagePoint = text(row.usage_point);
    const shares = byPoint.get(usagePoint) ?? { usagePoint, there: zeros(), estimated: zeros(), missing: zeros() };
    byPoint.set(usagePoint, shares);
    const [i, length, span] = [number(row.i), number(row.length), number(row.span)];
    const missing = Math.min(number(row.missing), span);
    shares.there[i] = (span - missing) / length;
    shares.missing[i] = missing / length;
    shares.estimated[i] = Math.min(number(row.estimated), span - missing) / length;
  }
  return [...byPoint.values()];
}

function portfolioOf(rows: readonly Row[], count: number): PortfolioMonths {
  const column = (name: string) => {
    const list = new Array<number>(count).fill(0);
    for (const row of rows) list[number(row.i)] = number(row[name]);
    return list;
  };
  return {
    full: column('whole'),
    estimated: column('guessed'),
    partial: column('partial'),
    missing: column('missing'),
    coverage: column('coverage'),
    estimatedShare: column('share'),
  };
}
