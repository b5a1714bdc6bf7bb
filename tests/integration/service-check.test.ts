/** The check of a running service: the simulator passes all of it, and each fault is found by its row. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doorFromBootstrap } from '../../electron/app/service-check/from-bootstrap.ts';
import { checkService, type RowsReport } from '../../electron/conformance/service/index.ts';
import { HttpClient } from '../../electron/http/index.ts';
import { CONSENTS, type Consent } from '../../shared/service-check.ts';
import { type FalsifyingProxy, startFalsifyingProxy } from './falsifying-proxy.ts';
import { FAULTS } from './service-faults.ts';
import { type ServiceProcess, startService } from './simulator-process.ts';

const CLI = fileURLToPath(new URL('../../electron/cli.ts', import.meta.url));

let service: ServiceProcess;
let proxy: FalsifyingProxy;

beforeAll(async () => {
  service = await startService(['--portfolio', '2', '--months', '2']);
  proxy = await startFalsifyingProxy(service);
});
afterAll(async () => {
  await proxy?.close();
  await service?.stop();
});

async function check(line: string, consents: readonly Consent[], seen: (http: HttpClient) => void = () => undefined) {
  const http = new HttpClient({ userAgent: 'test' });
  const { signal } = new AbortController();
  try {
    const door = await doorFromBootstrap(http, 'line', line, async () => undefined, signal);
    const steps: string[] = [];
    const report = await checkService(door, {
      consents,
      signal,
      paceMs: 0,
      onStep: ({ title, acts }) => steps.push(acts === undefined ? title : `! ${title}`),
      sleep: async () => undefined,
    });
    seen(http);
    return { report, steps };
  } finally {
    await http.close();
  }
}

const failing = ({ tests }: RowsReport) => tests.filter(({ verdict }) => verdict === 'fail');
/** Rows that a service on this computer without TLS cannot show. */
const TLS = ['TC003', 'TC004', 'TC005', 'TC006', 'TC008', 'TC009'];

describe('the simulator', () => {
  it('passes the whole run', async () => {
    const { report, steps } = await check(JSON.stringify(service.line), CONSENTS);
    expect(failing(report).map(({ id, came }) => `${id}: ${came}`)).toEqual([]);
    expect(
      report.tests
        .filter(({ verdict }) => verdict !== 'pass')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(TLS);
    expect(report.blocks.map(({ verdict }) => verdict)).toEqual(report.blocks.map(() => 'pass'));
    // What could not be looked at is not counted among what passes.
    const missing = report.blocks.map(({ id, looked, of }) => [id, of - looked]);
    expect(missing.filter(([, rows]) => rows !== 0)).toEqual([['FB_13', TLS.length]]);
    const first = steps.findIndex((title) => title.startsWith('!'));
    expect(steps.slice(first).every((title) => title.startsWith('!'))).toBe(true);
    expect(steps.slice(first)).toHaveLength(CONSENTS.length);
  });

  it('is only read without consent', async () => {
    const before = await service.request('GET', `${service.line.api_base}/authorizations`, {
      token: service.line.api_token,
    });
    const methods = new Set<string>();
    const { report } = await check(JSON.stringify(service.line), [], (http) => {
      for (const { method, purpose } of http.log.list()) {
        methods.add(method);
        // Grants that are given away by no fault: the refresh token and codes of the service are never sent.
        expect(purpose).not.toMatch(/refresh token|with a code$/);
      }
    });
    expect(failing(report)).toEqual([]);
    const after = await service.request('GET', `${service.line.api_base}/authorizations`, {
      token: service.line.api_token,
    });
    expect(after.text).toBe(before.text);
    const skipped = report.tests.filter(({ verdict }) => verdict === 'not_checkable').map(({ id }) => id);
    expect(skipped).toEqual(expect.arrayContaining(['OAD002', 'OAD012', 'OAD016', 'PSH001', 'TOK.ended']));
  });

  it('is asked through the request log, and every row names its requests', async () => {
    const { report } = await check(JSON.stringify(service.line), [], (http) => {
      const ids = new Set(http.log.list().map(({ id }) => id));
      expect(ids.size).toBeGreaterThan(100);
    });
    const read = report.tests.filter(({ id, verdict }) => /^(FND|RES|TOK)/.test(id) && verdict === 'pass');
    for (const { id, looks } of read)
      expect(looks.filter(({ request }) => request !== null).length, id).toBeGreaterThan(0);
  });
});

describe('meterscope check --service', () => {
  const run = (args: readonly string[]) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      execFile(
        process.execPath,
        [CLI, 'check', '--service', ...args],
        { maxBuffer: 1 << 26 },
        (error, stdout, stderr) =>
          resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, stdout, stderr }),
      );
    });

  it('names each step before it is taken, and ends with 0, 1 for findings, 2 where nothing can be asked', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-service-check-'));
    // Of its own: its tokens are spent.
    const own = await startService(['--portfolio', '2', '--months', '2']);
    try {
      const file = path.join(folder, 'line.json');
      await writeFile(file, JSON.stringify(own.line));
      const good = await run(['--bootstrap', file, '--consent', 'refresh', '--format', 'json']);
      expect(good.code).toBe(0);
      expect(good.stderr).toContain('Renew an access_token. This changes something:');
      const [report] = JSON.parse(good.stdout) as RowsReport[];
      expect(report?.tests.find(({ id }) => id === 'OAD013')).toMatchObject({ verdict: 'pass' });
      // Its refresh token was spent by that run, and the pair that came for it is in the file.
      const kept = JSON.parse(await readFile(file, 'utf8')) as typeof own.line;
      expect(kept.authorizations[0]?.refresh_token).not.toBe(own.line.authorizations[0]?.refresh_token);
      expect(kept).toMatchObject({ espi_base: own.line.espi_base, client_secret: own.line.client_secret });
      const again = await run(['--bootstrap', file, '--consent', 'refresh']);
      expect([again.code, again.stdout]).toEqual([0, expect.not.stringContaining(' fails: ')]);
      await writeFile(file, proxy.line);
      proxy.fault = FAULTS.find(({ name }) => name === 'the status is not found');
      const wrong = await run(['--bootstrap', file]);
      proxy.fault = undefined;
      expect([wrong.code, wrong.stdout]).toEqual([1, expect.stringContaining('FND006 fails')]);
      expect((await run([])).code).toBe(2);
      expect((await run(['--bootstrap', path.join(folder, 'none')])).code).toBe(2);
      expect((await run(['--bootstrap', file, '--consent', 'everything'])).code).toBe(2);
    } finally {
      await own.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('ends with 2 where the service is away, and passes nothing', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-service-away-'));
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    try {
      const file = path.join(folder, 'line.json');
      const own = new URL(service.line.espi_base).port;
      await writeFile(file, JSON.stringify(service.line).replaceAll(`127.0.0.1:${own}`, `127.0.0.1:${port}`));
      const { code, stdout, stderr } = await run(['--bootstrap', file, '--format', 'json']);
      const [report] = JSON.parse(stdout) as RowsReport[];
      expect(report?.tests.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail')).toEqual([]);
      expect(report?.blocks.filter(({ verdict }) => verdict === 'pass')).toEqual([]);
      expect([code, stderr]).toEqual([2, expect.stringContaining('No answer of the service could be looked at')]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('a fault', () => {
  it.each(FAULTS)('is found: $name', async ({ rows, ...fault }) => {
    proxy.fault = fault;
    const { report } = await check(proxy.line, CONSENTS);
    proxy.fault = undefined;
    expect(
      failing(report)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...rows].sort());
    for (const { failures, expected, cure } of failing(report)) {
      expect(failures[0]?.message).toContain(expected);
      expect(cure).not.toBe('');
    }
  });
});
