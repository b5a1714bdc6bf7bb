/** A data folder that is named (`--data DIR`): what the desktop program writes is in it, and nowhere else. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { endProcess } from '../fixtures/simulator.ts';
import { cleanEnv, dist } from './browser-host.ts';
import { BOOTSTRAP_FILE } from './fetched-demo.ts';
import { expect, projectRoot, test } from './fixtures.ts';

/** Path of the runtime. */
const electron = createRequire(import.meta.url)('electron') as string;

/** Every folder of a user in which programs keep something, all below one. */
function userFolders(home: string): Record<string, string> {
  const folders = {
    HOME: home,
    XDG_CONFIG_HOME: path.join(home, '.config'),
    XDG_CACHE_HOME: path.join(home, '.cache'),
    XDG_DATA_HOME: path.join(home, '.local', 'share'),
    XDG_STATE_HOME: path.join(home, '.local', 'state'),
    XDG_RUNTIME_DIR: path.join(home, 'run'),
    TMPDIR: path.join(home, 'tmp'),
  };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folders;
}

/** Nothing of the program: GTK's file of the session of the desktop, and what the graphics driver compiled. */
const OF_THE_SYSTEM = [path.join('run', 'dconf'), path.join('.cache', 'mesa_shader_cache')];

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();

test('a program with a data folder of its own leaves no trace elsewhere', async ({ dataFolder, simulator }) => {
  const home = await mkdtemp(path.join(os.tmpdir(), 'meterscope-home-'));
  const { data } = dataFolder;
  await writeFile(path.join(data, BOOTSTRAP_FILE), JSON.stringify(simulator.bootstrap), { mode: 0o600 });
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = [...sandbox, '-r', path.join(dist, 'main.cjs'), projectRoot, '--data', data];
  const env = {
    ...cleanEnv(),
    ...userFolders(home),
    METERSCOPE_DEMO_BOOTSTRAP: path.join(data, BOOTSTRAP_FILE),
    // A session's own bus and its services write for themselves.
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
  };
  const child = spawn(electron, args, { env, stdio: 'ignore' });
  try {
    const log = () => readFile(path.join(data, 'logs', 'meterscope.log'), 'utf8').catch(() => '');
    await expect.poll(async () => (await log()).includes('"Usable"'), { timeout: 90_000 }).toBe(true);
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    expect(await gone).toBe(0);
    expect(filesBelow(home).filter((name) => !OF_THE_SYSTEM.some((one) => name.startsWith(one)))).toEqual([]);
    // It ran in earnest, on the folder that was named: settings of the window, Chromium's own files, the store.
    for (const name of ['window.json', 'Local Storage', 'workspaces', 'logs']) {
      expect(existsSync(path.join(data, name)), name).toBe(true);
    }
  } finally {
    await endProcess(child, 'SIGKILL');
    await rm(home, { recursive: true, force: true });
  }
});
