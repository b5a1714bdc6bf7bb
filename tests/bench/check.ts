/** Benchmark: the pre-check of a Batch feed on disk, beside reading the same bytes alone. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkDocument } from '../../electron/conformance/check.ts';
import { FileBytes, readFeed } from '../../electron/engine/reader/index.ts';
import { keepNurserySmall } from '../../electron/engine/reader/small-nursery.ts';
import { writeFeed } from './feed-file.ts';

/** Megabytes of the feeds, unless `--sizes` says otherwise. */
const SIZES = '30,300,1000';
const SELF = fileURLToPath(import.meta.url);

interface Measured {
  ms: number;
  /** Megabytes that the process grew by at its peak. */
  growth: number;
}

const { values: options } = parseArgs({
  options: {
    json: { type: 'string' },
    sizes: { type: 'string' },
    runs: { type: 'string' },
    /** In a process of its own: `read` or `check`, and the file. */
    alone: { type: 'string' },
    file: { type: 'string' },
  },
});

if (options.alone && options.file) console.log(JSON.stringify(await measure(options.alone, options.file)));
else compare();

/** Reads or checks a file in this process, once. */
async function measure(what: string, file: string): Promise<Measured> {
  // As the command and the program do.
  keepNurserySmall();
  const bytes = await FileBytes.of(file);
  const before = process.memoryUsage.rss();
  let peak = before;
  async function* watched() {
    for await (const chunk of bytes) {
      peak = Math.max(peak, process.memoryUsage.rss());
      yield chunk;
    }
  }
  const start = performance.now();
  if (what === 'check') await checkDocument(watched());
  else await readFeed(watched(), { entity: () => {}, readings: () => {}, block: () => {}, problem: () => {} });
  const ms = performance.now() - start;
  peak = Math.max(peak, process.memoryUsage.rss());
  return { ms, growth: (peak - before) / 1e6 };
}

function compare(): void {
  const folder = mkdtempSync(join(tmpdir(), 'meterscope-bench-'));
  const results = [];
  try {
    for (const megabytes of (options.sizes ?? SIZES).split(',').map(Number)) {
      const file = join(folder, `feed-${megabytes}.xml`);
      const { readings } = writeFeed(file, megabytes * 1e6);
      const size = statSync(file).size / 1e6;
      const runs = Number(options.runs ?? (megabytes < 100 ? 3 : 1));
      const read = best('read', file, runs);
      const check = best('check', file, runs);
      const ratio = read.ms / check.ms;
      results.push({ bytes: size * 1e6, readings, read, check, ratio });
      console.log(
        `${Math.round(size)} MB: check ${Math.round((size / check.ms) * 1000)} MB/s, ${ratio.toFixed(2)}x of reading alone ` +
          `(${Math.round((size / read.ms) * 1000)} MB/s); memory +${Math.round(check.growth)} MB (reading +${Math.round(read.growth)} MB)`,
      );
      rmSync(file);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ sizes: results }, null, 2)}\n`);
}

/** The quickest of a few runs, each in a process of its own. */
function best(what: string, file: string, runs: number): Measured {
  const all = Array.from({ length: runs }, (): Measured => {
    const { stdout, stderr } = spawnSync(process.execPath, [SELF, '--alone', what, '--file', file], {
      encoding: 'utf8',
    });
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout) as Measured;
  });
  return all.toSorted((a, b) => a.ms - b.ms)[0] as Measured;
}
