/** The lists of a large portfolio at the engine: pages, searches, orders and filters of so many meters with little data. */
import { join } from 'node:path';
import type { METER_COLUMNS } from '../../shared/list-columns.ts';
import { fillPortfolio } from '../fixtures/large-portfolio.ts';
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

export async function measureLists({ engine, folder, pid }: StoreBench, meters: number) {
  const file = join(folder, 'store.duckdb');
  await withStore(file, join(folder, 'raw'), async (store) => {
    const connection = await store.database.connect();
    await fillPortfolio(connection, meters);
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
  return { meters, ...result };
}
