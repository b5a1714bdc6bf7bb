import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { JobView } from '../../shared/contract/jobs.ts';
import { type ServiceProcess, startService } from './simulator-process.ts';
import { type ServiceLine, type SyncBench, startSyncBench, WORKSPACE } from './sync-bench.ts';

let service: ServiceProcess;
let line: ServiceLine;
/** An undisturbed sync of everything, that the others are compared with. */
let whole: SyncBench;
let wholeView: JobView;
/** The smallest authorizations: enough to be interrupted between two of them. */
let few: string[];
const folders: string[] = [];
const cleanups: (() => Promise<unknown>)[] = [];
let wholeFolder: string;

beforeAll(async () => {
  service = await startService();
  // The whole line has what the tests' own schema leaves out.
  line = service.line as unknown as ServiceLine;
  wholeFolder = await mkdtemp(path.join(tmpdir(), 'sync-'));
  whole = await startSyncBench(wholeFolder, line);
  wholeView = await synced(whole);
  const bySize = batches(whole).sort((one, other) => one.bytes - other.bytes);
  few = bySize.slice(0, 4).map((request) => request.tokenScope ?? '');
});
afterEach(tidy);
afterAll(async () => {
  await whole?.close();
  await service?.stop();
  await rm(wholeFolder, { recursive: true, force: true });
});

async function tidy(): Promise<void> {
  await service.control('DELETE', '/faults');
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sync-'));
  folders.push(folder);
  return folder;
}

async function freshBench(options?: Parameters<typeof startSyncBench>[2]): Promise<SyncBench> {
  const bench = await startSyncBench(await freshFolder(), line, options);
  cleanups.push(() => bench.close());
  return bench;
}

/** Syncs to the end; every countdown on the way is cut short, as a person may. */
async function synced(bench: SyncBench, input: object = {}): Promise<JobView> {
  const stop = bench.http.waits.subscribe((waits) => {
    for (const wait of waits) queueMicrotask(() => bench.http.waits.askNow(wait.id));
  });
  const { id } = await bench.jobs.start('sync', WORKSPACE, input);
  const view = await bench.jobs.ended(id);
  stop();
  return view;
}

/** Resolves when the job is as the test wants it. */
function when(bench: SyncBench, id: string, holds: (view: JobView) => boolean): Promise<JobView> {
  return new Promise((resolve) => {
    const look = (view: JobView) => {
      if (view.id !== id || !holds(view)) return;
      stop();
      resolve(view);
    };
    const stop = bench.jobs.subscribe(look);
    const now = bench.jobs.get(id);
    if (now) look(now);
  });
}

const batches = (bench: SyncBench) =>
  bench.http.log.list().filter((request) => request.url.includes('/Batch/Subscription/') && request.status === 200);

/** What the undisturbed sync stored of those authorizations. */
async function expected(uids: readonly string[]) {
  return await contentsOf(whole, uids);
}

async function contentsOf(bench: SyncBench, uids: readonly string[]) {
  const { authorizations, usagePoints } = await bench.contents();
  return {
    authorizations: authorizations.filter((row) => uids.includes(row.uid)),
    usagePoints: usagePoints.filter((row) => uids.some((uid) => row.id.startsWith(`${uid}~`))),
  };
}

describe('sync against the simulator', () => {
  it('fetches every active authorization with its own token', async () => {
    const uids = line.authorizations.map((row) => row.auth_uid);
    expect(wholeView).toMatchObject({ state: 'done', failures: [], done: uids.length, total: uids.length });
    const { authorizations, usagePoints } = await expected(uids);
    expect(authorizations).toHaveLength(uids.length);
    for (const row of authorizations) expect(row.readings).toBeGreaterThan(0);
    expect(usagePoints.length).toBeGreaterThan(uids.length);
    expect(batches(whole)).toHaveLength(uids.length);
    for (const request of batches(whole)) {
      expect(request).toMatchObject({ tokenClass: 'access', job: wholeView.id, workspace: WORKSPACE });
      expect(request.url).toContain(`/Batch/Subscription/${request.tokenScope}`);
    }
    const [list] = whole.http.log.list();
    expect(list).toMatchObject({ tokenClass: 'client', url: expect.stringMatching(/\/Authorization$/) });
  });

  it('keeps what the JSON API says of authorizations and meters', async () => {
    const page = { workspace: WORKSPACE, offset: 0, limit: 100 };
    const { rows } = await whole.engine.call('authorizations.list', page);
    const headers = { authorization: `Bearer ${line.api_token}` };
    const listed = (await (await fetch(`${line.api_base}/authorizations`, { headers })).json()) as {
      authorizations: { uid: string; utility: string; status: string }[];
    };
    expect(rows.length).toBeGreaterThan(5);
    for (const { uid, service: told } of rows) {
      const said = listed.authorizations.find((one) => one.uid === uid);
      expect(told).toMatchObject({ utility: said?.utility, status: said?.status });
    }
    const told = rows.flatMap((row) => row.service?.notes ?? []);
    expect(told).toContainEqual({ type: 'access_valid', message: 'The login works.', at: expect.any(Number) });
    const [first] = rows.filter((row) => row.service?.referrals.length);
    const search = first?.service?.referrals[0] ?? 'none';
    const found = await whole.engine.call('authorizations.list', { ...page, search });
    expect(found.rows.map(({ uid }) => uid)).toEqual([first?.uid]);
    const meters = (await whole.engine.call('usagePoints.list', page)).rows;
    for (const meter of meters) expect(meter.service).toMatchObject({ utility: expect.any(String) });
    expect(meters.flatMap((meter) => meter.service?.notes ?? [])).not.toHaveLength(0);
  });

  it('tells dates of the meter’s own calendar', async () => {
    const { rows } = await whole.engine.call('usagePoints.list', { workspace: WORKSPACE, offset: 0, limit: 100 });
    const meter = rows.find((row) => row.firstReading !== undefined && row.firstReading % 86_400 === 8 * 3600);
    expect(meter?.firstDay).toBe(new Date(((meter?.firstReading ?? 0) - 8 * 3600) * 1000).toISOString().slice(0, 10));
    for (const row of rows) {
      // Pacific time lies 7 or 8 hours behind UTC.
      const shown = Date.parse(row.lastDay ?? '') / 1000;
      expect((row.lastReading ?? 0) - shown).toBeGreaterThanOrEqual(7 * 3600);
      expect((row.lastReading ?? 0) - shown).toBeLessThan(32 * 3600);
    }
  });

  it('asks only for what is new the next time, and stores nothing twice', async () => {
    const before = await whole.contents();
    const seen = batches(whole).length;
    expect(await synced(whole)).toMatchObject({ state: 'done', failures: [], readings: 0 });
    const later = batches(whole).slice(seen);
    expect(later).toHaveLength(line.authorizations.length);
    for (const request of later) expect(request.url).toContain('updated-min=');
    expect(await synced(whole, { authorizations: few, full: true })).toMatchObject({ state: 'done', failures: [] });
    expect(await whole.contents()).toEqual(before);
  });

  it('waits visibly while a batch is being built', async () => {
    await service.control('POST', '/faults', { path: '/**/Authorization', status: 202, retry_after_s: 600, times: 1 });
    const bench = await freshBench();
    const { id } = await bench.jobs.start('sync', WORKSPACE, {});
    await when(bench, id, (view) => view.state === 'waiting');
    const [wait] = bench.http.waits.list();
    expect(wait).toMatchObject({ reason: 'building', job: id, asked: true, status: 202 });
    bench.http.waits.askNow(wait?.id ?? '');
    await when(bench, id, (view) => view.state === 'running');
    await bench.jobs.cancel(id);
    expect(bench.jobs.get(id)?.state).toBe('cancelled');
  });

  it('goes resource by resource when a batch never gets built, to the same rows', async () => {
    const [uid = ''] = few;
    await service.control('POST', '/faults', { path: `/**/Batch/Subscription/${uid}`, status: 202, retry_after_s: 1 });
    const bench = await freshBench({ buildingDeadlineMs: 500 });
    expect(await synced(bench, { authorizations: [uid] })).toMatchObject({ state: 'done', failures: [] });
    const rows = await expected([uid]);
    expect(rows.usagePoints.length).toBeGreaterThan(0);
    expect(await contentsOf(bench, [uid])).toMatchObject({ usagePoints: rows.usagePoints });
  });

  it('can be cancelled and resumed to the same rows', async () => {
    const bench = await freshBench({ atOnce: 1 });
    const { id } = await bench.jobs.start('sync', WORKSPACE, { authorizations: few });
    await when(bench, id, (view) => view.done >= 1);
    await bench.jobs.cancel(id);
    const before = batches(bench).length;
    expect(bench.jobs.get(id)?.state).toBe('cancelled');
    await bench.jobs.resume(id);
    expect(await bench.jobs.ended(id)).toMatchObject({ state: 'done', failures: [] });
    expect((await contentsOf(bench, few)).usagePoints).toEqual((await expected(few)).usagePoints);
    expect(before).toBeGreaterThan(0);
  });

  it('survives the death of the engine in the middle', async () => {
    const bench = await freshBench({ atOnce: 1 });
    const { id } = await bench.jobs.start('sync', WORKSPACE, { authorizations: few });
    await when(bench, id, (view) => view.done >= 1 && view.bytes > 0);
    const restarted = new Promise((resolve) => bench.engine.on('restarted', resolve));
    bench.engine.kill();
    await restarted;
    expect(await bench.jobs.ended(id)).toMatchObject({ state: 'done', failures: [] });
    expect((await contentsOf(bench, few)).usagePoints).toEqual((await expected(few)).usagePoints);
  });

  it('survives the death of the program in the middle: nothing lost, nothing doubled', async () => {
    // Slow enough to be met in the middle, however late this process hears of it.
    await service.control('POST', '/faults', { path: '*Batch*', delay_ms: 1_000 });
    const folder = await freshFolder();
    const first = startProgram(folder);
    await first.says(/^fetched 1 of/);
    first.child.kill('SIGKILL');
    await first.gone;
    const second = startProgram(folder);
    await second.says(/^fetched [2-9] of/);
    second.child.kill('SIGKILL');
    await second.gone;
    await service.control('DELETE', '/faults');
    const third = startProgram(folder);
    await third.says(/^ended done/);
    await third.gone;
    const bench = await startSyncBench(folder, line);
    cleanups.push(() => bench.close());
    expect((await contentsOf(bench, few)).usagePoints).toEqual((await expected(few)).usagePoints);
    const jobs = await bench.stored();
    expect(jobs).toMatchObject([{ view: { state: 'done', failures: [] } }]);
  });
});

function startProgram(folder: string) {
  const file = new URL('./sync-killed.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [file, folder, JSON.stringify(line), few.join(',')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const said: string[] = [];
  lines.on('line', (text) => said.push(text));
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const says = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      if (said.some((text) => pattern.test(text))) return resolve();
      lines.on('line', (text) => pattern.test(text) && resolve());
      void gone.then(() => reject(new Error(`It ended before it said ${pattern}: ${said.join(', ')}`)));
    });
  return { child, says, gone };
}
