/** A data folder that the browser host has: the desktop program says so, and leads there. */
import { type ChildProcess, spawn } from 'node:child_process';
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
