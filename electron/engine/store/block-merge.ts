/** Blocks and readings of a document: found a series, laid beside or instead of what is there, losers set aside. */
import type { Connection } from './database.ts';
import type { JoinedDocument } from './document-join.ts';
import { settleOverlaps } from './overlaps.ts';
import { number } from './row.ts';
import { assignSeries, type FamilyRow, writeMeterReadings } from './series-assignment.ts';
import { refreshSeries } from './series-refresh.ts';
import type { StagingSink } from './sink.ts';

/** Answers the usage points whose series changed. */
export async function mergeBlocks(
  connection: Connection,
  sink: StagingSink,
  joined: JoinedDocument,
  source: number,
): Promise<string[]> {
  const assignments = await assignSeries(connection, sink, joined);
  await writeMeterReadings(connection, joined, assignments, source);
  await connection.run('CREATE TEMP TABLE st_affected (series INTEGER)');
  for (const moved of assignments.moved) await connection.run('INSERT INTO st_affected VALUES (?)', [moved]);
  if (sink.blockCount > 0) {
    await mapBlocks(connection, assignments.families);
    await removeReplaced(connection);
    await insertBlocks(connection, source);
    await reportTimeless(connection, sink);
    await insertReadings(connection);
    await measureOddBlocks(connection);
    await connection.run('INSERT INTO st_affected SELECT DISTINCT series FROM st_map');
  } else {
    await connection.run('CREATE TEMP TABLE st_map (block INTEGER, doc_block INTEGER, series INTEGER, plain BOOLEAN)');
  }
  await settleOverlaps(connection);
  await refreshSeries(connection);
  const rows = await connection.rows(
    'SELECT DISTINCT usage_point FROM series WHERE usage_point IS NOT NULL AND series IN (SELECT series FROM st_affected)',
  );
  return rows.map((row) => String(row.usage_point));
}

/** One row per staged block that is kept: its number in the store, its series, what its reading type gives by default. */
async function mapBlocks(connection: Connection, families: readonly FamilyRow[]): Promise<void> {
  await connection.run(
    `CREATE TEMP TABLE st_families AS SELECT (f->>'family')::INTEGER AS family, f->>'meter_reading' AS meter_reading,
       (f->>'series')::INTEGER AS series, (f->>'quality')::SMALLINT AS quality, (f->>'tou')::SMALLINT AS tou,
       (f->>'tier')::SMALLINT AS tier, (f->>'cpp')::SMALLINT AS cpp, (f->>'length')::INTEGER AS length, (f->>'scale')::TINYINT AS scale
     FROM (SELECT unnest(?::JSON::JSON[]) AS f)`,
    [JSON.stringify(families)],
  );
  const row = await connection.row('SELECT coalesce(max(block), 0) + 1 AS base FROM interval_blocks');
  // A document may give several blocks one href and one start; the second and later ones are told apart by their rank.
  await connection.run(
    `CREATE TEMP TABLE st_map AS
     SELECT b.block AS doc_block, ?::INTEGER + b.block AS block,
       xor(b.key_hash, (row_number() OVER (PARTITION BY b.key_hash ORDER BY b.block) - 1)::UBIGINT) AS key_hash,
       f.series, f.meter_reading, f.quality, f.tou, f.tier, f.cpp, f.scale, b.updated, b.plain, b.start,
       CASE WHEN f.length > 0 THEN f.length WHEN b.duration % b.readings = 0 THEN b.duration // b.readings END AS length
     FROM st_blocks b JOIN st_families f USING (family)`,
    [number(row?.base)],
  );
}

/** A block that was sent again replaces its rows; one that the store has in a newer version is left out. */
async function removeReplaced(connection: Connection): Promise<void> {
  await connection.run(
    `CREATE TEMP TABLE st_old AS SELECT o.block, o.series, o.key_hash, o.updated FROM interval_blocks o
     WHERE o.key_hash IN (SELECT key_hash FROM st_map)`,
  );
  const row = await connection.row('SELECT count(*) AS count FROM st_old');
  if (number(row?.count) === 0) return;
  await connection.run(
    `DELETE FROM st_map USING st_old WHERE st_map.key_hash = st_old.key_hash AND st_old.updated > st_map.updated`,
  );
  await connection.run('DELETE FROM st_old WHERE key_hash NOT IN (SELECT key_hash FROM st_map)');
  await connection.run('INSERT INTO st_affected SELECT DISTINCT series FROM st_old');
  for (const table of ['readings', 'superseded']) {
    await connection.run(
      `DELETE FROM ${table} WHERE series IN (SELECT series FROM st_old) AND block IN (SELECT block FROM st_old)`,
    );
  }
  await connection.run('DELETE FROM interval_blocks WHERE block IN (SELECT block FROM st_old)');
}

async function insertBlocks(connection: Connection, source: number): Promise<void> {
  await connection.run(
    `INSERT INTO interval_blocks
     SELECT m.block, printf('%016x', m.key_hash), m.key_hash, ?, b.updated, m.series, m.meter_reading, b.href, b.title,
       b.start, b.duration, b.byte_start, b.byte_end, b.line, b.readings, b.first, b.last, b.last_end
     FROM st_map m JOIN st_blocks b ON b.block = m.doc_block ORDER BY m.block`,
    [source],
  );
}

/** The one pass over all staged readings. Rows stay in document order, which is by series; if not, they are sorted. */
async function insertReadings(connection: Connection): Promise<void> {
  const row = await connection.row(
    `SELECT count(*) FILTER (series IS DISTINCT FROM before) AS runs, count(DISTINCT series) AS series
     FROM (SELECT series, lag(series) OVER (ORDER BY block) AS before FROM st_map)`,
  );
  const clustered = number(row?.runs) <= number(row?.series);
  await connection.run(
    `INSERT INTO readings
     SELECT m.series,
       CASE WHEN r.implicit = 1 THEN m.start + r.ordinal::BIGINT * m.length ELSE r.start END AS start,
       CASE WHEN r.implicit = 1 THEN m.length ELSE r.duration END::BIGINT,
       CASE WHEN r.has_value = 1 THEN r.value END, r.value_scale + m.scale, CASE WHEN r.has_cost = 1 THEN r.cost END, r.cost_scale,
       CASE WHEN r.quality >= 0 THEN r.quality ELSE m.quality END,
       CASE WHEN r.tou > -32768 THEN r.tou ELSE m.tou END, CASE WHEN r.tier > -32768 THEN r.tier ELSE m.tier END,
       CASE WHEN r.cpp > -32768 THEN r.cpp ELSE m.cpp END, m.block, r.ordinal
     FROM st_readings r JOIN st_map m ON r.block = m.doc_block
     WHERE r.implicit = 0 OR (m.start IS NOT NULL AND m.length > 0) ${clustered ? '' : 'ORDER BY m.series, start'}`,
  );
}

/** Readings that nothing places in time cannot be charted; they are told, and stay in their block's raw text. */
async function reportTimeless(connection: Connection, sink: StagingSink): Promise<void> {
  const row = await connection.row(
    `SELECT count(*) AS count FROM st_readings r JOIN st_map m ON r.block = m.doc_block
     WHERE r.implicit = 1 AND (m.start IS NULL OR m.length IS NULL OR m.length <= 0)`,
  );
  const count = number(row?.count);
  if (count === 0) return;
  sink.problem({
    code: 'reading_without_time',
    severity: 'error',
    message: `${count} readings have no time, and neither their block nor their reading type says when they were.`,
    line: undefined,
    column: undefined,
    entry: undefined,
    raw: undefined,
  });
}

/** Blocks whose readings are out of order, have no length or no time of their own: their span is taken from the rows. */
async function measureOddBlocks(connection: Connection): Promise<void> {
  await connection.run(
    `UPDATE interval_blocks SET first = s.first, last = s.last, last_end = s.last_end
     FROM (SELECT block, min(start) AS first, max(start) AS last, max(start + duration) AS last_end FROM readings
       WHERE series IN (SELECT series FROM st_map WHERE NOT plain) AND block IN (SELECT block FROM st_map WHERE NOT plain)
       GROUP BY block) s
     WHERE interval_blocks.block = s.block`,
  );
}
