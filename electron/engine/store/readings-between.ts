/**
 * What a span of a series holds, as sub-queries: what is drawn of it, and what every number about it is made from. Where
 * the user took holes for zeros, these are in it, marked as implied.
 */
import { IMPLIED_ZERO } from './decisions.ts';
import { countedUntilNext } from './register.ts';
import type { Series } from './stored-series.ts';

const COLUMNS = 'start, duration, value, value_scale, cost, cost_scale, quality, tou, tier, cpp';

/** SQL over `start` and `duration`: a reading that begins in `[from, to)` or reaches into it. */
function touches(from: number, to: number): string {
  const [low, high] = [Math.floor(from), Math.ceil(to)];
  return `start < ${high} AND (start >= ${low} OR start + duration > ${low})`;
}

/** The readings as sent that touch `[from, to)`, as an SQL condition over `readings`. */
export function sentBetween({ series, longest }: Series, from: number, to: number): string {
  return `series = ${series} AND start >= ${Math.floor(from) - longest} AND ${touches(from, to)}`;
}

/**
 * What is drawn of `[from, to)`: whatever touches it, as a sub-query with the columns of `readings`. A register is drawn as
 * what it counted from each reading to the next one, which lasts as long as that; its last reading has no amount. There
 * is a zero for each place in a hole where the user decided so ({@link IMPLIED_ZERO} as its quality).
 */
export function drawnBetween(series: Series, from: number, to: number): string {
  if (series.behaviour === 'register') return countedBetween(series, from, to);
  const sent = `SELECT ${COLUMNS} FROM readings WHERE ${sentBetween(series, from, to)}`;
  if (!series.zeros) return `(${sent})`;
  const { step } = series;
  return `(${sent} UNION ALL
    SELECT * FROM (
      SELECT place AS start, least(${step}, stop - place) AS duration, 0, 0, NULL, 0, ${IMPLIED_ZERO}, NULL, NULL, NULL
      FROM (SELECT start AS hole, stop, unnest(range(start, stop, ${step})) AS place FROM gaps
        WHERE series = ${series.series} AND stop > ${Math.floor(from)} AND start < ${Math.ceil(to)})
      WHERE place = hole OR 2 * (stop - place) >= ${step})
    WHERE ${touches(from, to)})`;
}

function countedBetween(series: Series, from: number, to: number): string {
  const valued = `FROM readings WHERE series = ${series.series} AND value IS NOT NULL`;
  // From the reading before the span to the one after it, however far these are.
  const [low, high] = [Math.floor(from), Math.ceil(to)];
  return `(SELECT start, duration, value, 0 AS value_scale, cost, cost_scale, quality, tou, tier, cpp FROM (
      SELECT * REPLACE (coalesce(lead(start) OVER (ORDER BY start) - start, 0) AS duration,
        ${countedUntilNext(series, 'amount(value, value_scale)')} AS value)
      FROM (SELECT ${COLUMNS} ${valued}
        AND start >= coalesce((SELECT max(start) ${valued} AND start < ${low}), ${low})
        AND start <= coalesce((SELECT min(start) ${valued} AND start >= ${high}), ${high})))
    WHERE ${touches(from, to)})`;
}

/** The gaps of a series that touch `[from, to)`, as a sub-query; none where its holes are zeros. */
export function gapsBetween(series: Series, from: number, to: number): string {
  return `(SELECT start, stop FROM gaps WHERE ${!series.zeros} AND series = ${series.series}
    AND stop > ${Math.floor(from)} AND start < ${Math.ceil(to)})`;
}
