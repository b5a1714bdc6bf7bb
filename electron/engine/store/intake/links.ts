/** The links of an entry by role, as joins look at them. Keys are normalised hrefs. */
import type { EntryLink } from '../../reader/feed.ts';

export interface LinkEnds {
  self: string | undefined;
  up: readonly string[];
  related: readonly string[];
  /** Number of the entry, where others may stand in its content: those belong together. */
  content?: number | undefined;
}

export function linkEnds(links: readonly EntryLink[]): LinkEnds {
  const keys = (rel: string) => links.filter((link) => link.rel === rel && link.key !== '').map((link) => link.key);
  return { self: keys('self')[0], up: keys('up'), related: keys('related') };
}
