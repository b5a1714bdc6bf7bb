import { type ChildProcess, fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DataFolder } from '../../electron/app/data-folder/data-folder.ts';
import { type App, startApp } from '../../electron/app/index.ts';
import { Start } from '../../electron/app/start/start.ts';
import type { FromEngine } from '../../electron/engine/protocol.ts';
import { createBrowserHost } from '../../electron/host/browser-host.ts';
import type { Host } from '../../electron/host/index.ts';
import { residentBytes } from './store-bench.ts';

/** The product without a window: the real core in this process, the real engine in its own. */
export interface Product {
  /** Opens a file as a user does, and measures until its rows are committed. */
  ingest(file: string): Promise<Ingested>;
  /** The engine has warmed up, as it does some seconds after a start, while the user looks around. */
  readonly warm: Promise<void>;
  close(): Promise<void>;
}

export interface Ingested {
  ms: number;
  readings: number;
  /** Bytes that the engine's memory grew by at its peak, over its level before. */
  rssGrowth: number;
  /** Milliseconds that idle calls of the contract took meanwhile, their waiting for the event loop included. */
  latencies: number[];
}

const ENGINE = fileURLToPath(new URL('../../electron/engine/process.ts', import.meta.url));
/** One idle call in so many milliseconds. */
const CALL_EVERY = 10;

/** Boots the core on a data folder. */
export async function openProduct(folder: string): Promise<Product> {
  // The embedded service has no part in this: the demo workspace hears that its line cannot be read, and stays empty.
  process.env.METERSCOPE_DEMO_BOOTSTRAP = join(folder, 'none.json');
  writeFileSync(process.env.METERSCOPE_DEMO_BOOTSTRAP, '{}');
  let engine: ChildProcess | undefined;
  let isWarm: () => void;
  const warm = new Promise<void>((resolve) => {
    isWarm = resolve;
  });
  const dataFolder = DataFolder.open(folder, 'bench');
  const browser = createBrowserHost(dataFolder);
  const host: Host = {
    ...browser,
    start: () => {
      const child = fork(ENGINE, [], { serialization: 'advanced', execArgv: [] });
      engine = child;
      child.on('message', (message: FromEngine) => {
        if (message.kind === 'event' && message.name === 'engine.warm') isWarm();
      });
      return {
        pid: child.pid,
        postMessage: (message) => {
          // Any value that can be cloned is fine for 'advanced'.
          if (child.connected) child.send(message as object);
        },
        onMessage: (listener) => void child.on('message', listener),
        onExit: (listener) => void child.once('exit', (code) => listener(code)),
        stdout: child.stdout,
        stderr: child.stderr,
        kill: () => void child.kill(),
      };
    },
  };
  const app = await startApp(new Start(host), dataFolder);
  // The store is made before any clock runs.
  await answer(app, 'files.list', {});
  return {
    warm,
    ingest: (file) => ingest(app, engine?.pid ?? 0, file),
    close: () => app.close(),
  };
}

async function ingest(app: App, pid: number, file: string): Promise<Ingested> {
  const before = residentBytes(pid);
  let peak = before;
  const latencies: number[] = [];
  let done = false;
  const calling = callIdly(app, latencies, () => {
    peak = Math.max(peak, residentBytes(pid));
    return done;
  });
  const start = performance.now();
  const opened = await answer(app, 'files.open', { handles: [app.giveHandle(file)] });
  const ms = performance.now() - start;
  done = true;
  await calling;
  const [first] = Array.isArray(opened) ? opened : [];
  if (!first?.ok) throw new Error(`The file was not read: ${JSON.stringify(first)}`);
  return { ms, readings: first.readings, rssGrowth: peak - before, latencies };
}

/** Calls the contract at a steady beat; what counts is from the moment that a call was due. */
async function callIdly(app: App, latencies: number[], ended: () => boolean): Promise<void> {
  let due = performance.now();
  while (!ended()) {
    due = Math.max(due + CALL_EVERY, performance.now() - CALL_EVERY);
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    await answer(app, 'app.info', undefined);
    latencies.push(performance.now() - due);
  }
}

async function answer(app: App, name: string, input: unknown): Promise<unknown> {
  const reply = await app.dispatch(name, input);
  if (!reply.ok) throw new Error(`${name}: ${reply.error.message}`);
  return reply.value;
}
