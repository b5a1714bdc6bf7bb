/** What a span of a series holds, as sub-queries: where the user took its holes for zeros, they are in it, marked as implied. */
import { IMPLIED_ZERO } from './decisions.ts';
import type { Series } from './stored-series.ts';

/**
 * The readings of a series that start in `[from, to)`, as a sub-query with the columns of `readings`; with a zero for
 * each place in a hole where the user decided so ({@link IMPLIED_ZERO} as its quality, no block).
 */
export function readingsBetween(series: Series, from: number, to: number): string {
  const [low, high] = [Math.floor(from), Math.ceil(to)];
  const sent = `SELECT start, duration, value, value_scale, cost, cost_scale, quality, tou, tier, cpp
    FROM readings WHERE series = ${series.series} AND start >= ${low} AND start < ${high}`;
  if (!series.zeros) return `(${sent})`;
  return `(${sent} UNION ALL
    SELECT place AS start, least(${series.grid}, stop - place) AS duration, 0, 0, NULL, 0, ${IMPLIED_ZERO}, NULL, NULL, NULL
    FROM (SELECT stop, unnest(range(start, stop, ${series.grid})) AS place FROM gaps
      WHERE series = ${series.series} AND stop > ${low} AND start < ${high})
    WHERE place >= ${low} AND place < ${high})`;
}

/** The gaps of a series that touch `[from, to)`, as a sub-query; none where its holes are zeros. */
export function gapsBetween(series: Series, from: number, to: number): string {
  return `(SELECT start, stop FROM gaps WHERE ${!series.zeros} AND series = ${series.series}
    AND stop > ${Math.floor(from)} AND start < ${Math.ceil(to)})`;
}
