import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Start } from '../../../../electron/app/start/start.ts';
import type { EngineClient } from '../../../../electron/engine/index.ts';
import { type ChildProcessPort, type Host, storeFiles } from '../../../../electron/host/index.ts';
import type { Dispatch } from '../../../../electron/rpc/index.ts';

const CHART = { workspace: 'demo', series: ['s'], width: 500, from: 0, to: 900 };
const SCREEN = { workspace: 'demo', usagePoint: 'p', chart: CHART };
const KEPT = [
  { name: 'usagePoints.get', input: { workspace: 'demo', id: 'p' }, value: 'answer of usagePoints.get' },
  { name: 'series.list', input: { workspace: 'demo', usagePoint: 'p' }, value: 'answer of series.list' },
  { name: 'usage.chart', input: CHART, value: 'answer of usage.chart' },
];
const dispatch: Dispatch = async (name) => ({ ok: true, value: `answer of ${name}` });

let data: string;
let started: string[];
let host: Host;

beforeEach(() => {
  data = mkdtempSync(path.join(tmpdir(), 'meterscope-'));
  const { file } = storeFiles(data, 'demo');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, 'the store');
  started = [];
  const child = { postMessage() {}, onMessage() {}, onExit() {} } as Partial<ChildProcessPort>;
  const start: Host['start'] = (entry) => {
    started.push(entry);
    return child as ChildProcessPort;
  };
  // As much of a host as this is about.
  host = { start, paths: { data } } as Host;
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(data, { recursive: true, force: true });
});

/** As the end of a program does it. */
async function end(start: Start): Promise<void> {
  start.note(SCREEN);
  start.keep(await start.collect(dispatch));
}

describe('a start', () => {
  it('gives the page what the last end kept, once, and leaves the engine until something else is asked', async () => {
    await end(new Start(host));
    const start = Start.withKeptAnswers(host);
    expect(start.takeKeptAnswers()).toEqual(KEPT);
    expect(start.takeKeptAnswers()).toEqual([]);
    const engine = start.host.start('engine', []);
    expect(started).toEqual([]);
    engine.postMessage({ kind: 'call' });
    expect(started).toEqual(['engine']);
  });

  it('boots the engine at once where nothing was kept, or it does not hold any more', async () => {
    expect(Start.withKeptAnswers(host).takeKeptAnswers()).toEqual([]);
    expect(started).toEqual(['engine']);
    await end(new Start(host));
    writeFileSync(storeFiles(data, 'demo').file, 'the store, with more in it');
    expect(Start.withKeptAnswers(host).takeKeptAnswers()).toEqual([]);
    expect(started).toEqual(['engine', 'engine']);
  });
});

describe('background work', () => {
  const engineWith = (cursors: unknown[] | Error) => {
    const call = async () => {
      if (cursors instanceof Error) throw cursors;
      return cursors;
    };
    return { call } as unknown as EngineClient; // all that is used of it
  };
  const isOver = async (waiting: Promise<void>) => {
    const first = await Promise.race([waiting.then(() => true), vi.advanceTimersByTimeAsync(1_000).then(() => false)]);
    return first;
  };
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

  it('begins at once where nothing was fetched yet, or the store does not open', async () => {
    expect(await isOver(new Start(host).shown(engineWith([])))).toBe(true);
    expect(await isOver(new Start(host).shown(engineWith(new Error('locked'))))).toBe(true);
    rmSync(path.join(data, 'workspaces'), { recursive: true });
    expect(await isOver(new Start(host).shown(engineWith(['fetched'])))).toBe(true);
  });

  it('waits for the window where something was fetched, or kept', async () => {
    for (const start of [new Start(host), new Start(host, KEPT)]) {
      const shown = start.shown(engineWith(['fetched']));
      expect(await isOver(shown)).toBe(false);
      start.usable.mark(1);
      expect(await isOver(shown)).toBe(true);
    }
  });
});

describe('the end', () => {
  it('asks nothing where no window showed a chart', async () => {
    expect(await new Start(host).collect(() => Promise.reject(new Error('asked')))).toEqual([]);
  });

  it('asks what the window showed last, and leaves out what is refused', async () => {
    const start = new Start(host);
    start.note({ ...SCREEN, usagePoint: 'another' });
    start.note(SCREEN);
    expect(await start.collect(dispatch)).toEqual(KEPT);
    const refusing: Dispatch = async () => ({ ok: false, error: { code: 'gone', message: 'Gone.' } });
    expect(await start.collect(refusing)).toEqual([]);
  });

  it('does not wait for an engine that does not answer', async () => {
    const start = new Start(host);
    start.note(SCREEN);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const collected = start.collect(() => new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await collected).toEqual([]);
  });
});
