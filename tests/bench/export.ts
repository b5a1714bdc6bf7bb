/** Benchmark: export of ten million readings: memory of the engine, progress, counts and sums against the store, and how soon a cancel is obeyed. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { generateMeter } from './feed-generator.ts';
import { openStoreBench, residentBytes, type StoreBench, WORKSPACE } from './store-bench.ts';

const LENGTH = 900;
const DAYS = 1095;
const READINGS_PER_METER = (DAYS * 86_400) / LENGTH;
const ABOUT = { program: 'bench', version: '0', workspace: WORKSPACE };

const EXPORTS = [
  ['parquet', 'raw'],
  ['csv', 'raw'],
  ['json', 'raw'],
  ['parquet', 'daily'],
  ['csv', 'monthly'],
  ['everything', 'raw'],
] as const;
type Export = (typeof EXPORTS)[number];

const { values: options } = parseArgs({
  options: { json: { type: 'string' }, readings: { type: 'string', default: '10000000' }, only: { type: 'string' } },
});
const meters = Math.ceil(Number(options.readings) / READINGS_PER_METER);
const bench = openStoreBench();
try {
  for (let meter = 1; meter <= meters; meter++) await bench.ingest(generateMeter(meter, DAYS, LENGTH));
  const stored = await storedSum(bench);
  const results = [];
  for (const one of EXPORTS) {
    if (options.only === undefined || options.only === one[0]) results.push(await measure(bench, one, stored));
  }
  const cancel = await measureCancel(bench);
  console.log(`cancel in the middle: obeyed after ${cancel.ms} ms, ${cancel.left} files left behind`);
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ exports: results, cancel }, null, 2)}\n`);
} finally {
  await bench.close();
}

/** Count and sum of the readings as the engine knows them, in kWh. */
async function storedSum({ engine }: StoreBench): Promise<{ count: number; sum: number }> {
  const series = await engine.call('series.list', { workspace: WORKSPACE });
  return {
    count: series.reduce((total, row) => total + row.count, 0),
    sum: series.reduce((total, row) => total + (row.sum ?? 0), 0),
  };
}

async function measure(
  { engine, folder, pid }: StoreBench,
  [what, values]: Export,
  stored: { count: number; sum: number },
) {
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
  const target = join(folder, `${what}-${values}`);
  const format = what === 'everything' ? 'parquet' : what;
  const { readings, bytes } = await engine.call('export.run', {
    workspace: WORKSPACE,
    folder: target,
    format,
    values,
    about: ABOUT,
    ...(what === 'everything' ? { everything: { settings: '{}' } } : {}),
  });
  const seconds = (performance.now() - began) / 1000;
  clearInterval(poll);
  stop();
  await compare(target, format, values, stored);
  rmSync(target, { recursive: true });
  const growth = Math.round((peak - before) / 1e6);
  console.log(
    `${`${what} ${values}`.padEnd(16)} ${readings} readings, ${Math.round(bytes / 1e6)} MB in ${seconds.toFixed(1)} s, memory +${growth} MB (budget 100), ${steps} steps of progress`,
  );
  return { what, values, readings, bytes, seconds, memory_growth_mb: growth, progress_steps: steps };
}

/** The files hold what the store holds: the same count of readings, and the same sum. */
async function compare(target: string, format: string, values: string, stored: { count: number; sum: number }) {
  const name = values === 'raw' ? 'readings' : values;
  const table =
    format === 'parquet' ? `read_parquet('${target}/${name}/**/*.parquet')` : `'${target}/${name}.${format}'`;
  const count = values === 'raw' ? 'count(*)' : 'sum(readings)';
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '1GB' });
  const connection = await instance.connect();
  const [row] = (await connection.runAndReadAll(`SELECT ${count}::BIGINT, sum(value) FROM ${table}`)).getRows();
  connection.closeSync();
  instance.closeSync();
  const [found, sum] = [Number(row?.[0]), Number(row?.[1])];
  if (found === stored.count && Math.abs(sum / stored.sum - 1) < 1e-9) return;
  throw new Error(`${format} ${values} has ${found} readings (${sum}), the store has ${stored.count} (${stored.sum}).`);
}

/** Cancels as soon as some of it is written. */
async function measureCancel({ engine, folder }: StoreBench) {
  const abort = new AbortController();
  const target = join(folder, 'cancelled');
  mkdirSync(target);
  let asked = 0;
  const stop = engine.on('export.progress', ({ done, total }) => {
    if (done < total / 4 || abort.signal.aborted) return;
    asked = performance.now();
    abort.abort();
  });
  const input = { workspace: WORKSPACE, folder: target, format: 'parquet', about: ABOUT } as const;
  const ended = await engine.call('export.run', input, { signal: abort.signal }).then(
    () => 'finished',
    (error: unknown) => String(error),
  );
  stop();
  if (ended === 'finished') throw new Error('It was finished before it could be cancelled.');
  return { ms: Math.round(performance.now() - asked), left: readdirSync(target).length };
}
