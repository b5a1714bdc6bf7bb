/**
 * Benchmark: a sync of a whole portfolio from the simulator: time, memory of the engine, failures, processor time of each
 * process, and how soon lists answer meanwhile; then what a second sync asks for, and the same entries once more, from one file.
 * `--authorizations 1000` is the size of a company, `--months 3` a short history; `--lists 0` tells causes apart. With `--faults`
 * the service limits the requests of each token, every fifth authorization meets a fault that passes, and one fails for good.
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
    faults: { type: 'boolean', default: false },
    folder: { type: 'string' },
    json: { type: 'string' },
  },
});

/** An engine is at rest when it used less than a hundredth of the processor for so long: a store is tidied five seconds after it was written to. */
const REST_S = 6;

/** How often memory is looked at, seconds; ten times are printed. */
const SAMPLE_S = 2;

const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'meterscope-bench-'));
const size = ['--portfolio', options.authorizations, '--months', options.months];
const limits = options.faults ? ['--rate-limit', '1/1'] : [];
/** With `--faults` the last authorization fails for good: what it has is not stored, and not put into the file. */
const isFailing = (index: number) => options.faults && index === service.line.authorizations.length - 1;
const service = await startService([...size, ...limits, '--batch-threshold', '1000000000']);
if (options.faults) await armFaults();
// The whole line has what the tests' own schema leaves out.
const bench = await startSyncBench(folder, service.line as unknown as ServiceLine, {
  atOnce: Number(options['at-once']),
});
try {
  const sync = await measure(bench);
  const second = await syncAgain(bench);
  if (options.faults) await service.control('DELETE', '/faults');
  const result = { ...sync, second, file: await measureFile(bench, sync.readings) };
  console.log(inWords(result));
  if (options.json) writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);
} finally {
  await bench.close();
  await service.stop();
  if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
}

/** What passes, a kind after the other; the last authorization fails for good. */
async function armFaults(): Promise<void> {
  const passing = [
    { status: 503, retry_after_s: 1 },
    { status: 500 },
    { cut: true },
    { status: 202, retry_after_s: 2 },
  ];
  const uids = service.line.authorizations.map(({ auth_uid }) => auth_uid);
  const faults = uids.flatMap((uid, index) => {
    const path = `/**/Batch/Subscription/${uid}`;
    if (isFailing(index)) return { path, status: 500 };
    return index % 5 === 0 ? { path, ...passing[(index / 5) % passing.length], times: 1 } : [];
  });
  for (const fault of faults) {
    const { status, text } = await service.control('POST', '/faults', fault);
    if (status !== 200) throw new Error(`The fault was refused with ${status}: ${text}`);
  }
}

interface Sent {
  requests: number;
  /** Of bodies, unpacked. */
  bytes: number;
  /** Refused, cut, or without an answer. */
  refused: number;
  /** Of usage data: those that asked for everything, and those that asked for what is new. */
  whole: number;
  newer: number;
}

/** Counts requests from now on; the function answers with them, and ends it. */
function counted(http: SyncBench['http']): () => Sent {
  const sent: Sent = { requests: 0, bytes: 0, refused: 0, whole: 0, newer: 0 };
  const stop = http.log.addSink({
    record({ url, bytes, status = 0, error }) {
      sent.requests += 1;
      sent.bytes += bytes;
      if (status >= 400 || error !== undefined) sent.refused += 1;
      if (!url.includes('/Batch/Subscription/')) return;
      if (url.includes('updated-min=')) sent.newer += 1;
      else sent.whole += 1;
    },
  });
  return () => {
    stop();
    return sent;
  };
}

async function syncAgain({ jobs, http }: SyncBench) {
  const sent = counted(http);
  const began = performance.now();
  const job = await jobs.ended((await jobs.start('sync', WORKSPACE, {})).id);
  return { state: job.state, failures: job.failureCount, seconds: (performance.now() - began) / 1000, ...sent() };
}

async function measure({ engine, enginePid, jobs, http }: SyncBench) {
  const times: Record<string, number[]> = { authorizations: [], usagePoints: [] };
  let peak = 0;
  const memory: { at: number; engineMb: number; mainMb: number }[] = [];
  const sent = counted(http);
  let over = false;
  let refused: unknown;
  const poll = setInterval(() => {
    const resident = residentBytes(enginePid());
    peak = Math.max(peak, resident);
    const at = (performance.now() - began) / 1000;
    if (at < (memory.at(-1)?.at ?? -SAMPLE_S) + SAMPLE_S) return;
    memory.push({ at, engineMb: mb(resident), mainMb: mb(residentBytes(process.pid)) });
  }, 200);
  const askLists = async () => {
    while (!over && Number(options.lists) > 0) {
      for (const name of ['authorizations', 'usagePoints'] as const) {
        const asked = performance.now();
        try {
          // A page, as the screens ask for it.
          await engine.call(`${name}.list`, { workspace: WORKSPACE, offset: 0, limit: 100 });
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
  const afterMb = mb(residentBytes(enginePid()));
  await atRest(enginePid());
  const processor = [enginePid(), process.pid, service.pid].map(
    (pid, index) => processorTime(pid) - (processorBefore[index] ?? 0),
  );
  const stored = (await bench.contents()).authorizations.reduce((sum, { readings }) => sum + readings, 0);
  return {
    state: job.state,
    authorizations: job.total,
    failures: job.failureCount,
    firstFailure: job.failures[0]?.error ?? job.error,
    seconds,
    ...sent(),
    readings: stored,
    memory,
    engine: { peakMb: mb(peak), afterMb, atRestMb: mb(residentBytes(enginePid())) },
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

/** The days of what came from a file are added up after it was read, those of a sync with it: both are done when the engine is at rest. */
async function atRest(pid: number): Promise<void> {
  for (let used = REST_S * 1000; used >= REST_S * 10; ) {
    const before = processorTime(pid);
    await delay(REST_S * 1000);
    used = processorTime(pid) - before;
  }
}

/** The same entries, asked for once more and put into one file, read by a new engine: its processor time. */
async function measureFile({ client }: SyncBench, expected: number): Promise<{ bytes: number; processorMs: number }> {
  const file = join(folder, 'all.xml');
  const out = openSync(file, 'w');
  writeSync(out, '<feed xmlns="http://www.w3.org/2005/Atom">');
  for (const [index, { auth_uid }] of service.line.authorizations.entries()) {
    if (isFailing(index)) continue;
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
    await atRest(store.pid);
    return { bytes: statSync(file).size, processorMs: processorTime(store.pid) - before };
  } finally {
    await store.close();
  }
}

function inWords(
  result: Awaited<ReturnType<typeof measure>> & {
    second: Awaited<ReturnType<typeof syncAgain>>;
    file: Awaited<ReturnType<typeof measureFile>>;
  },
): string {
  const { engine, processorMs, second, memory, file } = result;
  const every = Math.ceil(memory.length / 10);
  const perMillion = (ms: number) => (ms / 1000 / (result.readings / 1e6)).toFixed(2);
  return [
    `${result.state}: ${result.authorizations} authorizations in ${result.seconds.toFixed(1)} s, ${result.requests} requests (${result.refused} refused or cut), ${mb(result.bytes)} MB, ${result.readings} readings, ${result.failures} failures`,
    ...(result.firstFailure ? [`  first failure: ${JSON.stringify(result.firstFailure)}`] : []),
    `engine: peak ${engine.peakMb} MB, after ${engine.afterMb} MB, at rest ${engine.atRestMb} MB (budget 600); store ${result.storeMb} MB`,
    `memory over time, engine/main process in MB: ${memory
      .filter((_, place) => place % every === 0)
      .map(({ at, engineMb, mainMb }) => `${Math.round(at)} s ${engineMb}/${mainMb}`)
      .join(', ')}`,
    `second sync: ${second.state} in ${second.seconds.toFixed(1)} s, ${second.requests} requests (${second.newer} for what is new, ${second.whole} for everything), ${(second.bytes / 1e6).toFixed(1)} MB, ${second.failures} failures`,
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
