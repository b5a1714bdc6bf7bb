import type { XmlNode } from '#shared/espi/node.ts';
import { BlockFacts } from './block-facts.ts';
import { ATOM, ESPI, type Kind, kindOf } from './kinds.ts';

/** Where something stands in its document. */
export interface Place {
  /** 1-based position among the entries of the feed; 0 for the feed itself. */
  entry: number;
  /** 1-based. */
  line: number;
  /** Offset of its first byte in the UTF-8 text of the document. */
  offset: number;
}

/** Children of an entry that tests ask for by their bare presence. */
export type Field = 'id' | 'title' | 'published' | 'updated';
const FIELDS: ReadonlySet<string> = new Set<Field>(['id', 'title', 'published', 'updated']);

type Relation = 'self' | 'up' | 'related';
const RELATIONS: ReadonlySet<string> = new Set<Relation>(['self', 'up', 'related']);

interface Payload {
  node: XmlNode;
  /** It stands in `atom:content`, not in another child of the entry. */
  inContent: boolean;
}

/** An interval block, where it is looked at as if it were a summary: it has nothing that one has. */
const BLOCK: XmlNode = { namespace: ESPI, name: 'IntervalBlock', text: '', children: [] };

/** What one entry says, as far as tests ask: presence by exact names, hrefs as written, small payloads as trees. */
export class EntryFacts {
  readonly place: Place;
  /** It is a child of the feed; a lone entry, or a resource without one, is looked at for its scope only. */
  readonly inFeed: boolean;
  readonly fields = new Set<Field>();
  readonly ids: string[] = [];
  /** Hrefs as written. */
  readonly links: Record<Relation, string[]> = { self: [], up: [], related: [] };
  /** Links that are there, with an href or without. */
  readonly linked = new Set<Relation>();
  /** Kinds of all payloads, whichever child of the entry holds them. */
  readonly kinds = new Set<Kind>();
  readonly payloads: Payload[] = [];
  /** Children of contents that hold a summary: each is looked at as if it were one. */
  readonly summaries: XmlNode[] = [];
  readonly blocks = new BlockFacts();

  constructor(place: Place, inFeed: boolean) {
    this.place = place;
    this.inFeed = inFeed;
  }

  field(namespace: string, name: string): void {
    if (namespace === ATOM && FIELDS.has(name)) this.fields.add(name as Field);
  }

  link(rel: string | undefined, href: string | undefined): void {
    if (rel === undefined || !RELATIONS.has(rel)) return;
    this.linked.add(rel as Relation);
    if (href !== undefined) this.links[rel as Relation].push(href);
  }

  /** A payload other than an IntervalBlock. */
  payload(node: XmlNode, inContent: boolean): void {
    const kind = kindOf(node.namespace, node.name);
    if (kind) this.kinds.add(kind);
    this.payloads.push({ node, inContent });
  }

  /** A content ends: the payloads from number `from` on stood in it, and so many interval blocks. */
  endContent(from: number, blocks: number): void {
    const nodes = this.payloads.slice(from).map(({ node }) => node);
    if (!nodes.some((node) => kindOf(node.namespace, node.name) === 'UsageSummary')) return;
    for (const node of nodes) this.summaries.push(node);
    for (let i = 0; i < blocks; i++) this.summaries.push(BLOCK);
  }

  /** Payloads of that name in `atom:content`. */
  *contents(name: string): Generator<XmlNode> {
    for (const { node, inContent } of this.payloads) {
      if (inContent && node.name === name && node.namespace === ESPI) yield node;
    }
  }

  /** Payloads of that name in any child of the entry. */
  *anywhere(name: string): Generator<XmlNode> {
    for (const { node } of this.payloads) if (node.name === name && node.namespace === ESPI) yield node;
  }
}

/** True when `node` has that chain of ESPI elements below it. */
export function hasPath(node: XmlNode, path: readonly string[], at = 0): boolean {
  const wanted = path[at];
  if (wanted === undefined) return true;
  return children(node, wanted).some((child) => hasPath(child, path, at + 1));
}

export function children(node: XmlNode, name: string): XmlNode[] {
  return node.children.filter((child) => child.name === name && child.namespace === ESPI);
}

/** Some child of that name holds one of these numbers. */
export function hasNumber(node: XmlNode, name: string, ...numbers: number[]): boolean {
  return children(node, name).some(
    ({ text }) => /^-?\d*\.?\d*$/.test(text) && text !== '' && numbers.includes(Number(text)),
  );
}
