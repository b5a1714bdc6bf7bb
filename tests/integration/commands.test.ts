/** The commands for a CI, as a process each: against a service that is only an address, with secrets from outside. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeDelivery } from '../../electron/events/receiving/judge-delivery.ts';
import { startCommand } from './command-process.ts';
import { type ServiceProcess, startService } from './simulator-process.ts';

const FAST = ['--scenarios', 'badlogin', '--look', '100', '--quiet', '800', '--patience', '30000'];
const SECRET = 'a secret of the endpoint';

let folder: string;
let service: ServiceProcess;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-commands-'));
  service = await startService(['--clock', '600']);
});

afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const run = (args: readonly string[], env?: Record<string, string>) => startCommand(args, env).ended;
const token = () => ({ METERSCOPE_API_TOKEN: service.line.api_token });

async function file(name: string, content: string): Promise<string> {
  const place = path.join(folder, name);
  await writeFile(place, content, { mode: 0o600 });
  return place;
}

/** An endpoint that checks what it gets as a receiver must. */
async function startEndpoint(status = 200) {
  const bodies: { events: { type: string }[] }[] = [];
  const server: Server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces);
      const headers = request.headers as Record<string, string>;
      const judged = judgeDelivery({ headers, body, secret: SECRET, headerPrefix: 'X-Service-Webhook-' });
      if (judged.verdict === 'good') bodies.push(JSON.parse(body.toString('utf8')));
      response.writeHead(judged.verdict === 'good' ? status : judged.answer).end(judged.reason);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    bodies,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** A port that nobody listens on. */
async function closedPort(): Promise<number> {
  const endpoint = await startEndpoint();
  await endpoint.stop();
  return endpoint.port;
}

describe('meterscope test', () => {
  it('needs no more than an address and a token: form and utility are found', async () => {
    const { code, output, error } = await run(['test', '--base-url', service.line.base_url, ...FAST], token());
    expect(error).toBe('');
    expect(output).toContain('1 of 1 passed');
    expect(code).toBe(0);
  });

  it('takes the token of a file, and an address that was copied with a path of the API', async () => {
    const tokenFile = await file('token', `${service.line.api_token}\n`);
    const base = `${service.line.base_url}/api/v2/forms`;
    const { code, output } = await run(['test', '--base-url', base, '--token-file', tokenFile, ...FAST]);
    expect([code, output]).toEqual([0, expect.stringContaining('1 of 1 passed')]);
  });

  it('takes a line with just the members that it needs', async () => {
    const { base_url, api_token } = service.line;
    const line = await file('line.json', JSON.stringify({ base_url, api_token }));
    const { code, output } = await run(['test', '--bootstrap', line, ...FAST]);
    expect([code, output]).toEqual([0, expect.stringContaining('1 of 1 passed')]);
  });

  it.each([
    [
      'no service',
      [],
      /^Say which service is meant, with one of --workspace NAME, --bootstrap FILE or --base-url URL\.\n$/,
    ],
    [
      'no token',
      ['--base-url', 'https://utility.example'],
      /API token must be given\. Set METERSCOPE_API_TOKEN, or name a file/,
    ],
    ['no address', ['--base-url', 'not an address'], /^That is not an address\./],
    ['plain http', ['--base-url', 'http://utility.example'], /https only/],
    [
      'no token file',
      ['--base-url', 'https://utility.example', '--token-file', '/no/such/file'],
      /^The token file \/no\/such\/file cannot be read\./,
    ],
  ])('ends with 2 and one sentence: %s', async (_case, options, sentence) => {
    const { code, output, error } = await run(['test', ...options, ...FAST]);
    expect([code, output]).toEqual([2, '']);
    expect(error).toMatch(sentence);
    expect(error.trim().split('\n')).toHaveLength(1);
  });

  it.each([
    ['{}', /the member base_url is missing/],
    ['{"base_url":"https://utility.example"}', /the member api_token is missing/],
    ['{"base_url":7,"api_token":"x"}', /the member base_url is not what it should be/],
    ['nothing', /is no JSON object, as `meterscope service --json` prints it/],
  ])('names what a line lacks, never a dump: %s', async (content, sentence) => {
    const { code, error } = await run(['test', '--bootstrap', await file('odd.json', content), ...FAST]);
    expect(code).toBe(2);
    expect(error).toMatch(sentence);
    expect(error.trim().split('\n')).toHaveLength(1);
  });

  it('ends with 3 where the token is refused, which says nothing about the service', async () => {
    const { code, error } = await run(['test', '--base-url', service.line.base_url, ...FAST], {
      METERSCOPE_API_TOKEN: 'wrong',
    });
    expect(code).toBe(3);
    expect(error).not.toContain('wrong');
    expect(error).toContain('Check the one that was given with METERSCOPE_API_TOKEN');
  });

  it('waits for a service that comes up late, and says so where it does not', async () => {
    const port = await closedPort();
    const late = startCommand(
      ['test', '--base-url', `http://127.0.0.1:${port}`, '--wait-ready', '2', ...FAST],
      token(),
    );
    const { code, error } = await late.ended;
    expect(code).toBe(3);
    expect(error).toMatch(/was not ready within 2 seconds: /);
    const patient = startCommand(
      ['test', '--base-url', `http://127.0.0.1:${port}`, '--wait-ready', '60', ...FAST],
      token(),
    );
    // It has asked in vain at least once when the service comes.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const proxy = createServer((request, response) => {
      const url = service.line.base_url + (request.url ?? '');
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', async () => {
        const { authorization = '', 'content-type': type = 'application/json' } = request.headers;
        const body = pieces.length === 0 ? null : Buffer.concat(pieces);
        const answer = await fetch(url, {
          method: request.method ?? 'GET',
          headers: { authorization, 'content-type': type },
          body,
        });
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
        response.end(await answer.text());
      });
    });
    await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
    expect(await patient.ended).toMatchObject({ code: 0, output: expect.stringContaining('1 of 1 passed') });
    proxy.closeAllConnections();
    proxy.close();
  });
});

describe('meterscope trigger', () => {
  it('sends a signed delivery that a receiver takes', async () => {
    const endpoint = await startEndpoint();
    const args = [
      'trigger',
      'meter_historical_collection_finished_successful',
      '--to',
      endpoint.url,
      '--meter',
      '2001',
      '--count',
      '2',
    ];
    const { code, output, error } = await run(args, { METERSCOPE_WEBHOOK_SECRET: SECRET });
    expect([code, output, error]).toEqual([0, expect.stringMatching(/^200 in \d+ ms/), '']);
    expect(endpoint.bodies).toHaveLength(1);
    // New types may come, so one that is not known is sent with a word about it.
    const odd = ['trigger', 'meter_historical_collection_finished', '--to', endpoint.url];
    const noted = await run(odd, { METERSCOPE_WEBHOOK_SECRET: SECRET });
    expect(noted).toMatchObject({ code: 0, error: expect.stringContaining('no type of event that Meterscope knows') });
    await endpoint.stop();
    const [{ events = [] } = {}] = endpoint.bodies;
    expect(events).toEqual(
      [0, 1].map(() =>
        expect.objectContaining({ type: 'meter_historical_collection_finished_successful', meter_uid: '2001' }),
      ),
    );
  });

  it('sends a body of a file byte for byte, and spoiled ones; the expected answer decides', async () => {
    const endpoint = await startEndpoint();
    const own = { events: [{ uid: 'e1', type: 'own' }], next: null };
    const body = await file('body.json', JSON.stringify(own, null, 1));
    const secret = { METERSCOPE_WEBHOOK_SECRET: SECRET };
    expect((await run(['trigger', 'own', '--to', endpoint.url, '--body', body], secret)).code).toBe(0);
    expect(endpoint.bodies).toEqual([own]);
    const broken = ['trigger', 'form_created', '--to', endpoint.url, '--break', 'changed_byte'];
    expect(await run(broken, secret)).toMatchObject({ code: 1, error: 'Expected 200.\n' });
    expect((await run([...broken, '--expect', '401'], secret)).code).toBe(0);
    await endpoint.stop();
    expect(await run(broken, secret)).toMatchObject({
      code: 3,
      error: expect.stringContaining('nothing is listening there'),
    });
  });

  it('signs with nothing that it was not given, and sends events nowhere unencrypted', async () => {
    const unsigned = await run(['trigger', 'form_created', '--to', 'http://127.0.0.1:9/x']);
    expect(unsigned).toMatchObject({ code: 2, error: expect.stringContaining('METERSCOPE_WEBHOOK_SECRET') });
    const plain = await run(['trigger', 'form_created', '--to', 'http://example.com/x'], {
      METERSCOPE_WEBHOOK_SECRET: SECRET,
    });
    expect(plain).toMatchObject({ code: 2, error: expect.stringContaining('https://') });
  });
});

describe('meterscope events tail', () => {
  it('prints what comes from now on, and hands it on signed', async () => {
    const endpoint = await startEndpoint();
    const env = { ...token(), METERSCOPE_WEBHOOK_SECRET: SECRET };
    const tail = startCommand(
      [
        'events',
        'tail',
        '--base-url',
        service.line.base_url,
        '--every',
        '0.2',
        '--forward-to',
        endpoint.url,
        '--count',
        '2',
        '--json',
      ],
      env,
    );
    // It must have seen what is there already before anything new comes.
    await new Promise((resolve) => setTimeout(resolve, 4000));
    const referral = await service.submit('residential');
    const { code, output, error } = await tail.ended;
    await endpoint.stop();
    expect({ code, error }).toEqual({ code: 0, error: expect.stringContaining('answered 200') });
    const printed = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(printed).toHaveLength(2);
    const { uid } = await service.authorization(referral);
    expect(printed[0]).toMatchObject({ authorization_uid: uid });
    expect(endpoint.bodies.flatMap(({ events }) => events)).toEqual(printed);
  });

  it('begins with what is there where it is asked to, and ends with 1 where the endpoint refuses', async () => {
    const endpoint = await startEndpoint(500);
    const env = { ...token(), METERSCOPE_WEBHOOK_SECRET: SECRET };
    const { code, output } = await run(
      ['events', 'tail', '--base-url', service.line.base_url, '--all', '--count', '3', '--forward-to', endpoint.url],
      env,
    );
    await endpoint.stop();
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toHaveLength(3);
  });
});

describe('meterscope collect', () => {
  it('says what would happen, and sends nothing without --yes', async () => {
    const [meter = ''] = service.line.authorizations[0]?.meters ?? [];
    const before = await service.api('GET', '/events');
    const { code, output } = await run(['collect', '--base-url', service.line.base_url, '--meters', meter], token());
    expect([code, output]).toEqual([0, expect.stringMatching(/Nothing was sent\. Add --yes to start it\.\n$/)]);
    expect((await service.api('GET', '/events')).json.events[0].uid).toBe(before.json.events[0].uid);
  });

  it('follows a collection to its end', async () => {
    const [meter = ''] = service.line.authorizations[0]?.meters ?? [];
    const { code, output } = await run(
      [
        'collect',
        '--base-url',
        service.line.base_url,
        '--meters',
        meter,
        '--months',
        '12',
        '--yes',
        '--look',
        '0.1',
        '--json',
      ],
      token(),
    );
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ state: 'done', meters: [{ uid: meter, state: 'finished' }] });
  });

  it('ends with 3 where the service refuses', async () => {
    const { code, error } = await run(
      ['collect', '--base-url', service.line.base_url, '--meters', '1', '--yes'],
      token(),
    );
    expect(code).toBe(3);
    expect(error).not.toBe('');
  });
});

it('a workspace whose tokens only the window can open says why, and what to do', async () => {
  const data = path.join(folder, 'data');
  const { createBrowserHost } = await import('../../electron/host/browser-host.ts');
  const { DataFolder } = await import('../../electron/app/data-folder/data-folder.ts');
  const { createConnections } = await import('../../electron/connections/index.ts');
  const { HttpClient } = await import('../../electron/http/index.ts');
  const http = new HttpClient({ userAgent: 'test' });
  const opened = DataFolder.open(data, 'test');
  const host = createBrowserHost(opened);
  const never = new Promise<never>(() => undefined);
  const connections = await createConnections({ files: host.paths.files, cipher: host.secrets, http, demo: never });
  await connections.secrets.decide('disk');
  const workspace = await connections.create({ name: 'Northshore', baseUrl: service.line.base_url, mode: 'test' });
  await connections.changeSecrets(workspace.id, (secrets) => ({
    ...secrets,
    api: { token: service.line.api_token, obtainedAt: 0 },
  }));
  await connections.close();
  await http.close();
  opened.close();
  const args = ['test', '--workspace', 'Northshore', '--data', data, ...FAST];
  expect((await run(args)).code).toBe(0);
  const secrets = path.join(data, 'secrets.json');
  const { version, backends } = JSON.parse(await readFile(secrets, 'utf8'));
  const window = {
    ...backends.key_file,
    sealed: { [workspace.id]: Buffer.from('v11 of a key store').toString('base64') },
  };
  await writeFile(secrets, JSON.stringify({ version, backends: { gnome_libsecret: window } }));
  const sealed = await run(args);
  expect(sealed.code).toBe(2);
  expect(sealed.error).toMatch(/"Northshore" were sealed by the window .*gnome_libsecret.* Set METERSCOPE_API_TOKEN/);
  expect((await run(args, token())).code).toBe(0);
});
