import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServiceProcess, startService } from './simulator-process.ts';

describe('a command of the program as a script of `npm run`', () => {
  const entry = new URL('../../electron/cli.ts', import.meta.url).pathname;
  // npm runs a script through a shell and hands a SIGTERM on to that, not to the script; a SIGKILL ends npm alone.
  const script = `${[process.execPath, entry, 'service', '--port', '0', '--json'].map((part) => `'${part}'`).join(' ')}; true`;
  const env = { ...process.env, npm_lifecycle_event: 'meterscope' };

  async function endedWith(parent: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    if (parent.stdout === null) throw new Error('It has no output.');
    const ended = new Promise((resolve) => parent.once('close', resolve));
    await new Promise((resolve) => createInterface({ input: parent.stdout as Readable }).once('line', resolve));
    parent.kill(signal);
    // `close` comes when nobody holds the output any more: the service has ended, too.
    await ended;
  }

  it.skipIf(process.platform === 'win32')('ends when the shell that npm started it through is gone', async () => {
    await endedWith(spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'], env }), 'SIGTERM');
  });

  it.skipIf(process.platform !== 'linux')('ends when npm itself was killed, and the shell lives on', async () => {
    const npm = `process.title = 'npm run meterscope'; require('node:child_process').spawn('sh', ['-c', ${JSON.stringify(script)}], { stdio: 'inherit' })`;
    await endedWith(spawn(process.execPath, ['-e', npm], { stdio: ['ignore', 'pipe', 'inherit'], env }), 'SIGKILL');
  });
});

describe('the running service', () => {
  let service: ServiceProcess;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it('answers CONNECT, and goes on', async () => {
    const { hostname, port } = new URL(service.line.base_url);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', reject).on('close', () => resolve(text));
      socket.write('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n');
    });
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expect((await service.api('GET', '/events?limit=1')).status).toBe(200);
  });

  it('keeps an idle connection open for longer than a caller is busy elsewhere', async () => {
    const { headers } = await fetch(service.line.base_url);
    expect(headers.get('keep-alive')).toBe('timeout=300');
  });

  it('takes null for a member of a fault that is left out', async () => {
    const fault = { path: '/api/v2/events', method: null, status: 503, retry_after_s: null, body: null, times: 1 };
    expect((await service.control('POST', '/faults', fault)).status).toBe(200);
    expect((await service.api('GET', '/events')).status).toBe(503);
    expect((await service.control('POST', '/faults', { path: null })).status).toBe(400);
  });

  it('gives no address of data in the entry of an authorization that was revoked', async () => {
    const [row] = service.line.authorizations;
    const client = await fetch(String(service.line.token_endpoint), {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: service.line.client_id,
        client_secret: String(service.line.client_secret),
      }),
    });
    const { access_token: token }: { access_token: string } = await client.json();
    const entry = () => service.request('GET', `${service.line.espi_base}/Authorization/${row?.auth_uid}`, { token });
    expect((await entry()).text).toContain(`/Batch/Subscription/${row?.auth_uid}</resourceURI>`);
    await service.control('POST', `/authorizations/${row?.auth_uid}/revoke`);
    const { text } = await entry();
    expect(text).toContain('<status>0</status>');
    expect(text).not.toMatch(/\/Batch\//);
  });
});
