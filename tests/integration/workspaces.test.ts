/** What becomes of a workspace's work when it is deleted, cleared or changed, and of the others' when one of them fails at a start. */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { STORE_AREAS } from '../../shared/contract/define.ts';
import type { EventSettings } from '../../shared/contract/events.ts';
import { type AppBench, startAppBench } from './app-bench.ts';
import { type ServiceProcess, SHORT_HISTORY, startService } from './simulator-process.ts';

let folder: string;
let app: AppBench;
let one: ServiceProcess;
let other: ServiceProcess;

beforeAll(async () => {
  one = await startService(SHORT_HISTORY);
  other = await startService(['--seed', '2', ...SHORT_HISTORY]);
});
afterAll(async () => {
  await one?.stop();
  await other?.stop();
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'workspaces-'));
  app = await startAppBench(folder);
});
afterEach(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const asked = async (service: ServiceProcess): Promise<number> =>
  (await service.control('GET', '/requests')).json.requests.length;

/** Polls of the event log that the service has answered. */
const polls = async (service: ServiceProcess): Promise<number> =>
  (await service.control('GET', '/requests')).json.requests.filter(({ path: of }: { path: string }) =>
    of.endsWith('/events'),
  ).length;

/** Switches the receiver on and answers its address. */
async function receive(workspace: string): Promise<string> {
  const { settings } = await app.call('events.settings', { workspace });
  const on: EventSettings = { ...settings, receiver: { ...settings.receiver, enabled: true } };
  await app.call('events.setSettings', { workspace, settings: on });
  const { receiver } = await app.call('events.settings', { workspace });
  const [address] = receiver.addresses;
  if (address === undefined) throw new Error('The receiver has no address.');
  return address;
}

describe('deleting a workspace', () => {
  it('ends all that works for it, leaves nothing of it on disk, and touches no other', async () => {
    const doomed = await app.connect('Doomed', one);
    const kept = await app.connect('Kept', other);
    const address = await receive(doomed);
    const { job } = await app.call('sync.start', { workspace: doomed });
    await app.parts.jobs.ended(job);
    // A submission that waits for a human, a sign-in that waits for a browser, a job that waits for a slow service.
    const { runs } = await app.call('runs.start', {
      workspace: doomed,
      form: one.line.form_uid,
      utilities: [one.line.utility],
      scenarios: ['residential'],
    });
    expect(runs).toHaveLength(1);
    const { redirectUri } = await app.call('oauth.start', { workspace: doomed, open: false });
    await one.control('POST', '/faults', { path: '*Batch*', status: 503, retry_after_s: 600 });
    await app.call('sync.start', { workspace: doomed, full: true });
    await expect.poll(() => polls(one), { timeout: 60_000 }).toBeGreaterThan(0);

    const { workspaces } = await app.call('data.use', undefined);
    expect(workspaces.map(({ workspace }) => workspace)).toContain(doomed);
    await app.call('workspaces.delete', { workspace: doomed, confirm: 'Doomed' });

    const at = { one: await asked(one), other: await polls(other) };
    expect(existsSync(path.join(folder, 'workspaces', doomed))).toBe(false);
    expect(await readdir(path.join(folder, 'events')).catch(() => [])).not.toContain(`${doomed}.json`);
    for (const file of ['secrets.json', 'workspaces.json']) {
      expect(await readFile(path.join(folder, file), 'utf8'), file).not.toContain(doomed);
    }
    await expect(fetch(address, { method: 'POST' })).rejects.toThrow();
    await expect(fetch(redirectUri)).rejects.toThrow();
    expect(app.parts.jobs.list(doomed)).toEqual([]);
    expect(await app.call('waits.list', undefined)).toEqual([]);
    await expect(app.call('events.health', { workspace: doomed })).rejects.toMatchObject({ code: 'events_off' });
    await expect(app.call('runs.list', { workspace: doomed, offset: 0, limit: 1 })).rejects.toMatchObject({
      code: 'workspace_unknown',
    });

    // The other one polls at the same pace: when it has asked three times more, the deleted one would have, too.
    await expect.poll(() => polls(other), { timeout: 60_000 }).toBeGreaterThan(at.other + 2);
    expect(await asked(one)).toBe(at.one);
    expect(existsSync(path.join(folder, 'workspaces', doomed))).toBe(false);
    expect(await app.call('workspaces.get', { workspace: kept })).toMatchObject({ name: 'Kept' });
    await one.control('DELETE', '/faults');
  });

  it('a renewal that ends afterwards puts no token back', async () => {
    const doomed = await app.connect('Doomed', one);
    // A token endpoint that answers when it is told to.
    let answer = () => {};
    const slow = createServer();
    const wasAsked = new Promise<void>((resolve) =>
      slow.on('request', (_request, response) => {
        answer = () =>
          response
            .writeHead(200, { 'content-type': 'application/json' })
            .end('{"access_token":"too-late","token_type":"Bearer","expires_in":3600}');
        resolve();
      }),
    );
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const { port } = slow.address() as { port: number }; // a TCP server
    const tokenEndpoint = `http://127.0.0.1:${port}/token`;
    const change = { oauth: { tokenEndpoint, authorizationEndpoint: one.line.authorization_endpoint } };
    await app.call('workspaces.change', { workspace: doomed, change });
    const renewal = app.call('connections.renew', { workspace: doomed, tokenClass: 'client' });
    const refused = expect(renewal).rejects.toMatchObject({ code: 'workspace_unknown' });
    await wasAsked;
    await app.call('workspaces.delete', { workspace: doomed, confirm: 'Doomed' });
    answer();
    await refused;
    expect(await readFile(path.join(folder, 'secrets.json'), 'utf8')).not.toContain(doomed);
    await new Promise((resolve) => slow.close(resolve));
  });

  it('is refused for what belongs to the program', async () => {
    await expect(app.call('workspaces.delete', { workspace: 'files', confirm: 'Files' })).rejects.toMatchObject({
      code: 'workspace_built_in',
    });
  });
});

describe('a workspace that has an access token and no client', () => {
  it('is fetched as a whole: the authorization whose token it has', async () => {
    const { workspace } = await app.call('workspaces.create', {
      name: 'Imported',
      baseUrl: one.line.base_url,
      mode: 'test',
      oauth: {},
    });
    await app.call('secrets.decide', { keep: 'disk' });
    const whole = async () => await app.parts.jobs.ended((await app.call('sync.start', { workspace })).job);
    // Without a token there is nothing to fetch with, and the job says why.
    expect(await whole()).toMatchObject({ state: 'failed', error: { code: 'oauth_client_missing' } });
    const [{ auth_uid: authorization, access_token: value } = { auth_uid: '', access_token: '' }] =
      one.line.authorizations;
    await app.call('connections.importToken', { workspace, authorization, what: 'access', secret: { value } });
    const ended = await whole();
    expect(ended).toMatchObject({ state: 'done', failures: [], done: 1, total: 1 });
    expect(ended.readings).toBeGreaterThan(0);
  });
});

describe('saving everything of a workspace', () => {
  it('writes readings, the whole store, the raw answers and the settings, and no token', async () => {
    const workspace = await app.connect('Saved', one);
    const { job } = await app.call('sync.start', { workspace });
    await app.parts.jobs.ended(job);
    const saving = await app.call('export.start', { workspace, format: 'parquet', everything: true });
    if (saving === undefined) throw new Error('The host asked nobody, and yet somebody changed their mind.');
    const ended = await app.parts.jobs.ended(saving.job);
    expect(ended).toMatchObject({ state: 'done', title: `Save everything to ${saving.folder}` });
    const inside = (name: string) => path.join(saving.folder, name);
    expect(await readdir(saving.folder)).toEqual(
      expect.arrayContaining(['raw', 'readings', 'series.parquet', 'store.duckdb', 'workspace.json']),
    );
    expect((await readdir(inside('raw'))).sort()).toEqual(
      (await readdir(path.join(folder, 'workspaces', workspace, 'raw'))).filter((name) => name.endsWith('.br')).sort(),
    );
    const settings = await readFile(inside('workspace.json'), 'utf8');
    expect(JSON.parse(settings)).toMatchObject({ name: 'Saved', baseUrl: one.line.base_url });
    for (const token of await app.parts.connections.secretTexts()) expect(settings).not.toContain(token);
    const copy = await DuckDBInstance.create(inside('store.duckdb'), { access_mode: 'READ_ONLY' });
    const connection = await copy.connect();
    const [row] = (
      await connection.runAndReadAll('SELECT count(*)::INTEGER, count(DISTINCT series)::INTEGER FROM readings')
    ).getRows();
    connection.closeSync();
    copy.closeSync();
    expect(row?.[0]).toBe(ended.readings);
    expect(row?.[1]).toBeGreaterThan(1);
  });
});

describe('deleting the data of a workspace', () => {
  it('leaves its settings and tokens, and its event log goes on with an empty store', async () => {
    const workspace = await app.connect('Kept', one);
    const address = await receive(workspace);
    const { job } = await app.call('sync.start', { workspace });
    await app.parts.jobs.ended(job);
    expect((await app.call('usagePoints.list', { workspace, offset: 0, limit: 1 })).total).toBeGreaterThan(0);
    await app.call('data.clear', { workspace });
    expect((await app.call('usagePoints.list', { workspace, offset: 0, limit: 1 })).total).toBe(0);
    expect(app.parts.jobs.list(workspace)).toEqual([]);
    expect((await app.call('connections.tokens', { workspace })).hasWebhookSecret).toBe(true);
    await expect
      .poll(() => app.call('events.settings', { workspace }).then(({ receiver }) => receiver.addresses[0]), {
        timeout: 60_000,
      })
      .toBe(address);
  });
});

describe('changing a workspace', () => {
  it('counts at once: another address and another pace for its event log and its test submissions', async () => {
    const workspace = await app.connect('Moving', one);
    await expect.poll(() => polls(one), { timeout: 60_000 }).toBeGreaterThan(0);
    const before = await polls(other);
    await app.call('connections.setSecret', { workspace, which: 'api', secret: { value: other.line.api_token } });
    await app.call('workspaces.change', {
      workspace,
      change: { baseUrl: other.line.base_url, pollEverySeconds: 7, webhookHeaderPrefix: 'Other' },
    });
    const { settings } = await app.call('events.settings', { workspace });
    expect(settings.poll.everySeconds).toBe(7);
    expect(settings.receiver.headerPrefix).toBe('X-Other-Webhook-');
    await expect.poll(() => polls(other), { timeout: 60_000 }).toBeGreaterThan(before);
    const { forms } = await app.call('scenarios.catalogue', { workspace });
    expect(forms.map(({ uid }) => uid)).toContain(other.line.form_uid);
  });

  it('leaves the pace of its event log as the log has it, unless the pace itself is changed', async () => {
    const workspace = await app.connect('Paced', one);
    const kept = async () => (await app.call('events.settings', { workspace })).settings;
    const settings = await kept();
    await app.call('events.setSettings', {
      workspace,
      settings: { ...settings, poll: { ...settings.poll, everySeconds: 11 } },
    });
    await app.call('workspaces.change', { workspace, change: { webhookHeaderPrefix: 'Other' } });
    expect(await kept()).toMatchObject({
      receiver: { headerPrefix: 'X-Other-Webhook-' },
      poll: { everySeconds: 11 },
    });
    // Only the log says how often the service is asked.
    expect((await app.call('workspaces.get', { workspace })).settings).not.toHaveProperty('pollEverySeconds');
    await app.call('workspaces.change', { workspace, change: { pollEverySeconds: 7 } });
    expect((await kept()).poll.everySeconds).toBe(7);
  });
});

describe('changing the time zone of a workspace', () => {
  it('tells every window that what it shows is in another zone now', async () => {
    const workspace = await app.connect('Elsewhere', one);
    const changed: unknown[] = [];
    app.topics.subscribe((topic, payload) => {
      if (topic === 'store.changed') changed.push(payload);
    });
    await app.call('workspaces.change', { workspace, change: { zone: 'Australia/Lord_Howe' } });
    expect(changed).toContainEqual({ workspace, areas: [...STORE_AREAS] });
  });
});

describe('compacting a workspace', () => {
  it('lets its jobs go on', async () => {
    const workspace = await app.connect('Kept', one);
    await one.control('POST', '/faults', { path: '*Batch*', status: 503, retry_after_s: 600 });
    const { job } = await app.call('sync.start', { workspace });
    await expect.poll(() => app.parts.jobs.get(job)?.state, { timeout: 60_000 }).toBe('waiting');
    await app.call('data.compact', { workspace });
    expect(['queued', 'running', 'waiting']).toContain(app.parts.jobs.get(job)?.state);
    await one.control('DELETE', '/faults');
  });
});

describe('a start of the program', () => {
  it('goes on with the test submissions of each workspace that can be opened', async () => {
    const broken = await app.connect('Broken', one);
    const sound = await app.connect('Sound', other);
    const { runs } = await app.call('runs.start', {
      workspace: sound,
      form: other.line.form_uid,
      utilities: [other.line.utility],
      scenarios: ['residential'],
    });
    const [run = ''] = runs;
    await expect
      .poll(() => app.call('runs.get', { workspace: sound, id: run }).then(({ state }) => state), { timeout: 60_000 })
      .toBe('following');
    await app.close();
    await writeFile(path.join(folder, 'workspaces', broken, 'store.duckdb'), 'no database');
    const before = await polls(other);

    app = await startAppBench(folder);
    const { steps } = await app.call('runs.get', { workspace: sound, id: run });
    await other.advance(3600);
    await expect
      .poll(() => app.call('runs.get', { workspace: sound, id: run }).then((now) => now.steps.length), {
        timeout: 60_000,
      })
      .toBeGreaterThan(steps.length);
    expect(await polls(other)).toBeGreaterThan(before);
    await expect(app.call('runs.list', { workspace: broken, offset: 0, limit: 1 })).rejects.toMatchObject({
      code: 'store_unreadable',
    });
  });
});
