/**
 * The packaged program. It lets nobody drive it, tests included: it is started, and what it shows is read from its log
 * (where the page says that a chart is on the screen) and from what it keeps for its next start.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { expect, projectRoot, test } from './fixtures.ts';

let folder: string;
let program: string;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-packaged-'));
  const script = path.join(projectRoot, 'electron/build/packaging/package-dir.mjs');
  const made = spawnSync(process.execPath, [script, '--output', folder], { cwd: projectRoot, encoding: 'utf8' });
  expect(made.status, made.stdout + made.stderr).toBe(0);
  program = path.join(folder, 'linux-unpacked', 'meterscope');
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

test.skip(process.platform !== 'linux', 'the layout of the package differs elsewhere');

test('holds only what is needed, and nothing can be made of its executable', async () => {
  const resources = path.join(folder, 'linux-unpacked', 'resources');
  const files = listPackage(path.join(resources, 'app.asar'), { isPack: false });
  const tops = new Set(
    files.map((file) =>
      file
        .split('/')
        .slice(1, file.startsWith('/node_modules/@') ? 4 : 3)
        .join('/'),
    ),
  );
  expect([...tops].filter((top) => top.startsWith('node_modules/')).sort()).toEqual(
    expect.arrayContaining(['node_modules/@duckdb', 'node_modules/@duckdb/node-bindings']),
  );
  expect(files.filter((file) => /\.(map|ts)$|\/(tests?|docs)\//.test(file))).toEqual([]);
  expect([...tops].filter((top) => top.startsWith('node_modules/') && !/@duckdb|detect-libc/.test(top))).toEqual([]);
  expect(existsSync(path.join(resources, 'app'))).toBe(false);
  expect(existsSync(path.join(resources, 'app.asar.unpacked/node_modules/@duckdb'))).toBe(true);

  const fuses = await getCurrentFuseWire(program);
  const off = [
    FuseV1Options.RunAsNode,
    FuseV1Options.EnableNodeOptionsEnvironmentVariable,
    FuseV1Options.EnableNodeCliInspectArguments,
    FuseV1Options.GrantFileProtocolExtraPrivileges,
  ];
  const on = [
    FuseV1Options.EnableCookieEncryption,
    FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
    FuseV1Options.OnlyLoadAppFromAsar,
  ];
  for (const fuse of off) expect(fuses[fuse], FuseV1Options[fuse]).toBe(FuseState.DISABLE);
  for (const fuse of on) expect(fuses[fuse], FuseV1Options[fuse]).toBe(FuseState.ENABLE);
});

/** Starts the program on a data folder of its own. */
async function started(...more: string[]) {
  const data = await mkdtemp(path.join(os.tmpdir(), 'meterscope-packaged-data-'));
  const child = spawn(program, [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...more], {
    env: { ...process.env, METERSCOPE_DATA: data },
    stdio: ['ignore', 'ignore', 'pipe', ...more.map(() => 'pipe' as const), 'pipe'],
  });
  const said: string[] = [];
  createInterface({ input: child.stderr as Readable }).on('line', (line) => said.push(line)); // piped, see above
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const log = () => readFile(path.join(data, 'logs', 'meterscope.log'), 'utf8').catch(() => '');
  return {
    data,
    said,
    log,
    /** Resolves once the page says that a chart is on the screen. */
    async usable() {
      await expect
        .poll(async () => ((await log()).includes('"Usable"') ? 'usable' : child.exitCode), { timeout: 90_000 })
        .toBe('usable');
    },
    quit: () => {
      child.kill('SIGTERM');
      return gone;
    },
    async end() {
      child.kill('SIGKILL');
      await gone;
      await rm(data, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

test('starts, syncs the demo and charts it', async () => {
  const run = await started();
  try {
    await run.usable();
    expect(await run.quit()).toBe(0);
    expect(await run.log()).not.toContain('The page reported an error');
    // What its window showed last is kept for the next start.
    const kept = JSON.parse(await readFile(path.join(run.data, 'workspaces', 'demo', 'first-screen.json'), 'utf8'));
    const chart = kept.answers.find(({ name }: { name: string }) => name === 'usage.chart');
    expect(JSON.stringify(chart.value).length).toBeGreaterThan(1_000);
  } finally {
    await run.end();
  }
});

test('takes no policy by a variable of its environment', async () => {
  const policy = path.join(folder, 'policy.json');
  // A fault in it would keep a program from a checkout from starting.
  await writeFile(policy, '{');
  process.env.METERSCOPE_TEST_POLICY = policy;
  const run = await started().finally(() => delete process.env.METERSCOPE_TEST_POLICY);
  try {
    await run.usable();
    expect(await run.log()).not.toContain('A policy is in force');
  } finally {
    await run.end();
  }
});

test('lets no other program drive its window', async () => {
  const run = await started('--remote-debugging-port=0', '--remote-debugging-pipe', '--remote-allow-origins=*');
  try {
    await run.usable();
    expect(run.said.filter((line) => line.includes('DevTools listening'))).toEqual([]);
    expect(run.said).toContain('--remote-debugging-port is not taken by the packaged program.');
    expect(run.said).toContain('--remote-debugging-pipe is not taken by the packaged program.');
    const files = await readdir(run.data);
    expect(files).toContain('workspaces');
    expect(files).not.toContain('DevToolsActivePort');
  } finally {
    await run.end();
  }
});
