/** What is told while a store opens that an earlier version wrote. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpeningProgress } from '../../../../electron/engine/calls/store.ts';
import { Database } from '../../../../electron/engine/store/database.ts';
import { catchUp } from '../../../../electron/engine/store/intake/index.ts';
import { latestVersion, migrate, migrations } from '../../../../electron/engine/store/migrations/index.ts';
import { type CatchUpStep, Store } from '../../../../electron/engine/store/store.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-opening-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

async function storeOf(version: number): Promise<void> {
  const file = path.join(folder, 'store.duckdb');
  const database = await Database.open(file, `${file}.temporary`);
  const connection = await database.connect();
  await migrate(connection, version);
  await connection.close();
  await database.close();
}

async function opened(steps: readonly CatchUpStep[]): Promise<OpeningProgress[]> {
  const told: OpeningProgress[] = [];
  const location = { file: path.join(folder, 'store.duckdb'), rawFolder: path.join(folder, 'raw'), zone: 'UTC' };
  let isOver = true;
  const store = await Store.open('w', location, steps, (progress) => {
    isOver = progress === undefined;
    if (progress !== undefined) told.push(progress);
  });
  expect(isOver).toBe(true);
  await store.close();
  const count = told.length;
  await delay(600);
  expect(told).toHaveLength(count);
  return told;
}

const OLD = migrations.at(-3)?.version ?? 0;
const quick: CatchUpStep = { what: 'Quick', run: async () => undefined };
const slow = (counts: boolean): CatchUpStep => ({
  what: 'Slow',
  run: async (_connection, _zone, tell) => {
    if (counts) tell({ done: 20, of: 100, noun: 'bills' });
    await delay(800);
    tell();
    await delay(600);
  },
});

describe('a store that opens', () => {
  it('of an earlier version tells which step of how many runs, and what of it is done while it can count', async () => {
    await storeOf(OLD);
    const told = await opened([quick, slow(true), quick]);
    // Two migrations, and one step before it.
    const step = { step: 4, steps: 5, what: 'Slow' };
    expect(told[0]).toEqual({ ...step, done: 20, of: 100, noun: 'bills' });
    expect(told.at(-1)).toEqual(step);
  });

  it('tells nothing where it takes no more than a moment', async () => {
    // However slow the computer is.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const taking = (ms: number): CatchUpStep => ({ what: 'Quick', run: async () => void vi.advanceTimersByTime(ms) });
    await storeOf(OLD);
    expect(await opened([taking(499)])).toEqual([]);
    await rm(path.join(folder, 'store.duckdb'));
    await storeOf(OLD);
    expect(await opened([taking(501)])).toHaveLength(1);
  });

  it('of this version, or that is new, tells nothing unless there is something left to do', async () => {
    expect(await opened([slow(false)])).toEqual([]);
    await storeOf(latestVersion());
    expect(await opened([slow(false)])).toEqual([]);
    expect(await opened([slow(true)])).not.toEqual([]);
  });

  it('whose zone is not known yet pauses: what depends on it is left, and goes on as the next step', async () => {
    await storeOf(OLD);
    const told: (OpeningProgress | undefined)[] = [];
    const zones: string[] = [];
    const step: CatchUpStep = { what: 'Quick', run: async (_connection, zone) => void zones.push(zone) };
    const files = { file: path.join(folder, 'store.duckdb'), rawFolder: path.join(folder, 'raw') };
    const store = await Store.open('w', files, [step, slow(false)], (progress) => told.push(progress));
    await delay(600);
    expect([told, zones]).toEqual([[], []]);
    expect(() => store.zone).toThrow('before its zone is known');
    await Promise.all([store.takeZone('Asia/Kolkata'), store.takeZone('Asia/Kolkata')]);
    expect([zones, store.zone]).toEqual([['Asia/Kolkata'], 'Asia/Kolkata']);
    expect(told[0]).toEqual({ step: 4, steps: 4, what: 'Slow' });
    expect(told.at(-1)).toBeUndefined();
    await store.close();
  });

  it('has a name for each step that people can read', () => {
    for (const { what } of catchUp) expect(what).toMatch(/^[A-Z][a-z’ ]+$/);
  });
});
