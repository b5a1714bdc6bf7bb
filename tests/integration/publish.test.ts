import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { batchFeed, DAY, ELECTRICITY, START } from '../fixtures/batch-feed.ts';
import { billFeed } from '../fixtures/bill-feed.ts';
import { POSTGRES_BIN, type PostgresServer, startPostgres } from '../fixtures/postgres-server.ts';
import { openTestStore, type TestStore, WORKSPACE } from '../unit/engine/store/store-harness.ts';

const ABOUT = { program: 'Meterscope', version: '1.2.3', workspace: 'Small' };

describe.runIf(POSTGRES_BIN !== undefined)('publishing to PostgreSQL (left out where it is not installed)', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => await server?.dispose());

  let store: TestStore;
  let publish: (options?: { prepare?: boolean; to?: string }) => Promise<unknown>;
  beforeEach(async () => {
    store = await openTestStore();
    await store.batch({ days: 40, meter: '2001' });
    await store.batch({ days: 2, meter: '2002', start: START + 60 * DAY });
    publish = (options = {}) => store.call('publish.run', { to: server.url, about: ABOUT, ...options });
    await server.query(
      'DROP SCHEMA IF EXISTS v1 CASCADE; DROP SCHEMA IF EXISTS meterscope_pull CASCADE; DROP SCHEMA IF EXISTS meterscope CASCADE',
    );
    await publish({ prepare: true });
  });
  afterEach(async () => await store.dispose());

  const VIEWS = [
    'meters',
    'series',
    'readings',
    'daily',
    'monthly',
    'coverage',
    'bills',
    'bill_lines',
    'sources',
    'findings',
    'events',
    'requests',
    'runs',
  ];

  /** All rows of a view, as texts that both sides write alike, sorted. */
  async function rowsOf(view: string) {
    const { columns } = await store.call('query.run', { sql: `SELECT * FROM ${view} LIMIT 0` });
    const list = columns
      .map(({ name, type }) =>
        type === 'TIMESTAMP'
          ? `epoch(${name})::BIGINT::VARCHAR`
          : type === 'DOUBLE'
            ? `round(${name}::DECIMAL(28, 9), 6)::VARCHAR`
            : `${name}::VARCHAR`,
      )
      .join(', ');
    const { rows: here } = await store.call('query.run', { sql: `SELECT ${list} FROM ${view}`, limit: 100_000 });
    const there = columns
      .map(({ name, type }) =>
        type === 'TIMESTAMP'
          ? `extract(epoch FROM ${name})::bigint::text`
          : type === 'DOUBLE'
            ? `round(${name}::numeric(28, 9), 6)::text`
            : `${name}::text`,
      )
      .map((expression, index) => `${expression} AS c${index}`);
    const rows = await server.query(`SELECT ${there.join(', ')} FROM v1.${view}`);
    const text = (cells: readonly unknown[]) =>
      JSON.stringify(cells.map((cell) => (cell === null ? null : String(cell).replace(/\.?0+$/, ''))));
    return { here: here.map(text).sort(), there: rows.map((row) => text(Object.values(row))).sort() };
  }

  async function expectSame() {
    for (const view of VIEWS) {
      const { here, there } = await rowsOf(view);
      expect(there, view).toEqual(here);
    }
  }

  it('answers the query of its documentation with what was delivered, and adds no other series', async () => {
    const beside = (type: number, readingType: string, value: (index: number) => number) =>
      store.ingest(
        batchFeed({ days: 39, readingType, value })
          .replaceAll('ReadingType/7', `ReadingType/${type}`)
          .replaceAll('2001-15', `2001-${type}`),
      );
    await beside(19, ELECTRICITY.replace('<flowDirection>1', '<flowDirection>19'), (index) => 7 + (index % 5));
    await beside(4, ELECTRICITY.replace('<flowDirection>1', '<flowDirection>4'), (index) => 90 + (index % 5));
    const register = ELECTRICITY.replace('<accumulationBehaviour>4', '<accumulationBehaviour>3');
    await beside(3, register, (index) => 1_000_000 + index * 150);
    await publish();
    const docs = await readFile(new URL('../../docs/postgres.md', import.meta.url), 'utf8');
    const [, sql = ''] = /```sql\n(.*?)\n```/s.exec(docs) ?? [];
    const months = await server.query(sql);
    // 42 days of quarter hours of 100 to 195 Wh.
    expect(months.reduce((sum, { kwh }) => sum + Number(kwh), 0)).toBeCloseTo((42 * 96 * 147.5) / 1000, 6);
    expect(months).toHaveLength(3);
  });

  it('has the views of the workspace with the same rows', async () => {
    await expectSame();
    const views = await server.query(
      "SELECT table_name FROM information_schema.views WHERE table_schema = 'v1' ORDER BY 1",
    );
    expect(views.map((row) => row.table_name)).toEqual([...VIEWS].sort());
    const partitions = await server.query(
      "SELECT c.relname, c.reltuples >= 0 AS analysed FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'meterscope.readings'::regclass ORDER BY 1",
    );
    expect(partitions.map((row) => row.relname)).toEqual([
      'readings_202311',
      'readings_202312',
      'readings_202401',
      'readings_other',
    ]);
    expect(
      await server.query('SELECT count(*)::int AS readings, count(DISTINCT start_utc)::int AS starts FROM v1.readings'),
    ).toEqual([{ readings: 4032, starts: 4032 }]);
  });

  it('writes nothing where nothing changed, and only what did', async () => {
    expect(await publish()).toMatchObject({ written: 0, removed: 0, readings: 4032, leftOut: 0 });
    const lie =
      "SELECT string_agg(xmin::text, ',' ORDER BY start_utc) AS versions FROM meterscope.readings WHERE start_utc < '2023-12-20'";
    const before = await server.query(lie);
    await store.batch({ days: 1, meter: '2001', start: START + 40 * DAY });
    expect(await publish()).toMatchObject({ readings: 4128, removed: 0 });
    await expectSame();
    expect(await server.query(lie)).toEqual(before);
  });

  it('takes texts as they are: empty, with quotes and lines, and without the one character that PostgreSQL has no place for', async () => {
    const odd = 'a "b",\n\\.\n\\N \t’';
    const change = (title: string, tariff: string) =>
      store.engine
        .store('w')
        .write((connection) =>
          connection.run('UPDATE usage_points SET title = ?, tariff = ? WHERE uid = ?', [title, tariff, '2001']),
        );
    await change('', odd);
    await publish();
    await expectSame();
    await change('x', `${odd}\0${odd}`);
    await publish();
    expect(await server.query("SELECT title, tariff FROM v1.meters WHERE uid = '2001'")).toEqual([
      { title: 'x', tariff: odd + odd },
    ]);
  });

  it('follows corrections, what became missing, and decisions', async () => {
    await store.batch({
      days: 2,
      meter: '2001',
      updated: '2024-03-01T00:00:00Z',
      value: (index) => (index < 96 ? 105 + (index % 96) : index < 144 ? 100 + (index % 96) : undefined),
    });
    await publish();
    await expectSame();
    expect(await server.query('SELECT count(*)::int AS readings FROM v1.readings')).toEqual([{ readings: 4032 - 48 }]);
    await store.call('usagePoints.setZone', { id: '1001~2002', zone: 'Asia/Tokyo' });
    await publish();
    await expectSame();
  });

  it('removes what is not in the store any more, and nothing of other publishers', async () => {
    const other = await openTestStore();
    try {
      await other.batch({ days: 3, meter: '9001', authorization: '1002' });
      const published = { to: server.url, about: ABOUT };
      await other.engine.call('store.open', {
        workspace: 'other',
        file: ':memory:',
        rawFolder: path.join(other.folder, 'o'),
        zone: 'UTC',
      });
      const source = { kind: 'request', label: 'x', requestId: 'r' } as const;
      const { session } = await other.engine.call('ingest.begin', { workspace: 'other', source });
      const { batchFeed } = await import('../fixtures/batch-feed.ts');
      await other.engine.call('ingest.chunk', {
        session,
        bytes: new TextEncoder().encode(batchFeed({ days: 3, meter: '9001', authorization: '1002' })),
      });
      await other.engine.call('ingest.finish', { session });
      await other.engine.call('publish.run', { workspace: 'other', ...published });
    } finally {
      await other.dispose();
    }
    await removeMeter();
    expect(await publish()).toMatchObject({ removed: 1 });
    const left = await server.query(
      'SELECT usage_point, count(*)::int AS readings FROM v1.readings GROUP BY 1 ORDER BY 1',
    );
    expect(left).toEqual([
      { usage_point: '1001~2001', readings: 3840 },
      { usage_point: '1002~9001', readings: 288 },
    ]);
    for (const view of ['meters', 'series', 'daily', 'monthly', 'coverage']) {
      expect(await server.query(`SELECT DISTINCT usage_point FROM v1.${view} ORDER BY 1`), view).toEqual([
        { usage_point: '1001~2001' },
        { usage_point: '1002~9001' },
      ]);
    }
    expect(await server.query("SELECT * FROM meterscope.series_facts WHERE usage_point = '1001~2002'")).toEqual([]);
  });

  /** Removes 2002 from the store. */
  async function removeMeter(): Promise<void> {
    await store.engine.store('w').write(async (connection) => {
      for (const table of ['readings', 'day_sums', 'interval_blocks', 'series']) {
        await connection.run(
          `DELETE FROM ${table} WHERE series = (SELECT series FROM series_facts WHERE usage_point = '1001~2002')`,
        );
      }
      await connection.run("DELETE FROM usage_points WHERE id = '1001~2002'");
    });
  }

  const isWaiting = async () => {
    await server.query('SELECT pg_stat_clear_snapshot()'); // else a transaction sees what it saw first
    const rows = await server.query("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
    return rows.length;
  };
  const waits = () => expect.poll(isWaiting, { timeout: 20_000 }).toBe(1);

  it('writes nothing of a series that another one removes meanwhile, and all of it with the next run', async () => {
    await store.batch({ days: 1, meter: '2001', start: START + 40 * DAY });
    await server.query('BEGIN; LOCK TABLE meterscope.published IN EXCLUSIVE MODE');
    const cut = expect(publish()).rejects.toMatchObject({ code: 'publish_series_removed' });
    try {
      await waits();
      await server.query("DELETE FROM meterscope.series_facts WHERE usage_point = '1001~2001'");
    } finally {
      await server.query('COMMIT');
    }
    await cut;
    await publish();
    await expectSame();
  });

  it('goes on while the same workspace is compared with the server, and the server is prepared', async () => {
    await store.batch({ days: 1, meter: '2001', start: START + 40 * DAY });
    await server.query('BEGIN; LOCK TABLE meterscope.published IN EXCLUSIVE MODE');
    const published = publish();
    try {
      await waits();
      expect(await store.call('publish.compare', { to: server.url })).toMatchObject({ differing: 1 });
      await store.call('publish.prepare', { to: server.url });
    } finally {
      await server.query('COMMIT');
    }
    expect(await published).toMatchObject({ readings: 4128 });
    await expectSame();
    expect(await readdir(path.join(store.folder, 'publishing'))).toEqual([]);
  });

  it('ends here and there when it is cancelled while it waits for another publisher', async () => {
    await store.batch({ days: 1, meter: '2001', start: START + 40 * DAY });
    await server.query('BEGIN; LOCK TABLE meterscope.published IN EXCLUSIVE MODE');
    const stop = new AbortController();
    const input = { workspace: WORKSPACE, to: server.url, about: ABOUT };
    const cancelled = expect(store.engine.call('publish.run', input, stop.signal)).rejects.toMatchObject({
      code: 'cancelled',
    });
    try {
      await waits();
      stop.abort();
      await cancelled;
      await expect.poll(isWaiting, { timeout: 20_000 }).toBe(0);
    } finally {
      await server.query('COMMIT');
    }
    await publish();
    await expectSame();
  });

  it('says that another connection holds what it needs, where it waited too long for it', async () => {
    await server.query(
      `CREATE FUNCTION meterscope.held() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION '%', current_setting('lock_timeout') USING ERRCODE = CASE current_setting('lock_timeout') WHEN '5min' THEN '55P03' ELSE '22000' END; END $$;
       CREATE TRIGGER held BEFORE UPDATE ON meterscope.publishers FOR EACH ROW EXECUTE FUNCTION meterscope.held()`,
    );
    await expect(publish()).rejects.toMatchObject({
      code: 'server_held',
      message: expect.stringMatching(
        /another connection holds what is needed here, for 5 minutes by now\. It may be another publisher\.$/,
      ),
      action: expect.stringContaining('then publish again: it goes on where it was. Where nobody is at work'),
    });
  });

  it('keeps a series of which another one writes readings meanwhile', async () => {
    await removeMeter();
    const id = '(SELECT series_id FROM meterscope.series_facts WHERE usage_point = $1)';
    await server.query('BEGIN');
    await server.query(`INSERT INTO meterscope.published SELECT 'readings:202402', ${id}, 'd', 1, 'other', now()`, [
      '1001~2002',
    ]);
    await server.query('SELECT 1 FROM meterscope.series_facts WHERE usage_point = $1 FOR KEY SHARE', ['1001~2002']);
    const published = publish();
    try {
      await waits();
    } finally {
      await server.query('COMMIT');
    }
    expect(await published).toMatchObject({ removed: 1 });
    expect(await server.query(`SELECT ${id} IS NOT NULL AS is_there`, ['1001~2002'])).toEqual([{ is_there: true }]);
  });

  it('is compared with the store series by series; whatever differs there is named', async () => {
    const compare = () => store.call('publish.compare', { to: server.url });
    expect(await compare()).toEqual({ series: 2, readings: 4032, readingsThere: 4032, differing: 0, differences: [] });
    const one = `ctid = (SELECT ctid FROM meterscope.readings_202312 ORDER BY start_utc LIMIT 1)`;
    for (const change of [
      `UPDATE meterscope.readings_202312 SET value = value + 1 WHERE ${one}`,
      `UPDATE meterscope.readings_202312 SET quality = 8 WHERE ${one}`,
      `UPDATE meterscope.readings_202312 SET start_utc = start_utc + interval '1 second' WHERE ${one}`,
      `UPDATE meterscope.readings_202312 SET utc_offset_seconds = 60 WHERE ${one}`,
      `DELETE FROM meterscope.readings_202312 WHERE ${one}`,
    ]) {
      await server.query('BEGIN');
      await server.query(change);
      await server.query('COMMIT');
      const { differing, differences } = await compare();
      expect({ change, differing, meters: differences.map(({ usagePoint }) => usagePoint) }).toEqual({
        change,
        differing: 1,
        meters: ['1001~2001'],
      });
    }
    expect(await compare()).toMatchObject({
      readings: 4032,
      readingsThere: 4031,
      differences: [{ unit: 'kWh', here: { readings: 3840 }, there: { readings: 3839 }, publisher: 'Small' }],
    });
  });

  it('by two publishers of the same meters at once doubles and loses nothing', async () => {
    await server.query('DROP SCHEMA v1, meterscope_pull, meterscope CASCADE');
    const other = await openTestStore();
    try {
      await other.batch({ days: 40, meter: '2001' });
      await other.batch({ days: 2, meter: '2002', start: START + 60 * DAY });
      const both = await Promise.allSettled([
        publish({ prepare: true }),
        other.call('publish.run', { to: server.url, about: ABOUT, prepare: true }),
      ]);
      expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    } finally {
      await other.dispose();
    }
    for (const view of ['readings', 'daily', 'monthly', 'meters', 'series', 'coverage']) {
      const { here, there } = await rowsOf(view);
      expect(there, view).toEqual(here);
    }
  });

  it('lets a publisher publish who may do nothing else, and a reader read the views only', async () => {
    await server.query(
      "DROP ROLE IF EXISTS ann; DROP ROLE IF EXISTS bob; CREATE ROLE ann LOGIN PASSWORD 'a' IN ROLE meterscope_publisher; CREATE ROLE bob LOGIN PASSWORD 'b' IN ROLE meterscope_reader",
    );
    await store.batch({ days: 1, meter: '2003', start: START + 400 * DAY });
    const address = (user: string) => `postgres://${user}@127.0.0.1:${server.port}/postgres`;
    await publish({ to: address('ann:a') });
    await expectSame();
    await expect(publish({ to: address('bob:b') })).rejects.toMatchObject({
      code: 'publish_server',
      message: expect.stringContaining('permission denied'),
    });
    const { default: pg } = await import('pg');
    const bob = new pg.Client({ connectionString: address('bob:b') });
    await bob.connect();
    try {
      expect((await bob.query('SELECT count(*)::int AS readings FROM v1.readings')).rows).toEqual([{ readings: 4128 }]);
      await expect(bob.query('SELECT count(*) FROM meterscope.readings')).rejects.toThrow('permission denied');
      await expect(bob.query('DELETE FROM v1.meters')).rejects.toThrow('permission denied');
    } finally {
      await bob.end();
    }
  });

  /** A second workspace of the same program, with what a feed has, and its publications. */
  async function openOther(feed: string): Promise<() => Promise<unknown>> {
    const [workspace, rawFolder] = ['other', path.join(store.folder, 'other')];
    await store.engine.call('store.open', { workspace, file: ':memory:', rawFolder, zone: 'UTC' });
    const source = { kind: 'request', label: 'x', requestId: 'r' } as const;
    const { session } = await store.engine.call('ingest.begin', { workspace, source });
    await store.engine.call('ingest.chunk', { session, bytes: new TextEncoder().encode(feed) });
    await store.engine.call('ingest.finish', { session });
    return () => store.engine.call('publish.run', { workspace, to: server.url, about: ABOUT });
  }

  it('is compared month by month with what others publish of the same series', async () => {
    // Of the 40 days from November on, the other one has the last ten: all of them in December.
    const publishOther = await openOther(batchFeed({ days: 10, meter: '2001', start: START + 30 * DAY }));
    const compare = async (workspace: string) => {
      const { series, readings, readingsThere, differing } = await store.engine.call('publish.compare', {
        workspace,
        to: server.url,
      });
      return [series, readings, readingsThere, differing];
    };
    await publishOther();
    expect(await compare('other')).toEqual([1, 960, 960, 0]);
    // Its December is on the server now, and the November of the first one.
    expect(await compare('w')).toEqual([2, 4032, 16 * 96 + 960 + 192, 1]);
    await publish();
    expect(await compare('w')).toEqual([2, 4032, 4032, 0]);
    expect(await compare('other')).toEqual([1, 960, 24 * 96, 1]);
  });

  /** A bill and a series, in a workspace in which both are of no meter. */
  const billed = (meter: string) => {
    const consumption = { uom: 42, value: 30_000 };
    const bill = { start: START, total: 9000, lines: [{ note: 'Gas', amount: 9000 }], consumption };
    return billFeed([bill], { meter, readings: { missing: [] } });
  };
  async function withoutMeters(workspace: string): Promise<void> {
    await store.engine.store(workspace).write(async (connection) => {
      for (const table of ['series', 'usage_summaries']) await connection.run(`UPDATE ${table} SET usage_point = NULL`);
    });
  }

  it('leaves what belongs to no meter to each publisher', async () => {
    await store.ingest(billed('3001'));
    const publishOther = await openOther(billed('3002'));
    for (const workspace of ['w', 'other']) await withoutMeters(workspace);
    const views = ['series', 'coverage', 'bills', 'bill_lines'];
    const publishers = async () => {
      const rows = await Promise.all(
        views.map((view) =>
          server.query(`SELECT DISTINCT publisher FROM v1.${view} WHERE usage_point IS NULL ORDER BY 1`),
        ),
      );
      return rows.map((some) => some.map(({ publisher }) => publisher).join());
    };
    await publish();
    expect(await publishers()).toEqual(views.map(() => 'w'));
    await publishOther();
    expect(await publishers()).toEqual(views.map(() => 'other,w'));
    await publish();
    expect(await publishers()).toEqual(views.map(() => 'other,w'));
    expect(await publish()).toMatchObject({ written: 0, otherRows: 0 });
  });

  it('takes back what an earlier version published of no meter, and has it once', async () => {
    await store.ingest(billed('3001'));
    await withoutMeters('w');
    await publish();
    const rows = () => server.query('SELECT count(*)::int AS rows FROM v1.bills WHERE usage_point IS NULL');
    for (const table of ['series', 'coverage', 'bills', 'bill_lines', 'published']) {
      await server.query(`UPDATE meterscope.${table} SET grp = 'none' WHERE grp = 'w/none'`);
    }
    await publish();
    expect(await rows()).toEqual([{ rows: 1 }]);
    expect(await server.query("SELECT grp FROM meterscope.published WHERE grp = 'none'")).toEqual([]);
    await expectSame();
  });

  it('takes the password from the environment, as other tools do', async () => {
    const address = `postgres://owner@127.0.0.1:${server.port}/postgres`;
    const before = process.env.PGPASSWORD;
    try {
      process.env.PGPASSWORD = server.password;
      expect(await publish({ to: address })).toMatchObject({ written: 0 });
      process.env.PGPASSWORD = 'wrong-secret';
      const thrown = await publish({ to: address }).catch((error: unknown) => error);
      expect(thrown).toMatchObject({ code: 'publish_server' });
      expect(String(thrown)).not.toContain('wrong-secret');
    } finally {
      if (before === undefined) delete process.env.PGPASSWORD;
      else process.env.PGPASSWORD = before;
    }
  });

  it('says what is wrong without the password', async () => {
    const wrong = `postgres://owner:wrong-secret@127.0.0.1:${server.port}/postgres`;
    for (const to of [
      wrong,
      'postgres://owner:wrong-secret@127.0.0.1:1/postgres',
      'mysql://owner:wrong-secret@127.0.0.1/x',
      'wrong-secret',
    ]) {
      const thrown = await publish({ to }).catch((error: unknown) => error);
      expect(thrown).toMatchObject({ code: expect.stringMatching(/^publish_(server|address)$/) });
      expect(JSON.stringify(thrown) + String(thrown)).not.toContain('wrong-secret');
    }
    await server.query('DROP SCHEMA v1, meterscope_pull, meterscope CASCADE');
    await expect(publish()).rejects.toMatchObject({ code: 'publish_not_prepared' });
    await publish({ prepare: true });
    await server.query('UPDATE meterscope.schema_version SET version = 99');
    await expect(publish({ prepare: true })).rejects.toMatchObject({ code: 'publish_other_version' });
  });
});
