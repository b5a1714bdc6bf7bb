/**
 * The packaged program. Its fuses refuse a debugger of the main process, so it is driven as a user would have it: started,
 * and looked at through Chromium's own protocol.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { chromium, expect, test } from '@playwright/test';
import { projectRoot } from './fixtures.ts';

let folder: string;
let program: string;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-packaged-'));
  const script = path.join(projectRoot, 'electron/packaging/package-dir.mjs');
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

test('starts, syncs the demo and charts it', async () => {
  const data = await mkdtemp(path.join(os.tmpdir(), 'meterscope-packaged-data-'));
  const args = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--remote-debugging-port=0'];
  const child = spawn(program, args, {
    env: { ...process.env, METERSCOPE_DATA: data },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    const endpoint = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stderr }).on('line', (line) => {
        const found = /DevTools listening on (\S+)/.exec(line)?.[1];
        if (found) resolve(found);
      });
      child.once('exit', (code) => reject(new Error(`It ended with ${code}`)));
    });
    const browser = await chromium.connectOverCDP(endpoint);
    const context = browser.contexts()[0];
    const page = context?.pages()[0] ?? (await context?.waitForEvent('page'));
    if (!page) throw new Error('There is no window.');
    const profile = page.getByRole('application').first();
    await expect(profile).toBeVisible({ timeout: 90_000 });
    await expect(profile.locator('[data-series]').first()).toHaveAttribute('data-points', /[1-9]/);
    expect(page.url()).toMatch(/^app:\/\/meterscope\//);
    await browser.close();
  } finally {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
  }
});
