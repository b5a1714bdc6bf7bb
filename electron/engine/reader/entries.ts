import { entityKind } from '#shared/espi/entities.ts';
import { BlockReader, IN_BLOCK, IN_READING } from './block.ts';
import type { Columns } from './columns.ts';
import { IN_CONTENT, IN_ENTRY, IN_FIELD, IN_IGNORED, IN_TREE, type OpenElements } from './elements.ts';
import { inheritedDeclarations, type OpenEntry, readLink } from './entry.ts';
import { finishEntry, type Outbox } from './finish.ts';
import {
  type Element,
  type Name,
  TAG_CONTENT,
  TAG_ID,
  TAG_LINK,
  TAG_PUBLISHED,
  TAG_TITLE,
  TAG_UPDATED,
} from './names.ts';
import type { Problems } from './problems.ts';
import type { Scanner } from './scanner.ts';
import type { ReadingStats } from './stats.ts';
import { TreeBuilder } from './tree.ts';
import type { Window } from './window.ts';

/** Payloads of one entry that each keep the text of the whole entry; with more, each keeps its own. */
const MAX_WHOLE = 4;

/** Links of one entry that are followed. The longest of real feeds have some hundred. */
const MAX_LINKS = 10_000;

/** Reports something at the place of the current token; `once`: a key when once per document is enough. */
type ReportHere = (code: string, severity: 'error' | 'warning' | 'info', message: string, once?: string) => void;

interface Surroundings {
  window: Window;
  scanner: Scanner;
  elements: OpenElements;
  columns: Columns;
  stats: ReadingStats;
  outbox: Outbox;
  problems: Problems;
  report: ReportHere;
}

/** The entries of a feed: their envelope, their payloads, and how much of their text is held. */
export class EntryReader {
  current: OpenEntry | undefined;
  /** Depth of the open IntervalBlock, 0 when there is none. */
  blockDepth = 0;
  readonly block: BlockReader;
  readonly tree: TreeBuilder;

  readonly #at: Surroundings;
  /** Entries around the current one: a feed may stand in the content of an entry. */
  readonly #outer: OpenEntry[] = [];
  #field = 0;
  #fieldText = '';
  #payload: { element: Element; start: number; declarations: string } | undefined;

  constructor(surroundings: Surroundings) {
    this.#at = surroundings;
    const { columns, stats, report } = surroundings;
    this.block = new BlockReader(columns, stats, report);
    this.tree = new TreeBuilder((code, message) => report(code, 'warning', message, code));
  }

  /** An entry begins; `synthetic` when only a payload does, that has no entry around it. */
  begin(synthetic: boolean): number {
    const { window: w, scanner, elements, outbox } = this.#at;
    if (this.current) {
      const message = 'An entry is inside another one; it is read as if it were next to it.';
      this.#at.report('nested_entry', 'warning', message);
      this.#letGo(this.current);
      this.current.nested = true;
      this.#outer.push(this.current);
    }
    const { start } = scanner;
    const line = w.lineAt(start);
    this.current = {
      index: outbox.entries++,
      depth: elements.depth,
      declarations: inheritedDeclarations(elements.scope(elements.depth - 1), elements.declared),
      offset: w.base + start,
      line,
      column: w.columnAt(start),
      atomId: undefined,
      title: undefined,
      updated: undefined,
      published: undefined,
      links: [],
      payloads: [],
      blocks: undefined,
      count: 0,
      held: true,
      content: false,
      contentText: false,
      nested: false,
      synthetic,
      broken: false,
    };
    w.keep = start;
    return IN_ENTRY;
  }

  /** The entry is complete; `end` is the index behind it. */
  end(end: number): void {
    const { window: w, outbox, problems } = this.#at;
    const entry = this.current;
    if (!entry) return;
    if (entry.payloads.length > MAX_WHOLE) this.#letGo(entry);
    const raw = entry.held ? w.bytes.toString('utf8', entry.offset - w.base, end) : undefined;
    this.current = this.#outer.pop();
    w.keep = -1;
    finishEntry(entry, w.base + end, raw, outbox, problems);
  }

  /** Ends all entries that are open and cannot be read on. Their finished payloads and blocks remain. */
  abandon(): void {
    const { window: w, outbox, problems } = this.#at;
    this.tree.abandon();
    this.#payload = undefined;
    if (this.blockDepth > 0) this.#closeBlock();
    for (const entry of [...this.#outer, this.current]) {
      if (!entry) continue;
      this.#letGo(entry);
      entry.broken = true;
      if (entry.count > 0) finishEntry(entry, w.base + w.pos, undefined, outbox, problems);
    }
    this.#outer.length = 0;
    this.current = undefined;
    w.keep = -1;
  }

  /** An element directly inside of an entry. */
  child(element: Element): number {
    switch (element.tag) {
      case TAG_ID:
      case TAG_TITLE:
      case TAG_UPDATED:
      case TAG_PUBLISHED:
        this.#field = element.tag;
        this.#fieldText = '';
        return IN_FIELD;
      case TAG_LINK:
        this.#link();
        return IN_IGNORED;
      case TAG_CONTENT:
        if (this.current) this.current.content = true;
        return IN_CONTENT;
      default:
        if (element.vocabulary !== 'espi' && element.vocabulary !== 'customer') return IN_IGNORED;
        this.#misplaced(element);
        return this.beginPayload(element);
    }
  }

  fieldText(piece: string): void {
    this.#fieldText += piece;
  }

  endField(): void {
    const entry = this.current;
    if (!entry) return;
    const text = this.#fieldText.trim();
    if (this.#field === TAG_ID) entry.atomId ??= text;
    else if (this.#field === TAG_TITLE) entry.title ??= text;
    else if (this.#field === TAG_UPDATED) entry.updated ??= text;
    else entry.published ??= text;
  }

  /** An element that stands beside the entries of a feed: a payload is read, as if an entry were around it. */
  beside(element: Element): number {
    const isEspi = element.vocabulary === 'espi' || element.vocabulary === 'customer';
    if (!isEspi && entityKind(element.vocabulary, element.local) === 'Unknown') return IN_IGNORED;
    this.begin(true);
    this.#misplaced(element);
    return this.beginPayload(element);
  }

  /** A payload that is not an IntervalBlock begins. */
  beginPayload(element: Element): number {
    const { window: w, scanner, elements } = this.#at;
    this.#payload = {
      element,
      start: w.base + scanner.start,
      declarations: inheritedDeclarations(elements.scope(elements.depth - 1), elements.declared),
    };
    if (this.current && !this.current.held) w.keep = scanner.start;
    if (element.vocabulary === 'atom' || element.vocabulary === 'none') this.wrongNamespace(element);
    this.tree.begin(element);
    return IN_TREE;
  }

  /** An element of a payload ends; with the outermost the payload does. */
  endPayloadElement(end: number): void {
    const node = this.tree.close();
    const entry = this.current;
    const payload = this.#payload;
    if (!node || !entry || !payload) return;
    const { window: w } = this.#at;
    const { start } = payload;
    const raw = !entry.held && start >= w.base ? w.bytes.toString('utf8', start - w.base, end) : undefined;
    entry.payloads.push({ ...payload, node, position: entry.count++, end: w.base + end, raw });
    this.#payload = undefined;
    if (!entry.held) w.keep = -1;
    this.#endSynthetic(end);
  }

  /** An IntervalBlock begins, wherever it stands. */
  beginBlock(parent: number, element: Element): number {
    if (!this.current) this.begin(true);
    const entry = this.current;
    if (!entry) return IN_IGNORED;
    if (parent !== IN_CONTENT) this.#misplaced(element);
    if (element.vocabulary !== 'espi') this.wrongNamespace(element);
    this.#letGo(entry);
    entry.blocks ??= {
      first: this.#at.stats.blocks,
      element,
      intervalStart: [],
      intervalDuration: [],
      readings: [],
      payload: [],
    };
    entry.blocks.payload.push(entry.count++);
    this.block.begin();
    this.blockDepth = this.#at.elements.depth;
    return IN_BLOCK;
  }

  /** An element inside of a block begins. */
  blockChild(parent: number, element: Element): number {
    if (element.vocabulary !== 'espi') this.wrongNamespace(element);
    const context = this.block.open(parent, element);
    if (context === IN_READING) this.#at.window.keep = this.#at.scanner.start;
    return context;
  }

  endBlock(end: number): void {
    this.#closeBlock();
    this.#at.window.keep = -1;
    this.#endSynthetic(end);
  }

  /** Qualified name of the entry that is open. */
  get name(): Name | undefined {
    return this.current && this.#at.elements.name(this.current.depth);
  }

  wrongNamespace(element: Element): void {
    const message = element.unbound
      ? `The prefix of <${element.local}> is not declared; the element is read as if it were.`
      : `<${element.local}> is in the namespace "${element.uri}"; it is read as if it were in the right one.`;
    this.#at.report('wrong_namespace', 'warning', message, `namespace ${element.uri} ${element.local}`);
  }

  /** Ends an entry that only its payload, which has just ended, stands for. */
  #endSynthetic(end: number): void {
    if (this.current?.synthetic && this.current.depth > this.#at.elements.depth) this.end(end);
  }

  #closeBlock(): void {
    this.blockDepth = 0;
    const blocks = this.current?.blocks;
    if (!blocks) return;
    blocks.intervalStart.push(this.block.intervalStart);
    blocks.intervalDuration.push(this.block.intervalDuration);
    blocks.readings.push(this.#at.stats.ordinal);
  }

  /**
   * From here on an entry may be of any size: the text of its finished payloads is put aside, the rest is not held.
   */
  #letGo(entry: OpenEntry): void {
    const { window: w } = this.#at;
    if (entry.held) {
      for (const payload of entry.payloads) {
        payload.raw ??= w.bytes.toString('utf8', payload.start - w.base, payload.end - w.base);
      }
      entry.held = false;
    }
    w.keep = -1;
  }

  #link(): void {
    const { window: w, scanner, report } = this.#at;
    const link = readLink(w.bytes, scanner.nameEnd, scanner.end - (scanner.empty ? 2 : 1));
    const links = this.current?.links;
    if (!link) report('link_without_href', 'warning', 'A link has no href.');
    else if (links && links.length >= MAX_LINKS) {
      const message = `An entry has more than ${MAX_LINKS.toLocaleString('en')} links. The rest of them are kept in its raw text only.`;
      report('too_many_links', 'warning', message, 'too-many-links');
    } else links?.push(link);
  }

  #misplaced(element: Element): void {
    const message = `<${element.local}> is not in the content of an entry; it is read anyway.`;
    this.#at.report('payload_outside_content', 'warning', message, `misplaced-${element.local}`);
  }
}
