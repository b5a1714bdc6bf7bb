/** Batches on a schedule in the whole core, over restarts: sent once when they were missed, skipped with a sentence, told of. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StoredSchedule } from '../../electron/support-desk/schedules.ts';
import { startFalsifyingService } from '../verdicts/falsifying-service.ts';
import { type AppBench, startAppBench } from './app-bench.ts';
import { type ServiceProcess, SHORT_HISTORY, startService } from './simulator-process.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let folder: string;
let app: AppBench;
let service: ServiceProcess;
let workspace: string;
let proxy: Awaited<ReturnType<typeof startFalsifyingService>>;
/** Whether the service says why a login failed, as it must. */
let saysWhy = true;
const notices: { title: string; body: string; route?: string | undefined }[] = [];

const open = () =>
  startAppBench(folder, {
    capabilities: { ...bare.capabilities, notifications: true },
    notify: async (notice) => void notices.push(notice),
  });
let bare: { capabilities: AppBench['parts']['host']['capabilities'] };

beforeAll(async () => {
  process.env.METERSCOPE_VERDICT_QUIET_MS = '1500';
  service = await startService(['--clock', '600', ...SHORT_HISTORY]);
  folder = await mkdtemp(path.join(tmpdir(), 'schedules-'));
  const first = await startAppBench(folder);
  bare = { capabilities: first.parts.host.capabilities };
  workspace = await first.connect('Production', service);
  proxy = await startFalsifyingService(`${service.line.base_url}/api/v2`, () => ({ entries }) => {
    for (const entry of entries) if (!saysWhy && 'notes' in entry) entry.notes = [];
  });
  await first.call('workspaces.change', { workspace, change: { apiBase: proxy.apiBase } });
  await first.close();
  app = await open();
});
afterAll(async () => {
  delete process.env.METERSCOPE_VERDICT_QUIET_MS;
  await app?.close();
  await proxy?.stop();
  await service?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const wanted = () => ({
  workspace,
  form: service.line.form_uid,
  utilities: [service.line.utility],
  scenarios: ['badlogin'],
  every: { kind: 'daily', at: '02:00' } as const,
});
const only = async () => {
  const [schedule, ...more] = await app.call('schedules.list', { workspace });
  expect(more).toEqual([]);
  if (!schedule) throw new Error('no schedule');
  return schedule;
};

/** Closes the program, makes the schedule as old as if it had been closed for so long, and starts it again. */
async function closedFor(ms: number): Promise<void> {
  const { engine } = app.parts;
  const kept = (await engine.call('settings.get', { workspace, key: 'schedules' })) as StoredSchedule[];
  const older = kept.map((one) => ({ ...one, madeAt: one.madeAt - ms, handled: one.handled - ms }));
  await engine.call('settings.set', { workspace, key: 'schedules', value: older });
  await app.close();
  app = await open();
}

const submissions = () => app.parts.http.log.list(workspace).filter(({ url }) => url.includes('/test-submit')).length;

it('a batch that was missed four times is sent once, and its result can be read', async () => {
  await app.call('schedules.add', wanted());
  const made = await only();
  expect(made).toMatchObject({ submissions: 1, scenarios: ['badlogin'] });
  expect([made.last, made.result]).toEqual([undefined, undefined]);
  expect(made.next).toBeGreaterThan(Date.now());
  expect(made.next - Date.now()).toBeLessThanOrEqual(DAY + HOUR);
  await closedFor(4 * DAY);
  await expect
    .poll(async () => (await only()).result, { timeout: 60_000 })
    .toMatchObject({ passed: 1, runs: 1, open: 0 });
  expect((await only()).last).toMatchObject({ missed: 3 });
  expect(submissions()).toBe(1);
  expect((await app.call('runs.list', { workspace })).matching).toBe(1);
  // All went as before, so nobody is disturbed.
  expect(notices).toEqual([]);
});

it('what passed and now fails is told once, and leads to the batch', async () => {
  saysWhy = false;
  await closedFor(DAY);
  await expect.poll(() => notices.length, { timeout: 60_000 }).toBe(1);
  // The next one fails as well, which is no news.
  await closedFor(DAY);
  const before = submissions();
  await expect.poll(async () => (await only()).result?.open, { timeout: 60_000 }).toBe(0);
  await expect.poll(submissions, { timeout: 60_000 }).toBe(before + 1);
  await expect.poll(async () => (await only()).result, { timeout: 60_000 }).toMatchObject({ runs: 1, open: 0 });
  expect(notices).toHaveLength(1);
  saysWhy = true;
  const { result } = await only();
  expect(result).toMatchObject({ passed: 0, runs: 1, open: 0 });
  expect(notices[0]).toMatchObject({
    title: 'badlogin began to fail',
    route: expect.stringMatching(`^/w/${workspace}/support/batches/`),
  });
});

it('a live workspace is not acted on by a schedule that nobody agreed to there', async () => {
  await app.call('workspaces.change', { workspace, change: { mode: 'live' } });
  await expect(app.call('schedules.add', wanted())).rejects.toMatchObject({ code: 'confirmation_needed' });
  await closedFor(DAY);
  await expect.poll(async () => (await only()).last?.skipped, { timeout: 60_000 }).toContain('nobody agreed');
  expect(submissions()).toBe(0);
  // The result of the last batch stays to be seen.
  expect((await only()).result).toBeDefined();
});

it('one that was agreed to is, until the workspace is read-only', async () => {
  await app.call('schedules.remove', { workspace, id: (await only()).id });
  await app.call('schedules.add', { ...wanted(), confirmed: true });
  await closedFor(DAY);
  await expect.poll(async () => (await only()).result?.passed, { timeout: 60_000 }).toBe(1);
  await app.call('workspaces.change', { workspace, change: { readOnly: true } });
  await closedFor(DAY);
  await expect.poll(async () => (await only()).last?.skipped, { timeout: 60_000 }).toContain('read-only');
  expect(submissions()).toBe(0);
  await expect(app.call('schedules.add', { ...wanted(), confirmed: true })).rejects.toMatchObject({
    code: 'workspace_read_only',
  });
});

it('goes with the data of its workspace', async () => {
  await app.call('data.clear', { workspace });
  expect(await app.call('schedules.list', { workspace })).toEqual([]);
});
