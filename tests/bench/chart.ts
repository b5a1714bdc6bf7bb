/**
 * Benchmark: chart of any meter and range with a hundred million readings in the store (`--millions N`), at the engine.
 * One meter is read by the product; the others are copies of its rows, laid behind each other as if they had been read.
 */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { FIRST_READING, generateMeter } from './feed-generator.ts';
import { openStoreBench, percentile, timesInWords, WORKSPACE } from './store-bench.ts';

const LENGTH = 900;
const DAYS = 1095;
const READINGS_PER_METER = (DAYS * 86_400) / LENGTH;
const WIDTH = 500;
const CHARTS = 300;

const { values: options } = parseArgs({
  options: { json: { type: 'string' }, millions: { type: 'string', default: '100' } },
});
const meters = Math.ceil((Number(options.millions) * 1e6) / READINGS_PER_METER);
const bench = openStoreBench();
try {
  const filled = performance.now();
  await bench.ingest(generateMeter(1, DAYS, LENGTH));
  await copyMeter(meters);
  const seconds = (performance.now() - filled) / 1000;
  const bytes = statSync(join(bench.folder, 'store.duckdb')).size;
  const readings = meters * READINGS_PER_METER;
  console.log(
    `${readings} readings of ${meters} meters, ${Math.round(bytes / 1e6)} MB, filled in ${seconds.toFixed(0)} s`,
  );
  const series = await bench.engine.call('series.list', { workspace: WORKSPACE });
  const times: number[] = [];
  // Steps of the golden ratio visit meters, lengths and places evenly and the same in every run.
  for (let step = 0; step < CHARTS; step += 1) {
    const one = series[Math.floor(series.length * ((step * 0.618_034) % 1))];
    if (!one) throw new Error('There is no series.');
    const all = DAYS * 86_400;
    const length = all * (86_400 / all) ** ((step * 0.754_878) % 1);
    const from = FIRST_READING + (all - length) * ((step * 0.569_84) % 1);
    const began = performance.now();
    const [chart] = await bench.engine.call('usage.chart', {
      workspace: WORKSPACE,
      series: [one.id],
      width: WIDTH,
      from,
      to: from + length,
    });
    times.push(performance.now() - began);
    if (!chart || chart.t.length === 0) throw new Error('A chart was empty.');
  }
  console.log(`chart of any meter and range  ${timesInWords(times)} of ${times.length} (budget 100, stretch 30)`);
  if (options.json) {
    const result = { readings, bytes, p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
    writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);
  }
} finally {
  await bench.close();
}

/** Copies the series of the store, with its readings and holes, until there are so many meters. */
async function copyMeter(wanted: number): Promise<void> {
  await bench.engine.call('store.close', { workspace: WORKSPACE });
  const instance = await DuckDBInstance.create(join(bench.folder, 'store.duckdb'), { memory_limit: '1GB' });
  const connection = await instance.connect();
  const [blocks] = (await connection.runAndReadAll('SELECT max(block) FROM readings')).getRows()[0] ?? [];
  for (let copy = 1; copy < wanted; copy += 1) {
    // Other values, so that no two meters are packed alike.
    await connection.run(
      `INSERT INTO readings SELECT * REPLACE (series + ${copy} AS series, value + hash(start + ${copy}) % 50 AS value, block + ${copy * Number(blocks)} AS block)
       FROM readings WHERE series = (SELECT min(series) FROM series)`,
    );
    await connection.run(
      `INSERT INTO gaps SELECT series + ${copy}, start, stop FROM gaps WHERE series = (SELECT min(series) FROM series)`,
    );
    await connection.run(
      `INSERT INTO series SELECT * REPLACE (series + ${copy} AS series, id || '-${copy}' AS id) FROM series WHERE series = (SELECT min(series) FROM series)`,
    );
  }
  connection.closeSync();
  instance.closeSync();
}
