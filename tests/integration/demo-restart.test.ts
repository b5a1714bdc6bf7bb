/**
 * A test submission in the middle when the program ends. The demo's service ends with it and begins anew with the next start, and what
 * happens then has uids of its own.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AppBench, startAppBench } from './app-bench.ts';

const workspace = 'demo';
/** Slow enough that no collection is over before the program ends, and fast enough to come to a verdict after. */
const SLOW = { clock: 1 };
const FAST = { clock: 600 };

let folder: string;
let app: AppBench;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'demo-restart-'));
  app = await startAppBench(folder, {}, SLOW);
});
afterEach(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function fire(...scenarios: string[]): Promise<string[]> {
  const { form, utility } = await app.call('scenarios.catalogue', { workspace });
  const { runs } = await app.call('runs.start', { workspace, form, utilities: [utility], scenarios, paceMs: 0 });
  return runs;
}

const run = (id: string | undefined) => app.call('runs.get', { workspace, id: id ?? '' });
const state = async (id: string | undefined) => (await run(id)).state;

it('cannot be judged after it, and what was not sent yet is sent and judged', { timeout: 120_000 }, async () => {
  const [begun, queued] = await fire('commercial', 'commercial');
  await expect.poll(async () => (await run(begun)).authorization, { timeout: 60_000 }).toBeDefined();
  expect(await state(begun)).toBe('following');
  expect(await state(queued)).toBe('queued');
  const authorization = (await run(begun)).authorization;

  await app.close();
  app = await startAppBench(folder, {}, FAST);
  await expect.poll(() => state(queued), { timeout: 60_000 }).toBe('pass');
  expect((await run(queued)).authorization).not.toBe(authorization);
  expect(await run(begun)).toMatchObject({ state: 'unjudged', error: { code: 'service_begun_anew' } });
  await expect(app.call('runs.followAgain', { workspace, id: begun ?? '' })).rejects.toMatchObject({
    code: 'service_begun_anew',
  });
});

it('has its events beside those of the run before, not in their place', { timeout: 120_000 }, async () => {
  const created = async () => {
    const filter = { types: ['authorization_created'] };
    const { rows } = await app.call('events.list', { workspace, filter, offset: 0, limit: 1000 });
    return rows.map(({ uid, authorization }) => ({ uid, authorization }));
  };
  const [first] = await fire('commercial');
  await expect.poll(async () => (await run(first)).authorization, { timeout: 60_000 }).toBeDefined();
  const before = (await run(first)).authorization;
  await expect.poll(created, { timeout: 60_000 }).toContainEqual(expect.objectContaining({ authorization: before }));

  await app.close();
  app = await startAppBench(folder, {}, FAST);
  const [second] = await fire('commercial');
  await expect.poll(() => state(second), { timeout: 60_000 }).toBe('pass');
  const after = (await run(second)).authorization;
  const told = await created();
  expect(told.map(({ authorization }) => authorization)).toEqual(expect.arrayContaining([before, after]));
  expect(new Set(told.map(({ uid }) => uid)).size).toBe(told.length);
});

it('calls none of its events late because of those of the run before', { timeout: 120_000 }, async () => {
  const arrived = async (filter = {}) => (await app.call('events.list', { workspace, filter })).rows;
  const toldOf = async (authorization: string | undefined) =>
    (await arrived()).filter((event) => event.authorization === authorization).length;
  const fireAndHear = async () => {
    const [id] = await fire('commercial');
    await expect.poll(async () => (await run(id)).authorization, { timeout: 60_000 }).toBeDefined();
    const { authorization } = await run(id);
    await expect.poll(() => toldOf(authorization), { timeout: 60_000 }).toBeGreaterThan(0);
  };
  await app.call('demo.advance', { workspace, seconds: 3_600 });
  await fireAndHear();

  await app.close();
  app = await startAppBench(folder, {}, SLOW);
  await fireAndHear();
  expect(await arrived({ verdict: 'late' })).toEqual([]);
});

it('ends a collection that the service has forgotten', { timeout: 120_000 }, async () => {
  const meters = await expectMeters();
  const { id } = await app.call('collections.start', { workspace, meters });
  const collection = () => app.call('collections.get', { workspace, id });
  expect((await collection()).state).toBe('following');

  await app.close();
  app = await startAppBench(folder, {}, SLOW);
  await expect.poll(async () => (await collection()).state, { timeout: 60_000 }).toBe('cancelled');
  expect((await collection()).error).toMatchObject({ code: 'service_begun_anew' });
});

/** Meters that the service has from the beginning. */
async function expectMeters(): Promise<string[]> {
  const api = await app.parts.supportDesk.api(workspace);
  const { items } = await api.meters({});
  expect(items.length).toBeGreaterThan(0);
  return items.slice(0, 1).map(({ uid }) => uid);
}
