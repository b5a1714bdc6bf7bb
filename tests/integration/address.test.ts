/** What is said of an address that does not lead to a service: each cause has its own sentence and its own cure. */
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkAddress } from '../../electron/connections/index.ts';
import { HttpClient } from '../../electron/http/index.ts';
import { projectRoot } from '../fixtures/simulator.ts';
import { foundBy } from './address-program.ts';

const certificate = (name: string) => path.join(projectRoot, 'tests', 'fixtures', 'certificates', `${name}.pem`);
const never = new AbortController().signal;
const http = new HttpClient({ userAgent: 'test' });
const servers: Server[] = [];

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port; // a TCP server that listens has one
}

/** Asks for a token at every path, as services of this kind do. */
const asksForToken: RequestListener = (_request, response) => response.writeHead(401).end('{}');

const secure = (name: string) => {
  const pem = readFileSync(certificate(name));
  return listen(createSecureServer({ key: pem, cert: pem }, asksForToken));
};

afterAll(async () => {
  await http.close();
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

type Found = Awaited<ReturnType<typeof checkAddress>>;

/** The hop that failed, else the finding about what answers. */
const decisive = ({ checks }: Found) =>
  checks.find(({ state }) => state === 'failed') ?? checks.find(({ id }) => id === 'status');
const status = async (address: string, lookMs?: number) => decisive(await checkAddress(http, address, never, lookMs));

describe('an address with a path', () => {
  let base: string;
  beforeAll(async () => {
    base = `http://127.0.0.1:${await listen(createServer(asksForToken))}`;
  });

  it.each(['/api/v2', '/DataCustodian', '/DataCustodian/espi/1_1/resource/Batch/Bulk/1', '/api/v2/forms'])(
    'of an API (%s) is not taken, and the right one is offered, though the service asks for a token there',
    async (tail) => {
      const found = await checkAddress(http, `${base}${tail}`, never);
      expect(found).toMatchObject({ suggestion: base, checks: [{ id: 'address', state: 'failed' }] });
      expect(found.checks[0]?.action).toContain(base);
      expect(found.baseUrl).toBeUndefined();
    },
  );

  it('keeps what stands before the API', async () => {
    const found = await checkAddress(http, `${base}/tenant/api/v2`, never);
    expect(found.suggestion).toBe(`${base}/tenant`);
  });

  it('that nobody knows is not called good: the service asks for a token with it and without it', async () => {
    const found = await checkAddress(http, `${base}/login`, never);
    expect(found).toMatchObject({ baseUrl: `${base}/login`, suggestion: base });
    expect(found.checks.find(({ id }) => id === 'status')).toMatchObject({ state: 'warning' });
  });

  it('is good where only the path has the API', async () => {
    const port = await listen(
      createServer((request, response) =>
        response.writeHead(request.url?.startsWith('/tenant/DataCustodian/') ? 401 : 404).end(),
      ),
    );
    const found = await checkAddress(http, `http://127.0.0.1:${port}/tenant`, never);
    expect(found.suggestion).toBeUndefined();
    expect(found.checks.map(({ state }) => state)).toEqual(['ok', 'ok']);
  });
});

it('with a user name and a password is refused, and neither is sent or shown', async () => {
  const found = await checkAddress(http, 'https://anna:s3cret@utility.example', never);
  expect(found.baseUrl).toBeUndefined();
  expect(found.checks).toMatchObject([{ state: 'failed', message: expect.stringContaining('password') }]);
  expect(JSON.stringify(found)).not.toMatch(/anna|s3cret/);
});

describe('what does not answer', () => {
  it('refused, unknown and silent hosts are three things', async () => {
    const refused = await status('http://127.0.0.1:1');
    const unknown = await status('https://no-such-host.invalid');
    const silentPort = await listen(createServer(() => undefined));
    const silent = await status(`http://127.0.0.1:${silentPort}`, 300);
    for (const finding of [refused, unknown, silent]) expect(finding).toMatchObject({ state: 'failed' });
    expect(refused?.message).toContain('refused the connection');
    expect(unknown?.message).toMatch(/no host is known by the name no-such-host\.invalid|could not be looked up/);
    expect(silent?.message).toContain('no answer within');
    expect(new Set([refused, unknown, silent].map((finding) => finding?.action)).size).toBe(3);
  });

  it('http on the port that was meant for https is told', async () => {
    const port = await listen(createServer(asksForToken));
    expect(await status(`https://127.0.0.1:${port}`)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('does not speak https'),
    });
  });
});

describe('certificates', () => {
  it('signed by itself, by a stranger, expired and for another name are four sentences; a good one is good', async () => {
    const port = {
      self: await secure('self-signed'),
      good: await secure('good'),
      expired: await secure('expired'),
      otherName: await secure('other-name'),
    };
    const at = (name: keyof typeof port) => `https://127.0.0.1:${port[name]}`;
    expect((await status(at('self')))?.message).toContain('signed by itself');
    expect((await status(at('good')))?.message).toContain('an authority that is not known here');
    const trusting = await foundBy(certificate('ca'), [at('good'), at('expired'), at('otherName')]);
    const [good, expired, otherName] = trusting.map(decisive);
    expect(good).toMatchObject({ state: 'ok' });
    expect(expired?.message).toContain('has expired');
    expect(otherName?.message).toContain('not for 127.0.0.1, but for other.example, more.example');
    for (const finding of [expired, otherName]) expect(finding?.action).toBeTruthy();
  });
});
