import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { moveDataFolder } from '../../electron/app/data-move.ts';
import { EngineClient } from '../../electron/engine/index.ts';
import { followPointer } from '../../electron/host/data-pointer.ts';
import { forkNodeChild } from '../../electron/host/node-child.ts';

let folder: string;
let engine: EngineClient;
const file = () => path.join(folder, 'workspaces', 'a', 'store.duckdb');

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'data-folder-'));
  engine = new EngineClient({
    start: () => forkNodeChild(new URL('../../electron/engine/process.ts', import.meta.url).pathname, []),
    locate: () => ({ file: file(), rawFolder: path.join(path.dirname(file()), 'raw'), zone: 'UTC' }),
  });
});
afterEach(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

describe('compacting a store', () => {
  it('gives unused space back and keeps everything', async () => {
    const filler = (n: number) => Array.from({ length: 20_000 }, (_, i) => `${n}-${i}-${Math.sin(n * 31 + i)}`);
    // One after the other on disk; then all but the last give their place back, in the middle of the file.
    for (let n = 0; n < 8; n += 1) {
      await engine.call('settings.set', { workspace: 'a', key: `k${n}`, value: filler(n) });
      await engine.call('store.close', { workspace: 'a' });
    }
    for (let n = 0; n < 7; n += 1) await engine.call('settings.set', { workspace: 'a', key: `k${n}`, value: n });
    await engine.call('store.close', { workspace: 'a' });
    await engine.call('settings.get', { workspace: 'a', key: 'k0' });
    const { before, after } = await engine.call('store.compact', { workspace: 'a' });
    expect(after).toBeLessThan(before);
    expect((await stat(file())).size).toBe(after);
    expect(await engine.call('settings.get', { workspace: 'a', key: 'k7' })).toEqual(filler(7));
    expect(await engine.call('settings.get', { workspace: 'a', key: 'k6' })).toBe(6);
    // Keys are still keys.
    await engine.call('settings.set', { workspace: 'a', key: 'k7', value: 'new' });
    expect(await engine.call('settings.get', { workspace: 'a', key: 'k7' })).toBe('new');
  });
});

describe('moving the data folder', () => {
  const parts = () => {
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const workspaces = { list: () => [{ id: 'a' }] };
    const jobs = { list: () => [] };
    const host = { paths: { home: folder, data: folder } };
    // As much of the core as moving needs.
    return { engine, log, jobs, host, connections: { workspaces } } as unknown as Parameters<typeof moveDataFolder>[0];
  };

  it('copies the data, and the next start finds it there', async () => {
    await engine.call('settings.set', { workspace: 'a', key: 'k', value: 1 });
    await writeFile(path.join(folder, 'workspaces.json'), '{"version":1,"workspaces":[]}');
    const target = `${folder}-moved`;
    try {
      await moveDataFolder(parts(), target);
      expect(followPointer(folder)).toBe(target);
      expect(await readFile(path.join(target, 'workspaces.json'), 'utf8')).toContain('version');
      expect((await stat(path.join(target, 'workspaces/a/store.duckdb'))).size).toBeGreaterThan(0);
    } finally {
      await rm(target, { recursive: true, force: true });
    }
  });

  it('refuses a folder with something in it, and one inside the present one', async () => {
    const full = path.join(tmpdir(), `${path.basename(folder)}-full`);
    await mkdir(full);
    await writeFile(path.join(full, 'x'), '');
    await expect(moveDataFolder(parts(), full)).rejects.toMatchObject({ code: 'folder_not_empty' });
    await expect(moveDataFolder(parts(), path.join(folder, 'inside'))).rejects.toMatchObject({ code: 'bad_folder' });
    await expect(moveDataFolder(parts(), 'relative')).rejects.toMatchObject({ code: 'bad_folder' });
    expect(followPointer(folder)).toBe(folder);
    await rm(full, { recursive: true });
  });

  it('a pointer that is damaged leads nowhere else', async () => {
    for (const text of ['', '{', '{"dataFolder":"relative"}', '[]', '{"dataFolder":1}']) {
      await writeFile(path.join(folder, 'location.json'), text);
      expect(followPointer(folder)).toBe(folder);
    }
  });
});
