/** Looking for newer versions, in the running core, against a feed on this machine. */

import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HostNotification } from '../../electron/host/host.ts';
import { type AppBench, startAppBench } from './app-bench.ts';

let folder: string;
let app: AppBench;
let server: Server;
let feed: string;
let answer: { status: number; body: string };
/** What the feed waits for before it answers. */
let held: Promise<void> | undefined;
const asked: { method: string | undefined; url: string | undefined; headers: Record<string, unknown> }[] = [];
const notified: HostNotification[] = [];

beforeEach(async () => {
  asked.length = 0;
  notified.length = 0;
  held = undefined;
  answer = { status: 200, body: '{"version":"99.0.0","page":"https://example.com/get"}' };
  server = createServer(async ({ method, url, headers }, response) => {
    asked.push({ method, url, headers });
    await held;
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number }; // a TCP server
  feed = `http://127.0.0.1:${port}/newest.json`;
  folder = await mkdtemp(path.join(tmpdir(), 'updates-'));
  app = await startAppBench(folder, {
    capabilities: {
      openDialog: false,
      saveDialog: false,
      notifications: true,
      clipboard: false,
      pdf: false,
      trash: false,
    },
    notify: async (notification) => void notified.push(notification),
  });
});
afterEach(async () => {
  await app.close();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

describe('looking for newer versions', () => {
  it('is off at first, and then nothing is asked: not at a start, not on demand', async () => {
    expect(await app.call('settings.get', undefined)).toMatchObject({ updates: false, updateFeed: '' });
    await app.call('settings.change', { updateFeed: feed });
    await app.call('app.usable', undefined);
    await expect(app.call('updates.ask', undefined)).rejects.toMatchObject({ code: 'updates_off' });
    expect(await app.call('updates.get', undefined)).toEqual({ state: 'off' });
    await app.close();
    app = await startAppBench(folder);
    await app.call('app.usable', undefined);
    expect(await app.call('updates.get', undefined)).toEqual({ state: 'off' });
    expect(asked).toEqual([]);
  });

  it('switched on, it asks once the window is there, sends the version and nothing else, and tells', async () => {
    await app.call('settings.change', { updates: true, updateFeed: feed });
    await app.call('app.usable', undefined);
    await expect.poll(() => notified.length, { timeout: 60_000 }).toBe(1);
    expect(notified[0]).toMatchObject({ title: 'Meterscope 99.0.0 is available', route: '/about' });
    expect(await app.call('updates.get', undefined)).toMatchObject({
      state: 'newer',
      version: '99.0.0',
      page: 'https://example.com/get',
    });
    expect(asked).toHaveLength(1);
    const [{ method, url, headers } = { method: '', url: '', headers: {} }] = asked;
    expect([method, url]).toEqual(['GET', '/newest.json']);
    expect(headers['user-agent']).toMatch(/^Meterscope\/\d/);
    expect(headers).not.toHaveProperty('authorization');
    expect(headers).not.toHaveProperty('cookie');
    // Told once, however often it is asked.
    await app.call('updates.ask', undefined);
    expect(notified).toHaveLength(1);
  });

  it('says nothing of another address that it has not asked, and asks that one', async () => {
    await app.call('settings.change', { updates: true, updateFeed: feed });
    expect(await app.call('updates.ask', undefined)).toMatchObject({ state: 'newer' });
    const other = feed.replace('newest', 'other');
    await app.call('settings.change', { updateFeed: other });
    expect(await app.call('updates.get', undefined)).toEqual({ state: 'unasked' });
    await app.call('app.usable', undefined);
    await expect.poll(() => asked.map(({ url }) => url), { timeout: 60_000 }).toEqual(['/newest.json', '/other.json']);
  });

  it('drops what an address answers that is no longer the one to ask', async () => {
    await app.call('settings.change', { updates: true, updateFeed: feed });
    let answerNow = (): void => undefined;
    held = new Promise((resolve) => {
      answerNow = resolve;
    });
    const asking = app.call('updates.ask', undefined);
    await expect.poll(() => asked.length).toBe(1);
    await app.call('settings.change', { updateFeed: feed.replace('newest', 'other') });
    answerNow();
    expect(await asking).toEqual({ state: 'unasked' });
    expect(await app.call('updates.get', undefined)).toEqual({ state: 'unasked' });
    expect(notified).toEqual([]);
  });

  it('says why it knows nothing, whatever the feed answers', async () => {
    await app.call('settings.change', { updates: true, updateFeed: feed });
    for (const [status, body, code] of [
      [200, '<html>', 'update_answer_bad'],
      [200, `{"version":"1.0.0","x":"${'x'.repeat(100_000)}"}`, 'body_too_large'],
      [500, '', 'service_error'],
    ] as const) {
      answer = { status, body };
      const view = await app.call('updates.ask', undefined);
      expect(view).toMatchObject({ state: 'failed', error: { code } });
      expect(view.error?.action).toBeTruthy();
    }
    await expect(app.call('settings.change', { updateFeed: 'http://example.com/' })).rejects.toMatchObject({
      code: 'update_feed_bad',
    });
  });
});
