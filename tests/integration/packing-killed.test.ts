import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { seeded } from './events-relay.ts';
import { killedAfter } from './killed-after.ts';

/** The full run is METERSCOPE_KILLS=50; the suite makes a shorter one of the same kind. */
const KILLS = Number(process.env.METERSCOPE_KILLS ?? 8);
const SEED = Number(process.env.METERSCOPE_SEED ?? 1);
const PROGRAM = new URL('./packing-program.ts', import.meta.url).pathname;
const LONGEST_MS = 700;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(`${tmpdir()}/packing-killed-`);
});
afterEach(async () => await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

/** What every lost or doubled reading would change, and where the packing stands. */
async function look() {
  const instance = await DuckDBInstance.create(`${folder}/store.duckdb`);
  try {
    const connection = await instance.connect();
    const one = async (sql: string) => (await connection.runAndReadAll(sql)).getRows()[0]?.map(String).join(' ');
    const readings = await one(
      'SELECT count(*), count(DISTINCT (block, start)), sum(hash(series, start, duration, value, quality, block, ordinal)) FROM readings',
    );
    const days = await one(`SELECT count(*), sum(count), sum(hash(series, day, count, total, peak)) FROM (
         SELECT series, day, sum(count) AS count, sum(total) AS total, max(peak) AS peak FROM day_sums GROUP BY series, day)`);
    const places = await one('SELECT coalesce(max(next_series), 0), (SELECT count(*) FROM packed_runs) FROM packing');
    connection.closeSync();
    return { readings, days, places };
  } finally {
    instance.closeSync();
  }
}

it(
  `${KILLS} kills while readings are packed lose and double none`,
  async () => {
    const random = seeded(SEED);
    await killedAfter(0, PROGRAM, folder);
    const before = await look();
    expect(before.readings?.split(' ').slice(0, 2)).toEqual(['230400', '230400']);
    expect(before.days?.split(' ').slice(0, 2)).toEqual(['2440', '230400']);
    const places = new Set<string | undefined>();
    for (let kill = 0; kill < KILLS; kill += 1) {
      await killedAfter(random() * LONGEST_MS, PROGRAM, folder);
      const after = await look();
      expect([after.readings, after.days]).toEqual([before.readings, before.days]);
      places.add(after.places);
    }
    // It was killed at work, in several places of it.
    expect(places.size).toBeGreaterThan(KILLS / 4);
  },
  KILLS * 15_000,
);
