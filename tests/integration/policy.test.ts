/** A policy of the computer, in the running core and on the command line: what it says counts for every request, export and setting. */
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { policySchema } from '../../electron/policy/schema.ts';
import { toErrorValue } from '../../shared/errors.ts';
import { projectRoot } from '../fixtures/simulator.ts';
import { type AppBench, startAppBench } from './app-bench.ts';
import { startCommand } from './command-process.ts';
import { startProxy, startTlsEnd, type TlsEnd } from './company-network.ts';
import { answers, scriptedServer } from './http-server.ts';
import { type ServiceProcess, SHORT_HISTORY, startService } from './simulator-process.ts';

const SERVICE = 'https://utility.example';
const UPDATES = 'https://updates.example';
const certificate = (name: string) => path.join(projectRoot, 'tests', 'fixtures', 'certificates', `${name}.pem`);

let service: ServiceProcess;
let folder: string;
let policyFile: string;
let app: AppBench | undefined;
let end: TlsEnd;
const open: { close(): Promise<void> }[] = [];

const started = <T extends { close(): Promise<void> }>(one: T): T => {
  open.push(one);
  return one;
};

beforeAll(async () => {
  service = await startService(SHORT_HISTORY);
});
afterAll(async () => await service?.stop());

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'policy-'));
  policyFile = path.join(folder, 'policy.json');
  process.env.METERSCOPE_TEST_POLICY = policyFile;
  const toSimulator = () => net.connect(Number(new URL(service.line.base_url).port), '127.0.0.1');
  end = started(await startTlsEnd(readFileSync(certificate('network')), toSimulator));
});
afterEach(async () => {
  delete process.env.METERSCOPE_TEST_POLICY;
  await app?.close();
  app = undefined;
  for (const one of open.splice(0)) await one.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const policy = async (content: Omit<z.input<typeof policySchema>, 'version'>) =>
  await writeFile(policyFile, JSON.stringify({ version: 1, ...content }));
const data = () => path.join(folder, 'data');
const startCore = async (overrides?: Parameters<typeof startAppBench>[1]) => {
  app = await startAppBench(data(), overrides);
  return app;
};
const run = (...args: string[]) => startCommand(args, { METERSCOPE_TEST_POLICY: policyFile }).ended;

/** A live workspace of the simulator under other addresses. */
async function connect(core: AppBench, origin = SERVICE): Promise<string> {
  const there = (address: unknown) => `${origin}${new URL(String(address)).pathname}`;
  const { line } = service;
  const workspace = await core.connect('Far away', { ...service, line: { ...line, base_url: there(line.base_url) } });
  await core.call('workspaces.change', {
    workspace,
    change: {
      appUid: String(line.app_uid),
      oauth: { authorizationEndpoint: there(line.authorization_endpoint), tokenEndpoint: there(line.token_endpoint) },
    },
  });
  return workspace;
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (thrown) => toErrorValue(thrown).code,
  );

describe('the network of a policy', () => {
  it('is taken by every kind of request: its proxy, its authorities, its feed of versions', async () => {
    const feed = started(await scriptedServer(answers(200, {}, '{"version":"99.0.0"}')));
    const toFeed = () => net.connect(Number(new URL(feed.url).port), '127.0.0.1');
    const updates = started(await startTlsEnd(readFileSync(certificate('network')), toFeed));
    const routes = { 'utility.example:443': end.port, 'updates.example:443': updates.port };
    const proxy = started(await startProxy(routes));
    await policy({
      services: { allowed: [SERVICE] },
      proxy: { mode: 'manual', address: `127.0.0.1:${proxy.port}` },
      authorities: { files: [certificate('network-ca')] },
      updates: { check: true, feed: `${UPDATES}/newest.json` },
    });
    const core = await startCore();
    const workspace = await connect(core);
    const checks = await core.call('connections.check', { workspace });
    expect(checks.filter(({ state }) => state === 'failed')).toEqual([]);
    const { job } = await core.call('sync.start', { workspace });
    expect((await core.parts.jobs.ended(job)).readings).toBeGreaterThan(0);
    expect(await core.call('updates.ask', undefined)).toMatchObject({ state: 'newer', version: '99.0.0' });
    const through = proxy.asked.filter(({ place }) => place === 'utility.example:443').length;
    await expect.poll(() => end.connections() - through).toBe(0);
    // Nothing of it was written among the user's own settings.
    await core.call('settings.change', { quietSeconds: 30 });
    const kept = await readFile(path.join(data(), 'settings.json'), 'utf8');
    expect(kept).toContain('"quietSeconds": 30');
    expect(kept).not.toMatch(/updates\.example|BEGIN CERTIFICATE|127\.0\.0\.1/);
    const facts = await core.call('support.save', undefined);
    expect(facts.bytes).toBeGreaterThan(0);
  });

  it('is shown, and nobody changes it: each call that would is refused', async () => {
    await policy({
      proxy: { mode: 'manual', address: 'http://proxy.example:3128' },
      authorities: { files: [certificate('network-ca')] },
      updates: { check: false },
      notifications: { show: false },
    });
    const core = await startCore();
    expect(await core.call('network.get', undefined)).toMatchObject({
      proxy: { mode: 'manual', address: 'http://proxy.example:3128' },
      authorities: { own: [{ subject: 'Meterscope network authority' }] },
    });
    expect(await core.call('policy.get', undefined)).toMatchObject({
      file: policyFile,
      locked: ['proxy', 'authorities', 'updates', 'notifications'],
    });
    const manual = { mode: 'manual', address: 'http://proxy.example:3128', user: '', except: '' } as const;
    const pem = await readFile(certificate('inspecting-ca'), 'utf8');
    const [own] = (await core.call('network.get', undefined)).authorities.own;
    const refused = await Promise.all([
      refusal(core.call('network.setProxy', { ...manual, mode: 'none' })),
      refusal(core.call('network.setProxy', { ...manual, address: 'http://other.example:3128' })),
      refusal(core.call('network.setProxy', { ...manual, except: '*' })),
      refusal(core.call('network.setAuthorities', { bundled: true, system: false })),
      refusal(core.call('network.addAuthorities', { pem })),
      refusal(core.call('network.removeAuthority', { fingerprint: own?.fingerprint ?? '' })),
      refusal(core.call('settings.change', { updates: true })),
      refusal(core.call('settings.change', { updateFeed: UPDATES })),
      refusal(core.call('settings.change', { notifications: true })),
    ]);
    expect(refused).toEqual(refused.map(() => 'set_by_administrator'));
    await expect(core.call('updates.ask', undefined)).rejects.toMatchObject({ code: 'updates_off' });
    expect(await core.call('settings.get', undefined)).toMatchObject({ updates: false, notifications: false });
    // A person's own name for that proxy is theirs.
    await core.call('network.setProxy', { ...manual, user: 'anna' });
    expect((await core.call('network.get', undefined)).proxy.user).toBe('anna');
  });

  it('is gone with the policy, and the user’s own settings are as they were', async () => {
    const core = await startCore();
    await core.call('network.setProxy', { mode: 'none', address: '', user: '', except: '' });
    await core.close();
    await policy({ proxy: { mode: 'system' }, notifications: { show: false, mayChange: true } });
    const under = await startCore();
    expect((await under.call('network.get', undefined)).proxy.mode).toBe('system');
    // The user chose nothing there yet.
    expect((await under.call('settings.get', undefined)).notifications).toBe(false);
    await under.call('network.setAuthorities', { bundled: true, system: false });
    await under.close();
    await rm(policyFile);
    const after = await startCore();
    expect(await after.call('network.get', undefined)).toMatchObject({
      proxy: { mode: 'none' },
      authorities: { bundled: true, system: false, own: [] },
    });
    expect((await after.call('settings.get', undefined)).notifications).toBe(true);
  });
});

describe('the services of a policy', () => {
  it('are the only ones that can be entered, and the only ones that anything is sent to', async () => {
    await policy({ services: { allowed: [SERVICE] } });
    const core = await startCore();
    const create = (baseUrl: string) => core.call('workspaces.create', { name: 'X', baseUrl, mode: 'test' });
    expect(await refusal(create('https://other.example'))).toBe('address_not_allowed');
    const { workspace } = await create(SERVICE);
    for (const change of [
      { baseUrl: 'https://other.example' },
      { apiBase: 'https://other.example/api/v2' },
      { espiBase: 'https://other.example/espi' },
      { oauth: { tokenEndpoint: 'https://other.example/token' } },
      { oauth: { authorizationEndpoint: 'https://other.example/authorize' } },
    ]) {
      expect(await refusal(core.call('workspaces.change', { workspace, change })), JSON.stringify(change)).toBe(
        'address_not_allowed',
      );
    }
    expect(await core.call('connections.checkAddress', { baseUrl: 'https://other.example' })).toMatchObject({
      checks: expect.arrayContaining([
        expect.objectContaining({ state: 'failed', message: expect.stringContaining('not allowed on this computer') }),
      ]),
    });
    await core.call('secrets.decide', { keep: 'disk' });
    await core.call('connections.setSecret', { workspace, which: 'webhookSecret', secret: { value: 'whsec' } });
    const post = core.call('rehearsal.endpoint', {
      workspace,
      url: 'https://other.example/hook',
      type: 'authorization_created',
      faults: ['good'],
    });
    expect(JSON.stringify(await post.catch(toErrorValue))).toContain('not allowed on this computer');
    expect(
      await refusal(
        core.parts.http.handshake('https://other.example', { minVersion: 'TLSv1.2' }, AbortSignal.timeout(9_000)),
      ),
    ).toBe('address_not_allowed');
  });

  it('hold for a workspace that was made before, and for where a service redirects to', async () => {
    const before = await startCore();
    const { workspace } = await before.call('workspaces.create', {
      name: 'Old',
      baseUrl: 'https://other.example',
      mode: 'test',
    });
    await before.close();
    const away = started(await scriptedServer(answers(302, { location: 'https://other.example/elsewhere' }, '')));
    await policy({ services: { allowed: [SERVICE] } });
    const core = await startCore();
    await core.call('secrets.decide', { keep: 'disk' });
    const which = 'registration';
    await core.call('connections.setSecret', { workspace, which, secret: { value: 'a-token' } });
    const fetched = core.call('resources.fetch', { workspace, path: '/ReadServiceStatus', tokenClass: which });
    expect(await refusal(fetched)).toBe('address_not_allowed');
    const redirected = core.parts.http.send({ method: 'GET', url: away.url, purpose: 'Try' });
    expect(await refusal(redirected)).toBe('address_not_allowed');
    expect(away.received).toHaveLength(1);
  });

  it('hold on the command line', async () => {
    await policy({ services: { allowed: [SERVICE] } });
    const token = path.join(folder, 'token');
    await writeFile(token, 'a-token');
    const said = 'The service https://other.example is not allowed on this computer. Set by your administrator.';
    const tried = await Promise.all([
      run('events', 'tail', '--base-url', 'https://other.example', '--token-file', token, '--for', '1'),
      run('trigger', 'authorization_created', '--to', 'https://other.example/hook', '--secret', 'x'),
    ]);
    for (const { code, error, output } of tried) {
      expect(`${output}${error}`).toContain(said);
      expect(code).not.toBe(0);
    }
  });
});

describe('the exports of a policy', () => {
  it('are the only ones: from the window, as a job, and on the command line', async () => {
    await policy({ exports: { allowed: ['csv'] } });
    const chosen = path.join(folder, 'saved');
    const core = await startCore({
      capabilities: {
        openDialog: true,
        saveDialog: true,
        notifications: false,
        clipboard: false,
        pdf: true,
        trash: false,
      },
      chooseSavePath: async ({ suggested }) => `${chosen}-${suggested}`,
      printPdf: async () => new Uint8Array([1]),
    });
    const workspace = await core.connect('Here', service);
    const { job } = await core.call('sync.start', { workspace });
    await core.parts.jobs.ended(job);
    const query = (format: 'csv' | 'json' | 'parquet') =>
      core.call('query.export', { workspace, sql: 'SELECT 1 AS one', format, token: 't' });
    const events = (format: 'ndjson' | 'csv') =>
      core.call('events.export', { workspace, filter: {}, order: 'arrival', format });
    const save = (name: string) => core.call('export.save', { name, base64: 'YQ==' });
    const refused = await Promise.all([
      refusal(core.call('export.start', { workspace, format: 'parquet' })),
      refusal(core.call('export.start', { workspace, format: 'json' })),
      refusal(core.call('export.start', { workspace, format: 'csv', everything: true })),
      refusal(query('json')),
      refusal(query('parquet')),
      refusal(save('chart.png')),
      refusal(save('chart.SVG')),
      refusal(save('answer.xml')),
      refusal(save('rows.json')),
      refusal(core.call('export.pdf', { name: 'report.pdf' })),
      refusal(core.call('export.permit', { name: 'chart.png' })),
      refusal(events('ndjson')),
      refusal(core.call('documents.anonymise', { workspace, document: { source: '1' }, jitter: 0 })),
    ]);
    expect(refused).toEqual(refused.map(() => 'export_not_allowed'));
    expect(await save('rows.csv')).toMatchObject({ path: `${chosen}-rows.csv` });
    expect(await query('csv')).toMatchObject({ rows: 1 });
    expect(await events('csv')).toMatchObject({ path: `${chosen}-events-${workspace}.csv` });
    const allowed = await core.call('export.start', { workspace, format: 'csv' });
    expect(await core.parts.jobs.ended(allowed?.job ?? '')).toMatchObject({ state: 'done' });
    await core.close();
    app = undefined;

    const of = ['--data', data(), '--workspace', 'Here'];
    const to = path.join(folder, 'out');
    const commands = [
      ['export', ...of, '--to', to],
      ['export', ...of, '--to', to, '--format', 'json'],
      ['export', ...of, '--to', to, '--format', 'dataset'],
      ['publish', ...of, '--to', 'postgres://nobody@127.0.0.1:1/none'],
      ['query', 'SELECT 1', ...of, '--format', 'json'],
      ['query', 'SELECT 1', ...of, '--format', 'parquet', '--to', path.join(folder, 'rows.parquet')],
    ];
    for (const command of commands) {
      const { code, error } = await run(...command);
      expect(error, command.join(' ')).toMatch(/is not allowed on this computer\. Set by your administrator\./);
      expect(code).toBe(1);
    }
    expect(await run('query', 'SELECT 1 AS one', ...of)).toMatchObject({ code: 0 });
    expect(await run('query', 'SELECT 1 AS one', ...of, '--format', 'csv')).toMatchObject({ code: 0 });
    expect(await run('export', ...of, '--to', to, '--format', 'csv')).toMatchObject({ code: 0 });
  });
});

describe('a policy with a fault', () => {
  it('lets neither the core start nor a command run, and says where the fault is', async () => {
    await writeFile(policyFile, '{ "version": 1,\n  "exports": { "allowed": ["cvs"] } }');
    const said = `${policyFile}, has a fault, so the program does not start: exports.allowed[0]: "cvs" is not known; did you mean csv?`;
    await expect(startAppBench(data())).rejects.toMatchObject({ code: 'policy_malformed' });
    const of = ['--data', data(), '--workspace', 'demo'];
    const tried = await Promise.all([
      run('serve', '--data', data(), '--no-open'),
      run('export', ...of, '--to', path.join(folder, 'out')),
      run('publish', ...of, '--to', 'postgres://nobody@127.0.0.1:1/none'),
      run('query', 'SELECT 1', ...of),
      run('trigger', 'authorization_created', '--to', 'http://127.0.0.1:9/hook', '--secret', 'x'),
      run('events', 'tail', '--base-url', 'http://127.0.0.1:9', '--token-file', policyFile),
      run('check', '--service', '--bootstrap', policyFile),
    ]);
    for (const { code, error } of tried) {
      expect(error).toContain(said);
      expect(code).not.toBe(0);
    }
  });
});
