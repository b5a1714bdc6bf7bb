/** Benchmark: export of ten million readings: memory of the engine, progress, and how soon a cancel is obeyed. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateMeter } from './feed-generator.ts';
import { openStoreBench, type StoreBench, WORKSPACE } from './store-bench.ts';

const LENGTH = 900;
const DAYS = 1095;
const READINGS_PER_METER = (DAYS * 86_400) / LENGTH;

const { values: options } = parseArgs({
  options: { json: { type: 'string' }, millions: { type: 'string', default: '10' } },
});
const meters = Math.ceil((Number(options.millions) * 1e6) / READINGS_PER_METER);
const bench = openStoreBench();
try {
  for (let meter = 1; meter <= meters; meter++) await bench.ingest(generateMeter(meter, DAYS, LENGTH));
  const results = [];
  for (const format of ['parquet', 'csv', 'json'] as const) results.push(await measure(bench, format));
  const cancel = await measureCancel(bench);
  console.log(`cancel in the middle: obeyed after ${cancel.ms} ms, ${cancel.left} files left behind`);
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ exports: results, cancel }, null, 2)}\n`);
} finally {
  await bench.close();
}

async function measure({ engine, folder, pid }: StoreBench, format: 'parquet' | 'csv' | 'json') {
  const before = residentBytes(pid);
  let peak = before;
  let steps = 0;
  const poll = setInterval(() => {
    peak = Math.max(peak, residentBytes(pid));
  }, 20);
  const stop = engine.on('export.progress', () => {
    steps += 1;
  });
  const began = performance.now();
  const target = join(folder, format);
  const { readings, bytes } = await engine.call('export.run', { workspace: WORKSPACE, folder: target, format });
  const seconds = (performance.now() - began) / 1000;
  clearInterval(poll);
  stop();
  rmSync(target, { recursive: true });
  const growth = Math.round((peak - before) / 1e6);
  console.log(
    `${format.padEnd(8)} ${readings} readings, ${Math.round(bytes / 1e6)} MB in ${seconds.toFixed(1)} s, memory +${growth} MB (budget 100), ${steps} steps of progress`,
  );
  return { format, readings, bytes, seconds, memory_growth_mb: growth, progress_steps: steps };
}

/** Cancels as soon as some of it is written. */
async function measureCancel({ engine, folder }: StoreBench) {
  const abort = new AbortController();
  const target = join(folder, 'cancelled');
  let asked = 0;
  const stop = engine.on('export.progress', ({ done, total }) => {
    if (done < total / 4 || abort.signal.aborted) return;
    asked = performance.now();
    abort.abort();
  });
  const input = { workspace: WORKSPACE, folder: target, format: 'parquet' } as const;
  const ended = await engine.call('export.run', input, { signal: abort.signal }).then(
    () => 'finished',
    (error: unknown) => String(error),
  );
  stop();
  if (ended === 'finished') throw new Error('It was finished before it could be cancelled.');
  const left = await readdir(target).catch(() => []);
  return { ms: Math.round(performance.now() - asked), left: left.length };
}

/** Of a process; 0 where there is no /proc. */
function residentBytes(process: number): number {
  try {
    const status = readFileSync(`/proc/${process}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
