/** A store for benchmarks of the engine: in its own process with the product's limits, filled through the product's reader. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EngineClient } from '../../electron/engine/index.ts';
import { Store } from '../../electron/engine/store/store.ts';
import { forkNodeChild } from '../../electron/host/node-child.ts';

export const WORKSPACE = 'bench';
const ENGINE = fileURLToPath(new URL('../../electron/engine/process.ts', import.meta.url));

export interface StoreBench {
  engine: EngineClient;
  folder: string;
  /** Of the engine's process. */
  pid: number;
  /** Ingests a document that comes in pieces. */
  ingest(pieces: Iterable<string>): Promise<void>;
  close(): Promise<void>;
}

/** @param file of a store, which stays; otherwise a new one that is removed with the folder */
export function openStoreBench(file?: string): StoreBench {
  const folder = mkdtempSync(join(tmpdir(), 'meterscope-bench-'));
  let pid = 0;
  const engine = new EngineClient({
    start: () => {
      const child = forkNodeChild(ENGINE, []);
      pid = child.pid ?? 0;
      child.stderr?.pipe(process.stderr);
      return child;
    },
    locate: () => ({
      file: file ?? join(folder, 'store.duckdb'),
      rawFolder: join(folder, 'raw'),
      zone: 'America/Los_Angeles',
    }),
  });
  return {
    engine,
    folder,
    get pid() {
      return pid;
    },
    async ingest(pieces) {
      const session = await engine.ingest({ workspace: WORKSPACE, source: { kind: 'request', label: 'bench' } });
      const encoder = new TextEncoder();
      for (const piece of pieces) await session.write(encoder.encode(piece));
      await session.finish([]);
    },
    async close() {
      await engine.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** `p50 12.3 ms, p95 45.6 ms` of some times. */
export function timesInWords(times: readonly number[]): string {
  return `p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms`;
}

export function percentile(numbers: readonly number[], part: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

export interface Times {
  p50: number;
  p95: number;
}

/** Runs a call many times, prints and answers how long it took. `place(n)` is a number in [0, 1), another each time, the same in every run. */
export async function timed(
  bench: Pick<StoreBench, 'pid'>,
  name: string,
  call: (place: (turn: number) => number) => Promise<unknown>,
  calls = 100,
): Promise<Times> {
  const times: number[] = [];
  const before = processorTime(bench.pid);
  // Steps of the golden ratio, and of its like, visit all evenly.
  for (let step = 1; step <= calls; step += 1) {
    const began = performance.now();
    await call((turn) => (step * (turn === 0 ? 0.618_034 : 0.754_878)) % 1);
    times.push(performance.now() - began);
  }
  const processor = (processorTime(bench.pid) - before) / calls;
  console.log(`${name.padEnd(28)} ${timesInWords(times)}, ${processor.toFixed(1)} ms of processor time`);
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

/** Works on the store's file in this process, as long as no engine has it open. */
export async function withStore<T>(file: string, rawFolder: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await Store.open(WORKSPACE, { file, rawFolder, zone: 'America/Los_Angeles' }, []);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** What a process has used of the processors so far, ms, in steps of 10; 0 where there is no /proc. Other programs do not count. */
export function processorTime(pid: number): number {
  try {
    const [user = 0, system = 0] =
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').slice(11, 13).map(Number) ?? [];
    return (user + system) * 10;
  } catch {
    return 0;
  }
}

/** Memory of a process in bytes; 0 where there is no /proc. */
export function residentBytes(process: number): number {
  try {
    const status = readFileSync(`/proc/${process}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
