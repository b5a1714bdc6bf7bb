/** What needs no PostgreSQL of publishing to one. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore, type TestStore, WORKSPACE } from '../../store-harness.ts';

const ABOUT = { program: 'Meterscope', version: '1.2.3', workspace: 'Small' };

let store: TestStore;
/** Takes connections, and says nothing. */
let mute: net.Server;
let to: string;
beforeEach(async () => {
  store = await openTestStore({ file: 'store.duckdb' });
  mute = net.createServer();
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  to = `postgres://ann@127.0.0.1:${(mute.address() as net.AddressInfo).port}/meters`;
});
afterEach(async () => {
  mute.close();
  await store.dispose();
});

const CALLS = ['publish.run', 'publish.compare', 'publish.prepare'] as const;
type Name = (typeof CALLS)[number];
const call = (name: Name, signal?: AbortSignal) =>
  store.engine.call(name, { workspace: WORKSPACE, to, about: ABOUT }, signal);

describe('a server that takes a connection and does not answer', () => {
  it.each<[Name, string]>([
    ['publish.run', 'It was cancelled; what was published before stays.'],
    ['publish.compare', 'Comparing was cancelled.'],
    ['publish.prepare', 'Preparing was cancelled.'],
  ])('is left at once by %s when that is cancelled', async (name, message) => {
    const taken = new Promise((resolve) => mute.once('connection', resolve));
    const stop = new AbortController();
    const cancelled = expect(call(name, stop.signal)).rejects.toMatchObject({ code: 'cancelled', message });
    await taken;
    stop.abort();
    await cancelled;
  });

  it.each(CALLS)('is left at once by %s when the store is closed', async (name) => {
    const taken = new Promise((resolve) => mute.once('connection', resolve));
    const cancelled = expect(call(name)).rejects.toMatchObject({ code: 'cancelled' });
    await taken;
    await store.engine.call('store.close', { workspace: WORKSPACE });
    await cancelled;
  });
});

it.each<[Name, RegExp]>([
  ['publish.run', /then publish again: it goes on where it was\.$/],
  ['publish.compare', /then compare again\.$/],
  ['publish.prepare', /then prepare it again\.$/],
])('%s speaks of itself where no server is', async (name, action) => {
  await new Promise((resolve) => mute.close(resolve));
  await expect(call(name)).rejects.toMatchObject({ code: 'publish_server', action: expect.stringMatching(action) });
});

it('what a publication that was killed left behind is gone when the store is opened', async () => {
  const left = path.join(store.folder, 'publishing', 'run-1');
  await mkdir(left, { recursive: true });
  await writeFile(path.join(left, 'readings-202501-0.csv'), '1,2,3\n');
  await store.reopen();
  expect(existsSync(left)).toBe(false);
});
