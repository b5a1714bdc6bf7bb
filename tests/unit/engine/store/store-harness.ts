/** An engine without a process, on a store in memory. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { IngestResult } from '../../../../electron/engine/calls/ingest.ts';
import { Engine } from '../../../../electron/engine/engine.ts';
import type { EngineCallName, EngineInput, EngineOutput } from '../../../../electron/engine/protocol.ts';
import { batchFeed, type FeedOptions } from '../../../fixtures/batch-feed.ts';

export const WORKSPACE = 'w';
export const ALWAYS = { from: 0, to: 4_000_000_000 };

export interface TestStore {
  engine: Engine;
  folder: string;
  call<K extends EngineCallName>(name: K, input: Omit<EngineInput<K>, 'workspace'>): Promise<EngineOutput<K>>;
  /** Ingests a text as the answer to a request. */
  ingest(feed: string, authorization?: string): Promise<IngestResult>;
  /** The one series of a usage point. */
  series(usagePoint: string): Promise<EngineOutput<'series.list'>[number]>;
  /** Ingests a batch. */
  batch(options?: FeedOptions): Promise<IngestResult>;
  /** Closes a store that lies in a file, and opens it again. */
  reopen(): Promise<void>;
  dispose(): Promise<void>;
}

export async function openTestStore(options: { file?: string; holdRows?: number } = {}): Promise<TestStore> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-store-'));
  const engine = new Engine();
  const call: TestStore['call'] = (name, input) =>
    engine.call(name, { workspace: WORKSPACE, ...input } as EngineInput<typeof name>); // the workspace is what was left out
  const file = options.file === undefined ? ':memory:' : path.join(folder, options.file);
  const open = () =>
    engine.call('store.open', { workspace: WORKSPACE, file, rawFolder: folder, zone: 'America/Los_Angeles' });
  await open();
  if (options.holdRows !== undefined) engine.store(WORKSPACE).holdRows = options.holdRows;
  const ingest: TestStore['ingest'] = async (feed, authorization) => {
    const source = { kind: 'request', label: 'https://example.test/batch', requestId: 'r1' } as const;
    const { session } = await call('ingest.begin', { source, authorization });
    await engine.call('ingest.chunk', { session, bytes: new TextEncoder().encode(feed) });
    return await engine.call('ingest.finish', { session });
  };
  return {
    engine,
    folder,
    call,
    ingest,
    series: async (usagePoint) => {
      const [found] = await call('series.list', { usagePoint });
      if (found === undefined) throw new Error('no series');
      return found;
    },
    batch: (feed) => ingest(batchFeed(feed)),
    reopen: async () => {
      await engine.call('store.close', { workspace: WORKSPACE });
      await open();
    },
    dispose: async () => {
      await engine.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
