/**
 * Which entry belongs to which: espi-facts section 7, in its order. Pure: candidates come in, an answer goes out.
 * (1) child related = parent self, (2) child up in parent related, (3) child self in parent related,
 * (4) path containment, (5) the only candidate of that type in the document, (6) unattached.
 */
import type { EntityKind, EntryLink } from '../ingest/feed.ts';
import { containingPath } from './identity.ts';

/** What the rules look at. Keys are normalised hrefs. */
export interface LinkEnds {
  self: string | undefined;
  up: readonly string[];
  related: readonly string[];
}

export type JoinRule = 'related' | 'up' | 'self' | 'path' | 'only';

export interface JoinAnswer {
  parent: string;
  rule: JoinRule;
}

/** The links of an entry by role. */
export function linkEnds(links: readonly EntryLink[]): LinkEnds {
  const keys = (rel: string) => links.filter((link) => link.rel === rel && link.key !== '').map((link) => link.key);
  return { self: keys('self')[0], up: keys('up'), related: keys('related') };
}

/** Candidates of one kind, found by key instead of one by one. */
export class Candidates {
  readonly #path: string;
  readonly #bySelf = new Map<string, string>();
  readonly #byRelated = new Map<string, string>();
  readonly #inDocument = new Set<string>();

  constructor(kind: EntityKind) {
    this.#path = kind.toLowerCase();
  }

  /** Adds a candidate; `inDocument` ones count for the rule of the only candidate. */
  add(id: string, ends: LinkEnds, inDocument: boolean): void {
    if (ends.self !== undefined) this.#bySelf.set(ends.self, id);
    for (const key of ends.related) if (!this.#byRelated.has(key)) this.#byRelated.set(key, id);
    if (inDocument) this.#inDocument.add(id);
  }

  get countInDocument(): number {
    return this.#inDocument.size;
  }

  /** The parent of `child` among these, and the rule that found it; undefined when none does. */
  find(child: LinkEnds): JoinAnswer | undefined {
    for (const key of child.related) {
      const parent = this.#bySelf.get(key);
      if (parent !== undefined) return { parent, rule: 'related' };
    }
    for (const key of child.up) {
      const parent = this.#byRelated.get(key);
      if (parent !== undefined) return { parent, rule: 'up' };
    }
    if (child.self !== undefined) {
      const parent = this.#byRelated.get(child.self);
      if (parent !== undefined) return { parent, rule: 'self' };
    }
    for (const key of [child.self, ...child.up]) {
      const path = key === undefined ? undefined : containingPath(key, this.#path);
      const parent = path === undefined || path === child.self ? undefined : this.#bySelf.get(path);
      if (parent !== undefined) return { parent, rule: 'path' };
    }
    if (this.#inDocument.size === 1) {
      const [parent] = this.#inDocument;
      if (parent !== undefined) return { parent, rule: 'only' };
    }
    return undefined;
  }
}
