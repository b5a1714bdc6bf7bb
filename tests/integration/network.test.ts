/** The one network setting, in the running core: every kind of request goes by it, and none goes around. */
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hopsOfPac } from '../../electron/network/index.ts';
import type { ProxySetting } from '../../shared/contract/network.ts';
import { projectRoot } from '../fixtures/simulator.ts';
import { type AppBench, startAppBench } from './app-bench.ts';
import { startCommand } from './command-process.ts';
import { type CompanyProxy, startProxy, startTlsEnd, type TlsEnd } from './company-network.ts';
import { answers, scriptedServer } from './http-server.ts';
import { type ServiceProcess, startService } from './simulator-process.ts';

/** Names that nobody but the proxies of these tests knows (RFC 2606): what goes around them reaches nobody. */
const SERVICE = 'https://utility.example';
const UPDATES = 'https://updates.example';

const file = (name: string) => path.join(projectRoot, 'tests', 'fixtures', 'certificates', name);
const pem = (name: string) => readFileSync(file(`${name}.pem`));

let service: ServiceProcess;
let folder: string;
let app: AppBench;
/** Speaks for the service, and behind it is the simulator. */
let end: TlsEnd;
const open: { close(): Promise<void> }[] = [];

const started = <T extends { close(): Promise<void> }>(one: T): T => {
  open.push(one);
  return one;
};
const toSimulator = () => net.connect(Number(new URL(service.line.base_url).port), '127.0.0.1');

beforeAll(async () => {
  service = await startService();
});
afterAll(async () => await service?.stop());

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'network-'));
  end = started(await startTlsEnd(pem('network'), toSimulator));
});
afterEach(async () => {
  await app?.close();
  for (const one of open.splice(0)) await one.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const text = async (name: string) => await readFile(file(`${name}.pem`), 'utf8');
const believe = async (name: string) => await app.call('network.addAuthorities', { pem: await text(name) });
const byHand = (proxy: CompanyProxy, more: Partial<ProxySetting> = {}) =>
  app.call('network.setProxy', {
    mode: 'manual',
    address: `127.0.0.1:${proxy.port}`,
    user: '',
    except: '',
    ...more,
  });

/** A live workspace of the simulator under another address, its OAuth there as well. */
async function connect(name: string, origin = SERVICE): Promise<string> {
  const there = (address: unknown) => `${origin}${new URL(String(address)).pathname}`;
  const { line } = service;
  const workspace = await app.connect(name, { ...service, line: { ...line, base_url: there(line.base_url) } });
  await app.call('workspaces.change', {
    workspace,
    change: {
      appUid: String(line.app_uid),
      oauth: {
        clientId: line.client_id,
        authorizationEndpoint: there(line.authorization_endpoint),
        tokenEndpoint: there(line.token_endpoint),
      },
    },
  });
  return workspace;
}

/** Registration (where the addresses of OAuth are found), a sync, a bulk download with the client's token: by each of these ways. */
async function askEverything(workspace: string): Promise<void> {
  await app.call('connections.takeRegistration', { workspace });
  const { job } = await app.call('sync.start', { workspace });
  expect((await app.parts.jobs.ended(job)).readings).toBeGreaterThan(0);
  const bulk = `/Bulk/${service.line.bulk_uid}`;
  await app.call('resources.fetch', { workspace, path: bulk, tokenClass: 'client' });
  const sent = app.parts.http.log.list();
  const { pathname } = new URL(String(service.line.token_endpoint));
  for (const kind of ['ApplicationInformation', 'Batch/Subscription', '/Bulk/', pathname]) {
    const those = sent.filter(({ url }) => url.includes(kind));
    expect(those.at(-1)?.status, kind).toBe(200);
  }
  expect(sent.filter(({ url }) => !url.startsWith(SERVICE))).toEqual([]);
}

/** What the test of a connection finds, by its part. */
async function found(workspace: string) {
  const checks = await app.call('connections.check', { workspace });
  return Object.fromEntries(checks.map((check) => [check.id, check]));
}

describe('through a proxy that is entered by hand', () => {
  it('goes every kind of request, and none goes around', async () => {
    const feed = started(await scriptedServer(answers(200, {}, '{"version":"99.0.0"}')));
    const feedPort = Number(new URL(feed.url).port);
    const updates = started(await startTlsEnd(pem('network'), () => net.connect(feedPort, '127.0.0.1')));
    const proxy = started(await startProxy({ 'utility.example:443': end.port, 'updates.example:443': updates.port }));
    app = await startAppBench(folder);
    await believe('network-ca');
    await byHand(proxy);
    const workspace = await connect('Far away');

    const checks = await found(workspace);
    expect(checks).toMatchObject({
      name: { state: 'ok' },
      connection: { state: 'ok', title: 'Proxy', message: expect.stringContaining(`127.0.0.1:${proxy.port}`) },
      certificate: { state: 'ok', message: expect.stringContaining('Meterscope network authority') },
      status: { state: 'ok' },
      api: { state: 'ok' },
      registration: { state: 'ok' },
      client: { state: 'ok' },
      [`access:${service.line.authorizations[0]?.auth_uid}`]: { state: 'ok' },
    });
    await askEverything(workspace);
    await app.call('settings.change', { updates: true, updateFeed: `${UPDATES}/newest.json` });
    expect(await app.call('updates.ask', undefined)).toMatchObject({ state: 'newer', version: '99.0.0' });
    const before = proxy.asked.length;
    const { results } = await app.call('rehearsal.endpoint', {
      workspace,
      url: `${SERVICE}/own-endpoint`,
      type: 'authorization_created',
      faults: ['good'],
    });
    expect(results[0]?.answers[0]?.status).toEqual(expect.any(Number));
    expect(proxy.asked.length).toBeGreaterThan(before);
    await app.parts.http.handshake(SERVICE, { minVersion: 'TLSv1.2' }, new AbortController().signal);

    const sent = app.parts.http.log.list();
    for (const kind of [
      /ReadServiceStatus/,
      /\/api\/v2\/forms/,
      /ApplicationInformation/,
      new RegExp(`${new URL(String(service.line.token_endpoint)).pathname}$`),
      /Batch\/Subscription/,
      /\/Bulk\//,
      /newest\.json/,
    ]) {
      const those = sent.filter(({ url }) => kind.test(url));
      expect(those.length, String(kind)).toBeGreaterThan(0);
      for (const one of those) expect(one.status, one.url).toEqual(expect.any(Number));
    }
    expect(sent.filter(({ url }) => !url.startsWith(SERVICE) && !url.startsWith(UPDATES))).toEqual([]);
    // Whoever came to the service came out of the proxy.
    const through = (host: string) => proxy.asked.filter(({ place }) => place === `${host}:443`).length;
    await expect.poll(() => end.connections() - through('utility.example')).toBe(0);
    expect(updates.connections()).toBe(through('updates.example'));
  });

  it('that wants a sign-in is named, and let in with its password, which is in no file', async () => {
    const proxy = started(await startProxy({ 'utility.example:443': end.port }, { login: 'anna:pass word' }));
    app = await startAppBench(folder);
    await believe('network-ca');
    await byHand(proxy);
    const workspace = await connect('Behind a sign-in');
    expect((await found(workspace)).connection).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('wants a sign-in, and none is entered'),
      action: expect.stringContaining('Settings, Network'),
    });
    await byHand(proxy, { user: 'anna' });
    await app.call('network.setPassword', { secret: { value: 'wrong' } });
    expect((await found(workspace)).connection?.message).toContain('did not accept');
    await app.call('network.setPassword', { secret: { value: 'pass word' } });
    expect(await found(workspace)).toMatchObject({ connection: { state: 'ok' }, api: { state: 'ok' } });
    const refused = proxy.asked.filter(({ login }) => login === undefined).length;
    await askEverything(workspace);
    expect(proxy.asked.filter(({ login }) => login === undefined)).toHaveLength(refused);
    const kept = await readFile(path.join(folder, 'settings.json'), 'utf8');
    expect(kept).toContain('anna');
    for (const name of ['settings.json', 'secrets.json']) {
      expect(await readFile(path.join(folder, name), 'utf8')).not.toContain('pass word');
    }
    expect(await app.call('network.get', undefined)).toMatchObject({ proxy: { user: 'anna', hasPassword: true } });
  });

  it('that knows Kerberos only, that refuses the host, and that is not there are three sentences', async () => {
    const kerberos = started(await startProxy({}, { login: 'a:b', offers: 'Negotiate, NTLM' }));
    const strict = started(await startProxy({}));
    const gone = await startProxy({});
    await gone.close();
    app = await startAppBench(folder);
    const workspace = await connect('Unreached');
    const said = async (proxy: CompanyProxy) => {
      await byHand(proxy);
      const { connection, certificate, status } = await found(workspace);
      expect([connection?.state, certificate?.state, status?.state]).toEqual(['failed', 'untried', 'untried']);
      return connection?.message;
    };
    expect(await said(kerberos)).toContain('by Negotiate or NTLM, and this program knows Basic only');
    expect(await said(strict)).toContain('does not let connections to utility.example through: it answered 403');
    expect(await said(gone)).toContain('could not be reached');
  });
});

describe('a proxy that reads along', () => {
  it('is told by its certificate, with what to add; once that is added, everything works', async () => {
    const toService = () =>
      tls.connect({ port: end.port, host: '127.0.0.1', servername: 'utility.example', ca: pem('network-ca') });
    const inspector = started(await startTlsEnd(pem('inspected'), toService));
    const proxy = started(await startProxy({ 'utility.example:443': inspector.port }));
    app = await startAppBench(folder);
    await byHand(proxy);
    const workspace = await connect('Inspected');
    expect(await found(workspace)).toMatchObject({
      connection: { state: 'ok' },
      certificate: {
        state: 'failed',
        message: expect.stringContaining('“utility.example” by “Meterscope inspecting proxy”'),
        action: expect.stringContaining('add it under Settings, Network'),
      },
      status: { state: 'untried' },
    });
    await expect(
      app.call('resources.fetch', { workspace, path: '/ReadServiceStatus', tokenClass: 'registration' }),
    ).rejects.toMatchObject({ code: 'tls_failed' });

    const [added] = await believe('inspecting-ca');
    expect(added?.subject).toBe('Meterscope inspecting proxy');
    expect(await found(workspace)).toMatchObject({ certificate: { state: 'ok' }, status: { state: 'ok' } });
    await askEverything(workspace);
    // Nobody came to the service but the proxy that reads along.
    await expect.poll(() => end.connections()).toBeLessThanOrEqual(inspector.connections());
    await app.call('network.removeAuthority', { fingerprint: added?.fingerprint ?? '' });
    expect((await found(workspace)).certificate).toMatchObject({ state: 'failed' });
  });
});

describe('the proxy of the system', () => {
  it('is that of the PAC file: the next one where the first is not there, and straight where it says so', async () => {
    const gone = await startProxy({});
    await gone.close();
    const proxy = started(await startProxy({ 'utility.example:443': end.port }));
    const asked: string[] = [];
    let answer = `PROXY 127.0.0.1:${gone.port}; PROXY 127.0.0.1:${proxy.port}`;
    app = await startAppBench(folder, {
      systemProxy: async (url) => {
        asked.push(url);
        return hopsOfPac(answer);
      },
    });
    await believe('network-ca');
    const workspace = await connect('By the system');
    expect(await found(workspace)).toMatchObject({ connection: { state: 'ok' }, api: { state: 'ok' } });
    await askEverything(workspace);
    expect(asked.every((url) => url.startsWith(SERVICE))).toBe(true);
    answer = 'DIRECT';
    expect((await found(workspace)).name).toMatchObject({ state: 'failed' });
    answer = `SOCKS5 127.0.0.1:${proxy.port}`;
    expect((await found(workspace)).connection?.message).toContain(`cannot use: ${answer}`);
  });

  it('is that of the environment where there is no desktop', async () => {
    const proxy = started(await startProxy({ 'utility.example:443': end.port }));
    const before = process.env.https_proxy;
    process.env.https_proxy = `http://127.0.0.1:${proxy.port}`;
    try {
      app = await startAppBench(folder);
      await believe('network-ca');
      const workspace = await connect('By the environment');
      expect(await found(workspace)).toMatchObject({ connection: { state: 'ok' }, api: { state: 'ok' } });
      await app.call('network.setProxy', { mode: 'none', address: '', user: '', except: '' });
      expect((await found(workspace)).name).toMatchObject({ state: 'failed' });
    } finally {
      if (before === undefined) delete process.env.https_proxy;
      else process.env.https_proxy = before;
    }
  });
});

describe('a command of the command line', () => {
  it('goes by the proxy of the environment, with every request', async () => {
    const proxy = started(await startProxy({ 'utility.example:443': end.port }));
    const { pathname } = new URL(service.line.base_url);
    const { ended } = startCommand(
      [
        ...['test', '--base-url', `${SERVICE}${pathname}`, '--scenarios', 'badlogin'],
        ...['--look', '100', '--quiet', '800', '--patience', '30000'],
      ],
      {
        METERSCOPE_API_TOKEN: service.line.api_token,
        https_proxy: `http://127.0.0.1:${proxy.port}`,
        no_proxy: '',
        NODE_EXTRA_CA_CERTS: file('network-ca.pem'),
      },
    );
    expect(await ended).toMatchObject({ code: 0, error: '', output: expect.stringContaining('1 of 1 passed') });
    expect(new Set(proxy.asked.map(({ place }) => place))).toEqual(new Set(['utility.example:443']));
    await expect.poll(() => end.connections() - proxy.asked.length).toBe(0);
  });
});

describe('a network that goes away', () => {
  const waiting = async () => (await app.call('waits.list', undefined)).map(({ reason }) => reason);

  /** It goes on: there is no need to wait for its end. */
  const isAnswered = (job: string) =>
    app.parts.http.log.list().some((request) => request.job === job && request.status === 200);

  it('keeps a job and the events waiting, which say so, and go on with the next network', async () => {
    const routes = { 'utility.example:443': end.port };
    const proxy = await startProxy(routes);
    let addresses = new Set(['192.0.2.7']);
    app = await startAppBench(folder, { ownAddresses: () => addresses });
    await believe('network-ca');
    await byHand(proxy);
    const workspace = await connect('On a train');
    await app.call('workspaces.change', { workspace, change: { pollEverySeconds: 3_600 } });
    const poll = async () => (await app.call('events.health', { workspace })).poll;
    await expect.poll(async () => (await poll()).lastOkAt).toEqual(expect.any(Number));

    addresses = new Set();
    await proxy.close();
    await expect(app.call('events.pollNow', { workspace })).rejects.toMatchObject({
      message: 'This computer has no network.',
    });
    const lostAt = (await poll()).lastError?.at ?? 0;
    const { job } = await app.call('sync.start', { workspace });
    await expect.poll(waiting).toEqual(['offline']);
    const sent = app.parts.http.log.list().length;

    started(await startProxy(routes, { port: proxy.port }));
    expect(app.parts.http.log.list()).toHaveLength(sent);
    addresses = new Set(['198.51.100.9']);
    await expect.poll(() => isAnswered(job)).toBe(true);
    await expect.poll(async () => (await poll()).lastOkAt).toBeGreaterThan(lostAt);
  });

  it('or that wants a sign-in first keeps a job waiting, and no token goes to whoever answers', async () => {
    const routes = { 'utility.example:443': end.port };
    const proxy = await startProxy(routes);
    app = await startAppBench(folder, { ownAddresses: () => new Set(['192.0.2.7']) });
    await believe('network-ca');
    await byHand(proxy);
    const workspace = await connect('In a hotel');
    expect((await found(workspace)).api).toMatchObject({ state: 'ok' });
    await proxy.close();

    const page = started(await scriptedServer(answers(200, {}, 'Room number?')));
    const portal = started(
      await startTlsEnd(pem('inspected'), () => net.connect(Number(new URL(page.url).port), '127.0.0.1')),
    );
    const hotel = await startProxy({ 'utility.example:443': portal.port }, { port: proxy.port });
    const { job } = await app.call('sync.start', { workspace });
    await expect.poll(waiting).toContain('portal');
    expect(page.received).toEqual([]);

    await hotel.close();
    started(await startProxy(routes, { port: proxy.port }));
    for (const { id } of await app.call('waits.list', undefined)) await app.call('waits.askNow', { id });
    await expect.poll(() => isAnswered(job)).toBe(true);
  });
});

describe('a token endpoint that is behind the sign-in page of a network', () => {
  it('keeps the job that must renew its token waiting, and the authorization is not lost', async () => {
    const tokenPlace = 'updates.example:443';
    const identity = await startTlsEnd(pem('network'), toSimulator);
    const routes: Record<string, number> = { 'utility.example:443': end.port, [tokenPlace]: identity.port };
    const proxy = started(await startProxy(routes));
    app = await startAppBench(folder, { ownAddresses: () => new Set(['192.0.2.7']) });
    await believe('network-ca');
    await byHand(proxy);
    const workspace = await connect('In a hotel');
    const { pathname } = new URL(String(service.line.token_endpoint));
    const tokenEndpoint = `${UPDATES}${pathname}`;
    await app.call('workspaces.change', { workspace, change: { oauth: { tokenEndpoint } } });
    const [one] = service.line.authorizations;
    const authorization = one?.auth_uid ?? '';
    await app.call('connections.importToken', {
      workspace,
      authorization,
      what: 'refresh',
      secret: { value: String(one?.refresh_token) },
    });
    // What the service takes no more, so that the job must renew it.
    await app.call('connections.importToken', {
      workspace,
      authorization,
      what: 'access',
      secret: { value: 'spent' },
    });

    const page = started(await scriptedServer(answers(200, {}, 'Room number?')));
    const portal = started(
      await startTlsEnd(pem('inspected'), () => net.connect(Number(new URL(page.url).port), '127.0.0.1')),
    );
    routes[tokenPlace] = portal.port;
    await identity.close();
    const { job } = await app.call('sync.start', { workspace, authorizations: [authorization] });
    const waiting = async () => (await app.call('waits.list', undefined)).map(({ reason }) => reason);
    await expect.poll(waiting).toEqual(['portal']);
    expect(page.received).toEqual([]);

    routes[tokenPlace] = end.port;
    for (const { id } of await app.call('waits.list', undefined)) await app.call('waits.askNow', { id });
    expect(await app.parts.jobs.ended(job)).toMatchObject({ state: 'done' });
    const { grants } = await app.parts.connections.readSecrets(workspace);
    expect(grants[authorization]).not.toHaveProperty('lostAt');
    expect(grants[authorization]?.token).not.toBe('spent');
  });
});

describe('a service that demands a client certificate', () => {
  it.each([
    ['client.p12', 'correct-horse'],
    ['client.pem', undefined],
  ])('gets that of its workspace (%s), and that of no other', async (name, passphrase) => {
    const strict = started(await startTlsEnd(pem('network'), toSimulator, pem('client-ca')));
    app = await startAppBench(folder);
    await believe('network-ca');
    const origin = `https://localhost:${strict.port}`;
    const workspace = await connect('Known', origin);
    expect((await found(workspace)).certificate).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('asks for a client certificate'),
      action: expect.stringContaining('Connection page'),
    });
    if (passphrase !== undefined) {
      await expect(
        app.call('connections.setCertificate', { workspace, handles: [app.giveHandle(file(name))], passphrase: 'no' }),
      ).rejects.toMatchObject({ code: 'client_certificate_passphrase' });
    }
    await app.call('connections.setCertificate', { workspace, handles: [app.giveHandle(file(name))], passphrase });
    expect(await found(workspace)).toMatchObject({ certificate: { state: 'ok' }, api: { state: 'ok' } });
    expect(new Set(strict.shown)).toEqual(new Set(['Meterscope at work']));
    expect(await app.call('connections.tokens', { workspace })).toMatchObject({
      clientCertificate: { facts: { subject: 'Meterscope at work', issuer: 'Meterscope client authority' } },
    });
    const sealed = await readFile(path.join(folder, 'secrets.json'), 'utf8');
    expect(sealed).not.toContain('PRIVATE KEY');

    // Another workspace of the same service has none, and does not get a connection of this one.
    const other = await connect('Unknown', origin);
    expect((await found(other)).certificate).toMatchObject({ state: 'failed' });
    await expect(
      app.call('resources.fetch', { workspace: other, path: '/ReadServiceStatus', tokenClass: 'registration' }),
    ).rejects.toMatchObject({ code: expect.stringMatching(/tls_failed|connection_cut/) });
    expect(new Set(strict.shown)).toEqual(new Set(['Meterscope at work']));
    await app.call('connections.forget', { workspace, which: 'clientCertificate' });
    expect((await found(workspace)).certificate).toMatchObject({ state: 'failed' });
  });
});
