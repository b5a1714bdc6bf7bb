/** A data folder has one owner, and whoever is killed owns nothing any more. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFolder } from '../../electron/app/data-folder/data-folder.ts';
import { lockFolder } from '../../electron/app/data-folder/lock.ts';
import { useConfigFolder } from '../fixtures/config-folder.ts';
import { startAppBench } from './app-bench.ts';

const modules = new URL('../../electron/app/data-folder/', import.meta.url).pathname;
const cli = new URL('../../electron/cli.ts', import.meta.url).pathname;

let folder: string;
let restoreEnvironment: () => void;
const children: ChildProcess[] = [];
const lockFile = () => path.join(folder, 'meterscope.lock');

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'data-lock-'));
  restoreEnvironment = useConfigFolder(path.join(folder, 'settings'));
});
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
  restoreEnvironment();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Another process that owns the folder. */
async function otherOwner(address?: string): Promise<ChildProcess> {
  const script = `import { lockFolder } from '${modules}lock.ts';
    const lock = lockFolder(${JSON.stringify(folder)}, 'The other program');
    ${address === undefined ? '' : `lock.announce({ address: '${address}' });`}
    console.log('owned'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  if (child.stdout === null) throw new Error('It has no output.');
  await once(createInterface({ input: child.stdout }), 'line');
  return child;
}

/** A command of the program, from start to end. */
async function run(...args: string[]): Promise<{ code: number | null; said: string; complained: string }> {
  const child = spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const [said, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, said, complained };
}

describe('a data folder that another program has', () => {
  it('is refused with who has it, since when and where, and nothing in it is touched', async () => {
    const owner = await otherOwner('http://127.0.0.1:4321');
    await mkdir(path.join(folder, 'uploads', 'x'), { recursive: true });
    await writeFile(path.join(folder, 'uploads', 'x', 'file.xml'), 'of the first');
    expect(() => DataFolder.open(folder, 'Second')).toThrow(
      new RegExp(`The other program \\(process ${owner.pid}\\).*${folder}.*since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d`),
    );
    const { code, said, complained } = await run('serve', '--no-open', '--data', folder);
    expect({ code, said }).toEqual({ code: 3, said: '' });
    expect(complained).toContain(`The other program (process ${owner.pid})`);
    expect(complained).toContain('http://127.0.0.1:4321');
    expect(complained).not.toContain('    at ');
    expect(await readFile(path.join(folder, 'uploads', 'x', 'file.xml'), 'utf8')).toBe('of the first');
    expect(existsSync(path.join(folder, 'workspaces'))).toBe(false);
  });

  it('brings its window to the front where it has one, and says so where nobody answers', async () => {
    const owner = DataFolder.open(folder, 'Meterscope');
    let shown = 0;
    owner.showWhenAsked(() => {
      shown += 1;
    });
    const refused = await run('serve', '--no-open', '--data', folder);
    expect(refused).toMatchObject({ code: 3, said: '' });
    expect(refused.complained).toContain('Its window comes to the front with: meterscope serve --show');
    expect(await run('serve', '--no-open', '--show', '--data', folder)).toMatchObject({
      code: 0,
      said: expect.stringContaining('its window was brought to the front'),
    });
    expect(shown).toBe(1);
    // After a move of the data, too.
    const moved = path.join(folder, 'moved');
    await mkdir(moved);
    await owner.moveTo(moved, async () => undefined);
    expect(await run('serve', '--no-open', '--show', '--data', folder)).toMatchObject({ code: 0 });
    expect(shown).toBe(2);
    // Its process goes on, and it looks no more: nobody answers.
    owner.close();
    const silent = await otherOwner();
    const lock = JSON.parse(await readFile(lockFile(), 'utf8'));
    await writeFile(lockFile(), JSON.stringify({ ...lock, window: true }));
    const home = path.join(folder, 'settings', 'meterscope-location.json');
    await rm(home);
    const unanswered = await run('serve', '--no-open', '--show', '--data', folder);
    expect(unanswered).toMatchObject({ code: 3, said: '' });
    expect(unanswered.complained).toContain(`process ${silent.pid}`);
    expect(await readdir(folder)).not.toContain('meterscope.show');
  });

  it('is refused by the commands that need its store or its tokens, in the same words', async () => {
    await otherOwner();
    for (const args of [
      ['export', '--data', folder, '--workspace', 'demo', '--to', path.join(folder, 'out')],
      ['test', '--data', folder, '--workspace', 'demo', '--scenarios', 'all'],
    ]) {
      const { code, complained } = await run(...args);
      expect(code).toBe(3);
      expect(complained).toContain('The other program (process');
    }
    expect(existsSync(path.join(folder, 'out'))).toBe(false);
  });

  it('is free again once its owner was killed, and once it let go', async () => {
    const killed = await otherOwner();
    await kill(killed);
    expect(existsSync(lockFile())).toBe(true);
    const own = lockFolder(folder, 'This one');
    expect(() => lockFolder(folder, 'Second')).toThrow('This one');
    own.release();
    own.release();
    expect(existsSync(lockFile())).toBe(false);
    lockFolder(folder, 'Third').release();
    expect((await readdir(folder)).filter((name) => name.startsWith('meterscope'))).toEqual([]);
  });

  it('goes to one of many that find it left behind', async () => {
    for (let round = 0; round < 5; round += 1) {
      await kill(await otherOwner());
      const owners = await Promise.allSettled(Array.from({ length: 4 }, () => otherOwnerOrEnd()));
      expect(owners.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const child of children.splice(0)) await kill(child);
    }
  });

  async function otherOwnerOrEnd(): Promise<void> {
    const script = `import { lockFolder } from '${modules}lock.ts';
      lockFolder(${JSON.stringify(folder)}, 'One of many'); console.log('owned'); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    children.push(child);
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('It is not the owner.')));
    await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
  }

  it('is free where its process number belongs to a later process', async () => {
    const lock = lockFolder(folder, 'Earlier');
    const owner = JSON.parse(await readFile(lockFile(), 'utf8'));
    lock.release();
    const later = { ...owner, id: 'x', pid: process.ppid };
    if (process.platform !== 'win32') {
      await writeFile(lockFile(), JSON.stringify({ ...later, mark: `${owner.mark} of another time` }));
      lockFolder(folder, 'This one').release();
    }
    await writeFile(lockFile(), JSON.stringify({ ...later, mark: undefined }));
    expect(() => lockFolder(folder, 'This one')).toThrow('Earlier');
  });

  it('that an owner on another computer has is free once that shows no life any more', async () => {
    const owner = { id: 'x', program: 'Far away', pid: 1, host: 'elsewhere', since: Date.now() };
    await writeFile(lockFile(), JSON.stringify(owner));
    expect(() => lockFolder(folder, 'This one')).toThrow(/Far away \(process 1 on elsewhere\)/);
    const longAgo = Date.now() / 1000 - 3600;
    await utimes(lockFile(), longAgo, longAgo);
    lockFolder(folder, 'This one').release();
  });

  it('is free where the file of its owner was cut off by a full disk', async () => {
    await writeFile(lockFile(), '{"id": "x", "prog');
    lockFolder(folder, 'This one').release();
  });
});

describe.skipIf(process.platform === 'win32')('the rights on a data folder', () => {
  it("are this user's alone, also where an earlier version left them wide", async () => {
    const app = await startAppBench(folder);
    const { workspace } = await app.call('workspaces.create', { name: 'Wide', baseUrl: 'http://127.0.0.1:9' });
    await app.call('secrets.decide', { keep: 'disk' });
    await app.call('connections.setSecret', { workspace, which: 'api', secret: { value: 'token' } });
    await app.parts.engine.call('settings.set', { workspace, key: 'k', value: 1 });
    const places = [
      '',
      'workspaces',
      `workspaces/${workspace}`,
      'secrets.json',
      'secret.key',
      'workspaces.json',
    ].concat(`workspaces/${workspace}/store.duckdb`);
    const modes = async () =>
      Object.fromEntries(
        await Promise.all(
          places.map(async (place) => [place, ((await stat(path.join(folder, place))).mode & 0o777).toString(8)]),
        ),
      );
    const tight = Object.fromEntries(places.map((place) => [place, /[.]/.test(place) ? '600' : '700']));
    expect(await modes()).toEqual(tight);
    await app.close();
    for (const place of places) await chmod(path.join(folder, place), /[.]/.test(place) ? 0o644 : 0o755);
    const opened = DataFolder.open(folder, 'This one');
    opened.close();
    expect(await modes()).toEqual(tight);
    expect(opened.warnings).toEqual([]);
  });
});

describe('a data folder with a file that cannot be read', () => {
  it('is told of in a sentence with the place and the cure, and the file is left as it is', async () => {
    const file = path.join(folder, 'workspaces.json');
    await writeFile(file, 'garbage');
    const served = await run('serve', '--no-open', '--data', folder);
    const exported = await run('export', '--data', folder, '--workspace', 'demo', '--to', path.join(folder, 'out'));
    for (const { code, complained } of [served, exported]) {
      expect(code).toBe(1);
      expect(complained).toContain(file);
      expect(complained).toContain('backup');
      expect(complained).not.toContain('    at ');
    }
    expect(await readFile(file, 'utf8')).toBe('garbage');
    expect(existsSync(lockFile())).toBe(false);
  });

  it('keeps damaged settings as they are, and takes changes again once they are repaired', async () => {
    const file = path.join(folder, 'settings.json');
    await writeFile(file, '{"notifications": fal');
    const app = await startAppBench(folder);
    const change = () => app.call('settings.change', { notifications: false });
    await expect(change()).rejects.toMatchObject({
      code: 'settings_unreadable',
      message: expect.stringContaining(file),
    });
    expect(await readFile(file, 'utf8')).toBe('{"notifications": fal');
    await writeFile(file, '{"updates": true}');
    await change();
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ notifications: false, updates: true });
    await app.close();
  });
});
