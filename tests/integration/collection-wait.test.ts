/** A collection that the service lets wait is never dropped: it is listed at once, can be given up, and outlives a restart. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AppBench, startAppBench } from './app-bench.ts';
import { type ServiceProcess, startService } from './simulator-process.ts';

let folder: string;
let app: AppBench;
let service: ServiceProcess;
let workspace: string;

beforeAll(async () => {
  service = await startService();
  folder = await mkdtemp(path.join(tmpdir(), 'collection-'));
  app = await startAppBench(folder);
  workspace = await app.connect('Patient', service);
  await service.control('POST', '/faults', { path: '*/api/v2/meters*', status: 503, retry_after_s: 600 });
});
afterAll(async () => {
  await app?.close();
  await service?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const collect = () =>
  app.call('collections.start', { workspace, meters: service.line.authorizations[0]?.meters ?? [] }).then(
    () => 'started',
    (thrown: { code: string }) => thrown.code,
  );
const newest = async () => (await app.call('collections.list', { workspace, limit: 1 })).rows[0];
const wait = async () => (await app.call('waits.list', undefined)).find(({ purpose }) => purpose === 'Meters');

it('is listed while it waits, and given up by hand', async () => {
  const end = collect();
  await expect.poll(async () => (await newest())?.state, { timeout: 60_000 }).toBe('starting');
  await expect.poll(wait, { timeout: 60_000 }).toMatchObject({ workspace, reason: 'unavailable', status: 503 });
  await app.call('waits.cancel', { id: (await wait())?.id ?? '' });
  expect(await end).toBe('wait_cancelled');
  expect(await newest()).toMatchObject({ state: 'cancelled', error: { code: 'wait_cancelled' } });
});

it('that the end of the program caught before it was sent is known not to have acted', async () => {
  const end = collect();
  await expect.poll(async () => (await newest())?.state, { timeout: 60_000 }).toBe('starting');
  await expect.poll(wait, { timeout: 60_000 }).toBeDefined();
  await app.close();
  await end;
  app = await startAppBench(folder);
  await expect.poll(newest, { timeout: 60_000 }).toMatchObject({ state: 'cancelled', error: { code: 'not_sent' } });
});
