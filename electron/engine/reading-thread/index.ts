/** Reads feeds: small ones here, large ones in a thread of their own, so that parsing and appending overlap. */
import type { FeedSink, FeedSummary } from '../reader/feed.ts';
import { type ByteSource, FileBytes, type ReadFeedOptions, readFeed } from '../reader/index.ts';
import { Head } from './head.ts';
import { ReadingThread, type StartWorker } from './thread.ts';

/** Documents of at least this many bytes go to the thread: smaller ones are read faster than they are sent there. */
const THREAD_FROM = 1 << 20;
/** A file so large is worth starting the thread for, which then has yet to load and to compile what it runs. */
const START_FROM = 100e6;

/** As `readFeed` is called. */
export type ReadFeed = typeof readFeed;

export class FeedReader {
  readonly #thread: ReadingThread;
  #prepared = false;

  constructor(start?: StartWorker) {
    this.#thread = new ReadingThread(start);
  }

  /** From now on large documents start the thread. Before, only very large files do: a cold thread gains nothing for others. */
  prepare(): void {
    this.#prepared = true;
  }

  /** As `readFeed`; rejects with `reader_stopped`, too, when the thread died. */
  readonly read: ReadFeed = async (source, sink, options = {}) => {
    const { signal, fastPath } = options;
    signal?.throwIfAborted();
    if (source instanceof FileBytes) {
      return source.size < THREAD_FROM
        ? await readFeed(source, sink, options)
        : await this.#read(source, sink, options);
    }
    const head = await Head.of(counted(source, options), THREAD_FROM);
    // Its progress is reported already.
    const quiet = { signal, fastPath };
    return head.whole ? await readFeed(head, sink, quiet) : await this.#read(head, sink, quiet);
  };

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#thread.close();
  }

  /** In the thread; here, when that is at work on as many documents as it takes, or cannot be had. */
  async #read(source: ByteSource, sink: FeedSink, options: ReadFeedOptions): Promise<FeedSummary> {
    const worthwhile = this.#prepared || (source instanceof FileBytes && source.size >= START_FROM);
    const lent = worthwhile ? await this.#thread.lend(sink, options, (run) => run.read(source)) : undefined;
    return lent?.result ?? (await readFeed(source, sink, options));
  }
}

/** The source, which reports its progress and ends when the signal fires. */
async function* counted(source: ByteSource, { signal, onProgress }: ReadFeedOptions): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    signal?.throwIfAborted();
    bytes += chunk.length;
    onProgress?.(bytes);
    yield chunk;
  }
}
