/** The thread that large documents are read in: started when first wanted, kept, and used by one run at a time. */
import { Worker } from 'node:worker_threads';
import { AppError } from '#shared/errors.ts';
import type { FeedSink, ReadingColumns } from '../reader/feed.ts';
import type { ReadFeedOptions } from '../reader/index.ts';
import type { FromReader, ToReader } from './protocol.ts';
import { ThreadRun } from './run.ts';
import { batchesOf, makeSharedMemory, piecesOf } from './shared-memory.ts';

/** Beside the source when that runs as it is, beside the bundles once built (electron/build/vite.node.config.ts). */
const FILE = import.meta.url.endsWith('.ts') ? './worker.ts' : './reading-thread.js';
/** Readings stream through: a large nursery would only keep their garbage longer (DESIGN section 7, memory). */
const YOUNG_GENERATION_MB = 6;

/** Starts the thread's program; throws where that is not possible. */
export type StartWorker = (memory: unknown) => Worker;

interface Started {
  worker: Worker;
  pieces: readonly Uint8Array[];
  batches: readonly ReadingColumns[];
}

export class ReadingThread {
  readonly #start: StartWorker;
  #started: Promise<Started | undefined> | undefined;
  #run: ThreadRun | undefined;
  #lent = false;
  #closed = false;

  constructor(start: StartWorker = startWorker) {
    this.#start = start;
  }

  /**
   * Runs `work` with a run of the thread; answers undefined, without having called it, when the thread is at work on
   * another document or cannot be had. A run whose thread dies rejects with `reader_stopped`.
   */
  async lend<T>(
    sink: FeedSink,
    options: ReadFeedOptions,
    work: (run: ThreadRun) => Promise<T>,
  ): Promise<{ result: T } | undefined> {
    if (this.#lent || this.#closed) return undefined;
    this.#lent = true;
    const started = await this.#ready();
    if (started === undefined) {
      // Perhaps it can be had the next time.
      this.#started = undefined;
      this.#lent = false;
      return undefined;
    }
    const { worker, pieces, batches } = started;
    const post = (message: ToReader) => worker.postMessage(message);
    const run = new ThreadRun({ post, pieces, batches }, sink, options);
    this.#run = run;
    worker.ref();
    try {
      return { result: await work(run) };
    } finally {
      // What is still on its way belongs to this run.
      void run.ended.then(() => {
        worker.unref();
        this.#run = undefined;
        this.#lent = false;
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
    let worker: Worker;
    try {
      worker = this.#start(memory);
    } catch (error) {
      this.#gone(error);
      return undefined;
    }
    return await new Promise((resolve) => {
      let cause: unknown;
      worker.on('message', (message: FromReader) => {
        if (message.kind !== 'ready') this.#run?.take(message);
        else {
          worker.unref();
          resolve({ worker, pieces: piecesOf(memory), batches: batchesOf(memory) });
        }
      });
      worker.on('error', (error) => {
        cause = error;
      });
      worker.on('exit', () => {
        this.#gone(cause);
        resolve(undefined);
      });
    });
  }

  /** The next run starts another one. */
  #gone(cause: unknown): void {
    this.#started = undefined;
    if (!this.#closed) console.error('The reading thread has ended.', cause);
    this.#run?.die(readerStopped(cause));
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
