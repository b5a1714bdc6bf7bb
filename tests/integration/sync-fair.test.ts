/** Some authorizations are built for long, one always fails: the others do not wait for them, and the next sync asks for what is new only. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobView } from '../../shared/contract/jobs.ts';
import { type ServiceProcess, startService } from './simulator-process.ts';
import { type ServiceLine, type SyncBench, startSyncBench, WORKSPACE } from './sync-bench.ts';

const AUTHORIZATIONS = 14;

let service: ServiceProcess;
let folder: string;
let bench: SyncBench;
let uids: string[];
const sent: { uid: string | undefined; url: string; bytes: number }[] = [];

beforeAll(async () => {
  service = await startService([
    '--portfolio',
    `${AUTHORIZATIONS}`,
    '--months',
    '1',
    '--batch-threshold',
    '1000000000',
  ]);
  folder = await mkdtemp(path.join(tmpdir(), 'sync-fair-'));
  // The whole line has what the tests' own schema leaves out.
  bench = await startSyncBench(folder, service.line as unknown as ServiceLine);
  uids = service.line.authorizations.map(({ auth_uid }) => auth_uid);
  bench.http.log.addSink({
    record: ({ tokenScope, url, bytes }) => void sent.push({ uid: tokenScope, url, bytes }),
  });
}, 60_000);
afterAll(async () => {
  await bench?.close();
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function until(id: string, isSo: (job: JobView) => boolean): Promise<void> {
  const job = bench.jobs.get(id);
  if (job && isSo(job)) return;
  await new Promise<void>((resolve) => {
    const stop = bench.jobs.subscribe((view) => {
      if (view.id !== id || !isSo(view)) return;
      stop();
      resolve();
    });
  });
}

const fault = (uid: string | undefined, answer: object) =>
  service.control('POST', '/faults', { path: `/**/Batch/Subscription/${uid}`, ...answer });

describe('a sync of authorizations, of which some are slow and one fails', () => {
  it('does not hold up the others; what failed is asked for again by the next, and of the others only what is new', async () => {
    // More of them than are fetched at the same time.
    const slow = uids.slice(1, 6);
    const [, broken] = uids.slice(5, 7);
    for (const uid of slow) await fault(uid, { status: 202, retry_after_s: 200 });
    await fault(broken, { status: 500 });
    const { id } = await bench.jobs.start('sync', WORKSPACE, {});
    await until(id, ({ done }) => done === AUTHORIZATIONS - slow.length);
    const held = bench.http.waits.list().map(({ url }) => uids.find((uid) => url.includes(uid)));
    expect(held.toSorted()).toEqual(slow.toSorted());
    expect(bench.jobs.get(id)).toMatchObject({
      failureCount: 1,
      failures: [{ item: `authorization ${broken}` }],
    });

    await service.control('DELETE', '/faults');
    for (const wait of bench.http.waits.list()) bench.http.waits.askNow(wait.id);
    const first = await bench.jobs.ended(id);
    expect(first).toMatchObject({ state: 'incomplete', done: AUTHORIZATIONS, failureCount: 1 });

    const before = sent.splice(0).reduce((sum, { bytes }) => sum + bytes, 0);
    const second = await bench.jobs.ended((await bench.jobs.start('sync', WORKSPACE, {})).id);
    expect(second).toMatchObject({ state: 'done', failureCount: 0 });
    const batches = sent.filter(({ url }) => url.includes('/Batch/Subscription/'));
    expect(batches.map(({ uid }) => uid).toSorted()).toEqual(uids.toSorted());
    expect(batches.filter(({ url }) => !url.includes('updated-min=')).map(({ uid }) => uid)).toEqual([broken]);
    // One of them came whole, the rest are feeds without an entry.
    expect(batches.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(before / 4);
  }, 120_000);
});
