/**
 * What the engine's thread and its reading thread say to each other. Each message is of a lane, which has one run at a time;
 * messages keep their order.
 */
import type { ErrorValue } from '#shared/errors.ts';
import type { FeedBlock, FeedEntity, FeedProblem, FeedSummary } from '../reader/feed.ts';
import type { FileBytes } from '../reader/index.ts';

export type ToReader =
  /** Begins a run. A file is read by the thread itself, anything else comes in pieces. */
  | { kind: 'read'; file: Pick<FileBytes, 'path' | 'size' | 'modified'> | undefined; fastPath: boolean | undefined }
  /** Bytes of the document are in a piece of the shared memory. */
  | { kind: 'piece'; piece: number; length: number }
  /** The document has ended; `broken` when its source threw. */
  | { kind: 'end'; broken: boolean }
  /** What came with a batch was kept: it may be filled again. */
  | { kind: 'kept'; batch: number }
  /** Nobody wants the rest; answered by `failed`, or `done` when that was under way. */
  | { kind: 'stop' };

/** Calls to the sink, in the order of the reader; the readings are in the batch. */
export type Found =
  | { kind: 'readings'; count: number; scaled: boolean }
  | { kind: 'entity'; entity: FeedEntity }
  | { kind: 'block'; block: FeedBlock }
  | { kind: 'problem'; problem: FeedProblem };

/** Once, before all others. */
export interface Ready {
  kind: 'ready';
}

export type FromReader =
  /** A piece was read: it may be filled again. */
  | { kind: 'taken'; piece: number }
  /** How much of the file was read. */
  | { kind: 'progress'; bytes: number }
  /**
   * A list of {@link Found} as JSON: it becomes objects when its turn comes, and garbage at once, where clones that
   * wait would grow old and be kept.
   */
  | { kind: 'found'; batch: number; found: string }
  | { kind: 'done'; summary: FeedSummary }
  | { kind: 'failed'; failure: Failure };

/** Why a run ended without a summary; classes of errors do not survive the way between threads. */
export type Failure =
  | { kind: 'source' }
  | { kind: 'stopped' }
  | { kind: 'refused'; error: ErrorValue }
  | { kind: 'unexpected'; error: unknown };

/** A message with the number of its lane. */
export type InLane<Message> = Message & { lane: number };

/** The last message of a run. */
export type Outcome = Extract<FromReader, { kind: 'done' | 'failed' }>;
