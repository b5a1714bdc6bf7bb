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
import { answers, type ScriptedServer, scriptedServer } from './http-server.ts';
import { type ServiceProcess, SHORT_HISTORY, startService } from './simulator-process.ts';

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
/** Knows a newer version, and takes deliveries. */
let publisher: ScriptedServer;
/** Speaks for the publisher. */
let updates: TlsEnd;
const open: { close(): Promise<void> }[] = [];

const started = <T extends { close(): Promise<void> }>(one: T): T => {
  open.push(one);
  return one;
};
const connectTo = (url: string) => () => net.connect(Number(new URL(url).port), '127.0.0.1');
const toSimulator = () => connectTo(service.line.base_url)();

beforeAll(async () => {
  service = await startService(SHORT_HISTORY);
});
afterAll(async () => await service?.stop());

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'network-'));
  end = started(await startTlsEnd(pem('network'), toSimulator));
  publisher = started(await scriptedServer(answers(200, {}, '{"version":"99.0.0"}')));
  updates = started(await startTlsEnd(pem('network'), connectTo(publisher.url)));
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

/** Where a proxy of these tests leads to. */
const allPlaces = () => ({ 'utility.example:443': end.port, 'updates.example:443': updates.port });

/** A live workspace of the simulator under another address. Where customers sign in is for its registration to say. */
async function connect(name: string, origin = SERVICE): Promise<string> {
  const there = (address: unknown) => `${origin}${new URL(String(address)).pathname}`;
  const { line } = service;
  const workspace = await app.connect(name, { ...service, line: { ...line, base_url: there(line.base_url) } });
  await app.call('workspaces.change', {
    workspace,
    change: {
      appUid: String(line.app_uid),
      oauth: { clientId: line.client_id, tokenEndpoint: there(line.token_endpoint) },
    },
  });
  return workspace;
}

/**
 * Every kind of request, each of them answered: the APIs and the tokens one by one, the addresses of OAuth, the registration, a sync,
 * a bulk download with the client's token, a look for a newer version, and a delivery to an endpoint of one's own.
 */
async function askEverything(workspace: string, origin = SERVICE, publisherOrigin = UPDATES): Promise<void> {
  const checks = await found(workspace);
  expect(checks.oauth?.message).toContain('as the registration publishes it');
  for (const kind of ['name', 'connection', 'certificate', 'status', 'api', 'registration', 'client']) {
    expect(checks[kind]?.state, kind).toBe('ok');
  }
  await app.call('connections.takeRegistration', { workspace });
  const { job } = await app.call('sync.start', { workspace });
  expect((await app.parts.jobs.ended(job)).readings).toBeGreaterThan(0);
  const bulk = `/Bulk/${service.line.bulk_uid}`;
  await app.call('resources.fetch', { workspace, path: bulk, tokenClass: 'client' });
  await app.call('settings.change', { updates: true, updateFeed: `${publisherOrigin}/newest.json` });
  expect(await app.call('updates.ask', undefined)).toMatchObject({ state: 'newer', version: '99.0.0' });
  const url = `${publisherOrigin}/own-endpoint`;
  const delivery = { workspace, url, type: 'authorization_created', faults: ['good' as const] };
  const { results } = await app.call('rehearsal.endpoint', delivery);
  expect(results[0]?.answers).toMatchObject([{ status: 200 }]);
  expect(publisher.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /newest.json',
    'POST /own-endpoint',
  ]);

  const sent = app.parts.http.log.list();
  const { pathname } = new URL(String(service.line.token_endpoint));
  const kinds = ['ReadServiceStatus', '/api/v2/', 'ApplicationInformation', pathname, 'Batch/Subscription', '/Bulk/'];
  for (const kind of kinds) expect(sent.findLast((one) => one.url.includes(kind))?.status, kind).toBe(200);
  expect(sent.filter((one) => ![origin, publisherOrigin].includes(new URL(one.url).origin))).toEqual([]);
}

/** What the test of a connection finds, by its part. */
async function found(workspace: string) {
  const checks = await app.call('connections.check', { workspace });
  return Object.fromEntries(checks.map((check) => [check.id, check]));
}

describe('through a proxy that is entered by hand', () => {
  it('goes every kind of request, and none goes around', async () => {
    const proxy = started(await startProxy(allPlaces()));
    app = await startAppBench(folder);
    await believe('network-ca');
    await byHand(proxy);
    const workspace = await connect('Far away');

    expect(await found(workspace)).toMatchObject({
      connection: { title: 'Proxy', message: expect.stringContaining(`127.0.0.1:${proxy.port}`) },
      certificate: { message: expect.stringContaining('Meterscope network authority') },
      [`access:${service.line.authorizations[0]?.auth_uid}`]: { state: 'ok' },
    });
    await askEverything(workspace);
    await app.parts.http.handshake(SERVICE, { minVersion: 'TLSv1.2' }, new AbortController().signal);
    // Whoever came to the service came out of the proxy.
    const through = (host: string) => proxy.asked.filter(({ place }) => place === `${host}:443`).length;
    await expect.poll(() => end.connections() - through('utility.example')).toBe(0);
    await expect.poll(() => updates.connections() - through('updates.example')).toBe(0);
  });

  it('that wants a sign-in is named, and let in with its password, which is in no file', async () => {
    const proxy = started(await startProxy(allPlaces(), { login: 'anna:pass word' }));
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
    const inspecting = async (servername: string, { port }: TlsEnd) => {
      const onward = () => tls.connect({ port, host: '127.0.0.1', servername, ca: pem('network-ca') });
      return started(await startTlsEnd(pem('inspected'), onward));
    };
    const inspector = await inspecting('utility.example', end);
    const other = await inspecting('updates.example', updates);
    const proxy = started(
      await startProxy({ 'utility.example:443': inspector.port, 'updates.example:443': other.port }),
    );
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
    await expect.poll(() => updates.connections()).toBeLessThanOrEqual(other.connections());
    await app.call('network.removeAuthority', { fingerprint: added?.fingerprint ?? '' });
    expect((await found(workspace)).certificate).toMatchObject({ state: 'failed' });
  });
});

describe('the proxy of the system', () => {
  it('is that of the PAC file: the next one where the first is not there, and straight where it says so', async () => {
    const gone = await startProxy({});
    await gone.close();
    const proxy = started(await startProxy(allPlaces()));
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
    expect(new Set(asked.map((url) => new URL(url).origin))).toEqual(new Set([SERVICE, UPDATES]));
    answer = 'DIRECT';
    expect((await found(workspace)).name).toMatchObject({ state: 'failed' });
    answer = `SOCKS5 127.0.0.1:${proxy.port}`;
    expect((await found(workspace)).connection?.message).toContain(`cannot use: ${answer}`);
  });

  it('is that of the environment where there is no desktop', async () => {
    const proxy = started(await startProxy(allPlaces()));
    const before = process.env.https_proxy;
    process.env.https_proxy = `http://127.0.0.1:${proxy.port}`;
    try {
      app = await startAppBench(folder);
      await believe('network-ca');
      const workspace = await connect('By the environment');
      await askEverything(workspace);
      await app.call('network.setProxy', { mode: 'none', address: '', user: '', except: '' });
      expect((await found(workspace)).name).toMatchObject({ state: 'failed' });
    } finally {
      if (before === undefined) delete process.env.https_proxy;
      else process.env.https_proxy = before;
    }
  });
});

/** Names a file of authorities: for Node, and for the list of the system, which is a setting of the system itself elsewhere. */
const NAMES_AUTHORITIES = ['NODE_EXTRA_CA_CERTS', ...(process.platform === 'linux' ? ['SSL_CERT_FILE'] : [])];

describe('a command of the command line', () => {
  it.each(NAMES_AUTHORITIES)('goes by the proxy of the environment, and believes whom %s names', async (names) => {
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
        [names]: file('network-ca.pem'),
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
    const portal = started(await startTlsEnd(pem('inspected'), connectTo(page.url)));
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
    const portal = started(await startTlsEnd(pem('inspected'), connectTo(page.url)));
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
    const strict = started(await startTlsEnd(pem('network'), toSimulator, { clientCa: pem('client-ca') }));
    const asking = { clientCa: pem('client-ca'), isDemanded: false };
    const stranger = started(await startTlsEnd(pem('network'), connectTo(publisher.url), asking));
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
    await askEverything(workspace, origin, `https://localhost:${stranger.port}`);
    expect(new Set(strict.shown)).toEqual(new Set(['Meterscope at work']));
    // Who publishes versions and who takes deliveries is not the workspace's service, whatever they ask for.
    expect(new Set(stranger.shown)).toEqual(new Set(['']));
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
