/** Lays the days of a large portfolio into a store, as nightly syncs leave them, or the whole history of one meter after another. */
import { BIGINT, DuckDBDataChunk } from '@duckdb/node-api';
import type { Connection } from '../../electron/engine/store/database.ts';
import { refreshDaySums } from '../../electron/engine/store/day-sums.ts';
import { valuesOf } from './meter-values.ts';
import { DAY } from './scale-peers.ts';
import { withStore } from './store-bench.ts';

export const READINGS_A_DAY = 96;
/** Of whole histories so many meters are laid down at a time. */
const AT_ONCE = 100;

interface Filling {
  meters: number;
  days: number;
  /** The history of one meter comes after that of another, rather than a day of all of them each night. */
  whole: boolean;
  /** Of the workspace. */
  zone: string;
}

/**
 * The rows of the first day, in their order; kept in the store while it is filled day by day: one that has them is not full
 * yet, and goes on from its last day.
 */
const FIRST_DAY = 'bench_first_day';

/** Whether the store lacks days because its filling was stopped. */
export async function isPartlyFilled(file: string, rawFolder: string): Promise<boolean> {
  return await withStore(file, rawFolder, async ({ database }) => {
    const row = await database.reader.row('SELECT 1 AS one FROM duckdb_tables() WHERE table_name = $1', [FIRST_DAY]);
    return row !== undefined;
  });
}

/** All days but those that are there, and the last. */
export async function fillDays(file: string, rawFolder: string, filling: Filling): Promise<void> {
  const { meters, whole, zone } = filling;
  await withStore(file, rawFolder, async (store) => {
    const connection = await store.database.connect();
    const keeper = store.keepTidy();
    const middle = filling.days - 2;
    // The readings of the first day have the number of their meter as that of their block.
    await connection.run(
      `CREATE ${whole ? 'TEMP ' : ''}TABLE IF NOT EXISTS ${FIRST_DAY} AS SELECT * FROM readings ORDER BY block, start`,
    );
    await connection.run(
      `CREATE TEMP TABLE first_blocks AS SELECT * FROM interval_blocks WHERE block <= ${meters} ORDER BY block`,
    );
    await connection.run('CREATE TEMP TABLE day_values (meter_value BIGINT)');
    if (whole) {
      for (let from = 0; from < meters; from += AT_ONCE) await layHistories(connection, filling, from, middle);
      await connection.run(`INSERT INTO interval_blocks SELECT ${blocksOfDay('d', meters)} FROM first_blocks f, range(1, ${middle + 1}) r(d)
        ORDER BY series, start + d * ${DAY}`);
      await grow(connection, middle);
      await connection.run('DELETE FROM day_sums');
      await connection.run('UPDATE series SET day_clock = NULL, day_whole = NULL');
      await keeper.tidy();
    } else {
      const there = await connection.row('SELECT max(block) AS block FROM interval_blocks');
      for (let day = Number(there?.block) / meters; day <= middle; day += 1) {
        await store.writeOn(connection, () => nextDay(connection, { meters, day, zone }));
        await keeper.tidy();
      }
    }
    await connection.run(`DROP TABLE ${FIRST_DAY}`);
    await connection.close();
  });
}

async function layHistories(connection: Connection, { meters }: Filling, from: number, middle: number): Promise<void> {
  const to = Math.min(meters, from + AT_ONCE);
  await connection.run('CREATE TEMP TABLE histories AS SELECT * FROM readings LIMIT 0');
  for (let day = 1; day <= middle; day += 1) {
    await takeValues(connection, from, to, day);
    await connection.run(`INSERT INTO histories SELECT ${readingsOfDay(day, meters)} FROM (
      FROM ${FIRST_DAY} WHERE block > ${from} AND block <= ${to}) POSITIONAL JOIN day_values`);
  }
  await connection.run('INSERT INTO readings SELECT * FROM histories ORDER BY series, start');
  await connection.run('DROP TABLE histories');
}

/** What a night's sync leaves. */
async function nextDay(
  connection: Connection,
  { meters, day, zone }: { meters: number; day: number; zone: string },
): Promise<void> {
  await takeValues(connection, 0, meters, day);
  await connection.run(
    `INSERT INTO readings SELECT ${readingsOfDay(day, meters)} FROM ${FIRST_DAY} POSITIONAL JOIN day_values`,
  );
  await connection.run(`INSERT INTO interval_blocks SELECT ${blocksOfDay(day, meters)} FROM first_blocks f`);
  // As the merge of a document says which series only got longer, and by which blocks.
  await connection.run(
    `CREATE TEMP TABLE st_map AS SELECT (block + ${day} * ${meters})::INTEGER AS block FROM first_blocks`,
  );
  await connection.run('CREATE TEMP TABLE st_appended AS SELECT series, last_end AS first_new FROM series');
  await grow(connection, 1);
  await refreshDaySums(connection, zone, 'true', true);
  for (const table of ['st_map', 'st_appended']) await connection.run(`DROP TABLE ${table}`);
}

/** Values of a day of the meters after `from`, up to `to`, in the order of those of the first day. */
async function takeValues(connection: Connection, from: number, to: number, day: number): Promise<void> {
  await connection.run('DELETE FROM day_values');
  const appender = await connection.raw.createAppender('day_values', null, 'temp');
  for (let meter = from + 1; meter <= to; meter += 1) {
    const chunk = DuckDBDataChunk.create([BIGINT], READINGS_A_DAY);
    chunk.setColumnValues(0, valuesOf(meter, day).map(BigInt));
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
}

/** What is known of series that have more days now: each day has as many readings of each quality. Their sums stay behind. */
async function grow(connection: Connection, more: number): Promise<void> {
  const added = more * READINGS_A_DAY;
  await connection.run(
    `UPDATE series SET count = count + ${added}, last = last + ${more * DAY}, last_end = last_end + ${more * DAY}, qualities = to_json(map(
       json_keys(qualities), list_transform(json_keys(qualities), lambda code: (qualities->>code)::BIGINT * (count + ${added}) // count)))::VARCHAR`,
  );
}

/** SQL: the columns of a reading of the first day as one of another day, with a value of `day_values`. */
function readingsOfDay(day: number, meters: number): string {
  return `series, start + ${day} * ${DAY}, duration, meter_value, value_scale, cost, cost_scale, quality, tou, tier, cpp,
    (block + ${day} * ${meters})::INTEGER, ordinal`;
}

function blocksOfDay(day: number | string, meters: number): string {
  return `f.* REPLACE ((block + ${day} * ${meters})::INTEGER AS block, printf('%016x', hash(block + ${day} * ${meters})) AS id,
    hash(block + ${day} * ${meters}) AS key_hash, href || '-' || ${day} AS href, start + ${day} * ${DAY} AS start,
    first + ${day} * ${DAY} AS first, last + ${day} * ${DAY} AS last, last_end + ${day} * ${DAY} AS last_end)`;
}
