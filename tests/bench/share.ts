/**
 * Benchmark: a data set and PostgreSQL. Seconds and memory of the first and the next time, beside a plain COPY of the same readings.
 * `--store FILE` publishes a store that is there, such as one of `npm run bench -- scale --store FILE`, and compares each series with the
 * server: its meters get tariffs, where they have none; its readings stay. `--servers 3` spreads the months over two more servers.
 */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { PUBLISHING, Server } from '../../electron/engine/store/sharing/postgres/server.ts';
import { type PostgresServer, startPostgres } from '../fixtures/postgres-server.ts';
import { generateMeter } from './feed-generator.ts';
import { openStoreBench, residentBytes, WORKSPACE, withStore } from './store-bench.ts';

const LENGTH = 900;
const DAYS = 1095;
const READINGS_PER_METER = (DAYS * 86_400) / LENGTH;
const ABOUT = { program: 'bench', version: '0', workspace: WORKSPACE };

const { values: options } = parseArgs({
  options: {
    json: { type: 'string' },
    readings: { type: 'string', default: '4000000' },
    store: { type: 'string' },
    servers: { type: 'string', default: '1' },
  },
});
const TOTALS = `SELECT m.tariff, d.month, sum(d.value) AS total FROM v1.monthly d JOIN v1.meters m USING (usage_point) GROUP BY 1, 2`;

const bench = openStoreBench(options.store);
const servers: PostgresServer[] = [];
try {
  while (servers.length < Number(options.servers)) servers.push(await startPostgres());
  const [server] = servers;
  if (server === undefined) throw new Error('--servers is 1 or more.');
  const results = options.store === undefined ? await ofNewStore(server) : await ofStore(server);
  if (options.json) writeFileSync(options.json, `${JSON.stringify(results, null, 2)}\n`);
} finally {
  for (const server of servers) await server.dispose();
  await bench.close();
}

/** All ways out, of readings that are made for it. */
async function ofNewStore(server: PostgresServer) {
  const meters = Math.ceil(Number(options.readings) / READINGS_PER_METER);
  for (let meter = 1; meter <= meters; meter++) await bench.ingest(generateMeter(meter, DAYS, LENGTH));
  const readings = meters * READINGS_PER_METER;
  // The tables of the views are filled once for all.
  await bench.engine.call('query.run', { workspace: WORKSPACE, sql: 'SELECT 1 FROM meters LIMIT 1' });
  const folder = join(bench.folder, 'shared');
  const dataset = () => bench.engine.call('dataset.write', { workspace: WORKSPACE, folder, about: ABOUT });
  const publish = await publishing(server);
  const results = [
    await measured('data set, first', readings, dataset),
    await measured('data set, nothing new', readings, dataset),
    await measured('publish, first', readings, publish),
    await measured('publish, nothing new', readings, publish),
    await plainCopy(server, readings, folder),
  ];
  const [first, plain] = [results[2], results[4]];
  if (first && plain)
    console.log(`published in ${(first.seconds / plain.seconds).toFixed(2)} times what a plain COPY takes`);
  await totalsOn(server);
  await agree(server, readings);
  return results;
}

/** Publishing of a store that is there. */
async function ofStore(server: PostgresServer) {
  const count = await bench.engine.call('query.run', {
    workspace: WORKSPACE,
    sql: 'SELECT count(*) AS readings FROM readings',
  });
  const readings = Number(count.rows[0]?.[0]);
  await bench.engine.call('store.close', { workspace: WORKSPACE });
  await withStore(options.store ?? '', join(bench.folder, 'raw'), (store) =>
    store.write(async (connection) => {
      await connection.run("UPDATE usage_points SET tariff = concat('E-', hash(id) % 12) WHERE tariff IS NULL");
    }),
  );
  console.log(
    `${readings} readings, to ${servers.length === 1 ? 'one server' : `a coordinator and ${servers.length - 1} more servers`}`,
  );
  const publish = await publishing(server);
  const results = [
    await measured('publish, first', readings, publish),
    await measured('publish, nothing new', readings, publish),
    await measured('each series compared', readings, () => agree(server, readings)),
  ];
  for (const [place, one] of servers.entries()) {
    const [held] = await one.query(
      "SELECT count(*)::int AS months, coalesce(sum(pg_total_relation_size(oid)), 0)::float8 AS bytes FROM pg_class WHERE relkind = 'r' AND relname ~ '^readings_[0-9]{6}$'",
    );
    console.log(`server ${place + 1} holds ${held?.months} months, ${Math.round(Number(held?.bytes) / 1e6)} MB`);
  }
  await totalsOn(server);
  return results;
}

/** Prepares the servers; answers what publishes. */
async function publishing(server: PostgresServer) {
  const publish = () =>
    bench.engine.call('publish.run', { workspace: WORKSPACE, to: server.url, prepare: true, about: ABOUT });
  if (servers.length === 1) return publish;
  await bench.engine.call('publish.prepare', { workspace: WORKSPACE, to: server.url });
  await server.query('CREATE EXTENSION postgres_fdw; CREATE EXTENSION dblink');
  for (const [place, { port, password }] of servers.slice(1).entries()) {
    const name = `server_${place + 2}`;
    await server.query(
      `CREATE SERVER ${name} FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '127.0.0.1', port '${port}', dbname 'postgres', use_remote_estimate 'true');
       CREATE USER MAPPING FOR PUBLIC SERVER ${name} OPTIONS (user 'owner', password '${password}');
       INSERT INTO meterscope.servers VALUES ('${name}')`,
    );
  }
  return publish;
}

async function totalsOn(server: PostgresServer): Promise<void> {
  for (const turn of ['first', 'again']) {
    const began = performance.now();
    const rows = await server.query(TOTALS);
    console.log(
      `monthly totals by tariff on the server, ${turn}: ${Math.round(performance.now() - began)} ms (${rows.length} rows)`,
    );
  }
}

/** Throws unless count, sum and checksum of each series are the same here and there. */
async function agree(server: PostgresServer, readings: number): Promise<void> {
  const { series, differing, readingsThere, ...here } = await bench.engine.call('publish.compare', {
    workspace: WORKSPACE,
    to: server.url,
  });
  console.log(`${series} series compared: ${differing} differ; ${here.readings} readings here, ${readingsThere} there`);
  if (differing > 0 || readingsThere !== readings) throw new Error('The server does not hold what the store holds.');
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

/** Of the engine and of the servers with their connections that have ended: what other programs of the machine take is not in it. */
function processorSeconds(): number {
  const ticks = [bench.pid, ...servers.map((server) => server.pid() ?? 0)].flatMap((pid) => {
    const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    return after.split(' ').slice(11, 15).map(Number);
  });
  return ticks.reduce((sum, one) => sum + one, 0) / 100;
}

/** The same rows as one file, into a table with the same index: what the server alone can do. */
async function plainCopy(server: PostgresServer, readings: number, folder: string) {
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
  const client = await Server.connect(server.url, PUBLISHING, new AbortController().signal);
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
