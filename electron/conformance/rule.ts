import type { XmlNode } from '#shared/espi/node.ts';
import type { EntryFacts } from './entry-facts.ts';
import type { FeedFacts } from './feed-facts.ts';
import type { Kind } from './kinds.ts';
import type { LinkedEntry, Links } from './links.ts';

/** How grave a failure is: `fail` breaks the requirement; a certifier would let a `warning` pass; a `hint` belongs to no block. */
export type Severity = 'fail' | 'warning' | 'hint';

export interface Words {
  /** Id in the test book, such as D014. */
  id: string;
  /** Function block, such as FB_01. */
  block: string;
  /** What is required, in plain words; a whole sentence. */
  requirement: string;
  /** What to do about a failure; a whole sentence. */
  cure: string;
  /** `fail` where it is not said. */
  severity?: Severity;
  /** What is wrong with the test as the book writes it. */
  flaw?: string;
  /**
   * What of a failing entry is to be looked at: elements below each other (`UsagePoint/ServiceCategory`), or links by their
   * relation (`link:self`). The entry as a whole, or the feed, where none is there.
   */
  look?: readonly string[];
}

/** About the root element. */
interface DocumentRule extends Words {
  on: 'document';
  holds(feed: FeedFacts): boolean;
}

/** About the feed as a whole; judged when all of it was seen. */
interface FeedRule extends Words {
  on: 'feed';
  holds(feed: FeedFacts): boolean;
  /** The same by the condition of the book as it is written. */
  asWritten?(feed: FeedFacts): boolean;
}

/** About each entry of a kind by itself; judged when the entry ends. */
export interface EntryRule extends Words {
  on: 'entry';
  /** Undefined for any entry. */
  kind: Kind | undefined;
  /** Entries of the kind that are not meant. */
  applies?(entry: EntryFacts): boolean;
  holds(entry: EntryFacts): boolean;
  asWritten?(entry: EntryFacts): boolean;
}

/** About each summary, or each element of that name in one. */
export interface SummaryRule extends Words {
  on: 'summary';
  element?: string;
  holds(node: XmlNode): boolean;
}

/** About the links between entries; judged when all of them were seen. */
export interface LinkRule extends Words {
  on: 'links';
  /** `id` for all entries, with their ids for self links. */
  kind: Kind | 'id';
  /** How often the test looks at an entry: once unless it says otherwise. */
  contexts?(entry: LinkedEntry, links: Links): number;
  holds(entry: LinkedEntry, links: Links, feed: FeedFacts): boolean;
  asWritten?(entry: LinkedEntry, links: Links, feed: FeedFacts): boolean;
}

/** One data-element test of the book. */
export type Rule = DocumentRule | FeedRule | EntryRule | SummaryRule | LinkRule;
