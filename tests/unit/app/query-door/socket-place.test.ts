/** A socket's path: short, in a folder that only this user enters. */
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { socketPlace } from '../../../../electron/app/query-door/socket-place.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'socket-'));
});
afterEach(async () => await rm(folder, { recursive: true, force: true }));

it('lies in a new folder that is closed to others, and goes with it', async () => {
  const place = await socketPlace([folder]);
  expect((await stat(path.dirname(place.path))).mode & 0o777).toBe(0o700);
  await place.remove();
  await expect(stat(path.dirname(place.path))).rejects.toThrow('ENOENT');
});

it('is elsewhere where the path would be too long for a socket, and where nothing can be made', async () => {
  const deep = path.join(folder, 'x'.repeat(80), 'ü'.repeat(20));
  await mkdir(deep, { recursive: true });
  const place = await socketPlace([deep, path.join(folder, 'missing'), folder]);
  expect(path.dirname(path.dirname(place.path))).toBe(folder);
  // A server can listen there.
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(place.path, resolve));
  await new Promise((resolve) => server.close(resolve));
  await place.remove();
  await expect(socketPlace([deep])).rejects.toThrow('too long');
});
