import { withoutSecrets } from '#shared/espi/secrets.ts';
import { BlockReader, IN_BLOCK, IN_READING } from './block.ts';
import type { Columns } from './columns.ts';
import { inheritedDeclarations, type OpenEntry, readLink } from './entry.ts';
import { finishEntry, type Outbox } from './finish.ts';
import {
  type Element,
  type Name,
  Names,
  rootScope,
  type Scope,
  sameBytes,
  TAG_BLOCK,
  TAG_CONTENT,
  TAG_ENTRY,
  TAG_FEED,
  TAG_ID,
  TAG_LINK,
  TAG_PUBLISHED,
  TAG_TITLE,
  TAG_UPDATED,
} from './names.ts';
import { MAX_RAW, type Problems } from './problems.ts';
import { notAFeed, notXml, refusedDoctype } from './refusals.ts';
import { Doctype, END, eachAttribute, Malformed, MORE, Scanner, START, TEXT } from './scanner.ts';
import { ReadingStats } from './stats.ts';
import { matchReadings, Templates } from './template.ts';
import { decodeReferences } from './text.ts';
import { TreeBuilder } from './tree.ts';
import { Window } from './window.ts';

/** Contexts of open elements; those of IntervalBlocks are in block.ts. */
const IN_DOCUMENT = 0;
const IN_FEED = 1;
const IN_ENTRY = 2;
const IN_FIELD = 3;
const IN_CONTENT = 4;
const IN_TREE = 5;
const IN_IGNORED = 6;

/** Deeper nesting than this is an attack or damage. */
const MAX_DEPTH = 200;
/** An entry that is not an IntervalBlock is held in memory; a larger one is damage. */
const MAX_ENTRY = 32 << 20;
/** A reading longer than this is not learned from. */
const MAX_LEARN = 8192;
/** Entities and blocks that may wait for the sink. */
const MAX_WAITING = 2048;

export interface DocumentOptions {
  /** Off in tests only, to compare the two paths. */
  fastPath: boolean;
}

/** Why {@link FeedDocument.run} returned. */
export type RunState = 'more' | 'flush' | 'done';

/** Reads one document: bytes in, columns and an outbox of entities and blocks out. Knows nothing of time or disks. */
export class FeedDocument {
  readonly window = new Window();
  readonly stats = new ReadingStats();
  readonly outbox: Outbox = { events: [], payloads: {}, entries: 0 };
  truncated = false;

  readonly #columns: Columns;
  readonly #problems: Problems;
  readonly #fastPath: boolean;
  readonly #scanner = new Scanner(this.window);
  readonly #names = new Names();
  readonly #block: BlockReader;
  readonly #tree = new TreeBuilder((code, message) => this.#report(code, 'warning', message, code));
  readonly #templates = new Map<Scope, Templates>();

  // The stack of open elements, as parallel arrays.
  #depth = 0;
  readonly #context: number[] = [IN_DOCUMENT];
  readonly #name: (Name | undefined)[] = [undefined];
  readonly #scope: Scope[] = [rootScope()];

  #entry: OpenEntry | undefined;
  #blockDepth = 0;
  #readingStart = -1;
  /** The fast path is worth a try: a block was begun or one of its readings ended. */
  #tryFast = false;
  #field = 0;
  #fieldText = '';
  #payloadStart = 0;
  #payloadElement: Element | undefined;
  #payloadDeclarations = '';
  /** Prefixes that the last start tag declared. */
  #declared: string[] = [];
  #recovering: { name: Name | undefined } | undefined;
  #rootSeen = false;

  constructor(columns: Columns, problems: Problems, options: DocumentOptions) {
    this.#columns = columns;
    this.#problems = problems;
    this.#fastPath = options.fastPath;
    this.#block = new BlockReader(columns, this.stats, (code, severity, message, once) =>
      this.#report(code, severity, message, once),
    );
  }

  /**
   * Reads on until more bytes are needed, or the columns or the outbox should be emptied, or all is read.
   * @throws AppError when the document is not one that can be read at all.
   */
  run(): RunState {
    for (;;) {
      try {
        return this.#run();
      } catch (thrown) {
        if (thrown instanceof Doctype) throw refusedDoctype(thrown.html);
        if (!(thrown instanceof Malformed)) throw thrown;
        this.#damage(thrown);
      }
    }
  }

  #run(): RunState {
    const w = this.window;
    const columns = this.#columns;
    for (;;) {
      if (columns.full || this.outbox.events.length >= MAX_WAITING) return 'flush';
      if (this.#recovering && !this.#recover()) return w.eof ? this.#finish() : 'more';
      if (this.#tryFast) {
        this.#tryFast = false;
        if (this.#fast()) return 'more';
        continue;
      }
      const token = this.#scanner.next();
      if (token === MORE) {
        if (w.eof) return this.#finish();
        if (this.#entry && !this.#entry.blocks && w.keep >= 0 && w.end - w.keep > MAX_ENTRY) {
          throw new Malformed('The entry is too large to be one of an ESPI resource.', w.pos);
        }
        return 'more';
      }
      if (token === TEXT) this.#onText();
      else if (token === START) this.#onStart();
      else if (token === END) this.#onEnd(this.#scanner.start, this.#scanner.end);
    }
  }

  #fast(): boolean {
    const scope = this.#scope[this.#depth];
    const list = scope && this.#templates.get(scope)?.list;
    if (!list || list.length === 0) return false;
    if (matchReadings(this.window, list, this.#columns, this.stats)) {
      this.#tryFast = true;
      return true;
    }
    // A full batch interrupts a run that may go on.
    this.#tryFast = this.#columns.full;
    return false;
  }

  #onText(): void {
    const { start, end, cdata } = this.#scanner;
    const context = this.#context[this.#depth] ?? IN_DOCUMENT;
    if (context === IN_IGNORED) return;
    if (context < IN_BLOCK || context > IN_READING) {
      // Only these contexts take text; elsewhere it is the white space between elements.
      if (context === IN_FIELD) this.#fieldText += this.#decode(start, end, cdata);
      else if (context === IN_TREE) this.#tree.text(this.#decode(start, end, cdata));
      else if (context > IN_READING) this.#block.text(context, this.#decode(start, end, cdata));
      else if (!this.#blank(start, end)) this.#strayText(context);
      return;
    }
    if (!this.#blank(start, end)) this.#block.text(context, this.#decode(start, end, cdata));
  }

  #strayText(context: number): void {
    if (context === IN_CONTENT && this.#entry) this.#entry.contentText = true;
    else if (context === IN_DOCUMENT) {
      if (!this.#rootSeen) throw notXml(this.window.bytes.subarray(this.#scanner.start, this.#scanner.end));
      this.#report('text_after_end', 'warning', 'Something follows the end of the document.', 'text-after-end');
    } else this.#report('unexpected_text', 'info', 'Text stands where only elements should.', 'text-in-feed');
  }

  #onStart(): void {
    const { nameStart, nameEnd, empty, hasAttributes, start, end } = this.#scanner;
    const w = this.window;
    if (this.#depth >= MAX_DEPTH) throw new Malformed('Elements are nested too deeply.', start);
    const parent = this.#context[this.#depth] ?? IN_DOCUMENT;
    const name = this.#names.intern(w.bytes, nameStart, nameEnd);
    const outer = this.#scope[this.#depth] ?? rootScope();
    const scope = hasAttributes ? this.#declare(outer, nameEnd, end - (empty ? 2 : 1)) : outer;
    if (!hasAttributes) this.#declared.length = 0;
    const element = scope.resolve(name);
    const depth = ++this.#depth;
    this.#name[depth] = name;
    this.#scope[depth] = scope;
    this.#context[depth] = this.#enter(parent, element, outer);
    if (empty) this.#onEnd(start, end, true);
  }

  /** What an element means below `parent`; returns its context. */
  #enter(parent: number, element: Element, outer: Scope): number {
    if (parent >= IN_BLOCK) return this.#enterInBlock(parent, element);
    // An IntervalBlock counts wherever it stands.
    if (element.tag === TAG_BLOCK && parent !== IN_DOCUMENT) return this.#beginBlock(parent, element);
    switch (parent) {
      case IN_DOCUMENT:
        return this.#enterRoot(element, outer);
      case IN_FEED:
        if (element.tag === TAG_ENTRY) return this.#beginEntry(outer, false);
        return element.tag === TAG_FEED ? IN_FEED : IN_IGNORED;
      case IN_ENTRY:
        return this.#enterInEntry(element, outer);
      case IN_CONTENT:
        if (element.vocabulary === 'atom' && element.tag !== 0) {
          const message = `<${element.local}> stands inside of the content; it is read as if it stood beside it.`;
          this.#report('atom_in_content', 'info', message, `atom-in-content-${element.local}`);
          return this.#enterInEntry(element, outer);
        }
        return this.#beginPayload(element, outer);
      case IN_TREE:
        this.#tree.open(element);
        return IN_TREE;
      default:
        return IN_IGNORED;
    }
  }

  #enterRoot(element: Element, outer: Scope): number {
    const atom = element.vocabulary === 'atom' || element.vocabulary === 'none';
    if (!atom || (element.tag !== TAG_FEED && element.tag !== TAG_ENTRY)) {
      if (!this.#rootSeen) throw notAFeed(element.local);
      this.#report('text_after_end', 'warning', 'Something follows the end of the document.', 'text-after-end');
      return IN_IGNORED;
    }
    if (this.#rootSeen) {
      const message = 'Several documents stand in one file; all of them are read.';
      this.#report('several_documents', 'warning', message, 'several-documents');
    }
    if (element.vocabulary === 'none') this.#wrongNamespace(element);
    this.#rootSeen = true;
    return element.tag === TAG_ENTRY ? this.#beginEntry(outer, false) : IN_FEED;
  }

  #enterInEntry(element: Element, outer: Scope): number {
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
        if (this.#entry) this.#entry.content = true;
        return IN_CONTENT;
      default:
        if (element.vocabulary !== 'espi' && element.vocabulary !== 'customer') return IN_IGNORED;
        this.#misplaced(element);
        return this.#beginPayload(element, outer);
    }
  }

  #enterInBlock(parent: number, element: Element): number {
    if (element.vocabulary !== 'espi') this.#wrongNamespace(element);
    const context = this.#block.open(parent, element);
    if (context === IN_READING) {
      this.#readingStart = this.#scanner.start;
      this.window.keep = this.#readingStart;
    }
    return context;
  }

  #onEnd(start: number, end: number, empty = false): void {
    const w = this.window;
    const depth = this.#depth;
    const name = this.#name[depth];
    if (!empty && (!name || !sameBytes(name.bytes, w.bytes, this.#scanner.nameStart, this.#scanner.nameEnd))) {
      const found = w.bytes.toString('utf8', this.#scanner.nameStart, this.#scanner.nameEnd);
      const open = name ? `<${name.prefix ? `${name.prefix}:` : ''}${name.local}> is open` : 'nothing is open';
      throw new Malformed(`</${found}> closes an element while ${open}.`, start);
    }
    const context = this.#context[depth] ?? IN_DOCUMENT;
    this.#depth = depth - 1;
    if (context >= IN_BLOCK) this.#closeInBlock(context, depth, end);
    else if (context === IN_FIELD) this.#closeField();
    else if (context === IN_TREE) {
      const root = this.#tree.close();
      if (root) this.#endPayload(root, end);
    } else if (context === IN_ENTRY) this.#endEntry(end);
  }

  #closeInBlock(context: number, depth: number, end: number): void {
    if (context === IN_BLOCK && depth === this.#blockDepth) {
      this.#endBlock();
      return;
    }
    this.#block.close(context);
    if (context !== IN_READING) return;
    const w = this.window;
    const scope = this.#scope[depth - 1];
    // Learned in the scope of the block: a reading that declares namespaces itself has attributes and is not learned.
    if (this.#fastPath && scope && w.keep === this.#readingStart && end - w.keep <= MAX_LEARN) {
      let templates = this.#templates.get(scope);
      if (!templates && this.#templates.size < 64) {
        templates = new Templates();
        this.#templates.set(scope, templates);
      }
      templates?.learn(w.bytes, w.keep, end, scope, this.#names);
      this.#tryFast = this.#context[depth - 1] === IN_BLOCK;
    }
    w.keep = -1;
  }

  #beginEntry(outer: Scope, synthetic: boolean): number {
    const w = this.window;
    const { start } = this.#scanner;
    const line = w.lineAt(start);
    this.#entry = {
      index: this.outbox.entries++,
      name: this.#name[this.#depth] ?? this.#names.intern(w.bytes, start, start),
      depth: this.#depth,
      declarations: inheritedDeclarations(outer, this.#declared),
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
      content: false,
      contentText: false,
      synthetic,
    };
    w.keep = start;
    return IN_ENTRY;
  }

  #endEntry(end: number): void {
    const w = this.window;
    const entry = this.#entry;
    if (!entry) return;
    const raw = entry.blocks ? undefined : w.bytes.toString('utf8', entry.offset - w.base, end);
    this.#entry = undefined;
    w.keep = -1;
    finishEntry(entry, w.base + end, raw, this.outbox, this.#problems);
  }

  #closeField(): void {
    const entry = this.#entry;
    if (!entry) return;
    const text = this.#fieldText.trim();
    if (this.#field === TAG_ID) entry.atomId ??= text;
    else if (this.#field === TAG_TITLE) entry.title ??= text;
    else if (this.#field === TAG_UPDATED) entry.updated ??= text;
    else entry.published ??= text;
  }

  #link(): void {
    const { nameEnd, end, empty } = this.#scanner;
    const link = readLink(this.window.bytes, nameEnd, end - (empty ? 2 : 1));
    if (link) this.#entry?.links.push(link);
    else this.#report('link_without_href', 'warning', 'A link has no href.');
  }

  #beginPayload(element: Element, outer: Scope): number {
    this.#payloadStart = this.window.base + this.#scanner.start;
    this.#payloadElement = element;
    this.#payloadDeclarations = inheritedDeclarations(outer, this.#declared);
    if (this.#entry?.blocks) this.window.keep = this.#scanner.start;
    if (element.vocabulary === 'atom' || element.vocabulary === 'none') this.#wrongNamespace(element);
    this.#tree.begin(element);
    return IN_TREE;
  }

  #endPayload(node: ReturnType<TreeBuilder['close']>, end: number): void {
    const w = this.window;
    const entry = this.#entry;
    const element = this.#payloadElement;
    if (!entry || !element || !node) return;
    const start = this.#payloadStart;
    const alone = entry.blocks !== undefined;
    const raw = alone && start >= w.base ? w.bytes.toString('utf8', start - w.base, end) : undefined;
    entry.payloads.push({
      element,
      node,
      position: entry.count++,
      start,
      end: w.base + end,
      declarations: this.#payloadDeclarations,
      raw,
    });
    if (alone) w.keep = -1;
  }

  #beginBlock(parent: number, element: Element): number {
    const w = this.window;
    if (!this.#entry) {
      this.#beginEntry(this.#scope[this.#depth - 1] ?? rootScope(), true);
    }
    const entry = this.#entry;
    if (!entry) return IN_IGNORED;
    if (parent !== IN_CONTENT) this.#misplaced(element);
    if (element.vocabulary !== 'espi') this.#wrongNamespace(element);
    if (!entry.blocks) {
      // From here on the entry may be of any size: what is to be kept of it is put aside, the rest is not held.
      for (const payload of entry.payloads) {
        payload.raw ??= w.bytes.toString('utf8', payload.start - w.base, payload.end - w.base);
      }
      entry.blocks = {
        first: this.stats.blocks,
        element,
        intervalStart: [],
        intervalDuration: [],
        readings: [],
        payload: [],
      };
    }
    entry.blocks.payload.push(entry.count++);
    w.keep = -1;
    this.#block.begin();
    this.#blockDepth = this.#depth;
    this.#tryFast = this.#fastPath;
    return IN_BLOCK;
  }

  #endBlock(): void {
    const entry = this.#entry;
    this.#blockDepth = 0;
    if (!entry?.blocks) return;
    entry.blocks.intervalStart.push(this.#block.intervalStart);
    entry.blocks.intervalDuration.push(this.#block.intervalDuration);
    entry.blocks.readings.push(this.stats.ordinal);
    this.window.keep = -1;
    if (entry.synthetic) this.#endEntry(this.#scanner.end);
  }

  /** Takes the namespace declarations of the current start tag into a scope. */
  #declare(outer: Scope, from: number, to: number): Scope {
    const { bytes } = this.window;
    let scope = outer;
    this.#declared.length = 0;
    eachAttribute(bytes, from, to, (nameStart, nameEnd, valueStart, valueEnd) => {
      if (nameEnd - nameStart < 5 || bytes[nameStart] !== 120 || bytes[nameStart + 1] !== 109) return;
      const name = bytes.toString('latin1', nameStart, nameEnd);
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) return;
      const prefix = name.slice(6);
      this.#declared.push(prefix);
      scope = scope.declare(prefix, decodeReferences(bytes.toString('utf8', valueStart, valueEnd)));
    });
    return scope;
  }

  #blank(start: number, end: number): boolean {
    const { bytes } = this.window;
    for (let i = start; i < end; i++) if ((bytes[i] ?? 0) > 32) return isBom(bytes, i, this.window.base);
    return true;
  }

  #decode(start: number, end: number, cdata: boolean): string {
    const text = this.window.bytes.toString('utf8', start, end);
    if (text.includes('\ufffd')) {
      const message = 'Some bytes are no valid text in the encoding of the document; they were replaced.';
      this.#report('invalid_encoding', 'warning', message, 'invalid-encoding');
    }
    if (cdata) return text;
    return decodeReferences(text, (entity) => {
      this.#report('unknown_entity', 'warning', `"${entity.slice(0, 40)}" is no entity of XML; it is kept as written.`);
    });
  }

  #wrongNamespace(element: Element): void {
    const message = element.unbound
      ? `The prefix of <${element.local}> is not declared; the element is read as if it were.`
      : `<${element.local}> is in the namespace "${element.uri}"; it is read as if it were in the right one.`;
    this.#report('wrong_namespace', 'warning', message, `namespace ${element.uri} ${element.local}`);
  }

  #misplaced(element: Element): void {
    const message = `<${element.local}> does not stand in the content of an entry; it is read all the same.`;
    this.#report('payload_outside_content', 'warning', message, `misplaced-${element.local}`);
  }

  #report(code: string, severity: 'error' | 'warning' | 'info', message: string, once?: string): void {
    const w = this.window;
    const at = Math.max(this.#scanner.start, w.lineMark);
    const problem = () => ({
      code,
      severity,
      message,
      line: w.lineAt(at),
      column: w.columnAt(at),
      entry: this.#entry?.index,
      raw: undefined,
    });
    if (once) this.#problems.once(once, problem);
    else this.#problems.add(problem());
  }

  /** The document is not well-formed here: what was read of the entry is kept, and the next entry is looked for. */
  #damage(damage: Malformed): void {
    const w = this.window;
    if (!this.#rootSeen) throw notXml(w.bytes.subarray(0, w.end), damage.message);
    const entry = this.#entry;
    const at = Math.max(damage.index, w.lineMark);
    const rawFrom = entry && entry.offset >= w.base ? entry.offset - w.base : Math.max(0, damage.index - MAX_RAW / 2);
    const line = w.lineAt(at);
    const atEnd = w.eof && this.#recovering === undefined && damage.message.startsWith('The document ends');
    this.#problems.add({
      code: atEnd ? 'feed_truncated' : 'malformed_xml',
      severity: 'error',
      message: `${damage.message} ${this.#loss(entry)}`,
      line,
      column: w.columnAt(at),
      entry: entry?.index,
      raw: withoutSecrets(w.bytes.toString('utf8', rawFrom, Math.min(w.end, at + 256, rawFrom + MAX_RAW))),
    });
    if (atEnd) this.truncated = true;
    this.#abandonEntry();
    this.#scanner.reset();
    this.#tree.abandon();
    // At least the byte that was stumbled over is behind us.
    w.pos = Math.max(w.pos, damage.index) + 1;
    this.#recovering = { name: entry?.name };
  }

  #loss(entry: OpenEntry | undefined): string {
    if (!entry) return 'Reading goes on at the next entry.';
    if (entry.blocks) return 'The readings of this entry up to here are kept; reading goes on at the next entry.';
    return 'This entry is lost; reading goes on at the next one.';
  }

  /** Ends an entry that cannot be read on. Its finished blocks, and the readings of the current one, remain. */
  #abandonEntry(): void {
    const entry = this.#entry;
    const w = this.window;
    if (!entry) return;
    if (this.#blockDepth > 0) {
      const { synthetic } = entry;
      entry.synthetic = false;
      this.#endBlock();
      entry.synthetic = synthetic;
    }
    if (entry.blocks) finishEntry(entry, w.base + w.pos, undefined, this.outbox, this.#problems);
    this.#depth = entry.depth - 1;
    this.#entry = undefined;
    w.keep = -1;
    this.#tryFast = false;
  }

  /** Looks for the end of the broken entry or the start of the next; false when more bytes are needed. */
  #recover(): boolean {
    const w = this.window;
    for (;;) {
      const at = w.bytes.indexOf(60, w.pos);
      if (at < 0 || at >= w.end) {
        w.pos = w.end;
        return false;
      }
      w.pos = at;
      if (w.end - at < 80 && !w.eof) return false;
      const head = w.bytes.toString('latin1', at, Math.min(w.end, at + 80));
      const match = /^<(\/?)(?:[^\s:>/<"'=]{1,60}:)?(entry|feed)([\s>/])/.exec(head);
      if (!match) {
        w.pos = at + 1;
        continue;
      }
      const closing = match[1] === '/';
      const which = match[2];
      this.#recovering = undefined;
      if (which === 'entry' && closing) {
        const gt = w.bytes.indexOf(62, at);
        w.pos = gt < 0 || gt >= w.end ? w.end : gt + 1;
      } else if (which === 'feed' && !closing) {
        w.pos = at + 1;
        continue;
      }
      this.#restoreFeed();
      return true;
    }
  }

  /** After damage: back to the children of the feed, whatever was open. */
  #restoreFeed(): void {
    while (this.#depth > 1) this.#depth--;
    if (this.#depth === 1 && this.#context[1] !== IN_FEED) this.#depth = 0;
  }

  #finish(): RunState {
    const w = this.window;
    if (!this.#rootSeen) throw notXml(w.bytes.subarray(0, w.end));
    if (this.#scanner.open) throw new Malformed('The document ends inside a comment.', w.pos);
    if (this.#depth > 0) {
      const entry = this.#entry;
      this.#abandonEntry();
      if (!this.truncated) {
        this.truncated = true;
        this.#report(
          'feed_truncated',
          'error',
          entry
            ? `The document ends inside entry ${entry.index + 1}. What came before is kept.`
            : 'The document ends before its feed does. What came before is kept.',
        );
      }
      this.#depth = 0;
    }
    return 'done';
  }
}

/** A byte order mark at the very start of the document is not text. */
function isBom(bytes: Uint8Array, index: number, base: number): boolean {
  return index === 0 && base === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
