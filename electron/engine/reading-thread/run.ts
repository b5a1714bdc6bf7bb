/** One document read by the reading thread: its bytes go there, what it finds comes back to the sink. */
import { setImmediate } from 'node:timers/promises';
import { AppError } from '#shared/errors.ts';
import type { FeedSink, FeedSummary, ReadingColumns } from '../reader/feed.ts';
import { type ByteSource, FileBytes, type ReadFeedOptions } from '../reader/index.ts';
import type { Failure, Found, FromReader, Outcome, ToReader } from './protocol.ts';
import { PIECE_BYTES } from './shared-memory.ts';

type Delivery = Extract<FromReader, { kind: 'found' }> | Outcome;

/** The thread, as a run sees it. */
export interface Link {
  post(message: ToReader): void;
  pieces: readonly Uint8Array[];
  batches: readonly ReadingColumns[];
}

export class ThreadRun {
  readonly #link: Link;
  readonly #sink: FeedSink;
  readonly #options: ReadFeedOptions;
  readonly #signal: AbortSignal | undefined;
  readonly #inbox: Delivery[] = [];
  readonly #free: number[];
  /** The thread is through with this run, or has died: the next one may begin. */
  readonly ended: Promise<void>;
  #end: () => void = () => undefined;
  #died: AppError | undefined;
  #sourceError: unknown;
  /** The source was asked for bytes, and has not answered. */
  #asking = false;
  #over = false;
  #wakeReader: (() => void) | undefined;
  #wakeSource: (() => void) | undefined;

  constructor(link: Link, sink: FeedSink, options: ReadFeedOptions) {
    this.#link = link;
    this.#sink = sink;
    this.#options = options;
    this.#signal = options.signal;
    this.#free = [...link.pieces.keys()];
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /** As `readFeed` does. The progress of a source that is not a file is reported by its giver. */
  async read(source: ByteSource): Promise<FeedSummary> {
    const wake = () => this.#wakeReader?.();
    this.#signal?.addEventListener('abort', wake);
    const { fastPath } = this.#options;
    const file = source instanceof FileBytes ? { ...source } : undefined;
    this.#link.post({ kind: 'read', file, fastPath });
    const giving = file === undefined ? this.#give(source) : undefined;
    try {
      for (;;) {
        const delivery = await this.#next();
        if (delivery.kind === 'done') return delivery.summary;
        if (delivery.kind === 'failed') throw this.#errorOf(delivery.failure);
        await this.#keep(delivery.batch, JSON.parse(delivery.found) as Found[]); // written by worker.ts
        this.#signal?.throwIfAborted();
        this.#link.post({ kind: 'kept', batch: delivery.batch });
        // Files, timers and calls want their turn, too.
        await setImmediate();
      }
    } catch (error) {
      this.#link.post({ kind: 'stop' });
      throw error;
    } finally {
      this.#signal?.removeEventListener('abort', wake);
      this.#over = true;
      this.#wakeSource?.();
      // A source that owes bytes may owe them for long; it is closed once it gives them.
      if (!this.#asking) await giving;
    }
  }

  /** A message of the thread. */
  take(message: Exclude<FromReader, { kind: 'ready' }>): void {
    if (message.kind === 'taken') {
      this.#free.push(message.piece);
      this.#wakeSource?.();
      return;
    }
    if (message.kind === 'progress') {
      if (!this.#over) this.#options.onProgress?.(message.bytes);
      return;
    }
    if (message.kind !== 'found') this.#end();
    this.#inbox.push(message);
    this.#wakeReader?.();
  }

  /** The thread is gone. */
  die(error: AppError): void {
    this.#died ??= error;
    this.#end();
    this.#wakeReader?.();
  }

  async #next(): Promise<Delivery> {
    for (;;) {
      this.#signal?.throwIfAborted();
      const delivery = this.#inbox.shift();
      if (delivery !== undefined) return delivery;
      if (this.#died !== undefined) throw this.#died;
      await new Promise<void>((resolve) => {
        this.#wakeReader = resolve;
      });
    }
  }

  async #keep(batch: number, found: readonly Found[]): Promise<void> {
    for (const one of found) {
      if (one.kind === 'problem') this.#sink.problem(one.problem);
      else if (one.kind === 'readings') {
        const columns = this.#link.batches[batch];
        if (columns === undefined) continue;
        columns.count = one.count;
        columns.scaled = one.scaled;
        await this.#sink.readings(columns);
      } else {
        const waiting = one.kind === 'entity' ? this.#sink.entity(one.entity) : this.#sink.block(one.block);
        if (waiting) await waiting;
      }
    }
  }

  #errorOf(failure: Failure): unknown {
    if (failure.kind === 'refused') return new AppError(failure.error);
    return failure.kind === 'unexpected' ? failure.error : this.#sourceError;
  }

  /** Copies the source into free pieces until it ends or nobody wants more. Never rejects. */
  async #give(source: ByteSource): Promise<void> {
    const iterator = source[Symbol.asyncIterator]();
    const filling = new Filling(this.#link);
    try {
      for (;;) {
        this.#asking = true;
        const next = await iterator.next();
        this.#asking = false;
        if (this.#over) break;
        if (next.done) {
          filling.send();
          this.#link.post({ kind: 'end', broken: false });
          return;
        }
        for (let at = 0; at < next.value.length; ) {
          if (filling.full && !(await this.#begin(filling))) break;
          at += filling.add(next.value.subarray(at));
        }
        if (this.#over) break;
      }
      await iterator.return?.();
    } catch (error) {
      this.#asking = false;
      this.#sourceError = error;
      if (this.#over) return;
      filling.send();
      this.#link.post({ kind: 'end', broken: true });
    }
  }

  /** Goes on in another piece, once there is one; false when the run is over. */
  async #begin(filling: Filling): Promise<boolean> {
    for (;;) {
      if (this.#over) return false;
      const piece = this.#free.pop();
      if (piece !== undefined) {
        filling.begin(piece);
        return true;
      }
      await new Promise<void>((resolve) => {
        this.#wakeSource = resolve;
      });
    }
  }
}

/** The piece that is being filled: small chunks share one. */
class Filling {
  readonly #link: Link;
  #piece = -1;
  #length = PIECE_BYTES;

  constructor(link: Link) {
    this.#link = link;
  }

  get full(): boolean {
    return this.#piece < 0;
  }

  begin(piece: number): void {
    this.#piece = piece;
    this.#length = 0;
  }

  /** Takes as much as fits, and sends the piece when it is full. Answers how much that was. */
  add(bytes: Uint8Array): number {
    const taken = bytes.subarray(0, PIECE_BYTES - this.#length);
    this.#link.pieces[this.#piece]?.set(taken, this.#length);
    this.#length += taken.length;
    if (this.#length === PIECE_BYTES) this.send();
    return taken.length;
  }

  send(): void {
    if (this.#piece < 0) return;
    this.#link.post({ kind: 'piece', piece: this.#piece, length: this.#length });
    this.#piece = -1;
  }
}
