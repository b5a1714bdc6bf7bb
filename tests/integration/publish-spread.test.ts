import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, START } from '../fixtures/batch-feed.ts';
import { POSTGRES_BIN, type PostgresServer, startPostgres } from '../fixtures/postgres-server.ts';
import { openTestStore, type TestStore } from '../unit/engine/store/store-harness.ts';

const ABOUT = { program: 'Meterscope', version: '1.2.3', workspace: 'Small' };

describe.runIf(POSTGRES_BIN !== undefined)(
  'readings spread over two more servers (left out where PostgreSQL is not installed)',
  () => {
    let servers: PostgresServer[];
    let coordinator: PostgresServer;
    beforeAll(async () => {
      servers = await Promise.all([startPostgres(), startPostgres(), startPostgres()]);
      [coordinator] = servers as [PostgresServer];
    });
    afterAll(async () => {
      for (const server of servers ?? []) await server.dispose();
    });

    let store: TestStore;
    beforeEach(async () => {
      store = await openTestStore();
      // November to March: five months of UTC, around three servers.
      await store.batch({ days: 120, meter: '2001' });
      await store.batch({ days: 120, meter: '2002' });
    });
    afterEach(async () => await store.dispose());

    const publish = (prepare = false) => store.call('publish.run', { to: coordinator.url, about: ABOUT, prepare });

    async function expectSame() {
      const { rows } = await store.call('query.run', {
        sql: 'SELECT series_id, count(*) AS readings, round(sum(value), 6) AS sum, sum(raw_value::BIGINT * (start_epoch % 9973)) AS check FROM readings GROUP BY ALL ORDER BY ALL',
      });
      const there = await coordinator.query(
        `SELECT series_id, count(*)::int AS readings, round(sum(value)::numeric, 6)::float8 AS sum, sum(raw_value::bigint * (start_epoch % 9973))::float8 AS check
       FROM v1.readings GROUP BY 1 ORDER BY 1`,
      );
      expect(there.map((row) => Object.values(row))).toEqual(
        rows.map((row) => row.map((cell, index) => (index === 3 ? Number(cell) : cell))),
      );
    }

    it('are published there, agree with the store, and follow corrections and removals', async () => {
      await publish(true);
      await coordinator.query('DELETE FROM meterscope.published; TRUNCATE meterscope.readings');
      for (const row of await coordinator.query("SELECT relname FROM pg_class WHERE relname ~ '^readings_[0-9]{6}$'")) {
        await coordinator.query(`DROP TABLE meterscope.${row.relname}`);
      }
      await coordinator.query('CREATE EXTENSION postgres_fdw; CREATE EXTENSION dblink');
      for (const [index, name] of ['one', 'two'].entries()) {
        const server = servers[index + 1];
        await coordinator.query(
          `CREATE SERVER ${name} FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '127.0.0.1', port '${server?.port}', dbname 'postgres', use_remote_estimate 'true');
         CREATE USER MAPPING FOR PUBLIC SERVER ${name} OPTIONS (user 'owner', password '${server?.password}');
         INSERT INTO meterscope.servers VALUES ('${name}')`,
        );
      }
      await publish();
      await expectSame();
      const held = await Promise.all(
        servers.map((server) =>
          server.query(
            "SELECT relname FROM pg_class WHERE relname ~ '^readings_[0-9]{6}$' AND relkind = 'r' ORDER BY 1",
          ),
        ),
      );
      expect(held.map((rows) => rows.map((row) => row.relname))).toEqual([
        ['readings_202312', 'readings_202403'],
        ['readings_202401'],
        ['readings_202311', 'readings_202402'],
      ]);
      // What lies there is there, not here.
      expect(await servers[1]?.query('SELECT count(*)::int AS readings FROM meterscope.readings_202401')).toEqual([
        { readings: 2 * 31 * 96 },
      ]);
      const plan = await coordinator.query(
        "EXPLAIN SELECT count(*) FROM v1.readings WHERE start_utc >= '2024-01-05' AND start_utc < '2024-01-06'",
      );
      const lines = plan.map((row) => String(row['QUERY PLAN'])).join('\n');
      expect(lines).toContain('readings_202401');
      expect(lines).not.toContain('readings_202402');

      await store.batch({
        days: 60,
        meter: '2001',
        start: START + 30 * DAY,
        updated: '2024-05-01T00:00:00Z',
        value: (index) => (index % 7 === 0 ? undefined : 7),
      });
      await publish();
      await expectSame();
      expect(await publish()).toMatchObject({ written: 0 });
      await store.engine.store('w').write(async (connection) => {
        for (const table of ['readings', 'day_sums', 'interval_blocks', 'series']) {
          await connection.run(
            `DELETE FROM ${table} WHERE series = (SELECT series FROM series_facts WHERE usage_point = '1001~2002')`,
          );
        }
      });
      await publish();
      await expectSame();
      expect(
        await servers[2]?.query('SELECT count(DISTINCT series)::int AS series FROM meterscope.readings_202402'),
      ).toEqual([{ series: 1 }]);
    });

    it('are not fetched from there for a meter that is new', async () => {
      const read = async () => {
        await servers[1]?.query('SELECT pg_stat_clear_snapshot()');
        const [row = {}] =
          (await servers[1]?.query(
            "SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS read, sum(n_tup_ins)::int AS written FROM pg_stat_user_tables WHERE relname ~ '^readings_'",
          )) ?? [];
        return { read: Number(row.read), written: Number(row.written) };
      };
      await publish();
      // The server counts what a session did once that ended.
      await expect.poll(async () => (await read()).written).toBeGreaterThan(2 * 31 * 96 - 1);
      const before = await read();
      await store.batch({ days: 120, meter: '2003' });
      await publish();
      await expect.poll(async () => (await read()).written).toBe(before.written + 31 * 96);
      expect((await read()).read).toBe(before.read);
      await expectSame();
    });

    it('where one of them is away are published once it is there again, none twice', async () => {
      await servers[1]?.kill();
      await store.batch({ days: 1, meter: '2001', start: START + 121 * DAY });
      await store.batch({
        days: 1,
        meter: '2001',
        start: START + 60 * DAY,
        updated: '2024-06-01T00:00:00Z',
        value: () => 3,
      });
      await expect(publish()).rejects.toMatchObject({ code: 'publish_server' });
      await servers[1]?.start();
      await publish();
      await expectSame();
    });
  },
);
