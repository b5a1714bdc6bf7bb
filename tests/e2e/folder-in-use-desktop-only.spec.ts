/** A data folder that the browser host has: the desktop program says so, and leads there. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { endProcess } from '../fixtures/simulator.ts';
import { cleanEnv, dist, startBrowserHost } from './browser-host.ts';
import { expect, projectRoot, test } from './fixtures.ts';

/** Path of the runtime. */
const electron = createRequire(import.meta.url)('electron') as string;

test.use({ beginsWith: 'nothing' });

test('a second program says who has the data, and shows that one', async ({ dataFolder }) => {
  const { data } = dataFolder;
  const env = { ...cleanEnv(), METERSCOPE_DATA: data, METERSCOPE_DEMO_BOOTSTRAP: path.join(data, 'none.json') };
  const { child, address } = await startBrowserHost(env);
  let second: ChildProcess | undefined;
  try {
    const said = path.join(data, 'said.json');
    // Box and browser are the system's: what they are told is noted, and the box is answered with its first button.
    const stub = path.join(data, 'stub.cjs');
    await writeFile(
      stub,
      `const { dialog, shell } = require('electron');
      const said = {};
      dialog.showMessageBoxSync = (options) => { Object.assign(said, options); return 0; };
      shell.openExternal = async (opened) =>
        require('node:fs').writeFileSync(${JSON.stringify(said)}, JSON.stringify({ ...said, opened }));`,
    );
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const args = [...sandbox, '-r', stub, '-r', path.join(dist, 'main.cjs'), projectRoot, '--data', data];
    const { METERSCOPE_DATA: _, ...without } = env;
    // Named on the command line: the user's own folder is somewhere else.
    second = spawn(electron, args, {
      env: { ...without, XDG_CONFIG_HOME: path.join(data, 'own') },
      stdio: 'ignore',
    });
    const code = await new Promise((resolve) => second?.once('exit', resolve));
    expect(code).toBe(3);
    const { origin } = new URL(address);
    expect(JSON.parse(await readFile(said, 'utf8'))).toMatchObject({
      message: expect.stringContaining(`process ${child.pid}`),
      buttons: ['Show that one', 'Quit'],
      opened: `${origin}/`,
    });
    expect(existsSync(path.join(data, 'own', 'Meterscope'))).toBe(false);
    // The first one goes on.
    expect((await fetch(origin)).status).toBeGreaterThan(0);
  } finally {
    // Where it found nobody, it goes on.
    if (second) await endProcess(second, 'SIGKILL');
    await endProcess(child, 'SIGTERM');
  }
});

test('the browser host says that the window has the data, brings it to the front, and touches no secret', async ({
  program,
}) => {
  const { data, electron: desktop } = program;
  const isInFront = () =>
    desktop?.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isMinimized()));
  await expect(program.page.getByRole('link', { name: 'Settings', exact: true })).toBeVisible();
  const secrets = () => readFile(path.join(data, 'secrets.json'), 'utf8').catch(() => 'none');
  const before = [await secrets(), existsSync(path.join(data, 'secret.key'))];
  const serve = (...options: string[]) => {
    const args = [path.join(dist, 'cli.js'), 'serve', '--no-open', '--data', data, ...options];
    return spawnSync(process.execPath, args, { env: cleanEnv(), encoding: 'utf8' });
  };
  await desktop?.evaluate(({ BrowserWindow }) => {
    const shown = { times: 0 };
    Object.assign(globalThis, { shown });
    for (const window of BrowserWindow.getAllWindows()) {
      window.minimize();
      const focus = window.focus.bind(window);
      window.focus = () => {
        shown.times += 1;
        focus();
      };
    }
  });
  const times = () => desktop?.evaluate(() => (globalThis as unknown as { shown: { times: number } }).shown.times);
  const refused = serve();
  expect(refused.status).toBe(3);
  expect(refused.stderr).toContain('Meterscope (process');
  expect(refused.stderr).toContain('meterscope serve --show');
  expect(await times()).toBe(0);
  const shown = serve('--show');
  expect(shown.stdout).toContain('its window was brought to the front');
  expect(shown.status).toBe(0);
  await expect.poll(times).toBe(1);
  await expect.poll(isInFront).toEqual([false]);
  expect([await secrets(), existsSync(path.join(data, 'secret.key'))]).toEqual(before);
});
