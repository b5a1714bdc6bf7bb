/** The reading thread: runs the reader over the pieces that it is given, lane by lane, and posts what it finds batch by batch. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { AppError } from '#shared/errors.ts';
import { copyColumns } from '../reader/columns.ts';
import type { FeedSink, ReadingColumns } from '../reader/feed.ts';
import { FileBytes, readFeed } from '../reader/index.ts';
import type { Failure, Found, FromReader, InLane, Ready, ToReader } from './protocol.ts';
import { batchesOf, piecesOf, type SharedMemory } from './shared-memory.ts';

type Stop = 'source' | 'stopped';

/** Thrown through the reader when its source broke or nobody wants the rest. */
class Stopped extends Error {
  readonly why: Stop;

  constructor(why: Stop) {
    super(why);
    this.why = why;
  }
}

/** One document. */
class Run implements FeedSink {
  readonly #send: (message: FromReader) => void;
  readonly #pieces: readonly Uint8Array[];
  readonly #batches: readonly ReadingColumns[];
  readonly #waiting: { piece: number; length: number }[] = [];
  readonly #free: number[];
  #found: Found[] = [];
  /** Holds the readings among what was found. */
  #batch: number | undefined;
  #ended = false;
  #stop: Stop | undefined;
  #wake: (() => void) | undefined;

  constructor(send: (message: FromReader) => void, pieces: readonly Uint8Array[], batches: readonly ReadingColumns[]) {
    this.#send = send;
    this.#pieces = pieces;
    this.#batches = batches;
    this.#free = [...batches.keys()];
  }

  async read({ file, fastPath }: Extract<ToReader, { kind: 'read' }>): Promise<void> {
    try {
      const summary = await readFeed(file === undefined ? this.#received() : this.#opened(new FileBytes(file)), this, {
        fastPath,
      });
      await this.#tell();
      this.#send({ kind: 'done', summary });
    } catch (thrown) {
      // What was found before counts, however the run ended, unless nobody wants it.
      const failure = await this.#tell().then(
        () => failureOf(thrown),
        (): Failure => ({ kind: 'stopped' }),
      );
      this.#send({ kind: 'failed', failure });
    }
  }

  take(message: Exclude<ToReader, { kind: 'read' }>): void {
    if (message.kind === 'piece') this.#waiting.push(message);
    else if (message.kind === 'kept') this.#free.push(message.batch);
    else if (message.kind === 'stop') this.#stop = 'stopped';
    else {
      this.#ended = true;
      if (message.broken) this.#stop ??= 'source';
    }
    this.#wake?.();
  }

  entity(entity: Extract<Found, { kind: 'entity' }>['entity']): void {
    this.#found.push({ kind: 'entity', entity });
  }

  block(block: Extract<Found, { kind: 'block' }>['block']): void {
    this.#found.push({ kind: 'block', block });
  }

  problem(problem: Extract<Found, { kind: 'problem' }>['problem']): void {
    this.#found.push({ kind: 'problem', problem });
  }

  async readings(columns: ReadingColumns): Promise<void> {
    // A message carries one batch.
    if (this.#batch !== undefined) await this.#tell();
    this.#batch = await this.#freeBatch();
    const batch = this.#batches[this.#batch];
    if (batch !== undefined) copyColumns(batch, columns);
    this.#found.push({ kind: 'readings', count: columns.count, scaled: columns.scaled });
  }

  async *#opened(file: FileBytes): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const chunk of file) {
      await this.#tell();
      if (this.#stop !== undefined) throw new Stopped(this.#stop);
      bytes += chunk.length;
      this.#send({ kind: 'progress', bytes });
      yield chunk;
    }
  }

  async *#received(): AsyncGenerator<Uint8Array> {
    for (;;) {
      await this.#tell();
      if (this.#stop === 'stopped') throw new Stopped('stopped');
      const next = this.#waiting.shift();
      if (next !== undefined) {
        const bytes = this.#pieces[next.piece];
        if (bytes !== undefined) yield bytes.subarray(0, next.length);
        this.#send({ kind: 'taken', piece: next.piece });
      } else if (this.#stop !== undefined) throw new Stopped(this.#stop);
      else if (this.#ended) return;
      else await this.#sleep();
    }
  }

  /** Sends what was found. Every message needs a batch, with readings or without: that bounds how many are under way. */
  async #tell(): Promise<void> {
    if (this.#found.length === 0) return;
    const batch = this.#batch ?? (await this.#freeBatch());
    this.#send({ kind: 'found', batch, found: JSON.stringify(this.#found) });
    this.#found = [];
    this.#batch = undefined;
  }

  async #freeBatch(): Promise<number> {
    for (;;) {
      if (this.#stop === 'stopped') throw new Stopped('stopped');
      const batch = this.#free.pop();
      if (batch !== undefined) return batch;
      await this.#sleep();
    }
  }

  #sleep(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}

function failureOf(thrown: unknown): Failure {
  if (thrown instanceof Stopped) return { kind: thrown.why };
  if (thrown instanceof AppError) return { kind: 'refused', error: thrown.toValue() };
  return { kind: 'unexpected', error: thrown };
}

function serve(port: MessagePort, memory: readonly SharedMemory[]): void {
  const lanes = memory.map((own, lane) => {
    const pieces = piecesOf(own);
    const batches = batchesOf(own);
    const send = (message: FromReader) => port.postMessage({ ...message, lane } satisfies InLane<FromReader>);
    let run: Run | undefined;
    return (message: ToReader) => {
      if (message.kind !== 'read') run?.take(message);
      else {
        run = new Run(send, pieces, batches);
        void run.read(message);
      }
    };
  });
  port.on('message', (message: InLane<ToReader>) => lanes[message.lane]?.(message));
  port.postMessage({ kind: 'ready' } satisfies Ready);
}

if (parentPort !== null) serve(parentPort, workerData as SharedMemory[]); // given by thread.ts
