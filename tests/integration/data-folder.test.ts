import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EngineClient } from '../../electron/engine/index.ts';
import { followPointer } from '../../electron/host/data-pointer.ts';
import { forkNodeChild } from '../../electron/host/node-child.ts';
import { startAppBench } from './app-bench.ts';

/** Rules that differ from those that an event log begins with. */
const RULES = { syncOnBills: true, syncOnIntervals: true };

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
  it('copies the data while the program runs, and the next start finds it there with what changed since', async () => {
    const target = `${folder}-moved`;
    let app = await startAppBench(folder);
    try {
      const { workspace } = await app.call('workspaces.create', { name: 'Moved', baseUrl: 'http://127.0.0.1:9' });
      const id = { workspace, which: 'api' } as const;
      await app.call('secrets.decide', { keep: 'disk' });
      await app.call('connections.setSecret', { ...id, secret: { value: 'before' } });
      await app.parts.engine.call('settings.set', { workspace, key: 'k', value: 'before' });
      const { settings } = await app.call('events.settings', { workspace });
      await app.call('events.setSettings', { workspace, settings: { ...settings, rules: { ...RULES } } });
      await app.call('data.move', { folder: target });
      expect(followPointer(folder)).toBe(target);
      // As a renewal does it: a refresh token that was rotated works once.
      await app.call('connections.setSecret', { ...id, secret: { value: 'after' } });
      await app.parts.engine.call('settings.set', { workspace, key: 'k', value: 'after' });
      await app.close();

      await rm(folder, { recursive: true });
      await mkdir(folder);
      await writeFile(path.join(folder, 'location.json'), JSON.stringify({ dataFolder: target }));
      app = await startAppBench(folder);
      expect((await app.call('app.info', undefined)).dataFolder).toBe(target);
      expect((await app.parts.connections.readSecrets(workspace)).api?.token).toBe('after');
      expect(await app.parts.engine.call('settings.get', { workspace, key: 'k' })).toBe('after');
      expect((await app.call('events.settings', { workspace })).settings.rules).toEqual(RULES);
    } finally {
      await app.close();
      await rm(target, { recursive: true, force: true });
    }
  });

  it('refuses a folder with something in it, and one inside the present one', async () => {
    const app = await startAppBench(folder);
    const full = path.join(tmpdir(), `${path.basename(folder)}-full`);
    await mkdir(full);
    await writeFile(path.join(full, 'x'), '');
    const move = (to: string) => app.call('data.move', { folder: to });
    await expect(move(full)).rejects.toMatchObject({ code: 'folder_not_empty' });
    await expect(move(path.join(folder, 'inside'))).rejects.toMatchObject({ code: 'bad_folder' });
    await expect(move('relative')).rejects.toMatchObject({ code: 'bad_folder' });
    expect(followPointer(folder)).toBe(folder);
    await app.close();
    await rm(full, { recursive: true });
  });

  it('a pointer that is damaged leads nowhere else', async () => {
    for (const text of ['', '{', '{"dataFolder":"relative"}', '[]', '{"dataFolder":1}']) {
      await writeFile(path.join(folder, 'location.json'), text);
      expect(followPointer(folder)).toBe(folder);
    }
  });
});
