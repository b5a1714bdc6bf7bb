import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../../../electron/engine/store/database.ts';
import { latestVersion, migrate, migrations } from '../../../../../electron/engine/store/migrations/index.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-migrations-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function tablesAfter(file: string, target?: number): Promise<string> {
  const database = await Database.open(file, `${file}.temporary`);
  const connection = await database.connect();
  await migrate(connection, target);
  const rows = await connection.rows(
    `SELECT schema_name, table_name, string_agg(column_name || ' ' || data_type, ', ' ORDER BY column_index) AS columns
     FROM duckdb_columns() WHERE NOT internal GROUP BY ALL ORDER BY ALL`,
  );
  await connection.close();
  await database.close();
  return JSON.stringify(rows, null, 1);
}

describe('migrations', () => {
  it('are numbered as they follow each other', () => {
    const versions = migrations.map(({ version }) => version);
    expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b));
  });

  it.each(migrations.map(({ version, name }) => [version, name] as const))(
    'from version %i (%s), kept in a file, to the newest gives the newest schema',
    async (version) => {
      const fresh = await tablesAfter(path.join(folder, 'fresh.duckdb'));
      const file = path.join(folder, `from-${version}.duckdb`);
      await tablesAfter(file, version);
      expect(await tablesAfter(file)).toBe(fresh);
      // And once more changes nothing.
      expect(await tablesAfter(file)).toBe(fresh);
    },
  );

  it('an authorization whose answer was once cut short is asked for as a whole again, and no other', async () => {
    const file = path.join(folder, 'cut.duckdb');
    await tablesAfter(file, 12);
    const database = await Database.open(file, `${file}.temporary`);
    const connection = await database.connect();
    for (const [source, kind, authorization] of [
      [1, 'request', 'cut'],
      [2, 'request', 'whole'],
      [3, 'file', 'whole'],
      [4, 'request', undefined],
    ] as const) {
      await connection.run(
        'INSERT INTO sources (source, id, kind, label, scope, authorization_uid, read_at, ok, bytes) VALUES (?, ?, ?, ?, ?, ?, 0, true, 0)',
        [source, `s${source}`, kind, 'x', '', authorization],
      );
    }
    await connection.run(
      `INSERT INTO problems (source, ordinal, code, severity, message) VALUES (1, 0, 'feed_truncated', 'error', 'x'),
         (2, 0, 'self_link_missing', 'info', 'x'), (3, 0, 'feed_truncated', 'error', 'x'), (4, 0, 'feed_truncated', 'error', 'x')`,
    );
    await connection.run(
      "INSERT INTO cursors (name, value) VALUES ('sync/cut', '{}'), ('sync/whole', '{}'), ('events', '{}')",
    );
    await migrate(connection);
    const left = await connection.rows('SELECT name FROM cursors ORDER BY name');
    expect(left.map(({ name }) => name)).toEqual(['events', 'sync/whole']);
    await connection.close();
    await database.close();
  });

  it('count the warnings of each document, but not what is only worth knowing', async () => {
    const file = path.join(folder, 'warnings.duckdb');
    await tablesAfter(file, 13);
    const database = await Database.open(file, `${file}.temporary`);
    const connection = await database.connect();
    await connection.run(
      `INSERT INTO sources (source, id, kind, label, scope, read_at, ok, bytes)
       VALUES (1, 'a', 'file', 'x', '', 0, true, 0), (2, 'b', 'file', 'x', '', 0, true, 0), (3, 'c', 'file', 'x', '', 0, true, 0)`,
    );
    await connection.run(
      `INSERT INTO problems (source, ordinal, code, severity, message) VALUES (1, 0, 'x', 'error', 'x'), (1, 1, 'x', 'warning', 'x'),
         (1, 2, 'x', 'info', 'x'), (2, 0, 'x', 'info', 'x')`,
    );
    await migrate(connection);
    const counted = await connection.rows('SELECT id, warnings FROM sources ORDER BY id');
    expect(counted.map(({ id, warnings }) => [id, warnings])).toEqual([
      ['a', 2],
      ['b', 0],
      ['c', 0],
    ]);
    await connection.close();
    await database.close();
  });

  it('runs that were kept get the columns that their verdicts are asked by, and collections none', async () => {
    const file = path.join(folder, 'runs.duckdb');
    await tablesAfter(file, 17);
    const database = await Database.open(file, `${file}.temporary`);
    const connection = await database.connect();
    const view = JSON.stringify({ scenario: 'empty', utility: 'NORTH', state: 'fail', firedAt: 1_790_000_000_123 });
    await connection.run(
      `INSERT INTO runs VALUES ('r', 'run', NULL, true, 1, $1, 'null'), ('q', 'run', NULL, false, 2, '{"scenario":"locked"}', 'null'),
         ('c', 'collection', NULL, true, 3, $1, 'null'), ('s', 'run', NULL, true, 4, '{"scenario":"empty","note":"\\ud800"}', 'null')`,
      [view],
    );
    await migrate(connection);
    const rows = await connection.rows('SELECT id, scenario, utility, verdict, fired_at FROM runs ORDER BY created_at');
    expect(
      rows.map((row) => Object.values(row).map((value) => (typeof value === 'bigint' ? Number(value) : value))),
    ).toEqual([
      ['r', 'empty', 'NORTH', 'fail', 1_790_000_000_123],
      ['q', 'locked', null, null, null],
      ['c', null, null, null, null],
      ['s', null, null, null, null],
    ]);
    await connection.close();
    await database.close();
  });

  it('readings without a value at the ends of a series become gaps, and no others', async () => {
    const file = path.join(folder, 'valueless.duckdb');
    await tablesAfter(file, 26);
    const database = await Database.open(file, `${file}.temporary`);
    const connection = await database.connect();
    const add = async (series: number, values: readonly (number | null)[], gaps: readonly [number, number][]) => {
      await connection.run(
        `INSERT INTO series (series, id, key, reading_type, power, interval_length, interval_reason, step, decided, behaviour, behaviour_reason, behaviour_by, overlapping, count, gaps, gap_seconds, duplicates, qualities)
         VALUES ($1, $1, '', '{}', 0, 900, '', 900, 'interval', 'interval', '', 'source', false, ${values.length}, ${gaps.length}, 0, 0, $2)`,
        [series, values.includes(null) ? '{"missing":1,"17":1}' : '{"17":1}'],
      );
      for (const [place, value] of values.entries()) {
        await connection.run(
          `INSERT INTO readings (series, start, duration, value, value_scale, cost_scale, block, ordinal) VALUES (?, ?, 900, ?, 0, 0, ${series}, ${place})`,
          [series, place * 900, value],
        );
      }
      for (const gap of gaps) await connection.run('INSERT INTO gaps VALUES (?, ?, ?)', [series, ...gap]);
    };
    await add(1, [null, null, 1, null, 1, null], [[2700, 3600]]);
    await add(2, [null, null], []);
    await add(3, [1, 2], [[400, 500]]);
    await migrate(connection);
    const gaps = await connection.rows('SELECT series, start, stop FROM gaps ORDER BY ALL');
    expect(gaps.map((row) => [row.series, Number(row.start), Number(row.stop)])).toEqual([
      [1, 0, 1800],
      [1, 2700, 3600],
      [1, 4500, 5400],
      [2, 0, 1800],
      [3, 400, 500],
    ]);
    const series = await connection.rows('SELECT gaps, gap_seconds FROM series ORDER BY series');
    expect(series.map((row) => [row.gaps, Number(row.gap_seconds)])).toEqual([
      [3, 3600],
      [1, 1800],
      [1, 0],
    ]);
    await connection.close();
    await database.close();
  });

  it('steps in which registers begin anew become gaps, and what rolled over is summed again', async () => {
    const file = path.join(folder, 'registers.duckdb');
    await tablesAfter(file, 33);
    const database = await Database.open(file, `${file}.temporary`);
    const connection = await database.connect();
    const add = async (
      series: number,
      values: readonly (number | null)[],
      flow: number,
      gaps: readonly [number, number][],
    ) => {
      await connection.run(
        `INSERT INTO series (series, id, key, reading_type, power, interval_length, interval_reason, step, decided, behaviour, behaviour_reason, behaviour_by, overlapping, count, gaps, gap_seconds, duplicates, qualities, day_clock, day_whole)
         VALUES ($1, $1, '', $2, 0, 0, '', 900, 'register', $3, '', 'source', false, ${values.length}, ${gaps.length}, 0, 0, '{"17":1}', 'c', false)`,
        [series, JSON.stringify({ flowDirection: flow }), series === 5 ? 'interval' : 'register'],
      );
      for (const [place, value] of values.entries()) {
        if (value === null) continue;
        await connection.run(
          `INSERT INTO readings (series, start, duration, value, value_scale, cost_scale, block, ordinal) VALUES (?, ?, 0, ?, 0, 0, ${series}, ${place})`,
          [series, place * 900, value],
        );
      }
      for (const gap of gaps) await connection.run('INSERT INTO gaps VALUES (?, ?, ?)', [series, ...gap]);
      await connection.run(
        `INSERT INTO day_sums (series, day, count, weight, total, estimated, estimated_seconds, whole) VALUES (${series}, 0, 1, 1, 1, 0, 0, false)`,
      );
      await connection.run(
        `INSERT INTO month_sums (series, month, total, estimated_seconds, least_days, step) VALUES (${series}, 0, 1, 0, 0, 900)`,
      );
    };
    // Exchanged behind a hole; rolled over; too fast for that; of net amounts; amounts; that only counts.
    await add(1, [500, 510, null, null, 3, 4, null, 5], 1, [
      [1800, 3600],
      [5400, 6300],
    ]);
    await add(2, [99_980, 99_990, 0, 10], 1, []);
    await add(3, [99_980, 99_990, 500, 510], 1, []);
    await add(4, [500, 510, 3], 4, []);
    await add(5, [500, 510, 3], 1, []);
    await add(6, [1, 2, null, 3], 1, [[1800, 2700]]);
    await connection.run("INSERT INTO usage_point_facts (usage_point) VALUES ('p')");
    await migrate(connection);
    const gaps = await connection.rows('SELECT series, start, stop FROM gaps ORDER BY ALL');
    expect(gaps.map((row) => [row.series, Number(row.start), Number(row.stop)])).toEqual([
      [1, 900, 3600],
      [1, 5400, 6300],
      [3, 900, 1800],
      [6, 1800, 2700],
    ]);
    const series = await connection.rows('SELECT gaps, gap_seconds, day_clock FROM series ORDER BY series');
    expect(series.map((row) => [row.gaps, Number(row.gap_seconds), row.day_clock])).toEqual([
      [2, 3600, 'c'],
      [0, 0, null],
      [1, 900, 'c'],
      [0, 0, 'c'],
      [0, 0, 'c'],
      [1, 0, 'c'],
    ]);
    for (const table of ['day_sums', 'month_sums']) {
      const kept = await connection.rows(`SELECT series FROM ${table} ORDER BY series`);
      expect(kept.map((row) => row.series)).toEqual([1, 3, 4, 5, 6]);
    }
    expect(await connection.rows('FROM usage_point_facts')).toEqual([]);
    await connection.close();
    await database.close();
  });

  it('refuse a file of a newer version', async () => {
    const file = path.join(folder, 'newer.duckdb');
    await tablesAfter(file);
    const database = await Database.open(file, `${file}.temporary`);
    const connection = await database.connect();
    await connection.run(`INSERT INTO schema_migrations VALUES (${latestVersion() + 1}, 'x', now()::TIMESTAMP)`);
    await expect(migrate(connection)).rejects.toMatchObject({ code: 'store_too_new' });
    await connection.close();
    await database.close();
  });

  it('a file that is no database is refused with a sentence', async () => {
    const file = path.join(folder, 'text.duckdb');
    const { writeFile } = await import('node:fs/promises');
    await writeFile(file, 'this is no database, and long enough to have a header of its own'.repeat(100));
    await expect(Database.open(file, `${file}.temporary`)).rejects.toMatchObject({ code: 'store_unreadable' });
  });
});
