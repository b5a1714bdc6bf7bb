/**
 * Series that only got longer: a night's sync brings each meter another day. What is known of them is brought up to date from the new
 * readings alone; reading three years of them again for each new day would take longer with every night.
 */
import type { Connection } from '../database.ts';
import { UNEVEN } from './series-book.ts';

/**
 * Finds, in `st_appended`, the series whose new blocks (`st_map`) all come after what was there, and can be taken at their word. Call it
 * before their figures are changed.
 * @param reduced series whose earlier readings or type changed, or that lost some
 * @returns whether there are any; `first_new` is where their new readings begin
 */
export async function findAppended(connection: Connection, reduced: ReadonlySet<number>): Promise<boolean> {
  // A reading without a value is a gap, which their last end does not show.
  const count = await connection.create(
    `CREATE TEMP TABLE st_appended AS SELECT series, first_new FROM series JOIN (
       SELECT m.series, min(b.first) AS first_new FROM st_map m JOIN interval_blocks b USING (block) WHERE b.readings > 0 GROUP BY m.series) n USING (series)
     WHERE count > 0 AND first_new >= last_end AND NOT ${UNEVEN} AND (qualities->>'missing') IS NULL
       AND series NOT IN (SELECT series FROM st_dirty) AND series NOT IN (${[...reduced, -1].join(', ')})`,
  );
  return count > 0;
}
