/** Moving the data folder: the copy is used at once, the old folder may go at any time, and a kill loses nothing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFolder } from '../../electron/app/data-folder/data-folder.ts';
import { pointerFile } from '../../electron/app/data-folder/pointer.ts';
import { chooseQueryFolder } from '../../electron/app/query-files/query-folder.ts';
import { defaultFolderIn, useConfigFolder } from '../fixtures/config-folder.ts';
import { type AppBench, startAppBench } from './app-bench.ts';
import { startProgram } from './app-program.ts';

const cli = new URL('../../electron/cli.ts', import.meta.url).pathname;
const desktop = new URL('../../electron/main.ts', import.meta.url);

/** What the program makes by itself again; the rest of a data folder is the user's. */
const MADE_AGAIN = ['logs', 'uploads', 'authorities.pem'];

/** Rules that differ from those that an event log begins with. */
const RULES = { syncOnBills: true, syncOnIntervals: true };

let base: string;
let home: string;
let target: string;
let app: AppBench | undefined;
let restoreEnvironment: () => void;

beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'data-move-'));
  restoreEnvironment = useConfigFolder(base);
  home = defaultFolderIn(base);
  target = path.join(base, 'elsewhere');
});
afterEach(async () => {
  await app?.close();
  app = undefined;
  restoreEnvironment();
  await rm(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

const secret = (workspace: string, value: string) => ({ workspace, which: 'api', secret: { value } }) as const;

/** A workspace with a token, a value in its store and rules of its own. @returns its id */
async function prepare(bench: AppBench): Promise<string> {
  const { workspace } = await bench.call('workspaces.create', { name: 'Moved', baseUrl: 'http://127.0.0.1:9' });
  await bench.call('secrets.decide', { keep: 'disk' });
  await bench.call('connections.setSecret', secret(workspace, 'before'));
  await bench.parts.engine.call('settings.set', { workspace, key: 'k', value: 'before' });
  const { settings } = await bench.call('events.settings', { workspace });
  await bench.call('events.setSettings', { workspace, settings: { ...settings, rules: RULES } });
  return workspace;
}

/** What a program on the folder finds of it. */
async function found(bench: AppBench, workspace: string) {
  return {
    folder: (await bench.call('app.info', undefined)).dataFolder,
    token: (await bench.parts.connections.readSecrets(workspace)).api?.token,
    value: await bench.parts.engine.call('settings.get', { workspace, key: 'k' }),
    rules: (await bench.call('events.settings', { workspace })).settings.rules,
  };
}

/** Runs the browser host on the folder, until it says where it is. @returns its port */
async function served(): Promise<string> {
  const env = { ...process.env, METERSCOPE_DEMO_BOOTSTRAP: path.join(base, 'no-demo.json') };
  const child = spawn(process.execPath, [cli, 'serve', '--no-open', '--data', home], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
  return new URL(String(line).replace(/^Open /, '')).port;
}

describe('moving the data folder', () => {
  it('takes everything along that either host keeps in it: also the port, by which a browser finds its settings', async () => {
    const port = await served();
    // The desktop program needs a screen: what it keeps of its windows and its menu.
    const kept = [...(await readFile(desktop, 'utf8')).matchAll(/inData\('([^']+)'\)/g)].map(([, name = '']) => name);
    expect(kept).toContain('window.json');
    for (const name of kept) await writeFile(path.join(home, name), '{}');
    app = await startAppBench(home);
    await prepare(app);
    await app.call('settings.change', { notifications: false });
    await app.call('queryFiles.save', { name: 'all.sql', sql: 'SELECT 1' });
    await chooseQueryFolder(app.parts.dataFolder.files, base);
    await app.call('data.move', { folder: target });
    expect(await readFile(path.join(target, 'browser-port'), 'utf8')).toBe(port);
    const moved = await readdir(target);
    expect((await readdir(home)).filter((name) => !moved.includes(name) && !MADE_AGAIN.includes(name))).toEqual([]);
  });

  it('uses the copy from then on: the old folder can be deleted at once, and the next start finds the new one', async () => {
    app = await startAppBench(home);
    const workspace = await prepare(app);
    app.parts.dataFolder.announce('http://127.0.0.1:4321');
    await app.call('data.move', { folder: target });
    // The claim moves along, and nothing claims the old folder any more.
    expect(() => DataFolder.open(home, 'Second')).toThrow(/elsewhere.*Its address is http:\/\/127\.0\.0\.1:4321/);
    expect(await readdir(home)).not.toContain('meterscope.lock');
    expect(await found(app, workspace)).toEqual({ folder: target, token: 'before', value: 'before', rules: RULES });
    await rm(home, { recursive: true });
    // As a renewal does it: a refresh token that was rotated works once.
    await app.call('connections.setSecret', secret(workspace, 'after'));
    await app.parts.engine.call('settings.set', { workspace, key: 'k', value: 'after' });
    await app.close();
    // Nothing goes back to where the user has tidied up.
    expect(existsSync(home)).toBe(false);

    app = await startAppBench(home);
    expect(await found(app, workspace)).toEqual({ folder: target, token: 'after', value: 'after', rules: RULES });
  });

  it('leaves the copy alone when the old data is freed before the program ends', async () => {
    app = await startAppBench(home);
    const workspace = await prepare(app);
    await app.call('data.move', { folder: target });
    for (const name of ['workspaces', 'workspaces.json', 'secrets.json', 'secret.key', 'events']) {
      await rm(path.join(home, name), { recursive: true });
    }
    await app.close();
    app = await startAppBench(home);
    expect(await found(app, workspace)).toMatchObject({ folder: target, token: 'before', value: 'before' });
    expect(await readdir(home)).not.toContain('workspaces');
  });

  it('can be done again, also back to the first place', async () => {
    app = await startAppBench(home);
    const workspace = await prepare(app);
    await app.call('data.move', { folder: target });
    await rm(home, { recursive: true });
    await app.call('data.move', { folder: home });
    await rm(target, { recursive: true });
    await app.close();
    app = await startAppBench(home);
    expect(await found(app, workspace)).toMatchObject({ folder: home, value: 'before' });
  });

  it('leaves one whole copy, which the next start finds, when the program is killed at any moment of it', async () => {
    app = await startAppBench(home);
    const workspace = await prepare(app);
    await app.close();
    const moments = [
      () => existsSync(target),
      () => existsSync(path.join(target, 'workspaces')),
      () => existsSync(path.join(target, 'workspaces', workspace, 'store.duckdb')),
      () => existsSync(path.join(target, 'secrets.json')),
      () => existsSync(pointerFile()),
    ];
    for (const isTime of moments) {
      const program = await startProgram(home);
      let answered: unknown;
      const moving = program.call('data.move', { folder: target }).then(
        () => {
          answered = 'moved';
        },
        (error: unknown) => {
          answered = error;
        },
      );
      while (!isTime() && answered === undefined) await turn();
      // A move that is refused would never come to this moment.
      expect(isTime(), `what the move came to: ${answered}`).toBe(true);
      await program.kill();
      await moving;
      const moved = existsSync(pointerFile());
      // The other copy is not needed.
      await rm(moved ? home : target, { recursive: true, force: true });
      app = await startAppBench(home);
      const expected = { folder: moved ? target : home, token: 'before', value: 'before', rules: RULES };
      expect(await found(app, workspace)).toEqual(expected);
      if (moved) {
        await app.call('data.move', { folder: home });
        await rm(target, { recursive: true });
      }
      await app.close();
      await rm(pointerFile(), { force: true });
    }
    app = undefined;
  });

  it('refuses a folder with something in it, and one inside the present one, and changes nothing', async () => {
    app = await startAppBench(home);
    const { call } = app;
    const full = path.join(base, 'full');
    await mkdir(full);
    await writeFile(path.join(full, 'x'), '');
    const move = (folder: string) => call('data.move', { folder });
    await expect(move(full)).rejects.toMatchObject({ code: 'folder_not_empty' });
    await expect(move(path.join(home, 'inside'))).rejects.toMatchObject({ code: 'bad_folder' });
    await expect(move('relative')).rejects.toMatchObject({ code: 'bad_folder' });
    await writeFile(path.join(base, 'a-file'), '');
    await expect(move(path.join(base, 'a-file', 'below'))).rejects.toThrow();
    expect((await call('app.info', undefined)).dataFolder).toBe(home);
    expect(existsSync(pointerFile())).toBe(false);
  });

  it('takes over what an earlier version wrote into the old folder', async () => {
    app = await startAppBench(target);
    const workspace = await prepare(app);
    await app.close();
    await mkdir(home, { recursive: true });
    await writeFile(path.join(home, 'location.json'), JSON.stringify({ dataFolder: target }));
    app = await startAppBench(home);
    expect((await found(app, workspace)).folder).toBe(target);
    await expect.poll(() => existsSync(path.join(home, 'location.json'))).toBe(false);
    await app.close();
    await rm(home, { recursive: true });
    app = await startAppBench(home);
    expect((await found(app, workspace)).folder).toBe(target);
  });

  it('a pointer of an earlier version that is damaged leads nowhere else', async () => {
    await mkdir(home, { recursive: true });
    for (const text of ['', '{', '{"dataFolder":"relative"}', '[]', '{"dataFolder":1}']) {
      await writeFile(path.join(home, 'location.json'), text);
      app = await startAppBench(home);
      expect((await app.call('app.info', undefined)).dataFolder).toBe(home);
      await app.close();
    }
  });

  it('never starts empty where the data is out of reach', async () => {
    app = await startAppBench(home);
    await prepare(app);
    await app.call('data.move', { folder: target });
    await app.close();
    app = undefined;
    await rm(target, { recursive: true });
    await expect(startAppBench(home)).rejects.toMatchObject({
      code: 'data_folder_missing',
      message: expect.stringContaining(target),
      action: expect.stringContaining(pointerFile()),
    });
    expect(existsSync(target)).toBe(false);
    await writeFile(pointerFile(), '{"version": 1, "mov');
    await expect(startAppBench(home)).rejects.toMatchObject({ code: 'location_unreadable' });
    expect(await readFile(pointerFile(), 'utf8')).toBe('{"version": 1, "mov');
  });
});
