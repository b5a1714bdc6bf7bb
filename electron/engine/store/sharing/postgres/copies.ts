/**
 * What a workspace took from a team server (`pull/`) is another publisher's: published under ids of this one it would be there twice. So what
 * is published and compared leaves it out.
 */
import type { Connection } from '../../database.ts';
import { number } from '../../row.ts';
import { pulledMeters } from './pull/pulled.ts';

/**
 * Fills the temporary tables `copied_sources` and `copied_points`, and makes the temporary view `own_series`: `series_facts` without copies.
 * @returns how many meters are copies
 */
export async function findCopies(connection: Connection): Promise<number> {
  const pulled = await pulledMeters(connection);
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE copied_sources AS SELECT source FROM main.sources WHERE scope <> ''
       AND scope IN (SELECT scope FROM main.sources WHERE id IN (SELECT unnest($sources::JSON::VARCHAR[])))`,
    { sources: JSON.stringify(pulled.map(({ source }) => source)) },
  );
  await connection.run(
    'CREATE OR REPLACE TEMP TABLE copied_points AS SELECT id AS usage_point FROM main.usage_points WHERE source IN (FROM copied_sources)',
  );
  await connection.run(
    `CREATE OR REPLACE TEMP VIEW own_series AS SELECT * FROM main.series_facts WHERE ${OF_OWN_METER}`,
  );
  const row = await connection.row('SELECT count(*) AS copies FROM copied_points');
  return number(row?.copies);
}

/** What belongs to no meter came with no copy. */
const OF_OWN_METER = "coalesce(usage_point, '') NOT IN (FROM copied_points)";

/** SQL that is true of the rows of a relation that belong to no copy. @param columns names of its columns */
export function ownRows(columns: readonly string[]): string {
  if (columns.includes('usage_point')) return OF_OWN_METER;
  return columns.includes('source_id') ? 'source_id NOT IN (FROM copied_sources)' : 'true';
}
