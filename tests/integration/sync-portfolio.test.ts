import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobView } from '../../shared/contract/jobs.ts';
import { type ServiceProcess, startService } from './simulator-process.ts';
import { type ServiceLine, type SyncBench, startSyncBench, WORKSPACE } from './sync-bench.ts';

const AUTHORIZATIONS = 60;
/**
 * Two thirds of what each meter has, so that it ends within a minute: feeds still are of the size (70,000 readings and more)
 * that is laid into the store while it is read, and 5 million readings are far beyond the first checkpoints. The whole
 * history, and a thousand authorizations: `npm run bench -- sync`.
 */
const MONTHS = 24;

let service: ServiceProcess;
let folder: string;
let bench: SyncBench;
let job: JobView;
/** Lists that were asked for while the sync ran. */
let meanwhile: { asked: number; refused: unknown[] };

beforeAll(async () => {
  service = await startService([
    '--portfolio',
    `${AUTHORIZATIONS}`,
    '--months',
    `${MONTHS}`,
    '--batch-threshold',
    '1000000000',
  ]);
  folder = await mkdtemp(path.join(tmpdir(), 'sync-portfolio-'));
  // The whole line has what the tests' own schema leaves out.
  bench = await startSyncBench(folder, service.line as unknown as ServiceLine);
  ({ job, meanwhile } = await syncBesideLists());
}, 600_000);
afterAll(async () => {
  await bench?.close();
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function syncBesideLists() {
  const lists = { asked: 0, refused: [] as unknown[] };
  const answers: Promise<unknown>[] = [];
  let done = 0;
  const stop = bench.jobs.subscribe((view) => {
    if (view.done === done) return;
    done = view.done;
    lists.asked += 1;
    answers.push(bench.contents().catch((error: unknown) => lists.refused.push(error)));
  });
  const { id } = await bench.jobs.start('sync', WORKSPACE, {});
  const ended = await bench.jobs.ended(id);
  stop();
  await Promise.all(answers);
  return { job: ended, meanwhile: lists };
}

/** Entries of IntervalReading in the batch of an authorization, counted by their tags. */
async function readingsInBatch({
  auth_uid,
  access_token,
}: {
  auth_uid: string;
  access_token: string;
}): Promise<number> {
  const url = `${service.line.espi_base}/Batch/Subscription/${auth_uid}`;
  const { text } = await service.request('GET', url, { token: access_token });
  return text.match(/<(?:\w+:)?IntervalReading>/g)?.length ?? 0;
}

describe(`a sync of ${AUTHORIZATIONS} authorizations`, () => {
  it('is done, without a failure', () => {
    expect(job).toMatchObject({
      state: 'done',
      failures: [],
      failureCount: 0,
      skipped: [],
      done: AUTHORIZATIONS,
      total: AUTHORIZATIONS,
    });
  });

  it('stored every reading that was sent: as many as were read, and as the service counts', async () => {
    const { authorizations, usagePoints } = await bench.contents();
    const stored = authorizations.reduce((sum, { readings }) => sum + readings, 0);
    expect(stored).toBe(job.readings);
    expect(stored).toBeGreaterThan(4_000_000);
    const { authorizations: lines } = service.line;
    for (const line of [lines[0], lines[3], lines.at(-1)]) {
      if (line === undefined) throw new Error('The service has too few authorizations.');
      const row = authorizations.find(({ uid }) => uid === line.auth_uid);
      expect(row?.readings).toBe(await readingsInBatch(line));
    }
    // The JSON API counts the intervals of a meter: the longest of its series has exactly these.
    expect(usagePoints.length).toBeGreaterThanOrEqual(AUTHORIZATIONS);
    for (const { id } of usagePoints) {
      const [uid, meter] = id.split('~');
      const { json } = await service.api('GET', `/authorizations/${uid}?include=meters`);
      const told = json.meters.meters.find((one: { uid: string }) => one.uid === meter).interval_count;
      const series = await bench.engine.call('series.list', { workspace: WORKSPACE, usagePoint: id });
      expect(Math.max(...series.map(({ count }) => count))).toBe(told);
    }
  });

  it('answered every list meanwhile', () => {
    expect(meanwhile.refused).toEqual([]);
    expect(meanwhile.asked).toBeGreaterThan(5);
  });

  it('finds nothing new the next time', async () => {
    const { id } = await bench.jobs.start('sync', WORKSPACE, {});
    expect(await bench.jobs.ended(id)).toMatchObject({ state: 'done', failureCount: 0, readings: 0 });
  });
});
