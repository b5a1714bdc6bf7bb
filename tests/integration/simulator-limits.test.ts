import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ServiceProcess, startService } from './simulator-process.ts';

/** Section 7.1 and 7.2 (429, 500, 503, 504), section 8, and issue 3's faults: each answer that a client may meet. */

describe('limits and faults', () => {
  let service: ServiceProcess;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service?.stop());
  afterEach(async () => {
    await service.control('DELETE', '/faults');
    await service.control('DELETE', '/limits');
  });

  const EVENTS = '/api/v2/events';
  const fault = (body: unknown) => service.control('POST', '/faults', body);

  it('there is no rate limit unless one is set', async () => {
    for (let request = 0; request < 50; request++)
      expect((await service.api('GET', '/events?limit=1')).status).toBe(200);
  });

  it('429 with Retry-After above the rate, a token at a time, until the window ends', async () => {
    await service.control('PUT', '/limits', { requests: 2, per_s: 60 });
    const answers = [1, 2, 3].map(() => service.api('GET', '/events?limit=1'));
    const statuses = (await Promise.all(answers)).map((answer) => answer.status).sort();
    expect(statuses).toEqual([200, 200, 429]);
    const limited = await service.api('GET', '/events?limit=1');
    const wait = Number(limited.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    const other = await service.request('GET', `${service.line.espi_base}/ReadServiceStatus`, {
      token: service.line.registration_access_token,
    });
    expect(other.status).not.toBe(429);
    await service.advance(60);
    expect((await service.api('GET', '/events?limit=1')).status).toBe(200);
  });

  it.each([429, 500, 503, 504])('%i with no body, html or json, on any endpoint', async (status) => {
    for (const url of [`${service.line.api_base}/events`, `${service.line.espi_base}/Authorization`]) {
      const { pathname } = new URL(url);
      await fault({ path: pathname, status, retry_after_s: 3, times: 1 });
      const empty = await service.request('GET', url);
      expect([empty.status, empty.text, empty.headers.get('retry-after')]).toEqual([status, '', '3']);
      await fault({ path: pathname, status, body: 'html', times: 1 });
      const html = await service.request('GET', url);
      expect([html.status, html.headers.get('content-type')]).toEqual([status, expect.stringContaining('text/html')]);
      expect(html.text).toContain('<html>');
      await fault({ path: pathname, status, body: 'json', times: 1 });
      const json = await service.request('GET', url);
      expect(json.json).toEqual({ error: expect.any(String), error_description: expect.any(String), url: null });
      // Used up: the service answers itself again.
      expect((await service.request('GET', url)).status).toBe(401);
    }
  });

  it('202 with times is a build that ends', async () => {
    const [row] = service.line.authorizations;
    const url = `${service.line.espi_base}/Subscription/${row?.auth_uid}/UsagePoint`;
    await fault({ path: '*/UsagePoint', status: 202, retry_after_s: 2, times: 2 });
    for (let ask = 0; ask < 2; ask++) {
      const building = await service.request('GET', url, { token: row?.access_token });
      expect([building.status, building.text, building.headers.get('retry-after')]).toEqual([202, '', '2']);
    }
    const built = await service.request('GET', url, { token: row?.access_token });
    expect([built.status, built.text.includes('<feed')]).toEqual([200, true]);
  });

  it('lasts until cleared without times', async () => {
    await fault({ path: EVENTS, status: 503 });
    for (let ask = 0; ask < 3; ask++) expect((await service.api('GET', '/events')).status).toBe(503);
    await service.control('DELETE', '/faults');
    expect((await service.api('GET', '/events')).status).toBe(200);
  });

  it('is for its method and its path only; the query does not matter', async () => {
    await fault({ path: EVENTS, method: 'POST', status: 500 });
    expect((await service.api('GET', '/events')).status).toBe(200);
    await fault({ path: `${EVENTS}/?*`, status: 500 });
    expect((await service.api('GET', '/events')).status).toBe(200);
    expect((await service.api('GET', '/events/1?x=y')).status).toBe(500);
  });

  it('slow: the answer comes late, and is the real one', async () => {
    await fault({ path: EVENTS, delay_ms: 300, times: 1 });
    const before = performance.now();
    const answer = await service.api('GET', '/events');
    expect(answer.status).toBe(200);
    // The timer may fire a little early by the clock of another process.
    expect(performance.now() - before).toBeGreaterThan(250);
  });

  it('cut: the head and a part of the real answer arrive, then the connection dies', async () => {
    await fault({ path: EVENTS, cut: true, times: 2 });
    await expect(service.api('GET', '/events')).rejects.toThrow();
    const raw = await rawRequest(service.line.base_url, EVENTS, service.line.api_token);
    expect(raw).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(raw).toContain('{"events":[');
    expect(raw).not.toContain('"next":');
    expect((await service.api('GET', '/events')).status).toBe(200);
  });

  it('cut after so many bytes, also of a feed', async () => {
    const [row] = service.line.authorizations;
    const path = new URL(`${service.line.espi_base}/Batch/Subscription/${row?.auth_uid}`).pathname;
    await fault({ path, cut: 40, times: 1 });
    const raw = await rawRequest(service.line.base_url, path, row?.access_token ?? '');
    expect(raw).toMatch(/^HTTP\/1\.1 20\d/);
    expect(raw).not.toContain('</feed>');
  });

  it('a fault on everything does not lock out the control API', async () => {
    await fault({ path: '*', status: 500 });
    expect((await service.request('GET', `${service.line.base_url}/anything`)).status).toBe(500);
    expect((await service.control('DELETE', '/faults')).status).toBe(200);
  });

  it.each([{}, { path: '/a', status: 1000 }, { path: '/a', body: 'xml' }, { path: '/a', times: 0 }, { path: 1 }])(
    'the control API refuses %j',
    async (body) => {
      expect((await fault(body)).status).toBe(400);
    },
  );
});

describe('limits and faults by settings', () => {
  it('--rate-limit and --fault hold from the start', async () => {
    const service = await startService([
      '--rate-limit',
      '3/60',
      '--fault',
      '{"path": "*/meters", "status": 504, "times": 1}',
    ]);
    try {
      expect((await service.api('GET', '/meters')).status).toBe(504);
      expect((await service.api('GET', '/meters')).status).toBe(200);
      expect((await service.api('GET', '/events')).status).toBe(200);
      expect((await service.api('GET', '/events')).status).toBe(429);
    } finally {
      await service.stop();
    }
  });

  it.each([
    ['--rate-limit', 'fast'],
    ['--rate-limit', '1/2/3'],
    ['--fault', '{"status": 500}'],
    ['--fault', 'oops'],
  ])('%s %s is wrong use', async (flag, value) => {
    await expect(startService([flag, value])).rejects.toThrow();
  });
});

/** What arrives on the wire until the connection ends, as text. */
function rawRequest(base: string, path: string, token: string): Promise<string> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    // A reset is an end as good as any here.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
    );
  });
}
