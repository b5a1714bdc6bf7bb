/**
 * Fuzzes the feed reader: `node tests/fuzz/reader.ts --seconds 3600 --seed 1`. Ends with 1 and the failing input in the
 * system's temporary folder when a run crashes, hangs, grows past the memory budget, or the two paths differ.
 */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { inputOf, loadCorpus, tryInput } from './reader-target.ts';

/** A run of this corpus takes milliseconds. */
const HANG_MS = 30_000;
/** Growth over the level after warming up. */
const MEMORY_BUDGET = 150e6;
const WARM_UP_RUNS = 2000;

if (isMainThread) watch();
else await work(workerData);

interface Job {
  seconds: number;
  seed: number;
  /** The number of the run that is under way. */
  run: SharedArrayBuffer;
}

function watch(): void {
  const { values } = parseArgs({ options: { seconds: { type: 'string' }, seed: { type: 'string' } } });
  const job: Job = {
    seconds: Number(values.seconds ?? 60),
    seed: Number(values.seed ?? 1),
    run: new SharedArrayBuffer(4),
  };
  const worker = new Worker(new URL(import.meta.url), { workerData: job });
  const current = new Int32Array(job.run);
  let last = -1;
  let since = Date.now();
  const timer = setInterval(() => {
    const run = Atomics.load(current, 0);
    if (run !== last) {
      last = run;
      since = Date.now();
    } else if (Date.now() - since > HANG_MS) {
      fail(job.seed, run, 'hangs');
    }
  }, 1000);
  worker.on('message', (text: string) => console.log(text));
  worker.on('error', (error) => fail(job.seed, Atomics.load(current, 0), String(error.stack)));
  worker.on('exit', () => clearInterval(timer));
}

function fail(seed: number, run: number, what: string): never {
  const path = join(tmpdir(), `fuzz-reader-${seed}-${run}.xml`);
  writeFileSync(path, inputOf(loadCorpus(), seed, run).bytes);
  console.error(`Seed ${seed}, run ${run}: ${what}\nThe input is in ${path}`);
  process.exit(1);
}

async function work({ seconds, seed, run: shared }: Job): Promise<void> {
  const corpus = loadCorpus();
  const current = new Int32Array(shared);
  const end = Date.now() + seconds * 1000;
  let baseline = 0;
  let run = 0;
  let told = Date.now();
  for (; Date.now() < end; run++) {
    Atomics.store(current, 0, run);
    await tryInput(inputOf(corpus, seed, run));
    if (run === WARM_UP_RUNS) baseline = process.memoryUsage.rss();
    if (run > WARM_UP_RUNS && run % 500 === 0) {
      const growth = process.memoryUsage.rss() - baseline;
      if (growth > MEMORY_BUDGET) throw new Error(`Memory grew by ${Math.round(growth / 1e6)} MB.`);
      if (Date.now() - told > 60_000) {
        told = Date.now();
        parentPort?.postMessage(`${run} runs, memory +${Math.round(growth / 1e6)} MB`);
      }
    }
  }
  parentPort?.postMessage(`${run} runs with seed ${seed} of ${corpus.length} documents: nothing found.`);
}
