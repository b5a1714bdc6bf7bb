/** Blocks and readings of a document: given their series, laid beside or instead of what is there, losers set aside. */
import type { Connection } from '../database.ts';
import { number } from '../row.ts';
import type { JoinedDocument } from './document-join.ts';
import { settleOverlaps } from './overlaps.ts';
import type { RowDefaults } from './reading-chunk.ts';
import { assignSeries, type FamilyRow, writeMeterReadings } from './series-assignment.ts';
import type { MeterReading } from './series-book.ts';
import { type RefreshedSeries, refreshSeries } from './series-refresh.ts';
import type { StagingSink } from './sink.ts';
import { retypeSeries } from './type-changes.ts';

interface Surroundings {
  /** Those that the document speaks of, see {@link meterReadingsOf}. */
  meterReadings: Map<string, MeterReading>;
  /** Number of the document. */
  source: number;
  /** Of the workspace. */
  zone: string;
}

/** Answers the series that changed. */
export async function mergeBlocks(
  connection: Connection,
  sink: StagingSink,
  joined: JoinedDocument,
  { meterReadings, source, zone }: Surroundings,
): Promise<RefreshedSeries[]> {
  const assignments = await assignSeries(connection, sink, joined, meterReadings);
  await writeMeterReadings(connection, joined, meterReadings, source);
  const retyped = await retypeSeries(connection, assignments.doubtful);
  const regridded = new Set([...assignments.changed, ...retyped]);
  const reduced = new Set(regridded);
  // Customers' documents, and what is known already: most documents of a nightly sync.
  if (sink.blockCount === 0 && reduced.size === 0) return [];
  // Series may have changed although no block came.
  await sink.blocks.create();
  await mapBlocks(connection, assignments.families);
  if (sink.blockCount > 0) {
    const { skipped, replaced } = joined.alone ? NOTHING_REPLACED : await removeReplaced(connection, sink);
    for (const series of replaced) reduced.add(series);
    await placeReadings(connection, sink, assignments.families, skipped);
    if (sink.oddBlockCount > 0) await placeTimeless(connection, sink);
    await insertBlocks(connection, source);
    if (sink.oddBlockCount > 0) await measureOddBlocks(connection);
  }
  await connection.run(
    `CREATE TEMP TABLE st_affected AS SELECT series FROM st_map UNION SELECT unnest([${[...reduced].join(', ')}]::INTEGER[])`,
  );
  const dirty = await settleOverlaps(connection, joined.alone);
  const situation = { dirty, uneven: assignments.uneven, alone: joined.alone, reduced, regridded, retyped, zone };
  return await refreshSeries(connection, sink.gaps, situation);
}

/** One row per staged block whose series is known, with what its reading type says. */
async function mapBlocks(connection: Connection, families: readonly FamilyRow[]): Promise<void> {
  // A document may give several blocks one href and one start; the second and later ones are distinguished by their rank.
  const repeated = await connection.row('SELECT 1 AS one FROM st_blocks GROUP BY key_hash HAVING count(*) > 1 LIMIT 1');
  const rank = '(row_number() OVER (PARTITION BY b.key_hash ORDER BY b.doc_block) - 1)::UBIGINT';
  await connection.run(
    `CREATE TEMP TABLE st_map AS
     SELECT b.doc_block, b.block, b.provisional, b.family,
       ${repeated === undefined ? 'b.key_hash' : `xor(b.key_hash, ${rank})`} AS key_hash,
       f.series, f.meter_reading, f.scale, b.updated, b.plain, b.timeless, b.broken, b.start,
       CASE WHEN f.length > 0 THEN f.length WHEN b.readings > 0 AND b.duration % b.readings = 0 THEN b.duration // b.readings END AS length
     FROM st_blocks b JOIN (
       SELECT (f->>'family')::INTEGER AS family, f->>'meter_reading' AS meter_reading, (f->>'series')::INTEGER AS series,
         (f->>'length')::INTEGER AS length, (f->>'scale')::TINYINT AS scale
       FROM (SELECT unnest(?::JSON::JSON[]) AS f)) f USING (family)`,
    [
      JSON.stringify(
        families.map(({ family, meter_reading, series, length, scale }) => ({
          family,
          meter_reading,
          series,
          length,
          scale,
        })),
      ),
    ],
  );
}

interface Replaced {
  /** Blocks of the document that are left out. */
  skipped: ReadonlySet<number>;
  /** Series that lost readings to those of the document. */
  replaced: readonly number[];
}

const NOTHING_REPLACED: Replaced = { skipped: new Set(), replaced: [] };

/**
 * A block that was sent again replaces its rows; one that the store has in a newer version is left out, and so is one that could
 * not be read to its end: the store may have the rest of it.
 */
async function removeReplaced(connection: Connection, sink: StagingSink): Promise<Replaced> {
  const skipped = new Set<number>();
  const count = await connection.create(
    `CREATE TEMP TABLE st_old AS SELECT o.block, o.series, o.key_hash, o.updated FROM interval_blocks o
     WHERE o.key_hash IN (SELECT key_hash FROM st_map)`,
  );
  if (count === 0) return NOTHING_REPLACED;
  const late = await connection.rows(
    'SELECT m.block, m.provisional FROM st_map m JOIN st_old o USING (key_hash) WHERE m.broken OR o.updated > m.updated',
  );
  for (const { block } of late) skipped.add(number(block));
  const list = JSON.stringify([...skipped]);
  if (sink.loader.early && skipped.size > 0) {
    await connection.run(
      `DELETE FROM readings WHERE series IN (SELECT DISTINCT provisional FROM st_map) AND block IN (SELECT unnest(?::JSON::INTEGER[]))`,
      [list],
    );
  }
  await connection.run('DELETE FROM st_map WHERE block IN (SELECT unnest(?::JSON::INTEGER[]))', [list]);
  await connection.run('DELETE FROM st_old WHERE key_hash NOT IN (SELECT key_hash FROM st_map)');
  const replaced = (await connection.rows('SELECT DISTINCT series FROM st_old')).map(({ series }) => number(series));
  for (const table of ['readings', 'superseded']) {
    await connection.run(
      `DELETE FROM ${table} WHERE series IN (SELECT series FROM st_old) AND block IN (SELECT block FROM st_old)`,
    );
  }
  await connection.run('DELETE FROM interval_blocks WHERE block IN (SELECT block FROM st_old)');
  return { skipped, replaced };
}

/** Held rows are appended now; rows that were appended early get what was not known then, where that matters. */
async function placeReadings(
  connection: Connection,
  sink: StagingSink,
  families: readonly FamilyRow[],
  skipped: ReadonlySet<number>,
): Promise<void> {
  const { loader } = sink;
  const byFamily = new Map(families.map((row) => [row.family, row]));
  if (!loader.early) {
    await loader.appendHeld((family) => {
      const row = byFamily.get(family);
      return row === undefined ? undefined : { series: row.series, defaults: row };
    }, skipped);
  } else {
    const strays = families.some(({ family, series }) => loader.strandOf.get(family)?.series !== series);
    if (strays || loader.spilled.size > 0) await moveStrays(connection);
    for (const row of families) {
      // What was spilled got none, whatever other rows of its family have.
      const filled = loader.spilled.has(row.family) ? undefined : loader.strandOf.get(row.family)?.defaults;
      await fillDefaults(connection, row, filled);
    }
    await connection.run(`DELETE FROM loads WHERE series IN (${[...loader.placedSeries].join(', ')})`);
  }
  if (families.every(({ scale }) => scale === 0)) return;
  await connection.run(
    `UPDATE readings SET value_scale = readings.value_scale + m.scale FROM st_map m
     WHERE m.scale <> 0 AND readings.block = m.block AND readings.series IN (SELECT series FROM st_map WHERE scale <> 0)`,
  );
}

/** Rows whose series is another than was guessed; those of blocks that belong to no series at all are removed. */
async function moveStrays(connection: Connection): Promise<void> {
  const row = await connection.row('SELECT count(*) AS count FROM st_map WHERE series <> provisional');
  if (number(row?.count) > 0) {
    await connection.run(
      `UPDATE readings SET series = m.series FROM st_map m WHERE m.series <> m.provisional AND readings.block = m.block
         AND readings.series IN (SELECT provisional FROM st_map WHERE series <> provisional)`,
    );
  }
}

/** The type's own quality and buckets, where it came behind its readings. */
async function fillDefaults(connection: Connection, row: FamilyRow, filled: RowDefaults | undefined): Promise<void> {
  for (const name of ['quality', 'tou', 'tier', 'cpp'] as const) {
    if (row[name] === undefined || filled?.[name] === row[name]) continue;
    await connection.run(
      `UPDATE readings SET ${name} = ? WHERE series = ? AND ${name} IS NULL AND block IN (SELECT block FROM st_map WHERE family = ?)`,
      [row[name], row.series, row.family],
    );
  }
}

/** Readings without a time follow each other from the start of their block; where nothing says how, they are reported. */
async function placeTimeless(connection: Connection, sink: StagingSink): Promise<void> {
  const some = await connection.row('SELECT count(*) AS count FROM st_map WHERE timeless');
  if (number(some?.count) === 0) return;
  await connection.run(
    `UPDATE readings SET start = m.start + readings.start * m.length, duration = m.length FROM st_map m
     WHERE readings.block = m.block AND readings.duration = -1 AND m.timeless AND m.start IS NOT NULL AND m.length > 0
       AND readings.series IN (SELECT series FROM st_map WHERE timeless)`,
  );
  const lost = `duration = -1 AND series IN (SELECT series FROM st_map WHERE timeless)`;
  const left = await connection.row(`SELECT count(*) AS count FROM readings WHERE ${lost}`);
  const count = number(left?.count);
  if (count === 0) return;
  await connection.run(`DELETE FROM readings WHERE ${lost}`);
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

async function insertBlocks(connection: Connection, source: number): Promise<void> {
  await connection.run(
    `INSERT INTO interval_blocks
     SELECT m.block, printf('%016x', m.key_hash), m.key_hash, ?, b.updated, m.series, m.meter_reading, b.href, b.title,
       b.start, b.duration, b.byte_start, b.byte_end, b.line, b.readings, b.first, b.last, b.last_end
     FROM st_map m JOIN st_blocks b USING (block) ORDER BY m.block`,
    [source],
  );
}

/** Blocks whose readings are out of order, have no length or no time of their own: their span is taken from the rows. */
async function measureOddBlocks(connection: Connection): Promise<void> {
  const odd = await connection.row('SELECT count(*) AS count FROM st_map WHERE NOT plain');
  if (number(odd?.count) === 0) return;
  await connection.run(
    `UPDATE interval_blocks SET first = s.first, last = s.last, last_end = s.last_end
     FROM (SELECT block, min(start) AS first, max(start) AS last, max(start + duration) AS last_end FROM readings
       WHERE series IN (SELECT series FROM st_map WHERE NOT plain) AND block IN (SELECT block FROM st_map WHERE NOT plain)
       GROUP BY block) s
     WHERE interval_blocks.block = s.block`,
  );
}
