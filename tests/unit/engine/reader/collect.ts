import type { FeedBlock, FeedEntity, FeedProblem, FeedSummary } from '../../../../electron/engine/reader/feed.ts';
import { type ReadFeedOptions, readFeed } from '../../../../electron/engine/reader/index.ts';

/** One reading as plain data. */
interface Row {
  block: number;
  ordinal: number;
  start: bigint | undefined;
  duration: number;
  value: string | undefined;
  cost: string | undefined;
  quality: number;
  tou: number;
  tier: number;
  cpp: number;
}

/** Everything that a feed gives. */
export interface Collected {
  summary: FeedSummary;
  entities: FeedEntity[];
  blocks: FeedBlock[];
  rows: Row[];
  problems: FeedProblem[];
}

/** Reads a document that comes in pieces of `chunk` bytes; `read` stands in for `readFeed`. */
export async function collect(
  document: string | Uint8Array,
  chunk = 65_536,
  options: ReadFeedOptions = {},
  read: typeof readFeed = readFeed,
): Promise<Collected> {
  const bytes = typeof document === 'string' ? Buffer.from(document) : document;
  const found: Omit<Collected, 'summary'> = { entities: [], blocks: [], rows: [], problems: [] };
  const summary = await read(
    pieces(bytes, chunk),
    {
      entity: (entity) => void found.entities.push(entity),
      block: (block) => void found.blocks.push(block),
      problem: (problem) => void found.problems.push(problem),
      readings: (columns) => {
        for (let i = 0; i < columns.count; i++) {
          found.rows.push({
            block: columns.block[i] ?? -1,
            ordinal: columns.ordinal[i] ?? -1,
            start: columns.implicitTime[i] ? undefined : columns.start[i],
            duration: columns.duration[i] ?? -1,
            value: columns.hasValue[i] ? number(columns.value[i], columns.valueScale[i]) : undefined,
            cost: columns.hasCost[i] ? number(columns.cost[i], columns.costScale[i]) : undefined,
            quality: columns.quality[i] ?? -1,
            tou: columns.tou[i] ?? 0,
            tier: columns.tier[i] ?? 0,
            cpp: columns.cpp[i] ?? 0,
          });
        }
      },
    },
    options,
  );
  return { summary, ...found };
}

/** The document in pieces; each piece is overwritten when the next is asked for, as a source is allowed to do. */
export async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.alloc(size);
  for (let at = 0; at < bytes.length; at += size) {
    const length = Math.min(size, bytes.length - at);
    buffer.set(bytes.subarray(at, at + length));
    yield buffer.subarray(0, length);
    buffer.fill(0x3f);
  }
}

function number(digits: bigint | undefined, scale: number | undefined): string {
  return scale ? `${digits}e${scale}` : `${digits}`;
}
