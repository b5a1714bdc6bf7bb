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

export interface FeedOptions {
  authorization?: string;
  meter?: string;
  /** Epoch seconds of the first reading. */
  start?: number;
  days?: number;
  /** Value of a reading by its number; undefined leaves the reading out. */
  value?: (index: number) => number | undefined;
  updated?: string;
}

const DAY = 86_400;
const STEP = 900;

/** A batch of one meter: 15-minute electricity in daily blocks, in the way of the service. */
export function batchFeed(options: FeedOptions = {}): string {
  const {
    authorization = '1001',
    meter = '2001',
    start = 1_700_006_400,
    days = 2,
    updated = '2024-01-02T00:00:00Z',
  } = options;
  const value = options.value ?? ((index: number) => 100 + (index % 96));
  const base = `https://example.test/DataCustodian/espi/1_1/resource`;
  const point = `${base}/Subscription/${authorization}/UsagePoint/${meter}`;
  const reading = `${point}/MeterReading/${meter}-15`;
  const entry = (self: string, up: string, related: string[], content: string) =>
    `<entry><id>urn:uuid:${self.length}</id><link rel="self" href="${self}"/><link rel="up" href="${up}"/>${related
      .map((href) => `<link rel="related" href="${href}"/>`)
      .join(
        '',
      )}<title>t</title><content>${content}</content><published>${updated}</published><updated>${updated}</updated></entry>`;
  const blocks = Array.from({ length: days }, (_, day) => {
    const from = start + day * DAY;
    const rows = Array.from({ length: 96 }, (_, slot) => {
      const number = value(day * 96 + slot);
      if (number === undefined) return '';
      return `<IntervalReading><timePeriod><duration>${STEP}</duration><start>${from + slot * STEP}</start></timePeriod><value>${number}</value></IntervalReading>`;
    }).join('');
    return entry(
      `${reading}/IntervalBlock/${day}-${from}`,
      `${reading}/IntervalBlock`,
      [],
      `<IntervalBlock xmlns="http://naesb.org/espi"><interval><duration>${DAY}</duration><start>${from}</start></interval>${rows}</IntervalBlock>`,
    );
  });
  return `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><id>f</id><title>Batch</title><updated>${updated}</updated>${[
    entry(
      point,
      `${base}/Subscription/${authorization}/UsagePoint`,
      [`${point}/MeterReading`, `${base}/LocalTimeParameters/1`],
      '<UsagePoint xmlns="http://naesb.org/espi"><ServiceCategory><kind>0</kind></ServiceCategory></UsagePoint>',
    ),
    entry(
      `${base}/LocalTimeParameters/1`,
      `${base}/LocalTimeParameters`,
      [],
      '<LocalTimeParameters xmlns="http://naesb.org/espi"><dstEndRule>B40E2000</dstEndRule><dstOffset>3600</dstOffset><dstStartRule>360E2000</dstStartRule><tzOffset>-28800</tzOffset></LocalTimeParameters>',
    ),
    entry(
      reading,
      `${point}/MeterReading`,
      [`${reading}/IntervalBlock`, `${base}/ReadingType/7`],
      '<MeterReading xmlns="http://naesb.org/espi"/>',
    ),
    entry(
      `${base}/ReadingType/7`,
      `${base}/ReadingType`,
      [],
      '<ReadingType xmlns="http://naesb.org/espi"><accumulationBehaviour>4</accumulationBehaviour><commodity>1</commodity><defaultQuality>17</defaultQuality><flowDirection>1</flowDirection><intervalLength>900</intervalLength><kind>12</kind><powerOfTenMultiplier>0</powerOfTenMultiplier><uom>72</uom></ReadingType>',
    ),
    ...blocks,
  ].join('')}</feed>`;
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
