/** Taking everything of one file out of the store. */
import type { Connection } from './database.ts';

const ENTITY_TABLES = [
  'entries',
  'authorizations',
  'usage_points',
  'local_times',
  'reading_types',
  'meter_readings',
  'power_quality',
  'customer_entities',
  'location_points',
] as const;

/** Removes all rows of a file's scope, inside the caller's transaction. */
export async function removeScope(connection: Connection, scope: string): Promise<void> {
  const row = await connection.row('SELECT count(*) AS count FROM sources WHERE scope = ?', [scope]);
  if (scope === '' || Number(row?.count ?? 0) === 0) return;
  const sources = 'SELECT source FROM sources WHERE scope = $1';
  const series = `SELECT series FROM interval_blocks WHERE source IN (${sources})
    UNION SELECT series FROM meter_readings WHERE series IS NOT NULL AND source IN (${sources})`;
  for (const table of ['readings', 'superseded', 'gaps', 'day_sums', 'month_sums', 'series_facts', 'series']) {
    await connection.run(`DELETE FROM ${table} WHERE series IN (${series})`, [scope]);
  }
  await connection.run(`DELETE FROM interval_blocks WHERE source IN (${sources})`, [scope]);
  await connection.run(
    `DELETE FROM entry_links WHERE from_hash IN (SELECT key_hash FROM entries WHERE source IN (${sources}))`,
    [scope],
  );
  await connection.run(
    `DELETE FROM line_items WHERE usage_summary IN (SELECT id FROM usage_summaries WHERE source IN (${sources}))`,
    [scope],
  );
  for (const table of ['usage_point_facts', 'point_clocks']) {
    await connection.run(
      `DELETE FROM ${table} WHERE usage_point IN (SELECT id FROM usage_points WHERE source IN (${sources}))`,
      [scope],
    );
  }
  for (const table of [...ENTITY_TABLES, 'usage_summaries', 'problems', 'spool_members']) {
    await connection.run(`DELETE FROM ${table} WHERE source IN (${sources})`, [scope]);
  }
  await connection.run('DELETE FROM sources WHERE scope = ?', [scope]);
}
