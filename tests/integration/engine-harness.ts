/** A real engine process for tests, and feeds to give it. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type EngineChannel, EngineClient } from '../../electron/engine/index.ts';

const ENTRY = fileURLToPath(new URL('../../electron/engine/process.ts', import.meta.url));

export interface EngineUnderTest {
  client: EngineClient;
  folder: string;
  /** The process at work; another one after a crash. */
  child(): ChildProcess;
  /** Resolves when the engine was started again. */
  restarted(): Promise<void>;
  dispose(): Promise<void>;
}

/** Starts an engine whose stores lie in a folder of its own. */
export async function startEngine(): Promise<EngineUnderTest> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-engine-'));
  let current: ChildProcess | undefined;
  const client = new EngineClient({
    start: () => {
      current = fork(ENTRY, [], { serialization: 'advanced', execArgv: [] });
      return channelOf(current);
    },
    locate: (workspace) => ({
      file: path.join(folder, workspace, 'store.duckdb'),
      rawFolder: path.join(folder, workspace, 'raw'),
      zone: 'America/Los_Angeles',
    }),
  });
  return {
    client,
    folder,
    child: () => {
      if (current === undefined) throw new Error('The engine was not started.');
      return current;
    },
    restarted: () => new Promise((resolve) => client.on('restarted', () => resolve())),
    dispose: async () => {
      await client.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function channelOf(child: ChildProcess): EngineChannel {
  return {
    postMessage: (message) => {
      if (child.connected) child.send(message as object);
    },
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.on('exit', (code) => listener(code)),
    kill: () => child.kill('SIGKILL'),
  };
}

/** Sends a feed through a session in pieces and commits it. */
export async function ingestFeed(
  client: EngineClient,
  workspace: string,
  feed: string,
  cursors: { name: string; value: string }[] = [],
) {
  const session = await client.ingest({ workspace, source: { kind: 'request', label: 'https://example.test/batch' } });
  const bytes = new TextEncoder().encode(feed);
  for (let at = 0; at < bytes.length; at += 8192) await session.write(bytes.slice(at, at + 8192));
  return await session.finish(cursors);
}
