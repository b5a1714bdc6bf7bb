import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EngineClient } from '../../electron/engine/index.ts';
import { compactFile } from '../../electron/engine/store/compact.ts';
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

describe('compacting a store that a crash left behind', () => {
  it('takes in what was only in its log, and leaves no log beside the new file', async () => {
    await engine.call('settings.set', { workspace: 'a', key: 'k', value: 'kept' });
    const restarted = new Promise<void>((resolve) => engine.on('restarted', () => resolve()));
    engine.kill();
    await restarted;
    expect(existsSync(`${file()}.wal`)).toBe(true);
    await compactFile(file());
    expect(existsSync(`${file()}.wal`)).toBe(false);
    expect(existsSync(`${file()}.compact.wal`)).toBe(false);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(await engine.call('settings.get', { workspace: 'a', key: 'k' })).toBe('kept');
  });
});
