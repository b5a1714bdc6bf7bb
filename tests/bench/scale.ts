/**
 * Benchmark: a large portfolio that grew day by day: every picture of a meter and of all of them, at the engine.
 * `--readings 1e9 --meters 10000` is the full run; `--arrival whole` lays the history of one meter after another;
 * `--peers 0` leaves out the same rows in SQLite and in Parquet files. The lists are measured in a store of their own with
 * `--list-meters 30000` meters; `--readings 0` measures nothing else. `--store FILE` makes the large store there, and leaves it;
 * one that is there already, made with the same options, is measured as it is; one whose filling was stopped (daily arrival) goes on.
 *
 * The first and the last day are read by the product. The days in between are the first day's rows with other times, values and
 * blocks, laid behind each other as syncs leave them, and packed by the product's own keeper night by night. Values are
 * those of the simulator's meters (`meter-values.ts`).
 */
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { clockOfZone, localPeriods, offsetSegments } from '../../shared/time/index.ts';
import { FIRST_READING, generateDay } from './feed-generator.ts';
import { fillDays, isPartlyFilled, READINGS_A_DAY } from './scale-fill.ts';
import { measureLists } from './scale-lists.ts';
import { DAY, measurePeers, SPANS, type Span } from './scale-peers.ts';
import { measurePortfolio } from './scale-portfolio.ts';
import {
  openStoreBench,
  residentBytes,
  type StoreBench,
  type Times,
  timed as timedIn,
  WORKSPACE,
  withStore,
} from './store-bench.ts';

/** Of the workspace: the meters have no time of their own. */
const ZONE = 'America/Los_Angeles';
const CALLS = 100;

const { values: options } = parseArgs({
  options: {
    readings: { type: 'string', default: '1e8' },
    meters: { type: 'string', default: '1000' },
    arrival: { type: 'string', default: 'daily' },
    peers: { type: 'string', default: '1' },
    'list-meters': { type: 'string', default: '30000' },
    store: { type: 'string' },
    json: { type: 'string' },
  },
});
const meters = Number(options.meters);
const listMeters = Number(options['list-meters']);
const days = Math.max(3, Math.round(Number(options.readings) / meters / READINGS_A_DAY));
const readings = meters * days * READINGS_A_DAY;

const result = {
  ...(Number(options.readings) > 0 ? await inStore(measure, options.store) : {}),
  ...(listMeters > 0 ? { lists: await inStore((bench) => measureLists(bench, listMeters)) } : {}),
};
if (options.json) writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);

async function inStore<T>(measured: (bench: StoreBench) => Promise<T>, file?: string): Promise<T> {
  const bench = openStoreBench(file);
  try {
    return await measured(bench);
  } finally {
    await bench.close();
  }
}

/** Fills the store but for a last day, which it reads as the product does. */
async function make({ engine, folder, ingest }: StoreBench, file: string) {
  if (!existsSync(file)) {
    await ingest(generateDay(meters, 0));
    await engine.call('store.close', { workspace: WORKSPACE });
  }
  const fillSeconds = await secondsOf(() =>
    fillDays(file, join(folder, 'raw'), { meters, days, whole: options.arrival === 'whole', zone: ZONE }),
  );
  console.log(
    `${readings} readings of ${meters} meters, ${days} days, ${options.arrival} arrival: filled in ${fillSeconds.toFixed(0)} s`,
  );

  const oneMoreDay = await secondsOf(() => ingest(generateDay(meters, days - 1)));
  await engine.call('store.close', { workspace: WORKSPACE });
  const packSeconds = await secondsOf(() => pack(file, join(folder, 'raw')));
  console.log(
    `one more day of all meters: read in ${oneMoreDay.toFixed(1)} s, packed in ${packSeconds.toFixed(1)} s (budget 30 s for 1,000 meters, 60 s for 10,000)`,
  );
  return { fillSeconds, oneMoreDay: { readSeconds: oneMoreDay, packSeconds } };
}

async function measure(bench: StoreBench) {
  const { engine, folder } = bench;
  const file = options.store ?? join(folder, 'store.duckdb');
  const isFull = existsSync(file) && !(await isPartlyFilled(file, join(folder, 'raw')));
  const made = isFull ? undefined : await make(bench, file);
  const bytesPerReading = statSync(file).size / readings;
  console.log(`on disk: ${bytesPerReading.toFixed(2)} bytes a reading (budget 4)`);

  const timed = (name: string, call: Parameters<typeof timedIn>[2], calls?: number) =>
    timedIn(bench, name, call, calls);
  const series = (await engine.call('series.list', { workspace: WORKSPACE })).map(({ id }) => id);
  const end = FIRST_READING + days * DAY;
  const chart = {} as Record<Span, Times>;
  for (const [name, span] of Object.entries(SPANS) as [Span, number][]) {
    const length = Math.min(span, days) * DAY;
    chart[name] = await timed(`chart of a ${name === 'all' ? 'meter, all of it' : name}`, async (place) => {
      const from = FIRST_READING + place(1) * (end - FIRST_READING - length);
      const input = { workspace: WORKSPACE, series: [pick(series, place(0))], width: 1000, from, to: from + length };
      const [answer] = await engine.call('usage.chart', input);
      if (!answer || answer.t.length === 0) throw new Error('A chart was empty.');
    });
  }
  const year = { from: end - Math.min(365, days) * DAY, to: end };
  const one = (place: (turn: number) => number) => ({ workspace: WORKSPACE, series: pick(series, place(0)) });
  // As the program asks: by the meters' own days and months.
  const bounds = (period: 'day' | 'month') => {
    const periods = localPeriods(clockOfZone(ZONE), FIRST_READING, end, period).slice(-4000);
    return [...periods.map(({ start }) => start), periods.at(-1)?.end ?? end];
  };
  const offsets = offsetSegments(clockOfZone(ZONE), year.from, year.to);
  const heatMap = await timed('heat map of a year', (place) =>
    engine.call('usage.grid', { ...one(place), ...year, step: 3600, offsets }),
  );
  const months = await timed('totals by month', (place) =>
    engine.call('usage.totals', { ...one(place), bounds: bounds('month') }),
  );
  const daily = await timed('totals by day', (place) =>
    engine.call('usage.totals', { ...one(place), bounds: bounds('day') }),
  );
  const duration = await timed('load duration of a year', (place) =>
    engine.call('usage.duration', { ...one(place), ...year, points: 500 }),
  );
  const [first, last] = [FIRST_READING, end].map(monthOf) as [number, number];
  const coverage = await timed(
    'coverage of the portfolio',
    () => engine.call('coverage.portfolio', { workspace: WORKSPACE, first, count: last - first + 1 }),
    20,
  );
  const list = await timed('list of meters, a page', (place) =>
    engine.call('usagePoints.list', { workspace: WORKSPACE, offset: Math.floor(place(0) * meters), limit: 100 }),
  );
  const search = await timed('list of meters, search', (place) =>
    engine.call('usagePoints.list', {
      workspace: WORKSPACE,
      search: String(Math.floor(place(0) * meters)),
      offset: 0,
      limit: 100,
    }),
  );
  const portfolio = await measurePortfolio(bench, end);
  const askedMb = Math.round(residentBytes(bench.pid) / 1e6);
  // A user who reads what was asked leaves the engine alone for as long.
  await delay(5000);
  const memoryMb = Math.round(residentBytes(bench.pid) / 1e6);
  console.log(
    `memory of the engine after all of it: ${memoryMb} MB (budget 600), and ${askedMb} MB while it was asked one after the other`,
  );
  await engine.call('store.close', { workspace: WORKSPACE });
  const firstScreen = await secondsOf(() =>
    engine.call('usagePoints.list', { workspace: WORKSPACE, offset: 0, limit: 100 }),
  );
  console.log(`store opened, to the first list: ${(firstScreen * 1000).toFixed(0)} ms`);
  await engine.call('store.close', { workspace: WORKSPACE });
  const peers = options.peers === '0' ? undefined : await comparePeers(file, folder, end);
  return {
    readings,
    meters,
    days,
    arrival: options.arrival,
    bytesPerReading,
    askedMb,
    memoryMb,
    ...made,
    chart,
    heatMap,
    totals: { months, days: daily },
    duration,
    coverage,
    meterList: { page: list, search },
    portfolio,
    firstScreenMs: firstScreen * 1000,
    peers,
  };
}

async function pack(file: string, rawFolder: string): Promise<void> {
  await withStore(file, rawFolder, (store) => store.keepTidy().tidy());
}

async function comparePeers(file: string, folder: string, end: number) {
  const place = join(folder, 'peers');
  mkdirSync(place);
  try {
    return await measurePeers({ file, folder: place, end, meters, calls: CALLS });
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

function pick<T>(list: readonly T[], place: number): T {
  const found = list[Math.floor(list.length * place)];
  if (found === undefined) throw new Error('There is no series.');
  return found;
}

/** As `coverage.portfolio` counts months. */
function monthOf(epoch: number): number {
  const date = new Date(epoch * 1000);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}
