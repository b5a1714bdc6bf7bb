import { Columns } from '../engine/reader/columns.ts';
import { OpenElements } from '../engine/reader/elements.ts';
import { BATCH_ROWS } from '../engine/reader/index.ts';
import { type Element, Names, type Scope, TAG_OTHER } from '../engine/reader/names.ts';
import { END, Malformed, MORE, Scanner, START, TEXT } from '../engine/reader/scanner.ts';
import { ReadingStats } from '../engine/reader/stats.ts';
import { type Attribute, strictAside, strictAttributes, strictOutside, strictText } from '../engine/reader/strict.ts';
import { matchReadings, Templates } from '../engine/reader/template.ts';
import { trimXml } from '../engine/reader/text.ts';
import { TreeBuilder } from '../engine/reader/tree.ts';
import { Window } from '../engine/reader/window.ts';
import { BlockWalk } from './block-walk.ts';
import { EntryFacts, type Place } from './entry-facts.ts';
import { ATOM, CLAIMING, ESPI } from './kinds.ts';

/** Contexts: what an open element is to the walk. Those of an IntervalBlock are in block-walk.ts. */
const IN_DOCUMENT = 0;
const IN_FEED = 1;
const IN_ENTRY = 2;
/** A child of an entry: what stands in it is a payload. */
const IN_CHILD = 3;
const IN_TREE = 4;
const IN_REST = 5;

/** A reading longer than this is not learned from. */
const MAX_LEARN = 8192;
const MAX_SCOPES = 64;
/** More payloads than this in one entry are no feed, and would fill the memory. */
const MAX_PAYLOADS = 20_000;

/** What the walk meets, in document order. */
export interface Visitor {
  /** The root element begins. */
  root(namespace: string, name: string, place: Place): void;
  /** A child of the feed begins. */
  feedChild(namespace: string, name: string): void;
  entry(entry: EntryFacts): void;
  /** Every element, for what judges the document by its schema. Readings that repeat the shape of one before are not among them. */
  open(element: Element, attributes: readonly Attribute[], place: Place): void;
  text(text: string): void;
  close(): void;
  /** The prefix of an element or attribute is not declared: it has no namespace then. */
  undeclared(prefix: string, place: Place): void;
  /** Readings of the same shape as the one before; the columns are valid during the call only. */
  rows(columns: Columns, place: Place): void;
}

/**
 * Walks a document token by token with the reader's own scanner, and says what stands where by exact names, as the
 * expressions of the test book do. Unlike the reader it forgives nothing: it throws where the XML is not well-formed.
 */
export class Walk {
  readonly window = new Window();

  readonly #visitor: Visitor;
  readonly #scanner = new Scanner(this.window, true);
  readonly #names = new Names();
  readonly #elements = new OpenElements(this.window, this.#scanner, this.#names, (prefix) => this.#undeclared(prefix));
  readonly #columns = new Columns(BATCH_ROWS);
  readonly #stats = new ReadingStats();
  readonly #templates = new Map<Scope, Templates>();
  readonly #block = new BlockWalk();
  readonly #tree = new TreeBuilder(() => this.#malformed('A resource has more elements than any of ESPI.'), trimXml);
  #entry: EntryFacts | undefined;
  #entries = 0;
  #child = { depth: 0, isContent: false, isId: false, text: '', from: 0, blocks: 0 };
  #rootSeen = false;
  #tryFast = false;
  #attributes: Attribute[] = [];
  readonly #malformed = (message: string): never => {
    throw new Malformed(message, this.#scanner.start);
  };

  constructor(visitor: Visitor) {
    this.#visitor = visitor;
  }

  /**
   * Walks on until more bytes are needed; at the end of the document until all of it was seen.
   * @throws Malformed where the document is not well-formed; Doctype where it has one.
   */
  run(): void {
    const w = this.window;
    for (;;) {
      if (this.#tryFast) {
        this.#tryFast = false;
        if (this.#fast()) return;
        continue;
      }
      const token = this.#scanner.next();
      if (token === MORE) {
        if (w.eof) this.#finish();
        return;
      }
      if (token === TEXT) this.#text();
      else if (token === START) this.#start();
      else if (token === END) {
        this.#elements.checkEnd();
        this.#end(this.#scanner.end);
      } else strictAside(this.window, this.#scanner, token, this.#malformed);
    }
  }

  /** Takes readings that repeat the bytes of one that was seen; true when it needs more bytes. */
  #fast(): boolean {
    const list = this.#templates.get(this.#elements.scope())?.list;
    if (!list || list.length === 0) return false;
    const columns = this.#columns;
    const needsMore = matchReadings(this.window, list, columns, this.#stats);
    this.#tryFast = needsMore || columns.full;
    if (columns.count > 0) {
      this.#block.rows(columns);
      this.#visitor.rows(columns, this.#place(this.window.pos));
      columns.clear();
    }
    return needsMore;
  }

  #start(): void {
    const { empty, end } = this.#scanner;
    const parent = this.#elements.context();
    const name = this.#elements.push();
    const element = this.#elements.scope().resolve(name);
    if (element.unbound && name.prefix !== '') this.#undeclared(name.prefix);
    this.#attributes = this.#scanner.hasAttributes
      ? strictAttributes(this.window, this.#scanner, this.#malformed)
      : NO_ATTRIBUTES;
    const place = this.#place(this.#scanner.start);
    this.#elements.setContext(this.#enter(parent, element, place));
    // An entry is a place of itself from its own tag on.
    place.entry = this.#entry?.place.entry ?? 0;
    this.#visitor.open(element, this.#attributes, place);
    if (empty) this.#end(end);
  }

  /** What an element means below `parent`; returns its context. */
  #enter(parent: number, element: Element, place: Place): number {
    switch (parent) {
      case IN_DOCUMENT:
        return this.#enterRoot(element, place);
      case IN_FEED:
        this.#visitor.feedChild(element.uri, element.local);
        return element.uri === ATOM && element.local === 'entry' ? this.#enterEntry(place, true) : IN_REST;
      case IN_ENTRY:
        return this.#enterChild(element);
      case IN_CHILD:
        return this.#enterPayload(element);
      case IN_TREE:
        this.#tree.open(element);
        return IN_TREE;
      case IN_REST:
        return IN_REST;
      default: {
        const context = this.#block.open(parent, element);
        // Its text is wanted where it turns out to be learned from.
        if (this.#block.beginsReading(context)) this.window.keep = this.#scanner.start;
        return context;
      }
    }
  }

  #enterRoot(element: Element, place: Place): number {
    if (this.#rootSeen) this.#malformed('There is a second root element.');
    this.#rootSeen = true;
    this.#visitor.root(element.uri, element.local, { ...place, entry: 0 });
    if (element.uri === ESPI && CLAIMING.test(element.local)) {
      this.#entry = new EntryFacts({ ...place, entry: 0 }, false);
      this.#tree.begin(element);
      return IN_TREE;
    }
    if (element.uri !== ATOM) return IN_REST;
    if (element.local === 'feed') return IN_FEED;
    return element.local === 'entry' ? this.#enterEntry(place, false) : IN_REST;
  }

  #enterEntry(place: Place, inFeed: boolean): number {
    this.#entry = new EntryFacts({ ...place, entry: ++this.#entries }, inFeed);
    return IN_ENTRY;
  }

  #enterChild(element: Element): number {
    const isAtom = element.uri === ATOM;
    this.#entry?.field(element.uri, element.local);
    if (isAtom && element.local === 'link') {
      const value = (wanted: string) => this.#attributes.find(({ name }) => name === wanted)?.value;
      this.#entry?.link(value('rel'), value('href'));
    }
    this.#child = {
      depth: this.#elements.depth,
      isContent: isAtom && element.local === 'content',
      isId: isAtom && element.local === 'id',
      text: '',
      from: this.#entry?.payloads.length ?? 0,
      blocks: 0,
    };
    return IN_CHILD;
  }

  #enterPayload(element: Element): number {
    const entry = this.#entry;
    if (!entry) return IN_REST;
    if (entry.payloads.length >= MAX_PAYLOADS) this.#malformed('An entry holds more resources than can be looked at.');
    if (element.uri === ESPI && element.local === 'IntervalBlock') {
      entry.kinds.add('IntervalBlock');
      if (!this.#child.isContent) return IN_REST;
      this.#stats.beginBlock();
      this.#child.blocks++;
      this.#tryFast = true;
      return this.#block.begin(entry.blocks);
    }
    this.#tree.begin(element);
    return IN_TREE;
  }

  #text(): void {
    const context = this.#elements.context();
    const { start, end, cdata } = this.#scanner;
    const { bytes } = this.window;
    if (context === IN_DOCUMENT) {
      strictOutside(this.window, start, end, this.#malformed);
      return;
    }
    const text = strictText(bytes, start, end, cdata ? 'cdata' : 'element', this.#malformed);
    if (context === IN_TREE) this.#tree.text(text);
    else if (context === IN_CHILD) this.#child.text += this.#child.isId ? text : '';
    else this.#block.text(context, text);
    this.#visitor.text(text);
  }

  /** The innermost element ends before `end`. */
  #end(end: number): void {
    const context = this.#elements.context();
    this.#elements.depth--;
    this.#visitor.close();
    switch (context) {
      case IN_ENTRY:
        this.#endEntry();
        break;
      case IN_CHILD:
        if (this.#child.isId) this.#entry?.ids.push(this.#child.text);
        if (this.#child.isContent) this.#entry?.endContent(this.#child.from, this.#child.blocks);
        break;
      case IN_TREE: {
        const node = this.#tree.close();
        if (node) this.#entry?.payload(node, this.#child.isContent);
        if (this.#elements.depth === 0) this.#endEntry();
        break;
      }
      default:
        this.#endInBlock(context, end);
    }
  }

  #endInBlock(context: number, end: number): void {
    const { ended, strict } = this.#block.close(context);
    if (ended === 'reading') this.#learn(end, strict);
    else if (ended !== undefined) this.#tryFast = ended === 'interval';
  }

  #endEntry(): void {
    const entry = this.#entry;
    this.#entry = undefined;
    if (!entry) return;
    entry.blocks.finish();
    this.#visitor.entry(entry);
  }

  /** Learns from the reading that has just ended, in the scope of its block. */
  #learn(end: number, strict: boolean): void {
    const w = this.window;
    const start = w.keep;
    w.keep = -1;
    if (!strict || start < 0 || end - start > MAX_LEARN) return;
    const scope = this.#elements.scope();
    let templates = this.#templates.get(scope);
    if (!templates) {
      if (this.#templates.size >= MAX_SCOPES) return;
      templates = new Templates();
      this.#templates.set(scope, templates);
    }
    templates.learn(w.bytes, start, end, { resolve: (name) => asWritten(scope.resolve(name)) }, this.#names);
    this.#tryFast = true;
  }

  #place(index: number): Place {
    const w = this.window;
    const line = w.lineAt(Math.max(index, w.lineMark));
    return { entry: this.#entry?.place.entry ?? 0, line, offset: w.base + index };
  }

  #undeclared(prefix: string): void {
    this.#visitor.undeclared(prefix, this.#place(this.#scanner.start));
  }

  #finish(): void {
    if (this.#scanner.open) this.#malformed('The document ends inside a comment.');
    if (this.#elements.depth > 0) this.#malformed('The document ends before its root element does.');
    if (!this.#rootSeen) this.#malformed('The document has no root element.');
  }
}

/** The reader takes this for a ReadingQuality; in the book it is an element like any that the schema does not have. */
function asWritten(element: Element): Element {
  return element.local === 'readingQuality' ? { ...element, tag: TAG_OTHER } : element;
}

const NO_ATTRIBUTES: Attribute[] = [];
