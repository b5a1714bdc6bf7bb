/**
 * Benchmark: what keeping headers and bodies of requests costs a sync: time and processor time by each setting, against nothing kept.
 * Each round syncs once for each setting, every time into a new store; the order turns from round to round. Of the rounds the
 * least processor time counts, as what else the machine does only adds to it.
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setupRequestLog } from '../../electron/app/request-log.ts';
import { DEFAULT_REQUEST_POLICY, type RequestPolicy } from '../../shared/contract/requests.ts';
import { startService } from '../integration/simulator-process.ts';
import { type ServiceLine, type SyncBench, startSyncBench, WORKSPACE } from '../integration/sync-bench.ts';
import { processorTime } from './store-bench.ts';

const { values: options } = parseArgs({
  options: {
    authorizations: { type: 'string', default: '10' },
    months: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'string' },
  },
});

type Keep = RequestPolicy['keep'];
const SETTINGS = ['nothing', 'headers', 'failed', 'all'] as const satisfies Keep[];

const size = ['--portfolio', options.authorizations, '--months', options.months];
const service = await startService([...size, '--batch-threshold', '1000000000']);
// The whole line has what the tests' own schema leaves out.
const line = service.line as unknown as ServiceLine;
const least = new Map<Keep, { seconds: number; processorMs: number; storeMb: number }>();
try {
  for (let round = 0; round < Number(options.rounds); round += 1) {
    for (const keep of round % 2 === 0 ? SETTINGS : SETTINGS.toReversed()) {
      const result = await sync(keep);
      const before = least.get(keep) ?? result;
      least.set(keep, {
        seconds: Math.min(before.seconds, result.seconds),
        processorMs: Math.min(before.processorMs, result.processorMs),
        storeMb: Math.min(before.storeMb, result.storeMb),
      });
    }
  }
} finally {
  await service.stop();
}
const against = least.get('nothing');
for (const [keep, { seconds, processorMs, storeMb }] of least) {
  const ratio = (value: number, of: number | undefined) => (value / (of ?? Number.NaN)).toFixed(2);
  console.log(
    `keep ${keep}: ${ratio(processorMs, against?.processorMs)} of the processor time of core and engine, ` +
      `${ratio(seconds, against?.seconds)} of the time (${seconds.toFixed(1)} s), store ${storeMb.toFixed(1)} MB`,
  );
}
if (options.json) writeFileSync(options.json, `${JSON.stringify(Object.fromEntries(least), null, 2)}\n`);

async function sync(keep: Keep) {
  const folder = mkdtempSync(join(tmpdir(), 'meterscope-bench-'));
  const bench = await startSyncBench(folder, line, { atOnce: 3 });
  const log = requestLog(bench, keep);
  try {
    const processors = () => processorTime(process.pid) + processorTime(bench.enginePid());
    const [began, before] = [performance.now(), processors()];
    const { id } = await bench.jobs.start('sync', WORKSPACE, {});
    const job = await bench.jobs.ended(id);
    await log.flush();
    if (job.state !== 'done') throw new Error(`The sync ended as ${job.state}.`);
    return {
      seconds: (performance.now() - began) / 1000,
      processorMs: processors() - before,
      storeMb: statSync(join(folder, 'store.duckdb')).size / 1e6,
    };
  } finally {
    await bench.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The program's own request log over the parts of the bench. */
function requestLog({ engine, http }: SyncBench, keep: Keep) {
  const requests = { ...DEFAULT_REQUEST_POLICY, keep };
  return setupRequestLog({
    // All that it asks of the connections.
    connections: {
      workspaces: { find: () => ({ requests }) },
      secretTexts: async () => [line.api_token, line.registration_access_token],
    } as never,
    engine,
    http,
    // Nothing may fail here.
    log: { error: (what: string, error: unknown) => console.error(what, error) } as never,
  });
}
