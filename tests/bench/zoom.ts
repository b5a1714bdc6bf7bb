/** Benchmark: zoom and pan over one meter of a million readings: the engine's answer alone, and the whole way in the window. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FIRST_READING, generateMeter } from './feed-generator.ts';
import { openStoreBench, percentile, processorTime, timesInWords, WORKSPACE } from './store-bench.ts';
import { zoomInWindow } from './zoom-window.ts';

/** Readings of a minute for two years. */
const LENGTH = 60;
const DAYS = 730;
const READINGS = (DAYS * 86_400) / LENGTH;
const WIDTH = 500;
const STEPS = 100;

const { values: options } = parseArgs({
  options: { json: { type: 'string' }, 'engine-only': { type: 'boolean' }, 'window-only': { type: 'boolean' } },
});
console.log(`One meter, ${READINGS} readings`);
const engine = options['window-only'] ? undefined : await inEngine();
const window = options['engine-only'] ? undefined : await inWindow();
if (options.json) writeFileSync(options.json, `${JSON.stringify({ readings: READINGS, engine, window }, null, 2)}\n`);

async function inEngine() {
  const bench = openStoreBench();
  try {
    await bench.ingest(generateMeter(1, DAYS, LENGTH));
    const [series] = await bench.engine.call('series.list', { workspace: WORKSPACE });
    if (series?.count !== READINGS) throw new Error(`${series?.count} readings stored, ${READINGS} written`);
    const times: number[] = [];
    const statistics: number[] = [];
    const processor = { before: processorTime(bench.pid), charts: 0 };
    for (const { from, to } of walk()) {
      const began = performance.now();
      await bench.engine.call('usage.chart', { workspace: WORKSPACE, series: [series.id], width: WIDTH, from, to });
      times.push(performance.now() - began);
      processor.charts += processorTime(bench.pid) - processor.before;
      const again = performance.now();
      await bench.engine.call('usage.statistics', { workspace: WORKSPACE, series: series.id, from, to });
      statistics.push(performance.now() - again);
      processor.before = processorTime(bench.pid);
    }
    console.log(`engine, chart         ${timesInWords(times)} of ${times.length} (budget 100, stretch 30)`);
    console.log(`engine, processor time of a chart, mean   ${(processor.charts / times.length).toFixed(1)} ms`);
    console.log(`engine, statistics    ${timesInWords(statistics)}`);
    return {
      chart: { p50: percentile(times, 0.5), p95: percentile(times, 0.95) },
      chart_processor_mean: processor.charts / times.length,
      statistics: { p50: percentile(statistics, 0.5), p95: percentile(statistics, 0.95) },
    };
  } finally {
    await bench.close();
  }
}

/** Spans from all of it down to an hour and back, moved about at each width. */
function* walk(): Generator<{ from: number; to: number }> {
  const all = DAYS * 86_400;
  for (let step = 0; step < STEPS; step += 1) {
    const depth = Math.abs((((step / STEPS) * 4) % 2) - 1);
    const length = all * (3600 / all) ** (1 - depth);
    const from = FIRST_READING + (all - length) * ((step * 0.618_034) % 1);
    yield { from, to: from + length };
  }
}

async function inWindow() {
  const folder = mkdtempSync(join(tmpdir(), 'meterscope-zoom-'));
  try {
    const file = join(folder, 'million.xml');
    writeFileSync(file, [...generateMeter(1, DAYS, LENGTH)].join(''));
    const { moved, drawn, work } = await zoomInWindow(file, join(folder, 'data'), STEPS);
    console.log(`window, input to moved picture            ${timesInWords(moved)} of ${moved.length}`);
    console.log(`window, input to picture with its data    ${timesInWords(drawn)}`);
    console.log(`window, processor time of the page        ${timesInWords(work)}`);
    return {
      moved: { p50: percentile(moved, 0.5), p95: percentile(moved, 0.95) },
      drawn: { p50: percentile(drawn, 0.5), p95: percentile(drawn, 0.95) },
      work: { p50: percentile(work, 0.5), p95: percentile(work, 0.95) },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
