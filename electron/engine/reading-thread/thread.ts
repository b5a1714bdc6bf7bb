/** The thread that large documents are read in: started when first wanted, kept, and used by a run in each of its lanes. */
import { Worker } from 'node:worker_threads';
import { AppError } from '#shared/errors.ts';
import type { FeedSink, ReadingColumns } from '../reader/feed.ts';
import type { ReadFeedOptions } from '../reader/index.ts';
import type { FromReader, InLane, Ready, ToReader } from './protocol.ts';
import { ThreadRun } from './run.ts';
import { batchesOf, makeSharedMemory, piecesOf } from './shared-memory.ts';

/** Beside the source when that runs as it is, beside the bundles once built (electron/build/vite.node.config.ts). */
const FILE = import.meta.url.endsWith('.ts') ? './worker.ts' : './reading-thread.js';
/** Readings stream through: a large nursery would only keep their garbage longer (DESIGN section 7, memory). */
const YOUNG_GENERATION_MB = 6;

/** Starts the thread's program; throws where that is not possible. */
export type StartWorker = (memory: unknown) => Worker;

/** What one document after another goes through. */
interface Lane {
  pieces: readonly Uint8Array[];
  batches: readonly ReadingColumns[];
  run?: ThreadRun | undefined;
}

interface Started {
  worker: Worker;
  lanes: readonly Lane[];
}

export class ReadingThread {
  readonly #start: StartWorker;
  #started: Promise<Started | undefined> | undefined;
  #closed = false;

  constructor(start: StartWorker = startWorker) {
    this.#start = start;
  }

  /**
   * Runs `work` with a run of the thread; answers undefined, without having called it, when all of its lanes are taken, or it
   * cannot be had. A run whose thread dies rejects with `reader_stopped`.
   */
  async lend<T>(
    sink: FeedSink,
    options: ReadFeedOptions,
    work: (run: ThreadRun) => Promise<T>,
  ): Promise<{ result: T } | undefined> {
    if (this.#closed) return undefined;
    const starting = this.#ready();
    const started = await starting;
    if (started === undefined) {
      // Perhaps it can be had the next time.
      if (this.#started === starting) this.#started = undefined;
      return undefined;
    }
    const { worker, lanes } = started;
    const lane = lanes.find(({ run }) => run === undefined);
    if (lane === undefined) return undefined;
    const { pieces, batches } = lane;
    const number = lanes.indexOf(lane);
    const post = (message: ToReader) => worker.postMessage({ ...message, lane: number } satisfies InLane<ToReader>);
    const run = new ThreadRun({ post, pieces, batches }, sink, options);
    lane.run = run;
    worker.ref();
    try {
      return { result: await work(run) };
    } finally {
      // What is still on its way belongs to this run.
      void run.ended.then(() => {
        lane.run = undefined;
        if (lanes.every((other) => other.run === undefined)) worker.unref();
      });
    }
  }

  /** Ends the thread; what it reads fails. */
  async close(): Promise<void> {
    this.#closed = true;
    const started = await this.#started;
    await started?.worker.terminate();
  }

  /** The thread once it listens; undefined when it cannot be had. */
  #ready(): Promise<Started | undefined> {
    this.#started ??= this.#startUp();
    return this.#started;
  }

  async #startUp(): Promise<Started | undefined> {
    const memory = makeSharedMemory();
    const lanes: Lane[] = memory.map((own) => ({ pieces: piecesOf(own), batches: batchesOf(own) }));
    let worker: Worker;
    try {
      worker = this.#start(memory);
    } catch (error) {
      this.#gone(lanes, error);
      return undefined;
    }
    return await new Promise((resolve) => {
      let cause: unknown;
      worker.on('message', (message: InLane<FromReader> | Ready) => {
        if (message.kind !== 'ready') lanes[message.lane]?.run?.take(message);
        else {
          worker.unref();
          resolve({ worker, lanes });
        }
      });
      worker.on('error', (error) => {
        cause = error;
      });
      worker.on('exit', () => {
        this.#gone(lanes, cause);
        resolve(undefined);
      });
    });
  }

  /** The next run starts another one. */
  #gone(lanes: readonly Lane[], cause: unknown): void {
    this.#started = undefined;
    if (!this.#closed) console.error('The reading thread has ended.', cause);
    for (const { run } of lanes) run?.die(readerStopped(cause));
  }
}

export function startWorker(memory: unknown): Worker {
  return new Worker(new URL(FILE, import.meta.url), {
    name: 'reading',
    workerData: memory,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
}

function readerStopped(cause: unknown): AppError {
  const reason = cause instanceof Error && 'code' in cause ? { reason: String(cause.code) } : undefined;
  return new AppError(
    {
      code: 'reader_stopped',
      message: 'Reading stopped before the end of the document, and nothing of it was kept.',
      action: 'Try again. If it happens again, save a support bundle under Settings, Privacy, and report it.',
      details: reason,
    },
    { cause },
  );
}
