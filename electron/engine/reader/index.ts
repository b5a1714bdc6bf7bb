/** Reading Green Button feeds: bytes in, entities, blocks and columns of readings out. */
import { Columns } from './columns.ts';
import { FeedDocument } from './document.ts';
import type { FeedProblem, FeedSink, FeedSummary } from './feed.ts';
import { Problems } from './problems.ts';
import { type ByteSource, utf8Source } from './source.ts';

export { FileBytes } from './file-bytes.ts';
export { type ByteSource, bytesSource, fileSource, utf8Source } from './source.ts';

/** Rows of a batch, at most: a multiple of DuckDB's vector of 2048, small enough to stay in the processor's cache. */
export const BATCH_ROWS = 2 * 2048;

export interface ReadFeedOptions {
  signal?: AbortSignal | undefined;
  /** Called after every chunk with the bytes of the source that were read. */
  onProgress?: ((bytes: number) => void) | undefined;
  /** Off only to compare both paths: every reading takes the exact path. */
  fastPath?: boolean | undefined;
}

/**
 * Reads a feed or a lone entry of any size in constant memory, and hands on what it finds (see {@link FeedSink}).
 *
 * What is wrong with parts of it becomes problems of the sink, and the rest is read.
 * @throws AppError `feed_empty`, `feed_not_xml`, `feed_not_atom`, `feed_doctype` when there is nothing to be read;
 *   AbortError when the signal fires; whatever the source or the sink throws.
 */
export async function readFeed(
  source: ByteSource,
  sink: FeedSink,
  options: ReadFeedOptions = {},
): Promise<FeedSummary> {
  const { signal, onProgress } = options;
  const problems = new Problems((problem) => sink.problem(problem));
  const columns = new Columns(BATCH_ROWS);
  const document = new FeedDocument(columns, problems, options.fastPath ?? true);
  let bytes = 0;
  signal?.throwIfAborted();
  const { chunks, convertedFrom, unknownEncoding } = await utf8Source(counted());
  if (unknownEncoding !== undefined) problems.add(encodingProblem(unknownEncoding));

  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      signal?.throwIfAborted();
      bytes += chunk.length;
      onProgress?.(bytes);
      yield chunk;
    }
  }

  async function flush(): Promise<void> {
    if (columns.count > 0) {
      await sink.readings(columns);
      columns.clear();
    }
    const { events } = document.outbox;
    for (const event of events) {
      const waiting = event.kind === 'entity' ? sink.entity(event.entity) : sink.block(event.block);
      if (waiting) await waiting;
    }
    events.length = 0;
    document.outbox.weight = 0;
    signal?.throwIfAborted();
  }

  for await (const chunk of chunks) {
    document.window.append(chunk);
    while (document.run() === 'flush') await flush();
  }
  document.window.eof = true;
  while (document.run() !== 'done') await flush();
  await flush();
  document.outbox.consistency.finish(problems);
  problems.finish();

  const { stats, outbox } = document;
  return {
    bytes,
    entries: outbox.entries,
    payloads: outbox.payloads,
    blocks: stats.blocks,
    readings: stats.readings,
    sumValue: stats.values.toString(),
    sumCost: stats.costs.toString(),
    firstStart: Number.isFinite(stats.firstStart) ? stats.firstStart : undefined,
    lastStart: Number.isFinite(stats.lastStart) ? stats.lastStart : undefined,
    truncated: document.truncated,
    damaged: document.damaged || outbox.hollow,
    convertedFrom,
  };
}

function encodingProblem(encoding: string): FeedProblem {
  return {
    code: 'unknown_encoding',
    severity: 'warning',
    message: `The document declares the encoding "${encoding.slice(0, 40)}", which is not known; it is read as UTF-8.`,
    line: 1,
    column: 1,
    entry: undefined,
    raw: undefined,
  };
}
