import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { POSTGRES_BIN, type PostgresServer, startPostgres } from '../fixtures/postgres-server.ts';
import { seeded } from './events-relay.ts';

/** The full run is METERSCOPE_KILLS=50; the suite makes a shorter one of the same kind. For five kills of the publisher, the server is killed twice. */
const KILLS = Number(process.env.METERSCOPE_KILLS ?? 5);
const SEED = Number(process.env.METERSCOPE_SEED ?? 1);
const PROGRAM = new URL('./publish-program.ts', import.meta.url).pathname;
const LONGEST_MS = 2500;

describe.runIf(POSTGRES_BIN !== undefined)(
  'publishing that is cut short (left out where PostgreSQL is not installed)',
  () => {
    let folder: string;
    let server: PostgresServer;
    beforeEach(async () => {
      folder = await mkdtemp(`${tmpdir()}/publish-killed-`);
      server = await startPostgres();
    });
    afterEach(async () => {
      await server?.dispose();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    });

    const start = (...more: string[]) =>
      spawn(process.execPath, [PROGRAM, folder, ...more], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, PUBLISH_TO: server.url },
      });

    async function publishFor(milliseconds: number, killServer: boolean): Promise<void> {
      const child = start();
      const ended = once(child, 'exit');
      await Promise.race([once(child.stdout, 'data'), ended]);
      expect(child.exitCode).toBeNull();
      await delay(milliseconds);
      if (killServer) {
        await server.kill();
        await server.start();
      }
      child.kill('SIGKILL');
      await ended;
    }

    /** Each month of a series is what its digest stands for: as many rows, none twice. */
    async function look() {
      const [there] = await server.query("SELECT to_regclass('meterscope.published')::text AS found");
      if (there?.found === null) return 0;
      const odd = await server.query(
        `SELECT p.kind, p.grp, p.rows, r.readings FROM meterscope.published p FULL JOIN (
         SELECT 'readings:' || to_char(r.start_utc, 'YYYYMM') AS kind, f.series_id AS grp, count(*) AS readings FROM meterscope.readings r
         JOIN meterscope.series_facts f ON f.series = r.series GROUP BY 1, 2) r ON r.kind = p.kind AND r.grp = p.grp
       WHERE coalesce(p.kind, 'readings:') LIKE 'readings:%' AND p.rows IS DISTINCT FROM r.readings`,
      );
      expect(odd).toEqual([]);
      const twice = await server.query(
        'SELECT series, start_utc FROM meterscope.readings GROUP BY 1, 2 HAVING count(*) > 1',
      );
      expect(twice).toEqual([]);
      const [row] = await server.query(
        "SELECT count(DISTINCT digest)::int AS digests, string_agg(digest, '' ORDER BY grp) AS all FROM meterscope.published WHERE kind LIKE 'readings:%'",
      );
      return row?.all;
    }

    it(
      `${KILLS} kills of the publisher, and some of the server, lose and double nothing`,
      async () => {
        const random = seeded(SEED);
        const seen = new Set<unknown>();
        for (let kill = 0; kill < KILLS; kill += 1) {
          await publishFor(kill === 0 ? LONGEST_MS * 2 : random() * LONGEST_MS, kill % 5 >= 3);
          seen.add(await look());
        }
        expect(seen.size).toBeGreaterThan(1);
        const last = start('once');
        expect((await once(last, 'exit'))[0]).toBe(0);
        await look();
        const instance = await DuckDBInstance.create(`${folder}/store.duckdb`);
        const connection = await instance.connect();
        const held = await connection.runAndReadAll(
          `SELECT f.series_id, count(*)::INTEGER AS readings, sum(r.value)::DOUBLE AS sum, sum(r.value * (r.start % 9973))::DOUBLE AS check
         FROM readings r JOIN series_facts f USING (series) GROUP BY ALL ORDER BY ALL`,
        );
        const here = held.getRowObjectsJson();
        connection.closeSync();
        instance.closeSync();
        const there = await server.query(
          `SELECT f.series_id, count(*)::int AS readings, sum(r.value)::float8 AS sum, sum(r.value * (extract(epoch FROM r.start_utc)::bigint % 9973))::float8 AS check
         FROM meterscope.readings r JOIN meterscope.series_facts f USING (series) GROUP BY 1 ORDER BY 1`,
        );
        expect(there).toEqual(here);
      },
      KILLS * 30_000 + 60_000,
    );
  },
);
