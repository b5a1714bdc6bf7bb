import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkAddress, checkWorkspace, takeRegistration, testToken } from '../../electron/connections/index.ts';
import { HttpClient } from '../../electron/http/index.ts';
import type { CheckView } from '../../shared/contract/connections.ts';
import { type Bench, grantFirst, startBench } from './connection-bench.ts';
import { type ServiceProcess, SHORT_HISTORY, startService } from './simulator-process.ts';

let service: ServiceProcess;
const closing: (() => Promise<unknown>)[] = [];
const never = new AbortController().signal;

beforeAll(async () => {
  service = await startService(SHORT_HISTORY);
});
afterAll(() => service?.stop());
afterEach(async () => {
  await service.control('DELETE', '/faults');
  for (const close of closing.splice(0)) await close();
});

async function bench(options?: Parameters<typeof startBench>[1]): Promise<Bench> {
  const made = await startBench(service, options);
  closing.push(() => made.close());
  return made;
}

const states = (checks: CheckView[]) => Object.fromEntries(checks.map(({ id, state }) => [id, state]));

describe('guided setup: the address', () => {
  it('says that an API answers and asks for a token, before anything is kept', async () => {
    const b = await bench();
    const { baseUrl, checks } = await checkAddress(b.http, `${b.line.base_url}/`, never);
    expect(baseUrl).toBe(b.line.base_url);
    expect(states(checks)).toEqual({ address: 'ok', status: 'ok' });
  });

  it('refuses http to another computer without asking it', async () => {
    const b = await bench();
    const { baseUrl, checks } = await checkAddress(b.http, 'http://utility.example', never);
    expect(baseUrl).toBeUndefined();
    expect(checks).toMatchObject([{ state: 'failed', message: expect.stringContaining('https') }]);
    expect(b.http.log.list()).toEqual([]);
  });

  it('tells a server without the API from one that does not answer', async () => {
    const b = await bench();
    const other = createServer((_request, response) => response.writeHead(404).end('nothing'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number }; // a TCP server
    const found = await checkAddress(b.http, `http://127.0.0.1:${port}`, never);
    expect(found.checks[1]).toMatchObject({ state: 'failed', message: expect.stringContaining('no Green Button API') });
    await new Promise((resolve) => other.close(resolve));
    const gone = await checkAddress(b.http, `http://127.0.0.1:${port}`, never);
    expect(gone.checks[1]).toMatchObject({ state: 'failed', message: expect.stringContaining('could not be reached') });
  });
});

describe('guided setup: the parts of a workspace', () => {
  it('finds all of them good', async () => {
    const b = await bench();
    await grantFirst(b.connections, b.id, b.line);
    await b.connections.changeSecrets(b.id, (secrets) => ({ ...secrets, webhookSecret: b.line.webhook_secret }));
    const checks = await checkWorkspace(b.connections, b.http, b.id, never);
    const uid = b.line.authorizations[0]?.auth_uid;
    expect(states(checks)).toEqual({
      address: 'ok',
      status: 'ok',
      api: 'ok',
      registration: 'ok',
      oauth: 'ok',
      client: 'ok',
      [`access:${uid}`]: 'ok',
      webhook: 'ok',
    });
  });

  it('skips what was not entered and says what it is for', async () => {
    const b = await bench({ oauth: { clientId: undefined } });
    for (const which of ['api', 'registration', 'clientSecret'] as const)
      await b.connections.forget(b.id, which, undefined);
    const checks = await checkWorkspace(b.connections, b.http, b.id, never);
    expect(states(checks)).toMatchObject({
      status: 'skipped',
      api: 'skipped',
      registration: 'skipped',
      client: 'skipped',
      access: 'skipped',
    });
    expect(checks.every(({ state, action }) => state === 'ok' || action !== undefined)).toBe(true);
  });

  it('says which token is refused', async () => {
    const b = await bench();
    await b.connections.changeSecrets(b.id, (secrets) => ({ ...secrets, api: { token: 'wrong', obtainedAt: 0 } }));
    const workspace = await b.connections.ready(b.id);
    const check = await testToken(b.connections, b.http, workspace, 'api', undefined, never);
    expect(check).toMatchObject({ state: 'failed' });
    expect(check.action).toBeTruthy();
  });

  it('a token of another class in the place of the registration token is called by its name', async () => {
    const b = await bench();
    const access = b.line.authorizations[0]?.access_token ?? '';
    await b.connections.changeSecrets(b.id, (secrets) => ({
      ...secrets,
      registration: { token: access, obtainedAt: 0 },
    }));
    const workspace = await b.connections.ready(b.id);
    const check = await testToken(b.connections, b.http, workspace, 'registration', undefined, never);
    expect(check).toMatchObject({ state: 'failed', message: expect.stringContaining('not the correct class') });
  });

  it('takes the OAuth addresses, the client and its secret from the registration', async () => {
    const b = await bench({ oauth: { clientId: undefined } });
    await b.connections.forget(b.id, 'clientSecret', undefined);
    const endpoints = await b.connections.endpoints.find(await b.connections.ready(b.id), never);
    expect(endpoints).toMatchObject({ from: 'registration' });
    const taken = await takeRegistration(b.connections, b.http, b.id, never);
    expect(states(taken)).toMatchObject({ authorization: 'ok', token: 'ok' });
    const { oauth } = b.connections.workspaces.get(b.id);
    const published = taken.find(({ id }) => id === 'client_id');
    expect(oauth.clientId).toBe(published?.state === 'ok' ? b.line.client_id : undefined);
  });

  it('guesses the OAuth addresses where the registration cannot be asked, and says so', async () => {
    const b = await bench();
    await b.connections.forget(b.id, 'registration', undefined);
    const endpoints = await b.connections.endpoints.find(await b.connections.ready(b.id), never);
    expect(endpoints).toEqual({
      authorization: `${b.line.base_url}/DataCustodian/oauth/authorize`,
      token: `${b.line.base_url}/DataCustodian/oauth/token`,
      from: 'guess',
    });
  });
});

describe('tokens and the request log', () => {
  it('no request shows a token', async () => {
    const b = await bench();
    await grantFirst(b.connections, b.id, b.line);
    await checkWorkspace(b.connections, b.http, b.id, never);
    const log = JSON.stringify(b.http.log.list());
    for (const secret of await b.connections.secretTexts()) expect(log).not.toContain(secret);
    expect(log.length).toBeGreaterThan(1000);
  });

  it('a redirect to another origin gets neither a token nor the client secret', async () => {
    const heard: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      heard.push(request.headers.authorization);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number }; // a TCP server
    const first = createServer((_request, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end(),
    );
    await new Promise<void>((resolve) => first.listen(0, '127.0.0.1', resolve));
    const from = first.address() as { port: number }; // likewise
    const http = new HttpClient({ userAgent: 'test' });
    closing.push(() => http.close());
    const basic = { user: 'id', password: 'secret' };
    const url = `http://127.0.0.1:${from.port}/`;
    await http.send({ method: 'GET', url, purpose: 'test', basic });
    await http.send({ method: 'POST', url, purpose: 'test', basic, body: 'x=1' }).catch(() => undefined);
    expect(heard).toContain(undefined);
    expect(heard.filter((header) => header !== undefined)).toEqual([]);
    await new Promise((resolve) => other.close(resolve));
    await new Promise((resolve) => first.close(resolve));
  });
});
