import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { doorOf, type FolderLock, lockFolder } from '../../../../electron/app/data-folder/lock.ts';

let folder: string;
const held: FolderLock[] = [];
const lock = (program = 'Meterscope') => {
  const claim = lockFolder(folder, program);
  held.push(claim);
  return claim;
};
const file = () => path.join(folder, 'meterscope.lock');
const onDisk = async () => JSON.parse(await readFile(file(), 'utf8'));
const inUse = (more: object = {}) => expect.objectContaining({ code: 'data_folder_in_use', ...more });

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'lock-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const claim of held.splice(0)) claim.release();
  await rm(folder, { recursive: true, force: true });
});

describe('the lock of a data folder', () => {
  it('names its owner, is for this user only, and leaves no other file', async () => {
    lock('meterscope export');
    expect(await onDisk()).toMatchObject({ program: 'meterscope export', pid: process.pid, host: os.hostname() });
    expect(await readdir(folder)).toEqual(['meterscope.lock']);
    if (process.platform !== 'win32') expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  it('refuses a second program with who has it and where, until it is released', () => {
    const first = lock('Meterscope');
    first.announce({ address: 'http://127.0.0.1:4100' });
    const message = expect.stringMatching(
      new RegExp(`^Meterscope \\(process ${process.pid}\\) .* Its address is http://127\\.0\\.0\\.1:4100\\.$`),
    );
    expect(() => lock('other')).toThrow(inUse({ message }));
    first.release();
    first.release();
    expect(() => lock('other')).not.toThrow();
  });

  it('is not taken away by the release or the announcement of a program that has lost it', async () => {
    const first = lock('first');
    await rm(file());
    lock('second');
    first.announce({ address: 'http://127.0.0.1:1' });
    first.release();
    expect(await onDisk()).toMatchObject({ program: 'second' });
    expect(await onDisk()).not.toHaveProperty('address');
  });

  it.each(['', '{"id":"x","pid":', '{"id":"x","pid":"1","since":0}', 'null'])(
    'is free where no owner wrote %j',
    async (text) => {
      await writeFile(file(), text);
      lock('next');
      expect(await onDisk()).toMatchObject({ program: 'next' });
      expect(await readdir(folder)).toEqual(['meterscope.lock']);
    },
  );

  it.runIf(process.platform === 'linux')('is free where the number of its process belongs to a later one', async () => {
    const first = lock();
    const owner = await onDisk();
    first.release();
    await writeFile(file(), JSON.stringify({ ...owner, mark: `${owner.mark.split(' ')[0]} 0` }));
    lock('next');
    expect(await onDisk()).toMatchObject({ program: 'next' });
  });

  it.runIf(process.platform === 'linux')('of before a restart of the computer counts for nothing', async () => {
    await left({ mark: 'another-boot 1' });
    expect(() => lock()).not.toThrow();
  });

  it('of another computer holds while it shows life, and says how to free it', async () => {
    const owner = { id: 'x', program: 'Meterscope', pid: 1, host: 'elsewhere.example', since: Date.now() };
    await writeFile(file(), JSON.stringify(owner));
    const aMinute = { action: expect.stringContaining(`wait a minute or delete ${file()}`) };
    expect(() => lock()).toThrow(inUse({ ...aMinute, message: expect.stringContaining('on elsewhere.example') }));
    const silent = Date.now() / 1000 - 61;
    await utimes(file(), silent, silent);
    expect(() => lock()).not.toThrow();
  });

  /** A claim as another program left it; its process has a number that nobody has here. */
  async function left(change: object): Promise<void> {
    const first = lock();
    const owner = await onDisk();
    first.release();
    await writeFile(file(), JSON.stringify({ ...owner, pid: 2 ** 30, ...change }));
  }

  it.runIf(process.platform === 'linux')(
    'of another container of this computer holds while it shows life: its process cannot be looked for from here',
    async () => {
      await left({ namespace: 'pid:[1]' });
      expect(() => lock()).toThrow(inUse({ action: expect.stringContaining(`wait a minute or delete ${file()}`) }));
      const silent = Date.now() / 1000 - 61;
      await utimes(file(), silent, silent);
      expect(() => lock()).not.toThrow();
    },
  );

  it.runIf(process.platform === 'linux')('of an earlier version is free where its process is gone', async () => {
    await left({ namespace: undefined });
    expect(() => lock()).not.toThrow();
  });

  it.runIf(existsSync('/bin/ps'))('of another Mac is not looked for among the processes of this one', async () => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin');
    await left({ host: 'elsewhere.example', mark: 'Thu Jan  1 00:00:00 1970', namespace: undefined });
    expect(() => lock()).toThrow(inUse());
  });

  it('leads to the door of its owner', () => {
    const door = { socket: '/tmp/s', secret: 'x' };
    expect(doorOf(folder)).toBeUndefined();
    const claim = lock();
    expect(doorOf(folder)).toBeUndefined();
    claim.announce({ door });
    expect(doorOf(folder)).toEqual(door);
  });

  it.runIf(process.platform === 'linux')(
    'leads to no door in another container, though its host has this name',
    async () => {
      await left({ namespace: 'pid:[1]', door: { socket: '/tmp/s', secret: 'x' } });
      expect(doorOf(folder)).toBeUndefined();
    },
  );

  it.runIf(process.platform === 'linux')(
    'leads to the door of an owner here after the host got another name',
    async () => {
      const door = { socket: '/tmp/s', secret: 'x' };
      await left({ host: 'name-of-before.example', door });
      expect(doorOf(folder)).toEqual(door);
    },
  );

  it('says that a folder cannot be written to', () => {
    expect(() => lockFolder(path.join(folder, 'missing'), 'x')).toThrow(
      expect.objectContaining({ code: 'data_folder_not_writable', message: expect.stringContaining('missing') }),
    );
  });
});
