/** What acts on a service is kept from a live workspace until it was confirmed, and from a read-only one always. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectRoot } from '../fixtures/simulator.ts';
import { type AppBench, startAppBench } from './app-bench.ts';
import { type ServiceProcess, SHORT_HISTORY, startService } from './simulator-process.ts';

let folder: string;
let app: AppBench;
let service: ServiceProcess;
let workspace: string;

beforeAll(async () => {
  service = await startService(SHORT_HISTORY);
  folder = await mkdtemp(path.join(tmpdir(), 'live-'));
  app = await startAppBench(folder);
  workspace = await app.connect('Production', service);
});
afterAll(async () => {
  await app?.close();
  await service?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const fire = (confirmed: boolean) =>
  app.call('runs.start', {
    workspace,
    form: service.line.form_uid,
    utilities: [service.line.utility],
    scenarios: ['residential'],
    confirmed,
  });
const collect = (confirmed: boolean) =>
  app.call('collections.start', { workspace, meters: service.line.authorizations[0]?.meters ?? [], confirmed });
/** What was sent that may change something at the service, beside tokens. */
const acted = () =>
  app.parts.http.log.list(workspace).filter(({ method, url }) => method !== 'GET' && !url.includes('/oauth/'));

it('a live workspace is not acted on without a confirmation', async () => {
  await app.call('workspaces.change', { workspace, change: { mode: 'live' } });
  await expect(fire(false)).rejects.toMatchObject({ code: 'confirmation_needed' });
  await expect(collect(false)).rejects.toMatchObject({ code: 'confirmation_needed' });
  expect(acted()).toEqual([]);
  expect((await app.call('runs.list', { workspace })).matching).toBe(0);
  const { runs } = await fire(true);
  await expect.poll(() => acted().length, { timeout: 60_000 }).toBe(1);
  await app.call('runs.cancel', { workspace, id: runs[0] ?? '' });
});

it('a read-only workspace is not acted on at all, whoever asks', async () => {
  await app.call('workspaces.change', { workspace, change: { readOnly: true } });
  const before = acted().length;
  await expect(fire(true)).rejects.toMatchObject({ code: 'workspace_read_only' });
  await expect(collect(true)).rejects.toMatchObject({ code: 'workspace_read_only' });
  // Below the calls of the page, too: what was queued before, or comes by another way.
  const api = await app.parts.supportDesk.api(workspace);
  await expect(api.collectHistory(['1'], undefined)).rejects.toMatchObject({ code: 'workspace_read_only' });
  await expect(api.setDelivered('1', true)).rejects.toMatchObject({ code: 'workspace_read_only' });
  expect(acted().length).toBe(before);
  // It can be looked at as before.
  expect((await api.forms()).items.length).toBeGreaterThan(0);
});

it('nor does the command line', async () => {
  await app.close();
  const cli = path.join(projectRoot, 'electron', 'cli.ts');
  const said = await new Promise<{ code: number | undefined; text: string }>((resolve) => {
    const options = [
      'test',
      '--data',
      folder,
      '--workspace',
      'Production',
      '--scenarios',
      'residential',
      '--form',
      '1',
    ];
    const child = execFile(process.execPath, [cli, ...options], (_error, out, err) =>
      resolve({ code: child.exitCode ?? undefined, text: out + err }),
    );
  });
  expect(said).toMatchObject({ code: 2, text: expect.stringContaining('"Production" is read-only') });
});
