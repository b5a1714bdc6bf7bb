/** The views for queries, each against an export of the same store or a plain recomputation of its tables. */
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { offsetText } from '../../../../../electron/engine/store/export/sql.ts';
import { FactsOfViews } from '../../../../../electron/engine/store/query/index.ts';
import { batchFeed, DAY, ELECTRICITY, START, STEP } from '../../../../fixtures/batch-feed.ts';
import { billFeed } from '../../../../fixtures/bill-feed.ts';
import { customerFeed } from '../../../../fixtures/customer-feed.ts';
import { query } from '../../../../fixtures/duckdb-query.ts';
import { exportBench, tableIn } from '../export/export-harness.ts';
import { openTestStore, type TestStore, WORKSPACE } from '../store-harness.ts';
import { type Answer, ask } from './query-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => await store.dispose());

const questions = (sql: string) => ask(store, sql);
const write = (sql: string) => store.engine.store(WORKSPACE).write((connection) => connection.run(sql));
const plainly = (sql: string) => store.engine.store(WORKSPACE).write((connection) => connection.rows(sql));
const at = (text: string) => Date.parse(text) / 1000;

/** A table of an export in Parquet, by a DuckDB that knows nothing of the store. */
async function exported(table: string, select: string, values?: 'daily' | 'monthly'): Promise<Answer> {
  const folder = await exportBench(store).run(`out-${table}`, { format: 'parquet', ...(values && { values }) });
  return (await query(`SELECT ${select} FROM ${tableIn(folder, table, 'parquet')}`)) as Answer; // plain cells
}

/** Every number within the error of adding doubles. */
const near = (rows: Answer) =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, typeof value === 'number' ? expect.closeTo(value, 6) : value]),
    ),
  );

/** Quarter hours over a change of the clock, with holes, estimates, costs, and some without a value. */
async function manyReadings(): Promise<void> {
  const options = {
    start: at('2025-02-26T08:00:00Z'),
    days: 40,
    value: (index: number) => (index % 401 < 9 || (index > 2000 && index < 2300) ? undefined : (index * 7919) % 1000),
    extra: (index: number) =>
      index % 13 === 0 ? '<ReadingQuality><quality>8</quality></ReadingQuality>' : '<cost>12300</cost>',
    readingType: `${ELECTRICITY}<currency>840</currency>`,
  };
  await store.batch({ ...options, meter: '2001' });
  await store.batch({ ...options, meter: '2002', days: 3, extra: () => '<tou>2</tou>' });
}

/** Readings of 30 days, one after the other, from the middle of a month. */
async function longReadings(): Promise<void> {
  const start = at('2024-01-15T08:00:00Z');
  const feed = batchFeed({ days: 1, start, meter: '2003', value: (index) => (index < 12 ? 30 : undefined) });
  const longer = (_: string, from: string) =>
    `<timePeriod><duration>${30 * DAY}</duration><start>${start + ((Number(from) - start) / STEP) * 30 * DAY}</start>`;
  await store.ingest(feed.replaceAll(/<timePeriod><duration>900<\/duration><start>(\d+)<\/start>/g, longer));
}

/** What a counter showed, every quarter of an hour with a hole, from one month into the next. */
async function register(): Promise<void> {
  const readingType = ELECTRICITY.replace('<accumulationBehaviour>4', '<accumulationBehaviour>3');
  const value = (index: number) => (index > 200 && index < 230 ? undefined : 10_000 + index * 7);
  await store.batch({ start: at('2025-02-26T08:00:00Z'), days: 6, value, readingType });
  expect(await questions('SELECT behaviour FROM series')).toEqual([{ behaviour: 'register' }]);
}

describe('readings', () => {
  it('are those of an export: in their unit, by the meter’s own clock, with the words of their quality', async () => {
    await manyReadings();
    const same = `usage_point, series_id, series, start_epoch::INTEGER AS start_epoch, duration_seconds::INTEGER AS duration, value, unit,
      raw_value, cost, currency, quality, quality_code::INTEGER AS quality_code, tou::INTEGER AS tou, tier::INTEGER AS tier, cpp::INTEGER AS cpp`;
    const order = 'ORDER BY usage_point, start_epoch';
    const { rows, columns } = await store.call('query.run', {
      sql: `SELECT ${same}, epoch(start_utc)::INTEGER AS utc, strftime(start_local, '%Y-%m-%dT%H:%M:%S') AS local,
              utc_offset_seconds AS "offset" FROM readings ${order}`,
    });
    const asked = rows.map((row) => Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null])));
    const folder = await exportBench(store).run('out', { format: 'parquet' });
    const written = await query(`SELECT ${same}, start_local FROM ${tableIn(folder, 'readings', 'parquet')} ${order}`);
    expect(written.length).toBeGreaterThan(3500);
    const shown = asked.map(({ utc: _utc, local, offset, ...row }) => {
      return { ...row, start_local: `${local}${offsetText(Number(offset))}` };
    });
    expect(shown).toEqual(written);
    expect(asked.every(({ utc, start_epoch }) => utc === start_epoch)).toBe(true);
    expect(new Set(asked.map(({ offset }) => offset))).toEqual(new Set([-28_800, -25_200]));
    expect(new Set(asked.map(({ quality }) => quality))).toEqual(new Set(['valid', 'estimated']));
  });

  it('without a value are missing, never 0', async () => {
    await store.ingest(batchFeed({ days: 1 }).replaceAll('<value>105</value>', ''));
    const rows = await questions(`SELECT value, quality FROM readings WHERE value IS NULL OR quality = 'missing'`);
    expect(rows).toEqual([{ value: null, quality: 'missing' }]);
  });

  it('follow what the user decides, and what comes later', async () => {
    await store.batch({ days: 1 });
    const first = () =>
      questions(`SELECT strftime(min(start_local), '%Y-%m-%d %H:%M') AS first, count(*) AS count FROM readings`);
    expect(await first()).toEqual([{ first: '2023-11-14 16:00', count: 96 }]);
    await write(`INSERT INTO decisions VALUES ('1001~2001', 'zone', 'Asia/Tokyo', 0)`);
    expect(await first()).toEqual([{ first: '2023-11-15 09:00', count: 96 }]);
    expect(await questions('SELECT zone, zone_from FROM meters')).toEqual([{ zone: 'Asia/Tokyo', zone_from: 'user' }]);
    await store.batch({ days: 1, meter: '2002' });
    expect(await first()).toEqual([{ first: '2023-11-14 16:00', count: 192 }]);
  });
});

describe.each([
  ['daily', 'day', '%Y-%m-%d'],
  ['monthly', 'month', '%Y-%m'],
] as const)('%s values', (view, period, format) => {
  const same =
    'usage_point, series_id, series, value, value_is, unit, minimum, maximum, cost, currency, readings::INTEGER AS readings, estimated_share';
  const ours = () =>
    questions(
      `SELECT ${same}, strftime(${period}, '${format}') AS period FROM ${view} ORDER BY usage_point, series_id, ${period}`,
    );

  it.each([
    ['quarter hours', manyReadings],
    ['readings of 30 days, which say nothing of a day', longReadings],
    ['what a register showed', register],
  ])('of %s are those of an export; what has no reading has no row', async (_, ingest) => {
    await ingest();
    const written = await exported(view, `${same}, period`, view);
    const rows = await ours();
    expect(rows.length).toBeGreaterThan(1);
    const known = new Map(written.map((row) => [`${row.usage_point} ${row.period}`, row]));
    expect(rows).toEqual(near(rows.map((row) => known.get(`${row.usage_point} ${row.period}`) ?? {})));
    const there = new Set(rows.map((row) => `${row.usage_point} ${row.period}`));
    for (const row of written.filter((one) => !there.has(`${one.usage_point} ${one.period}`))) {
      expect([row.readings, row.value]).toEqual([0, null]);
    }
  });

  it('of temperatures are means', async () => {
    const readingType =
      '<intervalLength>900</intervalLength><kind>46</kind><accumulationBehaviour>12</accumulationBehaviour><powerOfTenMultiplier>0</powerOfTenMultiplier><uom>23</uom>';
    await store.batch({ days: 1, start: at('2025-01-01T08:00:00Z'), value: (index) => index % 96, readingType });
    expect(await ours()).toMatchObject([
      { value: 47.5, value_is: 'mean', minimum: 0, maximum: 95, unit: 'degC', cost: null },
    ]);
  });
});

describe('series and coverage', () => {
  it('are those of an export and of the lists', async () => {
    await manyReadings();
    const same =
      'series_id, usage_point, name, unit, currency, behaviour, holes_are, grid, interval_seconds::INTEGER AS seconds, readings::INTEGER AS readings, zone';
    const rows = await questions(`SELECT ${same} FROM series`);
    expect(rows).toHaveLength(2);
    const byId = (all: Answer) => new Map(all.map((row) => [row.series_id, row]));
    expect(byId(rows)).toEqual(byId(await exported('series', same)));
    const shown = await plainly(
      'SELECT usage_point, coverage FROM usage_point_facts WHERE coverage IS NOT NULL ORDER BY usage_point',
    );
    expect(await questions('SELECT usage_point, coverage FROM coverage ORDER BY usage_point')).toEqual(shown);
    expect(shown.some(({ coverage }) => Number(coverage) < 1)).toBe(true);
  });
});

describe('meters', () => {
  it('are those of an export, with whose they are and what the user wrote on them', async () => {
    await store.batch({ days: 1 });
    await store.ingest(customerFeed({ authorization: '1001', meter: '2001', street: '5 Elm', serial: 'E400' }), '1001');
    await write(`INSERT INTO tags VALUES ('meter', '1001~2001', 'roof', 0), ('meter', '1001~2001', 'Attic', 0)`);
    await write(`INSERT INTO notes VALUES ('meter', '1001~2001', 'ask Ann', 0)`);
    const same =
      'uid, authorization_uid, meter_number, customer, address, title, service, status, tariff, zone, zone_from, clock, tags, note, source_id';
    const rows = await questions(`SELECT usage_point, ${same} FROM meters ORDER BY usage_point`);
    const folder = await exportBench(store).run('out', { format: 'parquet' });
    const written = await query(
      `SELECT id AS usage_point, ${same} FROM ${tableIn(folder, 'usage_points', 'parquet')} ORDER BY id`,
    );
    expect(rows).toEqual(written);
    expect(rows).toMatchObject([
      { meter_number: 'E400', tags: 'Attic; roof', note: 'ask Ann', service: 'electricity' },
    ]);
    expect(await questions('SELECT readings, epoch(first_utc)::INTEGER AS first FROM meters')).toEqual([
      { readings: 96, first: START },
    ]);
  });
});

describe('bills and their lines', () => {
  it('are those of an export', async () => {
    const lines = [
      { note: 'Energy', amount: 4_200_000, kind: 2, measurement: { uom: 72, power: 0, value: 35_000 } },
      { note: 'Due date 2024-02-01', amount: 0, kind: 99 },
    ];
    const consumption = { uom: 72, value: 35_000 };
    await store.ingest(
      billFeed([
        { start: at('2023-10-20T07:00:00Z'), total: 5_250_000, additional: 1_000, lines, consumption },
        { start: at('2023-11-19T08:00:00Z'), total: 6_250_000, lines, currency: 840 },
      ]),
    );
    const times = (column: string) => `strftime(${column}, '%Y-%m-%dT%H:%M:%S')`;
    const same =
      'usage_point, total, additional, currency, money_scale, money_reason, money_warning, consumption, consumption_unit, tariff, source_id';
    const rows = await questions(
      `SELECT bill_id AS id, ${same}, ${times('start_local')} AS start_local, ${times('end_local')} AS end_local FROM bills ORDER BY id`,
    );
    const folder = await exportBench(store).run('out', { format: 'parquet' });
    const written = await query(
      `SELECT id, ${same}, left(start_local, 19) AS start_local, left(end_local, 19) AS end_local FROM ${tableIn(folder, 'bills', 'parquet')} ORDER BY id`,
    );
    expect(written).toHaveLength(2);
    expect(rows).toEqual(written);
    const line =
      'bill_id, line::INTEGER AS line, note, kind, role, counted, amount, currency, raw_amount, quantity, quantity_unit, unit_cost, price_unit, code';
    expect(await questions(`SELECT ${line} FROM bill_lines ORDER BY bill_id, line`)).toEqual(
      await query(`SELECT ${line} FROM ${tableIn(folder, 'bill_lines', 'parquet')} ORDER BY bill_id, line`),
    );
  });
});

describe('a bill without a length', () => {
  it.each([
    ['none', ''],
    ['0', '<duration>0</duration>'],
  ])('has its local start and no end, also where there is nothing else (%s)', async (_name, duration) => {
    const feed = billFeed([{ start: at('2024-07-10T07:00:00Z'), days: 0, total: 5_250_000 }]);
    await store.ingest(feed.replace('<duration>0</duration>', duration));
    expect(
      await questions(`SELECT strftime(start_local, '%Y-%m-%dT%H:%M:%S') AS start, end_utc, end_local FROM bills`),
    ).toEqual([{ start: '2024-07-10T00:00:00', end_utc: null, end_local: null }]);
  });
});

describe('documents and what was found in them', () => {
  it('are the rows of their tables', async () => {
    await store.batch({ days: 1 });
    await write(`INSERT INTO problems VALUES (1, 900, 'odd', 'warning', 'Something is odd.', 3, 7, 2, '<a/>')`);
    const document = 'https://example.test/batch';
    expect(await questions('SELECT source_id, kind, document, request_id, ok, readings FROM sources')).toEqual([
      { source_id: 1, kind: 'request', document, request_id: 'r1', ok: true, readings: 96 },
    ]);
    const columns = 'source_id, document, severity, code, message, line, col, entry, raw';
    expect(await questions(`SELECT ${columns} FROM findings WHERE code = 'odd'`)).toEqual([
      {
        source_id: 1,
        document,
        severity: 'warning',
        code: 'odd',
        message: 'Something is odd.',
        line: 3,
        col: 7,
        entry: 2,
        raw: '<a/>',
      },
    ]);
    const [both] = await questions('SELECT count(*) AS count FROM findings');
    expect(await plainly('SELECT count(*) AS count FROM problems')).toEqual([both]);
  });
});

describe('what the program keeps', () => {
  const utc = (column: string) => `strftime(${column}, '%Y-%m-%dT%H:%M:%S.%f') AS ${column}`;

  it('events are there with their times to the microsecond', async () => {
    await write(
      `INSERT INTO events (seq, uid, type, ts, happened_at, arrived_at, way, late, late_us, hole, signed, listed_at, deliveries, delivered, authorization_uid, json)
       VALUES (7, 'e7', 'meter_created', 'x', 1700006400123456, 1700006401500, 'webhook', true, 1376544, false, true, NULL, 2, true, '1001', '{"a":1}')`,
    );
    expect(
      await questions(
        `SELECT seq, uid, type, ${utc('happened_utc')}, ${utc('arrived_utc')}, way, late, late_seconds, signed, deliveries, listed_utc, authorization_uid, json->>'a' AS a FROM events`,
      ),
    ).toEqual([
      {
        seq: 7,
        uid: 'e7',
        type: 'meter_created',
        happened_utc: '2023-11-15T00:00:00.123456',
        arrived_utc: '2023-11-15T00:00:01.500000',
        way: 'webhook',
        late: true,
        late_seconds: 1.376544,
        signed: true,
        deliveries: 2,
        listed_utc: null,
        authorization_uid: '1001',
        a: '1',
      },
    ]);
  });

  it('requests are there with their times', async () => {
    await write(
      `INSERT INTO requests (id, job, started_at, method, url, status, duration_ms, attempt, error) VALUES ('r7', 'j', 1700006400250, 'GET', 'https://x.test/', 429, 12.5, 2, NULL)`,
    );
    const columns = `request_id, job, ${utc('started_utc')}, method, url, status, duration_ms, attempt, error`;
    expect(await questions(`SELECT ${columns} FROM requests`)).toEqual([
      {
        request_id: 'r7',
        job: 'j',
        started_utc: '2023-11-15T00:00:00.250000',
        method: 'GET',
        url: 'https://x.test/',
        status: 429,
        duration_ms: 12.5,
        attempt: 2,
        error: null,
      },
    ]);
  });

  it('runs are there with their verdicts', async () => {
    const view = { scenario: 'empty', utility: 'NORTH', state: 'fail', firedAt: 1_700_006_400_000 };
    const createdAt = 1_700_006_399_000;
    const record = { kind: 'run', id: 'one', batch: 'b', over: true, createdAt, view, state: undefined } as const;
    await store.call('runs.save', { record });
    const times = `${utc('created_utc')}, ${utc('fired_utc')}`;
    expect(await questions(`SELECT run_id, kind, batch, over, ${times}, scenario, utility, verdict FROM runs`)).toEqual(
      [
        {
          run_id: 'one',
          kind: 'run',
          batch: 'b',
          over: true,
          created_utc: '2023-11-14T23:59:59.000000',
          fired_utc: '2023-11-15T00:00:00.000000',
          scenario: 'empty',
          utility: 'NORTH',
          verdict: 'fail',
        },
      ],
    );
  });
});

it('the columns of all views are those that docs/store.md names, in that order', async () => {
  const docs = await readFile(new URL('../../../../../docs/store.md', import.meta.url), 'utf8');
  const [, section = ''] = docs.split('## Views for queries');
  const rows = [...section.matchAll(/^\| `(\w+)` \| [^|]+ \| ([^|]+) \|$/gm)];
  const told = Object.fromEntries(
    rows.map(([, view = '', columns = '']) => [view, [...columns.matchAll(/`(\w+)`/g)].map(([, name]) => name)]),
  );
  const found = await plainly(
    `SELECT table_name AS name, string_agg(column_name, ',' ORDER BY column_index) AS columns FROM duckdb_columns()
     WHERE schema_name = 'v1' GROUP BY table_name`,
  );
  expect(told).toEqual(Object.fromEntries(found.map(({ name, columns }) => [name, String(columns).split(',')])));
  expect(found).toHaveLength(15);
});

it('other tools find the views up to date once the store was quiet', async () => {
  await store.batch({ days: 1 });
  const count = () => plainly('SELECT count(*) AS count FROM v1.readings');
  expect(await count()).toEqual([{ count: 0 }]);
  const own = store.engine.store(WORKSPACE);
  const keeper = own.keepTidy(undefined, undefined, [new FactsOfViews(() => own.zone)]);
  await keeper.tidy();
  await keeper.stop();
  expect(await count()).toEqual([{ count: 96 }]);
});

it('the views of an empty store are empty', async () => {
  for (const { name } of await plainly(`SELECT view_name AS name FROM duckdb_views() WHERE schema_name = 'v1'`)) {
    expect(await questions(`SELECT * FROM ${name}`), String(name)).toEqual([]);
  }
});
