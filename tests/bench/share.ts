/** Benchmark: a data set and PostgreSQL. Seconds and memory of the first and the next time, beside a plain COPY of the same readings. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { Server } from '../../electron/engine/store/sharing/postgres/server.ts';
import { startPostgres } from '../fixtures/postgres-server.ts';
import { generateMeter } from './feed-generator.ts';
import { openStoreBench, residentBytes, WORKSPACE } from './store-bench.ts';

const LENGTH = 900;
const DAYS = 1095;
const READINGS_PER_METER = (DAYS * 86_400) / LENGTH;
const ABOUT = { program: 'bench', version: '0', workspace: WORKSPACE };

const { values: options } = parseArgs({
  options: { json: { type: 'string' }, readings: { type: 'string', default: '4000000' } },
});
const meters = Math.ceil(Number(options.readings) / READINGS_PER_METER);
const bench = openStoreBench();
const server = await startPostgres();
try {
  for (let meter = 1; meter <= meters; meter++) await bench.ingest(generateMeter(meter, DAYS, LENGTH));
  const readings = meters * READINGS_PER_METER;
  // The tables of the views are filled once for all.
  await bench.engine.call('query.run', { workspace: WORKSPACE, sql: 'SELECT 1 FROM meters LIMIT 1' });
  const folder = join(bench.folder, 'shared');
  const dataset = () => bench.engine.call('dataset.write', { workspace: WORKSPACE, folder, about: ABOUT });
  const publish = () =>
    bench.engine.call('publish.run', { workspace: WORKSPACE, to: server.url, prepare: true, about: ABOUT });
  const results = [
    await measured('data set, first', readings, dataset),
    await measured('data set, nothing new', readings, dataset),
    await measured('publish, first', readings, publish),
    await measured('publish, nothing new', readings, publish),
    await plainCopy(readings, folder),
  ];
  const [first, plain] = [results[2], results[4]];
  if (first && plain)
    console.log(`published in ${(first.seconds / plain.seconds).toFixed(2)} times what a plain COPY takes`);
  const began = performance.now();
  await server.query(
    `SELECT m.tariff, d.month, sum(d.value) FROM v1.monthly d JOIN v1.meters m USING (usage_point) GROUP BY 1, 2`,
  );
  console.log(`monthly totals by tariff on the server: ${Math.round(performance.now() - began)} ms`);
  const [there] = await server.query('SELECT count(*)::int AS count FROM meterscope.readings');
  if (there?.count !== readings) throw new Error(`${there?.count} of ${readings} readings are there.`);
  if (options.json) writeFileSync(options.json, `${JSON.stringify(results, null, 2)}\n`);
} finally {
  await server.dispose();
  await bench.close();
}

async function measured(what: string, readings: number, work: () => Promise<unknown>) {
  const before = residentBytes(bench.pid);
  let peak = before;
  const poll = setInterval(() => {
    peak = Math.max(peak, residentBytes(bench.pid));
  }, 20);
  const [began, processor] = [performance.now(), processorSeconds()];
  await work();
  const seconds = (performance.now() - began) / 1000;
  await delay(500); // until the server has counted what its process took
  const busy = processorSeconds() - processor;
  clearInterval(poll);
  const growth = Math.round((peak - before) / 1e6);
  console.log(
    `${what.padEnd(24)} ${seconds.toFixed(1)} s, ${Math.round(readings / seconds / 1000)},000 readings/s, ${busy.toFixed(1)} s of processors, memory +${growth} MB`,
  );
  return { what, seconds, processor_seconds: busy, readings_per_second: readings / seconds, memory_growth_mb: growth };
}

/** Of the engine and of the server with its connections that have ended: what other programs of the machine take is not in it. */
function processorSeconds(): number {
  const ticks = [bench.pid, server.pid() ?? 0].flatMap((pid) => {
    const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    return after.split(' ').slice(11, 15).map(Number);
  });
  return ticks.reduce((sum, one) => sum + one, 0) / 100;
}

/** The same rows as one file, into a table with the same index: what the server alone can do. */
async function plainCopy(readings: number, folder: string) {
  const file = join(bench.folder, 'plain.csv');
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '2GB' });
  const connection = await instance.connect();
  await connection.run(
    `COPY (SELECT hash(series_id) % 1000, start_utc::TIMESTAMP, duration_seconds, raw_value, 0, NULL, 0, quality_code, tou, tier, cpp, utc_offset_seconds
       FROM read_parquet('${folder}/readings/**/*.parquet')) TO '${file}' (FORMAT csv, HEADER false)`,
  );
  connection.closeSync();
  instance.closeSync();
  await server.query('CREATE TABLE plain (LIKE meterscope.readings); CREATE INDEX ON plain (series, start_utc)');
  const client = await Server.connect(server.url);
  const [began, processor] = [performance.now(), processorSeconds()];
  await client.copy(file, 'plain');
  const seconds = (performance.now() - began) / 1000;
  await client.close();
  await delay(500); // until the server has counted what its process took
  const busy = processorSeconds() - processor;
  const megabytes = Math.round(statSync(file).size / 1e6);
  console.log(
    `${'plain COPY'.padEnd(24)} ${seconds.toFixed(1)} s, ${Math.round(readings / seconds / 1000)},000 readings/s, ${busy.toFixed(1)} s of processors (${megabytes} MB)`,
  );
  return {
    what: 'plain COPY',
    seconds,
    processor_seconds: busy,
    readings_per_second: readings / seconds,
    memory_growth_mb: 0,
  };
}
