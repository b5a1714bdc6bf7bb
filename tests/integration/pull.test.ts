import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { questionHandlers } from '../../electron/engine/store/questions/index.ts';
import { batchFeed, DAY, START } from '../fixtures/batch-feed.ts';
import { billFeed } from '../fixtures/bill-feed.ts';
import { customerFeed } from '../fixtures/customer-feed.ts';
import { periodFeed, periods } from '../fixtures/period-feed.ts';
import { POSTGRES_BIN, type PostgresServer, startPostgres } from '../fixtures/postgres-server.ts';
import { openTestStore, type TestStore } from '../unit/engine/store/store-harness.ts';
import { startCommand } from './command-process.ts';

const ABOUT = { program: 'Meterscope', version: '1.2.3', workspace: 'Small' };
const GAS =
  '<accumulationBehaviour>4</accumulationBehaviour><commodity>7</commodity><currency>840</currency><flowDirection>1</flowDirection><intervalLength>900</intervalLength><kind>58</kind><powerOfTenMultiplier>-2</powerOfTenMultiplier><uom>169</uom>';

describe.runIf(POSTGRES_BIN !== undefined)('taking meters from PostgreSQL (left out where it is not installed)', () => {
  let server: PostgresServer;
  let publisher: TestStore;
  let reader: TestStore;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => await server?.dispose());
  beforeEach(async () => {
    await server.query(
      'DROP SCHEMA IF EXISTS v1 CASCADE; DROP SCHEMA IF EXISTS meterscope_pull CASCADE; DROP SCHEMA IF EXISTS meterscope CASCADE',
    );
    [publisher, reader] = [await openTestStore(), await openTestStore()];
    // Across the end of daylight saving, with holes, a missing value and estimates.
    await publisher.batch({
      days: 40,
      meter: '2001',
      start: START - 20 * DAY,
      value: (index) => (index % 700 < 20 ? undefined : 100 + (index % 96)),
      extra: (index) => (index % 3 === 0 ? '<consumptionTier>1</consumptionTier><tou>2</tou>' : ''),
    });
    await publisher.ingest(
      batchFeed({
        days: 3,
        meter: '2002',
        readingType: GAS,
        extra: (index) => (index % 5 === 0 ? '<ReadingQuality><quality>8</quality></ReadingQuality>' : ''),
      }).replaceAll('ReadingType/7', 'ReadingType/8'),
    );
    await publisher.ingest(customerFeed({ authorization: '1001', meter: '2001', street: 'Elm & Oak', serial: 'M-77' }));
    const bill = (start: number, value: number) => ({
      start,
      total: value * 1000,
      lines: [{ note: 'Gas Supply', amount: value * 900 }],
      consumption: { uom: 42, value },
    });
    await publisher.ingest(
      billFeed([bill(START, 31_000), bill(START + 30 * DAY, 44_000)], {
        meter: '2003',
        readings: { missing: [4, 5, 33] },
      }),
    );
    await publisher.ingest(
      periodFeed({
        readings: periods(START, [30, 31, 29], (index) => 40 + index),
        each: 'meterReading',
        point: 'Subscription/1002/UsagePoint/3001',
      }),
    );
    await publish({ prepare: true });
    await server.query("DROP ROLE IF EXISTS bob; CREATE ROLE bob LOGIN PASSWORD 'b' IN ROLE meterscope_reader");
    from = `postgres://bob:b@127.0.0.1:${server.port}/postgres`;
  });
  afterEach(async () => {
    await publisher.dispose();
    await reader.dispose();
  });

  let from: string;
  const publish = (options: { prepare?: boolean } = {}) =>
    publisher.call('publish.run', { to: server.url, about: ABOUT, ...options });
  const pull = (meter: string) => reader.call('pull.meter', { from, meter });
  const meters = async () =>
    (await publisher.call('query.run', { sql: 'SELECT usage_point FROM meters ORDER BY 1' })).rows.map(([id]) =>
      String(id),
    );

  /** What a store says of a meter, whatever its ids are. */
  async function answers(store: TestStore, usagePoint: string) {
    const ask = async (sql: string) =>
      (await store.call('query.run', { sql: sql.replaceAll('$point', `'${usagePoint}'`), limit: 100_000 })).rows;
    const sums = 'series, value, value_is, unit, minimum, maximum, cost, currency, readings, estimated_share';
    return {
      meter: await ask(
        'SELECT uid, authorization_uid, meter_number, customer, address, title, service, status, tariff, zone, clock, readings, first_utc, last_utc, bills FROM meters WHERE usage_point = $point',
      ),
      series: await ask(
        'SELECT name, unit, currency, behaviour, holes_are, grid, interval_seconds, readings, zone FROM series WHERE usage_point = $point ORDER BY ALL',
      ),
      daily: await ask(`SELECT day, ${sums} FROM daily WHERE usage_point = $point ORDER BY ALL`),
      monthly: await ask(`SELECT month, ${sums} FROM monthly WHERE usage_point = $point ORDER BY ALL`),
      coverage: await ask(
        'SELECT series, first_utc, end_utc, gaps, gap_seconds, coverage, readings FROM coverage WHERE usage_point = $point ORDER BY ALL',
      ),
      bills: await ask(
        'SELECT start_utc, start_local, end_utc, total, additional, currency, money_scale, consumption, consumption_unit, tariff FROM bills WHERE usage_point = $point ORDER BY ALL',
      ),
      lines: await ask(
        'SELECT line, note, kind, role, counted, amount, currency, raw_amount, quantity, quantity_unit FROM bill_lines WHERE usage_point = $point ORDER BY ALL',
      ),
      readings: await ask(
        'SELECT series, start_utc, start_local, duration_seconds, value, unit, cost, currency, quality, quality_code, tou, tier, cpp FROM readings WHERE usage_point = $point ORDER BY ALL',
      ),
    };
  }

  async function expectSame(id: string) {
    const { state, usagePoint = '' } = await pull(id);
    expect(['pulled', 'same']).toContain(state);
    expect(await answers(reader, usagePoint), id).toEqual(await answers(publisher, id));
    return usagePoint;
  }

  it('answers for each meter what the publisher answers, as a user who may only read', async () => {
    const ids = await meters();
    expect(ids).toHaveLength(4);
    for (const id of ids) await expectSame(id);
    const chart = { ...(await answers(reader, (await pull('1001~2001')).usagePoint ?? '')) };
    expect(chart.meter[0]).toEqual(expect.arrayContaining(['2001', '1001', 'M-77', 'Elm & Oak']));
    expect(chart.coverage[0]?.[3]).toBeGreaterThan(3);
  });

  it('follows what the publisher decided', async () => {
    await publisher.call('usagePoints.setZone', { id: '1001~2001', zone: 'Asia/Tokyo' });
    const { id } = await publisher.series('1001~2001');
    await publisher.call('series.setHoles', { series: id, holes: 'zeros' });
    await publisher.call('series.setCostScale', { series: (await publisher.series('1001~2002')).id, scale: 100 });
    await publish();
    await expectSame('1001~2001');
    await expectSame('1001~2002');
    await publisher.call('series.setHoles', { series: id });
    // Back to the meter's own time.
    await publisher.call('usagePoints.setZone', { id: '1001~2001', zone: undefined });
    await publish();
    await expectSame('1001~2001');
  });

  it('takes a meter again only where it changed: corrections replace, what is gone there goes here', async () => {
    const here = await expectSame('1001~2001');
    expect(await pull('1001~2001')).toMatchObject({ state: 'same', usagePoint: here });
    await publisher.batch({
      days: 2,
      meter: '2001',
      start: START - 20 * DAY,
      updated: '2024-03-01T00:00:00Z',
      value: (index) => (index < 96 ? 7 : undefined),
    });
    await publish();
    expect(await pull('1001~2001')).toMatchObject({ state: 'pulled', usagePoint: here });
    await expectSame('1001~2001');
    await expectSame('1001~2002');
    await publisher.engine.store('w').write(async (connection) => {
      for (const table of ['readings', 'day_sums', 'interval_blocks', 'series']) {
        await connection.run(
          `DELETE FROM ${table} WHERE series = (SELECT series FROM series_facts WHERE usage_point = '1001~2001')`,
        );
      }
      await connection.run("DELETE FROM usage_points WHERE id = '1001~2001'");
    });
    await publish();
    expect(await pull('1001~2001')).toEqual({ state: 'removed', readings: 0 });
    expect(await pull('1001~2001')).toEqual({ state: 'unknown', readings: 0 });
    const left = await reader.call('query.run', { sql: 'SELECT uid FROM meters' });
    expect(left.rows).toEqual([['2002']]);
    expect(await reader.call('pull.known', { from })).toEqual([expect.objectContaining({ there: '1001~2002' })]);
  });

  it("takes no meter that is the workspace's own, whoever asks for it", async () => {
    expect(await publisher.call('pull.meter', { from, meter: '1001~2001' })).toEqual({
      state: 'own',
      usagePoint: '1001~2001',
      readings: 0,
    });
    expect(await publisher.call('pull.known', { from })).toEqual([]);
    expect(await meters()).toHaveLength(4);
    // One that came from the utility after it was taken: the copy stays as it is.
    const here = await expectSame('1001~2002');
    await reader.batch({ days: 1, meter: '2002' });
    await publisher.batch({ days: 1, meter: '2002', start: START + 9 * DAY });
    await publish();
    expect(await pull('1001~2002')).toMatchObject({ state: 'own', usagePoint: '1001~2002' });
    expect(await reader.call('pull.known', { from })).toMatchObject([{ here }]);
  });

  it('lists the meters of the server, and says who published them', async () => {
    const { rows, more } = await reader.call('pull.list', { from, search: 'elm m-77', limit: 10 });
    expect(rows).toEqual([
      expect.objectContaining({
        id: '1001~2001',
        meter: 'M-77',
        publisher: 'Small',
        published: expect.stringMatching(/^20\d\d-.*Z$/),
      }),
    ]);
    expect(more).toBe(false);
    expect((await reader.call('pull.list', { from, search: '', limit: 2 })).more).toBe(true);
    expect((await reader.call('pull.list', { from, search: "x' OR true --", limit: 2 })).rows).toEqual([]);
  });

  it('keeps what is here where the server cannot be read, and says why without the password', async () => {
    const here = await expectSame('1001~2001');
    const before = await answers(reader, here);
    for (const wrong of [
      from.replace(':b@', ':wrong-secret@'),
      from.replace(`:${server.port}`, ':1').replace(':b@', ':wrong-secret@'),
    ]) {
      const thrown = await reader
        .call('pull.meter', { from: wrong, meter: '1001~2001' })
        .catch((error: unknown) => error);
      expect(thrown).toMatchObject({ code: 'team_server' });
      expect(JSON.stringify(thrown) + String(thrown)).not.toContain('wrong-secret');
    }
    await server.query('UPDATE meterscope.schema_version SET version = 99');
    await expect(pull('1001~2001')).rejects.toMatchObject({ code: 'team_other_version' });
    expect(await answers(reader, here)).toEqual(before);
  });

  it('can be cancelled while the server lets it wait, and the server ends what it does', async () => {
    const here = await expectSame('1001~2001');
    const before = await answers(reader, here);
    const abort = new AbortController();
    const bobs = async (more = '') => {
      await server.query('SELECT pg_stat_clear_snapshot()'); // else a transaction sees what it saw first
      return (await server.query(`SELECT 1 FROM pg_stat_activity WHERE usename = 'bob' ${more}`)).length;
    };
    await server.query('BEGIN; LOCK TABLE meterscope.meters IN ACCESS EXCLUSIVE MODE');
    try {
      const pulled = reader.engine.call('pull.meter', { workspace: 'w', from, meter: '1001~2001' }, abort.signal);
      const refused = expect(pulled).rejects.toMatchObject({ code: 'cancelled' });
      await expect.poll(() => bobs("AND wait_event_type = 'Lock'"), { timeout: 20_000 }).toBe(1);
      abort.abort();
      await refused;
      await expect.poll(() => bobs(), { timeout: 20_000 }).toBe(0);
    } finally {
      await server.query('ROLLBACK');
    }
    expect(await answers(reader, here)).toEqual(before);
  });

  it('is a command, for a workspace that has nothing yet', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-pull-'));
    try {
      const address = `postgres://bob@127.0.0.1:${server.port}/postgres`;
      const run = (...args: string[]) =>
        startCommand(['pull', '--data', folder, '--workspace', 'files', '--from', address, ...args], {
          PGPASSWORD: 'b',
        }).ended;
      expect(await run()).toMatchObject({ code: 0, output: expect.stringContaining('No meter was taken') });
      const listed = await run('--list', 'elm');
      expect(listed.output).toMatch(/^1001~2001\tM-77\tAnn 1001 of Elm & Oak\telectricity\t/);
      expect(listed.output.trim().split('\n')).toHaveLength(1);
      expect((await run('--meter', '1001~2001', '1001~2002')).output).toBe(
        '1001~2001: taken, 3720 readings\n1001~2002: taken, 288 readings\n',
      );
      expect((await run()).output.match(/up to date/g)).toHaveLength(2);
      expect(await run('--meter', 'nobody')).toMatchObject({
        code: 1,
        output: 'nobody: the server does not have it\n',
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('is removed for good where its file is removed here', async () => {
    const [meter = ''] = await meters();
    await pull(meter);
    const [file] = (await reader.call('files.list', { offset: 0, limit: 10, zone: 'UTC' })).rows;
    expect(file?.name).not.toContain('bob');
    // The same server, written otherwise.
    expect(await reader.call('pull.known', { from: from.replace('bob:b@127.0.0.1', 'eve@127.0.0.1') })).toHaveLength(1);
    await reader.call('files.remove', { source: file?.id ?? '' });
    expect(await reader.call('pull.known', { from })).toEqual([]);
  });

  /** A workspace with a meter of its own, which takes and publishes. */
  async function openColleague() {
    const workspace = 'colleague';
    const { engine } = reader;
    const rawFolder = path.join(reader.folder, workspace);
    await engine.call('store.open', { workspace, file: ':memory:', rawFolder, zone: 'UTC' });
    const source = { kind: 'request', label: 'x', requestId: 'r' } as const;
    const { session } = await engine.call('ingest.begin', { workspace, source });
    const feed = batchFeed({ days: 2, authorization: '1002', meter: '9001' });
    await engine.call('ingest.chunk', { session, bytes: new TextEncoder().encode(feed) });
    await engine.call('ingest.finish', { session });
    return {
      take: (meter: string) => engine.call('pull.meter', { workspace, from, meter }),
      publish: () => engine.call('publish.run', { workspace, to: server.url, about: ABOUT }),
      compare: () => engine.call('publish.compare', { workspace, to: server.url }),
    };
  }

  /** Each view of the server without the rows of the colleague's own meter, and how many rows are the colleague's. */
  async function rowsOfServer() {
    const views = ['meters', 'series', 'readings', 'daily', 'monthly', 'coverage', 'bills', 'bill_lines'];
    const others = await Promise.all(
      views.map((view) => server.query(`SELECT r::text FROM v1.${view} r WHERE usage_point <> '1002~9001' ORDER BY 1`)),
    );
    const documents = await server.query(
      "SELECT (SELECT count(*) FROM v1.sources WHERE publisher = 'colleague')::int AS sources, (SELECT count(*) FROM v1.findings WHERE publisher = 'colleague')::int AS findings",
    );
    return { others, documents };
  }

  it('is left out of what its workspace publishes, and of what it compares', async () => {
    const colleague = await openColleague();
    await colleague.publish();
    const before = await rowsOfServer();
    expect(before.documents).toMatchObject([{ sources: 1 }]);
    for (const meter of ['1001~2001', '1001~2003']) await colleague.take(meter);
    expect(await colleague.publish()).toEqual({
      written: 0,
      readings: 192,
      leftOut: 0,
      removed: 0,
      otherRows: 0,
      copies: 2,
    });
    expect(await rowsOfServer()).toEqual(before);
    expect(
      await server.query("SELECT count(*)::int AS readings FROM v1.readings WHERE usage_point = '1002~9001'"),
    ).toEqual([{ readings: 192 }]);
    expect(await colleague.compare()).toMatchObject({ series: 1, readings: 192, readingsThere: 192, differing: 0 });
  });

  it('is left out, too, where taking it was cut off once its readings were here', async () => {
    const colleague = await openColleague();
    const decided = vi.spyOn(questionHandlers, 'usagePoints.setZone').mockRejectedValueOnce(new Error('cut off'));
    try {
      await expect(colleague.take('1001~2001')).rejects.toThrow();
    } finally {
      decided.mockRestore();
    }
    expect(await colleague.publish()).toMatchObject({ readings: 192, copies: 1 });
    expect(await colleague.take('1001~2001')).toMatchObject({ state: 'pulled' });
    expect(await colleague.take('1001~2001')).toMatchObject({ state: 'same' });
  });

  it('reads a server of version 1 once it was brought to this one', async () => {
    await server.query(
      'DROP SCHEMA meterscope_pull CASCADE; DROP TABLE meterscope.entries; DROP INDEX meterscope.published_grp_idx; ALTER TABLE meterscope.publishers DROP COLUMN ended_at; UPDATE meterscope.schema_version SET version = 1',
    );
    await server.query("DELETE FROM meterscope.published WHERE kind = 'entries'");
    await expect(pull('1001~2001')).rejects.toMatchObject({ code: 'team_other_version' });
    await expect(publish()).rejects.toMatchObject({
      code: 'publish_other_version',
      action: expect.stringContaining('--prepare'),
    });
    await publish({ prepare: true });
    await expectSame('1001~2001');
  });
});
