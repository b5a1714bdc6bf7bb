import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { forkNodeChild } from '../../../electron/host/node-child.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-child-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Blocks this process: nothing that happened meanwhile is known to it yet. */
const block = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

it('outlives a child that died unnoticed, whatever it still sends to it', async () => {
  const file = path.join(folder, 'child.mjs');
  await writeFile(file, `process.on('message', () => {}); process.send('ready');`);
  const child = forkNodeChild(file, []);
  const exited = new Promise((resolve) => child.onExit(resolve));
  await new Promise((resolve) => child.onMessage(resolve));
  process.kill(child.pid ?? 0, 'SIGKILL');
  block(300);
  // Vitest fails a run in which an error reaches nobody.
  for (let sent = 0; sent < 3; sent += 1) child.postMessage({ sent });
  expect(await exited).toBe(null);
  child.postMessage({ sent: 'after its end' });
});
