/**
 * Benchmark: a sync of a whole portfolio from the simulator: time, memory of the engine, failures, processor time of each
 * process, and how soon lists answer meanwhile; then the same entries once more, from one file.
 * `--authorizations 1000` is the size of a company, `--months 3` a short history; `--lists 0` tells causes apart.
 */
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startService } from '../integration/simulator-process.ts';
import { type ServiceLine, type SyncBench, startSyncBench, WORKSPACE } from '../integration/sync-bench.ts';
import { openStoreBench, percentile, processorTime, residentBytes, timesInWords } from './store-bench.ts';

const { values: options } = parseArgs({
  options: {
    authorizations: { type: 'string', default: '100' },
    /** Of interval readings; all 37 give about 130,000 readings an authorization. */
    months: { type: 'string', default: '37' },
    'at-once': { type: 'string', default: '3' },
    /** How often the lists are asked for, milliseconds; 0 is never. */
    lists: { type: 'string', default: '250' },
    folder: { type: 'string' },
    json: { type: 'string' },
  },
});

const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'meterscope-bench-'));
const size = ['--portfolio', options.authorizations, '--months', options.months];
const service = await startService([...size, '--batch-threshold', '1000000000']);
// The whole line has what the tests' own schema leaves out.
const bench = await startSyncBench(folder, service.line as unknown as ServiceLine, {
  atOnce: Number(options['at-once']),
});
try {
  const sync = await measure(bench);
  const result = { ...sync, file: await measureFile(bench, sync.readings) };
  console.log(inWords(result));
  if (options.json) writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);
} finally {
  await bench.close();
  await service.stop();
  if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
}

async function measure({ engine, enginePid, jobs, http }: SyncBench) {
  const times: Record<string, number[]> = { authorizations: [], usagePoints: [] };
  let peak = 0;
  let requests = 0;
  let bytes = 0;
  http.log.addSink({
    record: (request) => {
      requests += 1;
      bytes += request.bytes;
    },
  });
  let over = false;
  let refused: unknown;
  const poll = setInterval(() => {
    peak = Math.max(peak, residentBytes(enginePid()));
  }, 200);
  const askLists = async () => {
    while (!over && Number(options.lists) > 0) {
      for (const name of ['authorizations', 'usagePoints'] as const) {
        const asked = performance.now();
        try {
          await engine.call(`${name}.list`, { workspace: WORKSPACE, offset: 0, limit: 500 });
        } catch (error) {
          refused ??= error;
        }
        times[name]?.push(performance.now() - asked);
      }
      await delay(Number(options.lists));
    }
  };
  const began = performance.now();
  const processorBefore = [processorTime(enginePid()), processorTime(process.pid), processorTime(service.pid)];
  const { id } = await jobs.start('sync', WORKSPACE, {});
  const asking = askLists();
  const job = await jobs.ended(id);
  const seconds = (performance.now() - began) / 1000;
  over = true;
  await asking;
  if (refused !== undefined) console.log(`a list was refused: ${String(refused)}`);
  clearInterval(poll);
  const processor = [enginePid(), process.pid, service.pid].map(
    (pid, index) => processorTime(pid) - (processorBefore[index] ?? 0),
  );
  const stored = (await bench.contents()).authorizations.reduce((sum, { readings }) => sum + readings, 0);
  return {
    state: job.state,
    authorizations: job.total,
    failures: job.failures.length,
    firstFailure: job.failures[0]?.error ?? job.error,
    seconds,
    requests,
    bytes,
    readings: stored,
    engine: { peakMb: mb(peak), afterMb: mb(residentBytes(enginePid())) },
    /** Of the engine, of the program's main process, and of the simulator. */
    processorMs: { engine: processor[0] ?? 0, main: processor[1] ?? 0, simulator: processor[2] ?? 0 },
    storeMb: mb(statSync(join(folder, 'store.duckdb')).size),
    lists: Object.fromEntries(
      Object.entries(times).map(([name, list]) => [
        name,
        { calls: list.length, p50: percentile(list, 0.5), p95: percentile(list, 0.95), words: timesInWords(list) },
      ]),
    ),
  };
}

/** The same entries, asked for once more and put into one file, read by a new engine: its processor time. */
async function measureFile({ client }: SyncBench, expected: number): Promise<{ bytes: number; processorMs: number }> {
  const file = join(folder, 'all.xml');
  const out = openSync(file, 'w');
  writeSync(out, '<feed xmlns="http://www.w3.org/2005/Atom">');
  for (const { auth_uid } of service.line.authorizations) {
    const { text } = await client.get('BatchSubscription', { auth_uid }, { maxBytes: 1e9 });
    const feed = text();
    writeSync(out, feed.slice(feed.indexOf('<entry>'), feed.lastIndexOf('</feed>')));
  }
  writeSync(out, '</feed>');
  closeSync(out);
  const store = openStoreBench();
  try {
    await store.engine.call('authorizations.list', { workspace: WORKSPACE, offset: 0, limit: 1 });
    const before = processorTime(store.pid);
    const { readings } = await store.engine.call('ingest.file', { workspace: WORKSPACE, path: file });
    if (readings !== expected) console.log(`the file has ${readings} readings, the sync stored ${expected}`);
    return { bytes: statSync(file).size, processorMs: processorTime(store.pid) - before };
  } finally {
    await store.close();
  }
}

function inWords(
  result: Awaited<ReturnType<typeof measure>> & { file: Awaited<ReturnType<typeof measureFile>> },
): string {
  const { engine, processorMs, file } = result;
  const perMillion = (ms: number) => (ms / 1000 / (result.readings / 1e6)).toFixed(2);
  return [
    `${result.state}: ${result.authorizations} authorizations in ${result.seconds.toFixed(1)} s, ${result.requests} requests, ${mb(result.bytes)} MB, ${result.readings} readings, ${result.failures} failures`,
    ...(result.firstFailure ? [`  first failure: ${JSON.stringify(result.firstFailure)}`] : []),
    `engine: peak ${engine.peakMb} MB, after ${engine.afterMb} MB (budget 600); store ${result.storeMb} MB`,
    `CPU s a million readings: engine ${perMillion(processorMs.engine)}, main process ${perMillion(processorMs.main)}, simulator ${perMillion(processorMs.simulator)}`,
    `the same ${mb(file.bytes)} MB of entries from one file: engine ${perMillion(file.processorMs)}; the sync takes ${(processorMs.engine / file.processorMs).toFixed(1)} times as much (budget 2)`,
    ...Object.entries(result.lists).map(
      ([name, { calls, words }]) => `${name}.list meanwhile: ${words} of ${calls} calls (budget p95 100 ms)`,
    ),
  ].join('\n');
}

function mb(bytes: number): number {
  return Math.round(bytes / 1e6);
}
