import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { query } from '../fixtures/duckdb-query.ts';
import { manifestOf } from '../unit/engine/store/sharing/parquet-readers.ts';
import { seeded } from './events-relay.ts';
import { killedAfter } from './killed-after.ts';

/** The full run is METERSCOPE_KILLS=50; the suite makes a shorter one of the same kind. */
const KILLS = Number(process.env.METERSCOPE_KILLS ?? 5);
const SEED = Number(process.env.METERSCOPE_SEED ?? 1);
const PROGRAM = new URL('./dataset-program.ts', import.meta.url).pathname;
const LONGEST_MS = 2500;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(`${tmpdir()}/dataset-killed-`);
});
afterEach(async () => await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

/** Readings and their sum by what the manifest names; each file must be there as it says. */
async function look() {
  const shared = `${folder}/shared`;
  const manifest = await manifestOf(shared);
  for (const file of [...manifest.files, ...Object.values(manifest.tables), manifest.state]) {
    expect(
      createHash('sha256')
        .update(await readFile(`${shared}/${file.path}`))
        .digest('hex'),
    ).toBe(file.sha256);
  }
  const files = manifest.files.map((file) => `'${shared}/${file.path}'`).join(', ');
  const [seen] = await query(
    `WITH readings AS (SELECT * FROM read_parquet([${files}], hive_partitioning = true))
     SELECT count(*)::INTEGER AS readings, sum(value) AS sum FROM (${manifest.newest})`,
  );
  expect(seen).toEqual({
    readings: manifest.readings,
    sum: expect.closeTo(
      manifest.totals.reduce((sum, one) => sum + (one.sum_value ?? 0), 0),
      6,
    ),
  });
  return { ...seen, export: manifest.export };
}

it(
  `${KILLS} kills while a data set is written leave the one before, whole`,
  async () => {
    const random = seeded(SEED);
    const seen = new Set<number>();
    for (let kill = 0; kill < KILLS; kill += 1) {
      await killedAfter(kill === 0 ? LONGEST_MS * 2 : random() * LONGEST_MS, PROGRAM, folder);
      seen.add((await look()).export);
    }
    // It had written some.
    expect(seen.size).toBeGreaterThan(1);
    const last = spawn(process.execPath, [PROGRAM, folder, 'once'], { stdio: 'inherit' });
    expect((await once(last, 'exit'))[0]).toBe(0);
    const instance = await DuckDBInstance.create(`${folder}/store.duckdb`);
    const connection = await instance.connect();
    const held = await connection.runAndReadAll(
      'SELECT count(*)::INTEGER AS readings, sum(value) / 1000 AS sum FROM readings',
    );
    const [row] = held.getRowObjectsJson();
    connection.closeSync();
    instance.closeSync();
    expect(await look()).toMatchObject({ readings: row?.readings, sum: expect.closeTo(Number(row?.sum), 6) });
  },
  KILLS * 20_000 + 60_000,
);
