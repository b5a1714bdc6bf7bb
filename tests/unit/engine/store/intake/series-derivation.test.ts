/** Stores of before: series that were split by the length of their readings are one again, with what was decided. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Engine } from '../../../../../electron/engine/engine.ts';
import { Database } from '../../../../../electron/engine/store/database.ts';
import { keyHash } from '../../../../../electron/engine/store/identity.ts';
import { migrate } from '../../../../../electron/engine/store/migrations/index.ts';
import { DAY, periodFeed, periods } from '../../../../fixtures/period-feed.ts';

const START = 1_704_067_200;
const WORKSPACE = 'old';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-derivation-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

interface OldSeries {
  length: number;
  readings: readonly { start: number; duration: number; value: number }[];
  power?: number;
  decisions?: Readonly<Record<string, string>>;
  point?: string;
}

/** A store as version 8 left it: a series for each length, its key and id with that length in them. */
async function oldStore(file: string, all: readonly OldSeries[]): Promise<string[]> {
  const database = await Database.open(file, `${file}.temporary`);
  const connection = await database.connect();
  await migrate(connection, 8);
  const ids: string[] = [];
  for (const [index, { length, readings, power = 0, decisions = {}, point = 'p' }] of all.entries()) {
    const series = index + 1;
    const key = `7/169/1/12/${length}/0/0/0/0/0/interval`;
    const id = keyHash(`series:${point}`, key).toString(16).padStart(16, '0');
    ids.push(id);
    const last = readings.at(-1);
    await connection.run(
      `INSERT INTO series BY NAME SELECT $series AS series, $id AS id, $point AS usage_point, $key AS key, $type AS reading_type, $power AS power,
         $length AS interval_length, 'x' AS interval_reason, 'interval' AS decided, 'interval' AS behaviour, 'x' AS behaviour_reason,
         'source' AS behaviour_by, $length AS grid, false AS overlapping, $count AS count, 0 AS gaps, 0 AS gap_seconds, 0 AS duplicates,
         '{}' AS qualities, $first AS first, $last AS last, $end AS last_end, $sum AS sum_value`,
      {
        series,
        id,
        point,
        key,
        power,
        length,
        type: JSON.stringify({ commodity: 7, uom: 169, flowDirection: 1, kind: 12, powerOfTenMultiplier: power }),
        count: readings.length,
        sum: readings.reduce((sum, { value }) => sum + value, 0),
        first: readings[0]?.start,
        last: last?.start,
        end: (last?.start ?? 0) + (last?.duration ?? 0),
      },
    );
    await connection.run(
      `INSERT INTO meter_readings VALUES ('m${series}', ${series}, 1, 1, '${point}', 'r${series}', NULL, ${series}, false)`,
    );
    for (const [at, { start, duration, value }] of readings.entries()) {
      const block = series * 100 + at;
      await connection.run(
        `INSERT INTO interval_blocks VALUES (${block}, 'b${block}', ${block}, 1, 1, ${series}, 'm${series}', NULL, NULL, ${start}, ${duration}, 0, 1, 1, 1, ${start}, ${start}, ${start + duration})`,
      );
      await connection.run(
        `INSERT INTO readings VALUES (${series}, ${start}, ${duration}, ${value}, 0, NULL, 0, 17, NULL, NULL, NULL, ${block}, 0)`,
      );
    }
    for (const [name, value] of Object.entries(decisions)) {
      await connection.run('INSERT INTO decisions VALUES (?, ?, ?, ?)', [id, name, value, BigInt(1000 + series)]);
    }
  }
  await connection.close();
  await database.close();
  return ids;
}

async function open(file: string): Promise<Engine> {
  const engine = new Engine();
  await engine.call('store.open', { workspace: WORKSPACE, file, rawFolder: folder, zone: 'UTC' });
  return engine;
}

const byLength = (readings: ReturnType<typeof periods>) => {
  const lengths = [...new Set(readings.map(({ duration }) => duration))];
  return lengths.map((length) => ({ length, readings: readings.filter(({ duration }) => duration === length) }));
};

describe('a store of before', () => {
  it('has its months in one series again, with gaps where one is missing, and takes more', async () => {
    const file = path.join(folder, 'months.duckdb');
    const readings = periods(START, [28, 34, 29, 33, 30, 31, 32, 30, 29], (index) =>
      index === 3 ? undefined : 10 + index,
    );
    const total = readings.reduce((sum, { value }) => sum + value, 0);
    await oldStore(file, byLength(readings));
    const engine = await open(file);
    const [only, ...others] = await engine.call('series.list', { workspace: WORKSPACE });
    expect(others).toHaveLength(0);
    expect(only).toMatchObject({ grid: 'month', intervalLength: 0, count: 8, gaps: 1, sum: total });
    await engine.close();
    // Nothing is derived twice; another month of the same meter joins.
    const again = await open(file);
    expect(await again.call('series.list', { workspace: WORKSPACE })).toEqual([only]);
    await again.close();
  });

  it('counts none twice that was set aside in one of them', async () => {
    const file = path.join(folder, 'duplicates.duckdb');
    const readings = periods(START, [30, 31, 30, 31], () => 10);
    await oldStore(file, byLength(readings));
    const database = await Database.open(file, `${file}.temporary`);
    const connection = await database.connect();
    await connection.run(
      'INSERT INTO superseded SELECT * REPLACE (-1 AS ordinal) FROM readings WHERE series = 2 ORDER BY start LIMIT 1',
    );
    await connection.run('UPDATE series SET overlapping = true, duplicates = 1 WHERE series = 2');
    await connection.close();
    await database.close();
    const engine = await open(file);
    expect(await engine.call('series.list', { workspace: WORKSPACE })).toMatchObject([
      { count: 4, duplicates: 1, sum: 40 },
    ]);
    await engine.close();
  });

  it('keeps what was decided, the last word of all, and the scale of each', async () => {
    const file = path.join(folder, 'decisions.duckdb');
    const readings = periods(START, [30, 31, 30, 31], () => 1000);
    const [thirty, thirtyOne] = byLength(readings);
    if (thirty === undefined || thirtyOne === undefined) throw new Error('two lengths');
    await oldStore(file, [
      { ...thirty, decisions: { behaviour: 'register' } },
      { ...thirtyOne, power: -3, decisions: { behaviour: 'sample', holes: 'gaps' } },
    ]);
    const engine = await open(file);
    const [only, ...others] = await engine.call('series.list', { workspace: WORKSPACE });
    expect(others).toHaveLength(0);
    expect(only).toMatchObject({ behaviour: 'sample', behaviourBy: 'user', holes: { by: 'user', taken: 'gaps' } });
    await engine.call('series.setBehaviour', { workspace: WORKSPACE, series: only?.id ?? '' });
    expect(await engine.call('series.list', { workspace: WORKSPACE })).toMatchObject([
      { behaviour: 'interval', sum: 2002 },
    ]);
    await engine.close();
  });

  it('leaves apart what is of other meters, other lengths of a day and less, or of the same times', async () => {
    const file = path.join(folder, 'apart.duckdb');
    const ids = await oldStore(file, [
      { length: 900, readings: [900, 900].map((duration, i) => ({ start: START + i * 900, duration, value: 1 })) },
      { length: DAY, readings: periods(START, [1, 1, 1, 1], () => 2) },
      { length: 7 * DAY, readings: periods(START, [7, 7, 7, 7, 7], () => 3) },
      { length: 30 * DAY, readings: periods(START, [30, 30], () => 4) },
      { length: 31 * DAY, readings: periods(START, [31], () => 5), point: 'q' },
    ]);
    const engine = await open(file);
    const all = await engine.call('series.list', { workspace: WORKSPACE });
    expect(all.map(({ sum }) => sum).sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual([2, 5, 8, 8, 15]);
    // Addresses of those that were right before still lead there.
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining(ids.slice(0, 2)));
    await engine.close();
  });

  it('gives a series the id that a fresh store gives it', async () => {
    const readings = periods(START, [30, 31, 30, 31, 29], () => 5);
    const point = '1~5';
    const file = path.join(folder, 'id.duckdb');
    await oldStore(
      file,
      byLength(readings).map((one) => ({ ...one, point })),
    );
    const old = await open(file);
    const fresh = await open(':memory:');
    const source = { kind: 'request', label: 'x', requestId: 'r' } as const;
    const { session } = await fresh.call('ingest.begin', { workspace: WORKSPACE, source });
    await fresh.call('ingest.chunk', { session, bytes: new TextEncoder().encode(periodFeed({ readings })) });
    await fresh.call('ingest.finish', { session });
    const ids = await Promise.all([old, fresh].map((engine) => engine.call('series.list', { workspace: WORKSPACE })));
    expect(ids[0]?.map(({ id }) => id)).toEqual(ids[1]?.map(({ id }) => id));
    await old.close();
    await fresh.close();
  });
});
