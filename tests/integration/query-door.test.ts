/** `meterscope query` while the program runs: its door gives the same bytes as the store does, and answers nobody and nothing else. */
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DataFolder } from '../../electron/app/data-folder/data-folder.ts';
import { doorOf } from '../../electron/app/data-folder/lock.ts';
import { openQueryDoor } from '../../electron/app/query-door/door.ts';
import { Engine } from '../../electron/engine/engine.ts';
import { storeFiles } from '../../electron/host/index.ts';
import { batchFeed } from '../fixtures/batch-feed.ts';
import { useConfigFolder } from '../fixtures/config-folder.ts';
import { type AppBench, startAppBench } from './app-bench.ts';
import { startCommand } from './command-process.ts';

let folder: string;
let data: string;
let restoreEnvironment: () => void;
let app: AppBench | undefined;
/** What each command printed while the program was closed. */
const closed = new Map<string, string>();

const CSV = 'SELECT * FROM readings ORDER BY start_utc';
const NAMED = "SELECT $word AS word, '=1+1' AS formula, count(*) AS n FROM readings";
const COMMANDS: readonly (readonly string[])[] = [
  ['SELECT unit, count(*) AS readings FROM readings GROUP BY unit'],
  ['SELECT start_local, value FROM readings ORDER BY start_utc', '--limit', '3'],
  [CSV, '--format', 'csv'],
  [CSV, '--format', 'json'],
  [CSV, '--format', 'parquet'],
  [NAMED, '--format', 'csv', '--param', 'word=Grüße'],
  [NAMED, '--format', 'csv', '--param', 'word=x', '--raw-text'],
];
const REFUSED: readonly (readonly string[])[] = [
  ['DROP TABLE main.readings'],
  ["SELECT * FROM read_csv('/etc/passwd')"],
  ['SELECT valeu FROM readings'],
  [NAMED],
  [`SELECT '${'x'.repeat(100_001)}'`],
  ['SELECT count(*) FROM range(1000000000) a, range(1000000000) b', '--seconds', '1'],
];

/** Takes hours. */
const ENDLESS = 'SELECT sum((a.range * b.range) % 7) AS n FROM range(10000000) a, range(10000000) b';

const start = (args: readonly string[], workspace = 'demo') =>
  startCommand(['query', ...args, '--data', data, '--workspace', workspace]);

async function run(...args: string[]) {
  const { code, output, error } = await start(args).ended;
  // How long it took differs.
  return `${code}\n${output}\n${error.replace(/in \d+\.\d\d s/, 'in a while')}`;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'query-door-'));
  data = path.join(folder, 'data');
  restoreEnvironment = useConfigFolder(path.join(folder, 'settings'));
  const dataFolder = DataFolder.open(data, 'test');
  const engine = new Engine();
  await engine.call('store.open', { workspace: 'demo', ...storeFiles(dataFolder.data, 'demo'), zone: 'UTC' });
  const source = { kind: 'request', label: 'https://example.test/batch', requestId: 'r1' } as const;
  const { session } = await engine.call('ingest.begin', { workspace: 'demo', source });
  await engine.call('ingest.chunk', { session, bytes: new TextEncoder().encode(batchFeed({ days: 3 })) });
  await engine.call('ingest.finish', { session });
  await engine.close();
  dataFolder.close();
  for (const args of [...COMMANDS, ...REFUSED]) closed.set(args.join(' '), await run(...args));
  app = await startAppBench(data);
}, 180_000);
afterAll(async () => {
  await app?.close();
  restoreEnvironment();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const PATIENCE = { timeout: 30_000 };

async function door() {
  await expect.poll(() => doorOf(data), PATIENCE).toBeDefined();
  const found = doorOf(data);
  if (found === undefined) throw new Error('There is no door.');
  return found;
}

function running(): AppBench {
  if (app === undefined) throw new Error('The program does not run.');
  return app;
}

describe('a query while the program runs', () => {
  it.each(COMMANDS)('prints the same bytes as without it: %s', async (...args) => {
    const before = closed.get(args.join(' ')) ?? '';
    expect(before).toMatch(/^0\n/);
    expect(before.length).toBeGreaterThan(20);
    expect(await run(...args)).toBe(before);
  });

  it.each(REFUSED)('is refused in the same words: %.40s', async (...args) => {
    const before = closed.get(args.join(' ')) ?? '';
    expect(before).toMatch(/^1\n\n./);
    expect(await run(...args)).toBe(before);
  });

  it('writes a file, never over one, and says where', async () => {
    const file = path.join(folder, 'rows.parquet');
    expect(await run(CSV, '--format', 'parquet', '--to', file)).toBe(`0\n288 rows: ${file}\n\n`);
    const before = await readFile(file);
    expect(await run('SELECT 1', '--format', 'parquet', '--to', file)).toContain('There is a file');
    expect(await readFile(file)).toEqual(before);
    expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('names the workspaces that there are', async () => {
    const { code, error } = await start(['SELECT 1'], 'nowhere').ended;
    expect([code, error]).toEqual([1, expect.stringContaining('There is no workspace named nowhere in')]);
  });

  it.each(['SIGINT', 'SIGKILL'] as const)('ends there when the command ends, with %s', async (signal) => {
    const asked = vi.spyOn(running().parts.engine, 'call');
    const { child, ended } = start([ENDLESS]);
    await expect.poll(() => asked.mock.calls.filter(([name]) => name === 'query.run').length, PATIENCE).toBe(1);
    const answer = asked.mock.results.at(asked.mock.calls.findIndex(([name]) => name === 'query.run'))?.value;
    child.kill(signal);
    await expect(answer).rejects.toMatchObject({ code: 'cancelled' });
    const { code, output, error } = await ended;
    expect([code, output, error]).toEqual(signal === 'SIGINT' ? [1, '', 'The query was cancelled.\n'] : [null, '', '']);
    asked.mockRestore();
  });
});

interface Said {
  status: number;
  body: string;
}

/** Asks the door itself. */
async function knock(
  body: string,
  { secret, method = 'POST', url = '/query' }: { secret?: string; method?: string; url?: string } = {},
): Promise<Said> {
  const { socket, secret: own } = await door();
  return await new Promise((resolve, reject) => {
    const asking = request(
      { socketPath: socket, path: url, method, headers: { authorization: `Bearer ${secret ?? own}` }, agent: false },
      (answer: IncomingMessage) =>
        void text(answer).then((said) => resolve({ status: answer.statusCode ?? 0, body: said }), reject),
    );
    asking.once('error', reject);
    asking.end(body);
  });
}

const QUESTION = { as: 'table', workspace: 'demo', sql: 'SELECT 42 AS answer', parameters: {}, seconds: 10, limit: 10 };

describe('the door', () => {
  it('answers a question of whoever knows the secret', async () => {
    const { status, body } = await knock(JSON.stringify(QUESTION));
    expect([status, JSON.parse(body).rows]).toEqual([200, [[42]]]);
  });

  it('stands where only this user can go, and its secret is read by this user alone', async () => {
    const { socket } = await door();
    expect((await stat(socket)).mode & 0o777).toBe(0o600);
    expect((await stat(path.dirname(socket))).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(data, 'meterscope.lock'))).mode & 0o777).toBe(0o600);
    expect((await stat(data)).mode & 0o077).toBe(0);
  });

  it.each(['', 'x', 'x'.repeat(43)])('refuses a wrong secret: "%s"', async (secret) => {
    expect(await knock(JSON.stringify(QUESTION), { secret })).toMatchObject({
      status: 401,
      body: expect.not.stringContaining('42'),
    });
  });

  it('answers queries only', async () => {
    const body = JSON.stringify(QUESTION);
    expect((await knock(body, { url: '/rpc/query.run' })).status).toBe(404);
    expect((await knock(body, { url: '/' })).status).toBe(404);
    expect((await knock(body, { method: 'PUT' })).status).toBe(405);
    for (const other of [
      '',
      'no JSON',
      '[]',
      JSON.stringify({ ...QUESTION, as: 'everything' }),
      JSON.stringify({ ...QUESTION, folder: '/tmp' }),
      JSON.stringify({ ...QUESTION, as: 'file', format: '../x' }),
      JSON.stringify({ ...QUESTION, limit: 1e9 }),
      JSON.stringify({ ...QUESTION, seconds: 1e9 }),
      JSON.stringify({ ...QUESTION, sql: 'x'.repeat(100_001) }),
    ])
      expect(await knock(other), other.slice(0, 80)).toMatchObject({ status: 400 });
    expect(await knock(JSON.stringify({ ...QUESTION, sql: 'DELETE FROM main.readings' }))).toMatchObject({
      status: 422,
      body: expect.stringContaining('Only SELECT can be run here.'),
    });
  });

  it('refuses a question without end', async () => {
    const { status } = await knock('x'.repeat(1024 * 1024 + 1)).catch(() => ({ status: 413 }));
    expect(status).toBe(413);
    expect((await knock(JSON.stringify(QUESTION))).status).toBe(200);
  });

  it('lets nobody hang: one who says nothing, or half, is sent away', async () => {
    const own = DataFolder.open(path.join(folder, 'other'), 'test');
    const other = await openQueryDoor({ ...running().parts, dataFolder: own }, { requestMs: 300, idleMs: 300 });
    const found = doorOf(own.data);
    for (const begun of [
      '',
      'POST /query HTTP/1.1\r\n',
      `POST /query HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${found?.secret}\r\nContent-Length: 100\r\n\r\n{`,
    ]) {
      const socket = connect(found?.socket ?? '');
      const gone = new Promise((resolve) => socket.once('close', resolve));
      socket.on('error', () => undefined).resume();
      socket.write(begun);
      await gone;
    }
    await other.close();
    expect(await stat(path.dirname(found?.socket ?? '')).catch(() => undefined)).toBeUndefined();
    own.close();
  });
});

it('a program without a door is named, with exit code 3; so is one whose door is shut', async () => {
  const place = path.join(folder, 'third');
  await mkdir(place);
  const own = DataFolder.open(place, 'Meterscope');
  const ask = () => startCommand(['query', 'SELECT 1', '--data', place, '--workspace', 'demo']).ended;
  expect(await ask()).toMatchObject({ code: 3, error: expect.stringContaining('Meterscope (process') });
  own.announceDoor({ socket: path.join(folder, 'nobody', 'query'), secret: 'x' });
  expect(await ask()).toMatchObject({ code: 3, error: expect.stringContaining('Meterscope (process') });
  own.close();
});
