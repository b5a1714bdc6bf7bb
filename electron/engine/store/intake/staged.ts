/** What a session keeps in memory of the document it reads. */
import type { FeedEntity } from '../../reader/feed.ts';
import type { Shape } from './block-stats.ts';
import type { LinkEnds } from './links.ts';

/** An entity of the document, as much of it as joins need; its text and data are in `st_entries`. */
export interface StagedEntity {
  id: string;
  hash: bigint;
  key: string;
  kind: FeedEntity['kind'];
  title: string | undefined;
  href: string | undefined;
  updated: number | undefined;
  published: number | undefined;
  /** Where its entry is in the document. */
  line: number;
  entry: number;
  ends: LinkEnds;
  data: Record<string, unknown>;
  /** Its entry could not be read to its end. */
  broken: boolean;
}

/** Blocks that have the same links but for their own: they belong to the same meter reading. */
export interface BlockFamily {
  number: number;
  ends: LinkEnds;
  /** What the self links of its blocks have in common: all of it but the last segment. */
  folder: string | undefined;
  /** Of all its readings, in document order. */
  shape: Shape;
}
