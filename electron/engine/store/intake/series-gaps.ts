/** The gaps of series, rows of `gaps`: where no reading is, where readings have no value, and where a register does not say what it counted. */
import type { Connection } from '../database.ts';
import { unknownSteps } from '../register.ts';
import { number } from '../row.ts';
import { GAP_CONDITION } from './gap-rule.ts';
import { UNEVEN } from './series-book.ts';

interface Gapless {
  /** All series are new and even, and their blocks can be taken at their word. */
  plain: boolean;
  /** Some series only got longer: `st_appended`. */
  appended: boolean;
  /** Series whose earlier readings or type changed, or that have readings which are in none of the new blocks, or lost some. */
  reduced: ReadonlySet<number>;
}

/**
 * Brings the gaps of `st_affected` up to their readings, as if none of these were a register.
 * @param seen holes that were seen while reading, in `st_gaps`
 */
export async function refreshGaps(
  connection: Connection,
  seen: { count: number },
  { plain, appended, reduced }: Gapless,
): Promise<void> {
  // Of plain blocks the holes were seen while reading, and only those between blocks are to be found.
  if (!plain) {
    await connection.run(
      `CREATE TEMP TABLE st_new AS SELECT series FROM series WHERE count = 0 AND series IN (SELECT series FROM st_map)
         AND series NOT IN (SELECT series FROM st_dirty) AND series NOT IN (${[...reduced, -1].join(', ')}) AND NOT ${UNEVEN}`,
    );
  }
  const longer = appended ? ' UNION ALL SELECT series FROM st_appended' : '';
  const fresh = `SELECT series FROM ${plain ? 'st_affected' : 'st_new'}${longer}`;
  if (seen.count > 0) {
    await connection.run(
      `INSERT INTO gaps SELECT m.series, g.start, g.stop FROM st_gaps g JOIN st_map m ON g.block = m.doc_block
       WHERE m.series IN (${fresh})`,
    );
  }
  await connection.run(
    `INSERT INTO gaps SELECT series, previous_end, start FROM (
       SELECT b.series, b.first AS start, s.step AS length,
         coalesce(lag(b.last_end) OVER (PARTITION BY b.series ORDER BY b.first), s.last_end) AS previous_end
       FROM interval_blocks b JOIN series s USING (series)
       WHERE b.series IN (${fresh}) AND b.readings > 0${appended ? ' AND b.block IN (SELECT block FROM st_map)' : ''})
     WHERE ${GAP_CONDITION}`,
  );
  if (plain) return;
  // All others: the readings themselves are read, again in order.
  const others = `SELECT series FROM st_affected EXCEPT (${fresh})`;
  const some = await connection.row(`SELECT count(*) AS count FROM (${others})`);
  if (number(some?.count) === 0) return;
  await connection.run(`DELETE FROM gaps WHERE series IN (${others})`);
  await holes(connection, others);
  await valuelessEnds(connection, others);
}

/** Works the gaps of a few series out anew, of a register too, and counts them. To be called once their behaviour is decided. */
export async function regapSeries(connection: Connection, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return;
  const chosen = numbers.join(', ');
  await connection.run(`DELETE FROM gaps WHERE series IN (${chosen})`);
  await connection.run(`INSERT INTO gaps FROM ${unknownSteps(chosen)}`);
  await holes(connection, chosen);
  await valuelessEnds(connection, chosen);
  await connection.run(
    `UPDATE series SET gaps = c.gaps, gap_seconds = c.seconds FROM (
       SELECT s.series, count(g.series) AS gaps, coalesce(sum(g.stop - g.start), 0) AS seconds
       FROM series s LEFT JOIN gaps g USING (series) WHERE s.series IN (${chosen}) GROUP BY s.series) c
     WHERE series.series = c.series`,
  );
}

/** Between readings; a step of a register that is a gap as a whole has no holes of its own. */
async function holes(connection: Connection, chosen: string): Promise<void> {
  await connection.run(
    `INSERT INTO gaps SELECT series, previous_end, start FROM (
       SELECT r.series, r.start, CASE WHEN r.duration = 0 THEN s.step ELSE r.duration END AS length,
         lag(r.start + CASE WHEN r.duration = 0 THEN s.step ELSE r.duration END) OVER line AS previous_end
       FROM readings r JOIN series s USING (series) WHERE r.series IN (${chosen}) AND r.value IS NOT NULL
       WINDOW line AS (PARTITION BY r.series ORDER BY r.start))
     WHERE ${GAP_CONDITION} AND (series, start) NOT IN (SELECT (series, stop) FROM gaps WHERE series IN (${chosen}))`,
  );
}

/** Readings without a value before the first or after the last one that has one: nothing is known of their time. */
async function valuelessEnds(connection: Connection, chosen: string): Promise<void> {
  await connection.run(
    `WITH ends AS (
       SELECT series, min(start) AS first, max(start + greatest(duration, 1)) AS last_end,
         min(start) FILTER (value IS NOT NULL) AS valued, max(start + greatest(duration, 1)) FILTER (value IS NOT NULL) AS valued_end
       FROM readings WHERE series IN (${chosen}) GROUP BY series)
     INSERT INTO gaps SELECT series, first, coalesce(valued, last_end) FROM ends WHERE first < coalesce(valued, last_end)
       UNION ALL SELECT series, valued_end, last_end FROM ends WHERE valued_end < last_end`,
  );
}
