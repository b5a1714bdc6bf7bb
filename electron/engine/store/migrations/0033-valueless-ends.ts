/**
 * Readings without a value before the first or after the last one that has one are gaps. Until here they counted as covered, so that a
 * meter that sent nothing but empty readings for months was complete.
 */
import type { Migration } from './migration.ts';

const ENDS = `WITH ends AS (
  SELECT series, min(start) AS first, max(start + greatest(duration, 1)) AS last_end,
    min(start) FILTER (value IS NOT NULL) AS valued, max(start + greatest(duration, 1)) FILTER (value IS NOT NULL) AS valued_end
  FROM readings WHERE series IN (SELECT series FROM series WHERE (qualities->>'missing') IS NOT NULL) GROUP BY series)`;

export const valuelessEnds: Migration = {
  version: 33,
  name: 'valueless-ends',
  statements: [
    `${ENDS} INSERT INTO gaps SELECT series, first, coalesce(valued, last_end) FROM ends WHERE first < coalesce(valued, last_end)
       UNION ALL SELECT series, valued_end, last_end FROM ends WHERE valued_end < last_end`,
    `UPDATE series SET gaps = g.count, gap_seconds = g.seconds
     FROM (SELECT series, count(*) AS count, sum(stop - start)::BIGINT AS seconds FROM gaps GROUP BY series) g
     WHERE series.series = g.series AND (qualities->>'missing') IS NOT NULL`,
    // They have the coverage of each meter, and are filled again when the store is opened.
    'DELETE FROM usage_point_facts',
  ],
};
