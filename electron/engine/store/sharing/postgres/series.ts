/** What the server knows of series: a number for each, and what readings need to be shown. */
import { number, optionalText, text } from '../../row.ts';
import type { Publication } from './publication.ts';

/** Series of a statement. */
const PAGE = 5000;

const COLUMNS = 'series_id, usage_point, name, unit, power, cost_power, currency';

/** Makes the server know all series with readings, and fills the temporary table `publish_series`: their numbers here and there. */
export async function publishSeries({ connection, server, publisher }: Publication): Promise<void> {
  await connection.run('CREATE OR REPLACE TEMP TABLE publish_series (series INTEGER, number INTEGER)');
  for (let after = -1; ; ) {
    const rows = await connection.rows(
      `SELECT series, ${COLUMNS} FROM own_series WHERE series > $after ORDER BY series LIMIT ${PAGE}`,
      {
        after,
      },
    );
    if (rows.length === 0) break;
    const there = JSON.stringify(rows);
    const types =
      'series_id text, usage_point text, name text, unit text, power integer, cost_power integer, currency text';
    const numbers = await server.transaction(async () => {
      // In one order, so that two publishers do not wait for each other; rows that are as they should be are left alone.
      const told = await server.rows<{ series_id: string; is_new: boolean }>(
        `INSERT INTO meterscope.series_facts AS f (${COLUMNS}, publisher)
         SELECT ${COLUMNS}, $2 FROM json_to_recordset($1) AS r(${types}) ORDER BY series_id
         ON CONFLICT (series_id) DO UPDATE SET usage_point = excluded.usage_point, name = excluded.name, unit = excluded.unit, power = excluded.power,
           cost_power = excluded.cost_power, currency = excluded.currency, publisher = excluded.publisher
         WHERE (f.usage_point, f.name, f.unit, f.power, f.cost_power, f.currency) IS DISTINCT FROM
           (excluded.usage_point, excluded.name, excluded.unit, excluded.power, excluded.cost_power, excluded.currency)
         RETURNING series_id, xmax = 0 AS is_new`,
        [there, publisher],
      );
      const added = told.flatMap((row) => (row.is_new ? [row.series_id] : []));
      if (added.length > 0) {
        // What was published of a series that was removed has its old number, and nobody sees it: it is written again.
        await server.run(`DELETE FROM meterscope.published WHERE kind LIKE 'readings:%' AND grp = ANY ($1::text[])`, [
          added,
        ]);
      }
      return await server.rows<{ series_id: string; series: number }>(
        `SELECT series_id, series FROM meterscope.series_facts WHERE series_id IN (SELECT r.series_id FROM json_to_recordset($1) AS r(series_id text))`,
        [there],
      );
    });
    await connection.run(
      `INSERT INTO publish_series SELECT f.series, (r->>'series')::INTEGER FROM (SELECT unnest($numbers::JSON::JSON[]) AS r)
       JOIN main.series_facts f ON f.series_id = (r->>'series_id')`,
      { numbers: JSON.stringify(numbers) },
    );
    after = number(rows.at(-1)?.series);
  }
  const words = await connection.rows("SELECT code, words FROM main.code_words WHERE list = 'quality' ORDER BY code");
  await server.run(
    `INSERT INTO meterscope.quality_words AS q SELECT code, words FROM json_to_recordset($1) AS r(code integer, words text) ORDER BY code
     ON CONFLICT (code) DO UPDATE SET words = excluded.words WHERE q.words <> excluded.words`,
    [JSON.stringify(words.map((row) => ({ code: number(row.code), words: text(row.words) })))],
  );
}

/** Removes what this workspace said of series that nobody has readings of any more. */
export async function removeSeries({ connection, server, publisher }: Publication): Promise<void> {
  const rows = await connection.rows('SELECT series_id FROM own_series');
  const gone = `f.publisher = $1 AND f.series_id <> ALL ($2::text[])
    AND NOT EXISTS (SELECT FROM meterscope.published p WHERE p.grp = f.series_id AND p.kind LIKE 'readings:%')`;
  const values = [publisher, rows.flatMap((row) => optionalText(row.series_id) ?? [])];
  await server.transaction(async () => {
    // Waits for those who write readings of them; what they wrote is seen by the next statement.
    await server.run(`SELECT FROM meterscope.series_facts f WHERE ${gone} ORDER BY f.series_id FOR UPDATE`, values);
    await server.run(`DELETE FROM meterscope.series_facts f WHERE ${gone}`, values);
  });
}
