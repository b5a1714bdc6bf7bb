/** One feed on its way into a store: bytes in, staged beside the reader, merged and committed at the end. */
import { createHash, randomUUID } from 'node:crypto';
import { AppError, isAbort } from '#shared/errors.ts';
import {
  ANSWER_CUT,
  type AskedFor,
  type Cursor,
  type IngestProgress,
  type IngestResult,
  type IngestSource,
} from '../../calls/ingest.ts';
import { engineFailure } from '../../failure.ts';
import type { FeedSummary } from '../../reader/feed.ts';
import type { ByteSource } from '../../reader/index.ts';
import type { ReadFeed } from '../../reading-thread/index.ts';
import type { OpenSession } from '../context.ts';
import type { Connection } from '../database.ts';
import { SpoolWriter } from '../spool.ts';
import type { Store } from '../store.ts';
import { ByteQueue } from './byte-queue.ts';
import { merge } from './merge.ts';
import { StagingSink } from './sink.ts';
import { recordRefusal, type SourceRecord } from './sources.ts';

/** Progress is reported at most this often. Milliseconds. */
const PROGRESS_EVERY = 200;

/**
 * A file that is not there any more, a disk without room, a database that stopped, an answer that will be asked for again:
 * there is nothing to say of the document.
 */
const NOT_THE_DOCUMENT = new Set(['file_unreadable', 'disk_full', 'store_invalidated', ANSWER_CUT]);

export interface SessionOptions {
  read: ReadFeed;
  /** The file on disk that is read, where no bytes are written. */
  document?: ByteSource | undefined;
  source: IngestSource;
  authorization?: string | undefined;
  asked?: AskedFor | undefined;
  totalBytes?: number | undefined;
  fileModified?: number | undefined;
  progress: (progress: IngestProgress) => void;
  /** Waited for before each step that is work for the database, and before more bytes are taken. */
  turn?: (() => Promise<void>) | undefined;
}

export class Session implements OpenSession {
  readonly id = randomUUID();
  readonly store: Store;
  readonly #connection: Connection;
  readonly #options: SessionOptions;
  readonly #sink: StagingSink;
  readonly #queue = new ByteQueue();
  readonly #abort = new AbortController();
  readonly #spool: SpoolWriter | undefined;
  readonly #reading: Promise<FeedSummary>;
  readonly #scope: string;
  #bytes = 0;
  #reportedAt = 0;
  #closed = false;

  private constructor(store: Store, connection: Connection, options: SessionOptions) {
    this.store = store;
    this.#connection = connection;
    this.#options = options;
    this.#scope = scopeOf(options.source);
    this.#sink = new StagingSink(connection, this.#scope, options, store);
    const { kind, path } = options.source;
    // A file on disk is its own spool.
    this.#spool =
      kind === 'file' && path !== undefined ? undefined : new SpoolWriter(store.location.rawFolder, this.id);
    this.#reading = this.#read();
    this.#reading.catch((error: unknown) => this.#queue.fail(error));
  }

  static async begin(store: Store, options: SessionOptions): Promise<Session> {
    return new Session(store, await store.database.connect(options.turn), options);
  }

  /**
   * Takes bytes; resolves when the reader has taken them and no question is being answered, so that few bytes come meanwhile.
   * Rejects with what made the reader stop.
   */
  async write(bytes: Uint8Array): Promise<void> {
    await Promise.all([this.#queue.push(bytes), this.#spool?.write(bytes), this.#options.turn?.()]);
  }

  /** Resolves when the reader is through, or has given up. */
  get settled(): Promise<void> {
    return this.#reading.then(
      () => undefined,
      () => undefined,
    );
  }

  /**
   * Ends the body and commits. Rejects with the reader's error; then the source is kept with that error. The answer of a
   * service that was cut short rejects with `answer_cut`, and nothing of it is kept, for it is asked for again.
   */
  async finish(cursors: readonly Cursor[] = []): Promise<IngestResult> {
    this.#queue.end();
    try {
      const summary = await this.#wholeAnswer(this.#reading);
      await this.#keepDocument();
      await this.#spool?.finish();
      await this.#sink.complete();
      this.#tell('merging', true);
      const record = this.#record(summary);
      return await this.store.writeOn(this.#connection, (connection) =>
        merge({ connection, sink: this.#sink, source: record, cursors, zone: this.store.zone }),
      );
    } catch (error) {
      await this.#spool?.remove();
      if (error instanceof AppError && !this.#abort.signal.aborted) await this.#keepRefusal(error);
      throw error;
    } finally {
      await this.#close();
    }
  }

  /** Drops the session; nothing of it remains. */
  async abort(): Promise<void> {
    if (this.#closed) return;
    this.#abort.abort();
    this.#queue.fail(new AppError({ code: 'cancelled', message: 'Reading was cancelled.' }));
    await this.#reading.catch(() => undefined);
    await this.#spool?.remove();
    await this.#close();
  }

  async #read(): Promise<FeedSummary> {
    try {
      return await this.#options.read(this.#options.document ?? this.#queue, this.#sink, {
        signal: this.#abort.signal,
        onProgress: (bytes) => {
          this.#bytes = bytes;
          this.#tell('reading', false);
        },
      });
    } catch (error) {
      if (isAbort(error) || error instanceof AppError) throw error;
      throw engineFailure(error);
    }
  }

  /** Keeps the bytes of a file that will not stay where it is: the reader reads them from there itself. */
  async #keepDocument(): Promise<void> {
    const { document } = this.#options;
    if (document === undefined || this.#spool === undefined) return;
    // A chunk is valid only until the next one is asked for.
    for await (const chunk of document) await this.#spool.write(Uint8Array.from(chunk));
  }

  /** What a file has is better than nothing; of an answer there is more where it came from. */
  async #wholeAnswer(reading: Promise<FeedSummary>): Promise<FeedSummary> {
    if (this.#options.source.kind === 'file') return await reading;
    const summary = await reading.catch((error: unknown) => {
      throw error instanceof AppError && error.details?.cutOff === true ? answerCut(error) : error;
    });
    if (summary.truncated) throw answerCut();
    return summary;
  }

  async #keepRefusal(error: AppError): Promise<void> {
    if (NOT_THE_DOCUMENT.has(error.code)) return;
    const record = this.#record(undefined);
    await this.store
      .write((connection) => recordRefusal(connection, record, error.toValue(), this.#sink.problems))
      .catch(() => undefined); // the reader's error is the one to report
  }

  #record(summary: FeedSummary | undefined): SourceRecord {
    const { source, authorization, totalBytes, fileModified } = this.#options;
    return {
      id: this.id,
      source,
      scope: this.#scope,
      authorization,
      at: Date.now(),
      bytes: summary?.bytes ?? this.#bytes,
      summary,
      spool: this.#spool?.name,
      members: this.#spool?.members ?? [],
      fileBytes: totalBytes,
      fileModified,
    };
  }

  #tell(phase: IngestProgress['phase'], always: boolean): void {
    const now = Date.now();
    if (!always && now - this.#reportedAt < PROGRESS_EVERY) return;
    this.#reportedAt = now;
    this.#options.progress({
      workspace: this.store.workspace,
      session: this.id,
      bytes: this.#bytes,
      totalBytes: this.#options.totalBytes,
      entries: this.#sink.entities.length + this.#sink.blockCount,
      readings: this.#sink.readingCount,
      phase,
    });
  }

  async #close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#connection.close();
  }
}

function answerCut(cause?: unknown): AppError {
  const message = 'The answer ended before its document was complete, so nothing of it was kept.';
  return new AppError({ code: ANSWER_CUT, message, action: 'Fetch it again.' }, { cause });
}

/**
 * Within what hrefs are unique. Everything that one service answers shares one scope, the empty one; a file is a world
 * of its own, for half of all files call their usage point `RetailCustomer/1/UsagePoint/1`.
 */
function scopeOf(source: IngestSource): string {
  if (source.kind === 'request') return '';
  const identity = source.identity ?? source.path ?? source.label;
  return `file:${createHash('sha256').update(identity).digest('hex').slice(0, 16)}`;
}
