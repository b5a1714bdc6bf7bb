/** Benchmark: a Batch feed on disk to rows committed in DuckDB, beside other readers of the same bytes. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeFeed } from './feed-file.ts';
import type { GeneratedFeed } from './feed-generator.ts';
import { type Ingested, openProduct, type Product } from './product.ts';

/** Megabytes of the feeds, unless `--sizes` says otherwise. */
const SIZES = '30,300,1000';
const PEERS = ['cityssm', 'fast_xml_parser', 'saxes', 'scan'] as const;
type Peer = (typeof PEERS)[number];
const PEER_FILE = fileURLToPath(new URL('peers/peer.mjs', import.meta.url));
/** A peer that needs longer than this is reported as not reading the feed. */
const PEER_LIMIT_MS = 600_000;

interface SizeResult {
  bytes: number;
  readings: number;
  mb_per_s: number;
  /** Right after the start, before the engine warmed up: a file that the user has double-clicked. */
  cold_mb_per_s: number;
  readings_per_s: number;
  rss_growth_mb: number;
  /** This product's MB/s over the peer's; null where the peer could not read the feed. */
  ratios: Record<Peer, number | null>;
  peers_mb_per_s: Record<Peer, number | null>;
  peer_errors: Partial<Record<Peer, string>>;
}

const { values: options } = parseArgs({
  options: {
    json: { type: 'string' },
    sizes: { type: 'string' },
    runs: { type: 'string' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'meterscope-bench-'));
try {
  installPeers();
  const sizes: SizeResult[] = [];
  let idle: number[] = [];
  for (const megabytes of (options.sizes ?? SIZES).split(',').map(Number)) {
    const file = join(folder, `feed-${megabytes}.xml`);
    const made = writeFeed(file, megabytes * 1e6);
    const { result, latencies } = await measure(file, made);
    sizes.push(result);
    // The last feed is the largest: while it is read is when a call has to wait, if ever.
    idle = latencies;
    print(result);
    rmSync(file);
  }
  const idleP99 = percentile(idle, 0.99);
  console.log(`Reply to an idle call meanwhile, of ${idle.length}: p50 ${percentile(idle, 0.5)} ms, p99 ${idleP99} ms`);
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ sizes, idle_call_p99_ms: idleP99 }, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(file: string, made: GeneratedFeed): Promise<{ result: SizeResult; latencies: number[] }> {
  const { size } = statSync(file);
  const runs = Number(options.runs ?? (size < 100e6 ? 3 : 1));
  const best = await bestIngest(file, made, runs, true);
  const cold = await bestIngest(file, made, runs, false);
  const speed = size / 1000 / best.ms;
  const result: SizeResult = {
    bytes: size,
    readings: made.readings,
    mb_per_s: round(speed),
    cold_mb_per_s: round(size / 1000 / cold.ms),
    readings_per_s: Math.round((made.readings / best.ms) * 1000),
    rss_growth_mb: round(best.rssGrowth / 1e6),
    ratios: { cityssm: null, fast_xml_parser: null, saxes: null, scan: null },
    peers_mb_per_s: { cityssm: null, fast_xml_parser: null, saxes: null, scan: null },
    peer_errors: {},
  };
  for (const peer of PEERS) {
    const outcome = bestOf(peer, file, runs);
    if (typeof outcome === 'string') {
      result.peer_errors[peer] = outcome;
      continue;
    }
    result.peers_mb_per_s[peer] = round(size / 1000 / outcome);
    result.ratios[peer] = round(speed / (size / 1000 / outcome));
  }
  return { result, latencies: best.latencies };
}

/** The better of a few runs, each into a store of its own: what else the machine does is not the product's doing. */
async function bestIngest(file: string, made: GeneratedFeed, runs: number, warm: boolean): Promise<Ingested> {
  let best: Ingested | undefined;
  for (let run = 0; run < runs; run++) {
    const product: Product = await openProduct(mkdtempSync(join(folder, 'data-')));
    try {
      if (warm) await product.warm;
      const one = await product.ingest(file);
      if (one.readings !== made.readings) throw new Error(`${one.readings} readings stored, ${made.readings} written`);
      if (!best || one.ms < best.ms) best = one;
    } finally {
      await product.close();
    }
  }
  if (!best) throw new Error('Nothing was measured.');
  return best;
}

/** The better of as many runs as the product had. */
function bestOf(peer: Peer, file: string, runs: number): number | string {
  let best = runPeer(peer, file);
  for (let run = 1; run < runs && typeof best === 'number'; run++) {
    const next = runPeer(peer, file);
    if (typeof next === 'number') best = Math.min(best, next);
  }
  return best;
}

/** Milliseconds that a peer took, or why it did not get through. */
function runPeer(peer: Peer, file: string): number | string {
  const run = spawnSync(process.execPath, ['--max-old-space-size=8192', PEER_FILE, peer, file], {
    encoding: 'utf8',
    timeout: PEER_LIMIT_MS,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const line = run.stdout?.trim().split('\n').at(-1) ?? '';
  const answer: unknown = line.startsWith('{') ? JSON.parse(line) : undefined;
  if (typeof answer === 'object' && answer !== null && 'ms' in answer && typeof answer.ms === 'number')
    return answer.ms;
  if (typeof answer === 'object' && answer !== null && 'error' in answer) return String(answer.error);
  return run.signal ? `ended by ${run.signal}` : 'ended without an answer (out of memory)';
}

/** The peers have a package of their own, so that none of them is in the product's lock file. */
function installPeers(): void {
  const peers = fileURLToPath(new URL('peers/', import.meta.url));
  if (existsSync(join(peers, 'node_modules'))) return;
  console.log('Installing the peers ...');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: peers, stdio: 'inherit' });
  if (status !== 0) throw new Error('The peers could not be installed (npm ci in tests/bench/peers).');
}

function print(result: SizeResult): void {
  console.log(
    `${(result.bytes / 1e6).toFixed(0).padStart(5)} MB, ${result.readings} readings: ${result.mb_per_s} MB/s (right after the start ${result.cold_mb_per_s}), ` +
      `${(result.readings_per_s / 1e6).toFixed(2)} million readings/s, memory +${result.rss_growth_mb} MB`,
  );
  for (const peer of PEERS) {
    const ratio = result.ratios[peer];
    const text =
      ratio === null
        ? `cannot read it: ${result.peer_errors[peer]}`
        : `${result.peers_mb_per_s[peer]} MB/s, this is ${ratio} times as fast`;
    console.log(`         ${peer.padEnd(16)} ${text}`);
  }
}

function percentile(numbers: readonly number[], part: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}
