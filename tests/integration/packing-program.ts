/**
 * Packs the store in a folder, over and over, until it is killed: `node packing-program.ts FOLDER`. Prints `ready` when it begins.
 * An empty store gets the readings of some meters first, a day of each after the other.
 */
import { Store } from '../../electron/engine/store/store.ts';

const METERS = 40;
const DAYS = 60;
const RULES = { tail: 20_000, runs: 3, step: 4000, rowGroup: 2048 };
/** The order in which daily syncs leave them. */
const SCATTERED = { readings: 'block, start', day_sums: 'block, day' };

const folder = process.argv[2] ?? '';
const store = await Store.open('w', { file: `${folder}/store.duckdb`, rawFolder: `${folder}/raw`, zone: 'UTC' }, []);
await store.write(async (connection) => {
  const some = await connection.row('SELECT 1 AS one FROM interval_blocks LIMIT 1');
  if (some !== undefined) return;
  await connection.run(
    `INSERT INTO readings SELECT meter, 1700000000 + day * 86400 + part * 900, 900, hash(meter, day, part) % 1000, 0, NULL, 0, 17,
       NULL, NULL, NULL, day * ${METERS} + meter, part
     FROM range(${DAYS}) d(day), range(1, ${METERS + 1}) m(meter), range(96) p(part) ORDER BY day, meter, part`,
  );
  await connection.run(
    `INSERT INTO day_sums SELECT series, start // 86400, count(*), count(*), sum(value), NULL, min(value), min(start), max(value), max(start), 0, 0,
       true, block FROM readings GROUP BY series, start // 86400, block ORDER BY block`,
  );
  await connection.run(
    `INSERT INTO interval_blocks (block, id, key_hash, source, series, meter_reading, byte_start, byte_end, line, readings)
     SELECT block, block::VARCHAR, block, 1, any_value(series), 'm', 0, 0, 0, count(*) FROM readings GROUP BY block`,
  );
});
const keeper = store.keepTidy(undefined, RULES);
process.stdout.write('ready\n');
for (;;) {
  await keeper.tidy();
  await store.write(async (connection) => {
    for (const [table, order] of Object.entries(SCATTERED)) {
      await connection.run(`CREATE TEMP TABLE scattered AS SELECT * FROM ${table} ORDER BY ${order}`);
      await connection.run(`DELETE FROM ${table}`);
      await connection.run(`INSERT INTO ${table} SELECT * FROM scattered`);
      await connection.run('DROP TABLE scattered');
    }
    await connection.run('DELETE FROM packed_runs');
  });
}
