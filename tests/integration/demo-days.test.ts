/** The demo as a person tries it: its service's clock is moved on, and what the days brought is fetched because events tell of it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AppBench, startAppBench } from './app-bench.ts';

const workspace = 'demo';
const DAY_S = 86_400;

let folder: string;
let app: AppBench;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'demo-days-'));
  app = await startAppBench(folder, {}, { clock: 1 });
});
afterEach(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function meter() {
  const { rows } = await app.call('usagePoints.list', { workspace, offset: 0, limit: 10 });
  return { last: rows[0]?.lastReading ?? 0, readings: rows[0]?.readings ?? 0, bills: rows[0]?.bills ?? 0 };
}
const syncs = async () => {
  const jobs = await app.call('jobs.list', { workspace });
  return jobs.filter(({ kind }) => kind === 'sync');
};
const idle = () =>
  expect.poll(async () => (await syncs()).every(({ state }) => state === 'done'), { timeout: 60_000 }).toBe(true);

it('days that pass bring readings and bills by themselves', { timeout: 240_000 }, async () => {
  await expect.poll(async () => (await meter()).bills, { timeout: 60_000 }).toBeGreaterThan(30);
  await idle();
  const start = await meter();

  await app.call('demo.advance', { workspace, seconds: DAY_S });
  await expect.poll(async () => (await meter()).last, { timeout: 60_000 }).toBe(start.last + DAY_S);
  await idle();
  expect((await meter()).readings).toBe(start.readings + 96);

  await app.call('demo.advance', { workspace, seconds: 30 * DAY_S });
  // Nobody has asked for these days yet, so nothing of them is missing.
  expect((await app.call('attention.list', { workspace })).counts).toMatchObject({ stopped: 0, bill: 0 });
  // An outage may end the last day early.
  await expect.poll(async () => (await meter()).last, { timeout: 60_000 }).toBeGreaterThan(start.last + 30 * DAY_S);
  await idle();
  expect((await meter()).bills).toBe(start.bills + 1);
  expect((await syncs()).flatMap(({ failure }) => failure ?? [])).toEqual([]);
});
