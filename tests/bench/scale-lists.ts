/** The lists of a large portfolio at the engine: pages, searches, orders and filters of so many meters with little data. */
import { join } from 'node:path';
import type { Connection } from '../../electron/engine/store/database.ts';
import { refreshMonthSums } from '../../electron/engine/store/month-sums.ts';
import type { METER_COLUMNS } from '../../shared/list-columns.ts';
import { clockOfParameters } from '../../shared/time/index.ts';
import { fillPortfolio } from '../fixtures/large-portfolio.ts';
import { measurePortfolio } from './scale-portfolio.ts';
import { type StoreBench, type Times, timed, WORKSPACE, withStore } from './store-bench.ts';

const PAGE = { limit: 100 };
/** What people look for: numbers, names, places, notes. */
const SEARCHES = ['M-1234', 'moss', 'oak street', '5012', 'delayed 2', 'town 27 gas'];
const ORDERS: readonly (typeof METER_COLUMNS)[number][] = [
  'meter',
  'customer',
  'address',
  'service',
  'tariff',
  'coverage',
  'readings',
  'last',
  'notes',
  'uid',
];
const FILTERS = [{ service: ['gas'] }, { tariff: ['E-1', null] }, { utility: ['DEMO1'] }, { status: ['off'] }];

/** Days of the sums that the overview and the ranking are made of: a year, and what it is compared with. */
const DAYS = 400;
const DAY = 86_400;
const LAST_DAY = Math.floor(Date.UTC(2024, 5, 1) / 1000 / DAY);

export async function measureLists(bench: StoreBench, meters: number) {
  const { engine, folder, pid } = bench;
  const file = join(folder, 'store.duckdb');
  await withStore(file, join(folder, 'raw'), async (store) => {
    const connection = await store.database.connect();
    await fillPortfolio(connection, meters);
    await fillDaySums(connection);
    await connection.close();
  });
  const workspace = WORKSPACE;
  const some = <T>(list: readonly T[], place: number) => list[Math.floor(place * list.length)] as T; // place < 1
  const measured = (name: string, call: (place: (turn: number) => number) => Promise<unknown>) =>
    timed({ pid }, `${name} of ${meters}`, call);
  const result: Record<string, Times> = {
    page: await measured('meters: a page', (place) =>
      engine.call('usagePoints.list', { workspace, ...PAGE, offset: Math.floor(place(0) * meters) }),
    ),
    search: await measured('meters: search', (place) =>
      engine.call('usagePoints.list', { workspace, ...PAGE, search: some(SEARCHES, place(0)) }),
    ),
    sort: await measured('meters: sort', (place) =>
      engine.call('usagePoints.list', {
        workspace,
        ...PAGE,
        sort: { column: some(ORDERS, place(0)), descending: place(1) < 0.5 },
        offset: Math.floor(place(1) * 1000),
      }),
    ),
    filter: await measured('meters: filter', (place) =>
      engine.call('usagePoints.list', { workspace, ...PAGE, filters: some(FILTERS, place(0)) }),
    ),
    summary: await measured('meters: summary', () => engine.call('usagePoints.summary', { workspace })),
    authorizations: await measured('authorizations: a page', (place) =>
      engine.call('authorizations.list', { workspace, ...PAGE, offset: Math.floor((place(0) * meters) / 2) }),
    ),
    authorizationSearch: await measured('authorizations: search', (place) =>
      engine.call('authorizations.list', { workspace, ...PAGE, search: some(SEARCHES, place(0)) }),
    ),
  };
  console.log('(budget of search and sort of meters: p95 50 ms at 30,000)');
  const portfolio = await measurePortfolio(bench, LAST_DAY * DAY, ` of ${meters}`);
  return { meters, ...result, portfolio };
}

/** Sums of days of all series, as if each meter had quarter hours of electricity. They say nothing of readings, of which there are none. */
async function fillDaySums(connection: Connection): Promise<void> {
  const key = (hour: number) => {
    const found = clockOfParameters({
      tzOffset: -28_800 - hour * 3600,
      ...{ dstOffset: 3600, dstStartRule: '360E2000', dstEndRule: 'B40E2000' },
    });
    if (!found.ok) throw new Error(found.reason);
    return found.clock.key;
  };
  const first = LAST_DAY - DAYS;
  await connection.run(
    `UPDATE series SET reading_type = '{"uom": 72, "flowDirection": 1, "accumulationBehaviour": 4}', day_whole = true,
       first = ${first * DAY + 8 * 3600}, last = ${LAST_DAY * DAY + 7 * 3600}, last_end = ${LAST_DAY * DAY + 8 * 3600}, count = ${DAYS * 96},
       day_clock = CASE WHEN series % 2 = 0 THEN '${key(0)}' ELSE '${key(1)}' END`,
  );
  await connection.run(
    `UPDATE usage_point_facts SET first = s.first, last = s.last FROM series s WHERE s.usage_point = usage_point_facts.usage_point`,
  );
  await connection.run(
    `INSERT INTO day_sums BY NAME SELECT s.series, d.day, 96 AS count, 96.0 AS weight, 20000.0 + hash(s.series, d.day) % 9000 AS total,
       100.0 + hash(s.series, d.day, 1) % 90 AS least, d.day * ${DAY} + 40000 AS least_at, 900.0 + hash(s.series, d.day, 2) % 900 AS peak,
       d.day * ${DAY} + 60000 AS peak_at, (hash(s.series, d.day, 3) % 4)::DOUBLE AS estimated, 900.0 * (hash(s.series, d.day, 3) % 4) AS estimated_seconds,
       true AS whole FROM series s, range(${first}, ${LAST_DAY}) d(day) ORDER BY s.series, d.day`,
  );
  const all = await connection.rows('SELECT series FROM series');
  await refreshMonthSums(
    connection,
    all.map(({ series }) => Number(series)),
  );
}
