/** What the readings of a series come to: how many, sums, span, qualities. */
import { suggestZeros } from '#shared/espi/series.ts';
import type { Connection, Row } from '../database.ts';
import { sqlText } from '../sql-text.ts';
import { NOTHING_HOLED } from './left-out-zeros.ts';

/** Readings by series and quality, summed: `readings` is a condition on them. */
const groups = (readings: string) => `
  SELECT series, value IS NULL AS missing, CASE WHEN value IS NOT NULL THEN quality END AS quality, count(*) AS count,
    sum(amount(value, value_scale)) AS sum_value, sum(amount(cost, cost_scale)) AS sum_cost,
    sum(amount(value, value_scale)) FILTER (cost IS NOT NULL) AS costed_value,
    min(start) AS first, max(start) AS last, max(start + greatest(duration, 1)) AS last_end, max(duration) AS longest,
    arg_min(amount(value, value_scale), start) AS first_value, min(start) FILTER (value IS NOT NULL) AS first_valued,
    arg_max(amount(value, value_scale), start) AS last_value, max(start) FILTER (value IS NOT NULL) AS last_valued
  FROM readings WHERE ${readings} GROUP BY ALL`;

/** The same of what was there of the series in `st_appended`: their counts by quality; the first of these rows has the rest. */
const KNOWN = `
  SELECT series, false, TRY_CAST(code AS SMALLINT), (qualities->>code)::BIGINT, CASE WHEN nth = 1 THEN sum_value END, CASE WHEN nth = 1 THEN sum_cost END,
    CASE WHEN nth = 1 THEN costed_value END, first, last, last_end, longest, first_value, CASE WHEN first_value IS NOT NULL THEN first END,
    last_value, CASE WHEN last_value IS NOT NULL THEN last END
  FROM (SELECT *, unnest(json_keys(qualities)) AS code, generate_subscripts(json_keys(qualities), 1) AS nth
    FROM series WHERE series IN (SELECT series FROM st_appended))`;

/** Of the series that only got longer, what was there and what came; of all others, all that is there. */
const ADDED_UP = `
  SELECT series, missing, quality, sum(count)::BIGINT AS count, sum(sum_value) AS sum_value, sum(sum_cost) AS sum_cost,
    sum(costed_value) AS costed_value, min(first) AS first, max(last) AS last, max(last_end) AS last_end, max(longest) AS longest,
    arg_min(first_value, first_valued) AS first_value, min(first_valued) AS first_valued,
    arg_max(last_value, last_valued) AS last_value, max(last_valued) AS last_valued
  FROM (${groups('series IN (SELECT series FROM st_affected EXCEPT SELECT series FROM st_appended)')}
    UNION ALL ${groups('series IN (SELECT series FROM st_appended) AND block IN (SELECT block FROM st_map)')}
    UNION ALL ${KNOWN})
  GROUP BY series, missing, quality`;

/**
 * One update: it costs more than what is worked out, and has no parameters, with which it would be planned twice. Answers the series as they are now.
 * @param appended some are in `st_appended`, and only their new readings are looked at
 */
export async function refreshFigures(connection: Connection, appended: boolean): Promise<Row[]> {
  const { value, reason } = suggestZeros(NOTHING_HOLED);
  return await connection.rows(
    `UPDATE series SET count = coalesce(f.count, 0), sum_value = f.sum_value, sum_cost = f.sum_cost, costed_value = f.costed_value, first = f.first, last = f.last,
       last_end = f.last_end, longest = f.longest, first_value = f.first_value, last_value = f.last_value, qualities = coalesce(f.qualities, '{}'),
       gaps = coalesce(g.gaps, 0), gap_seconds = coalesce(g.seconds, 0), duplicates = coalesce(d.count, 0), overlapping = a.dirty,
       holes_suggested = CASE WHEN g.gaps > 0 THEN holes_suggested ELSE ${sqlText(value)} END,
       holes_reason = CASE WHEN g.gaps > 0 THEN holes_reason ELSE ${sqlText(reason)} END
     FROM (SELECT DISTINCT series, series IN (SELECT series FROM st_dirty) AS dirty FROM st_affected) a
     LEFT JOIN (
       SELECT series, sum(count)::BIGINT AS count, sum(sum_value) AS sum_value, sum(sum_cost) AS sum_cost, sum(costed_value) AS costed_value,
         min(first) AS first, max(last) AS last, max(last_end) AS last_end, max(longest) AS longest,
         arg_min(first_value, first_valued) AS first_value, arg_max(last_value, last_valued) AS last_value,
         json_group_object(CASE WHEN missing THEN 'missing' ELSE coalesce(quality::VARCHAR, 'none') END, count) AS qualities
       FROM (${appended ? ADDED_UP : groups('series IN (SELECT series FROM st_affected)')}) GROUP BY series) f ON f.series = a.series
     LEFT JOIN (SELECT series, count(*) AS gaps, sum(stop - start) AS seconds FROM gaps
       WHERE series IN (SELECT series FROM st_affected) GROUP BY series) g ON g.series = a.series
     LEFT JOIN (SELECT series, count(*) AS count FROM superseded
       WHERE series IN (SELECT series FROM st_affected) GROUP BY series) d ON d.series = a.series
     WHERE series.series = a.series
     RETURNING series.series, series.usage_point, series.count, series.gaps, series.step, series.duplicates, series.behaviour, series.decided,
       series.longest, (series.reading_type->>'accumulationBehaviour')::INTEGER AS accumulation`,
  );
}
