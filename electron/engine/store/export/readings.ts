/** Readings as they were sent, as SQL. */
import type { Slice } from './slices.ts';
import { localText } from './sql.ts';

/** The readings of a slice, in the order of usage point, series and start. */
export function readingsOf(slice: Slice): string {
  const local = localText(slice.clock, 'r.start', slice.from, slice.to);
  // A slice of one usage point gets a folder that names it.
  const point = slice.point === undefined ? 'e.point_text AS usage_point, ' : '';
  return `SELECT ${point}e.series_id, e.name AS series, utc(r.start) AS start_utc, ${local} AS start_local, c.zone,
      r.start AS start_epoch, r.duration AS duration_seconds,
      scaled_to(amount(r.value, r.value_scale), e.power) AS value, e.unit,
      CASE WHEN r.value_scale = 0 THEN r.value::VARCHAR ELSE amount(r.value, r.value_scale)::VARCHAR END AS raw_value,
      scaled_to(amount(r.cost, r.cost_scale), e.cost_power) AS cost, CASE WHEN r.cost IS NOT NULL THEN e.currency END AS currency,
      q.class AS quality, r.quality AS quality_code, r.tou, r.tier, r.cpp, b.source AS source_id
    FROM readings r JOIN ex_series e USING (series) JOIN ex_clocks c USING (clock) JOIN interval_blocks b USING (block)
    LEFT JOIN ex_qualities q ON q.code IS NOT DISTINCT FROM r.quality AND q.missing = (r.value IS NULL)
    WHERE r.series IN (${slice.series.join(', ')}) AND r.start >= ${slice.from} AND r.start < ${slice.to}
    ORDER BY e.usage_point, r.series, r.start, r.block, r.ordinal`;
}
