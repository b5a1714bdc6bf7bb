/** The request log of the running core: what is kept, by which setting, and that no secret is in it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AppBench, startAppBench } from './app-bench.ts';
import { type ServiceProcess, SHORT_HISTORY, startService } from './simulator-process.ts';

let folder: string;
let app: AppBench;
let service: ServiceProcess;
let workspace: string;

beforeAll(async () => {
  service = await startService(SHORT_HISTORY);
  folder = await mkdtemp(path.join(tmpdir(), 'request-log-'));
  app = await startAppBench(folder);
  workspace = await app.connect('Log', service);
});
afterAll(async () => {
  await app?.close();
  await service?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Asks for an address of the service. @returns its line in the log, inspected */
async function inspected(address: string, tokenClass?: 'client') {
  const { requestId = '' } = await app.call('resources.fetch', { workspace, path: address, tokenClass });
  return await app.call('requests.inspect', { workspace, id: requestId });
}

it('keeps the body of a refusal and of what was asked by hand, and none of another answer that was good', async () => {
  const refused = await inspected(`/ApplicationInformation/${service.line.app_uid}`, 'client');
  expect(refused).toMatchObject({
    request: { status: 403, connection: expect.any(String), headMs: expect.any(Number) },
  });
  expect(refused.kept?.sent.headers).toMatchObject({ authorization: 'Bearer ***', 'user-agent': expect.anything() });
  expect(refused.kept?.answer).toMatchObject({ httpVersion: '1.1', body: { state: 'kept' } });
  const byHand = await inspected('/ReadServiceStatus');
  expect(byHand.kept?.answer?.body).toMatchObject({ state: 'kept', text: expect.stringContaining('ServiceStatus') });
  await app.call('scenarios.catalogue', { workspace });
  const forms = (await app.call('requests.list', { workspace })).rows.find(({ url }) => url.endsWith('/forms'));
  const good = await app.call('requests.inspect', { workspace, id: forms?.id ?? '' });
  expect(good).toMatchObject({ request: { status: 200 }, kept: { answer: { body: { state: 'setting' } } } });
});

it('holds no secret with every body kept: of a registration, of test submissions, of renewed tokens, of a sync', async () => {
  const { policy } = await app.call('requests.keeping', { workspace });
  await app.call('requests.keep', { workspace, policy: { ...policy, keep: 'all' } });
  const { line } = service;
  const registration = await inspected(`/ApplicationInformation/${line.app_uid}`);
  expect(registration.kept?.answer?.body).toMatchObject({ state: 'kept', text: expect.stringContaining('***') });
  const { runs } = await app.call('runs.start', {
    workspace,
    form: line.form_uid,
    utilities: [line.utility],
    scenarios: ['residential'],
  });
  const [run = ''] = runs;
  await expect
    .poll(async () => (await app.call('runs.get', { workspace, id: run })).steps.length, { timeout: 60_000 })
    .toBeGreaterThan(1);
  const { job } = await app.call('sync.start', { workspace });
  await app.parts.jobs.ended(job);

  const { rows: list } = await app.call('requests.list', { workspace, limit: 5000 });
  const har = await app.call('requests.har', { workspace, ids: list.map(({ id }) => id) });
  expect(JSON.parse(har).log.entries.length).toBe(list.length);
  const details = await Promise.all(list.map(({ id }) => app.call('requests.inspect', { workspace, id })));
  const everything = har + JSON.stringify(details);
  const secrets = await app.parts.connections.secretTexts();
  expect(secrets.length).toBeGreaterThan(5);
  for (const secret of secrets) expect(everything).not.toContain(secret);

  // Links both ways; a feed is not kept twice, and its request says what it brought.
  const ofRun = await app.call('requests.list', { workspace, about: { kind: 'run', id: run } });
  const fired = ofRun.rows.find(({ url }) => url.endsWith('/test-submit'));
  const submission = await app.call('requests.inspect', { workspace, id: fired?.id ?? '' });
  expect(submission.about).toEqual([{ kind: 'run', id: run }]);
  expect(submission.kept?.sent.body).toMatchObject({ state: 'kept', text: expect.stringContaining('residential') });
  const ofJob = await app.call('requests.list', { workspace, about: { kind: 'job', id: job } });
  expect(ofJob.total).toBeGreaterThan(0);
  const feed = details.find(({ brought }) => (brought?.readings ?? 0) > 0);
  expect(feed?.kept?.answer?.body).toEqual({ state: 'streamed' });
});

it('keeps nothing where nothing is to be kept, and forgets what it kept', async () => {
  const { policy } = await app.call('requests.keeping', { workspace });
  await app.call('requests.keep', { workspace, policy: { ...policy, keep: 'nothing' } });
  expect((await inspected('/ReadServiceStatus')).kept).toBeUndefined();
  expect((await app.call('requests.keeping', { workspace })).kept.requests).toBeGreaterThan(0);
  await app.call('requests.clear', { workspace });
  expect((await app.call('requests.keeping', { workspace })).kept).toEqual({ requests: 0, bytes: 0 });
  expect((await app.call('requests.list', { workspace })).total).toBeGreaterThan(0);
});
