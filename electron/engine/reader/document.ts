import { withoutSecrets } from '#shared/espi/secrets.ts';
import { IN_BLOCK, IN_READING } from './block.ts';
import type { Columns } from './columns.ts';
import { Consistency } from './consistency.ts';
import { IN_CONTENT, IN_DOCUMENT, IN_ENTRY, IN_FEED, IN_FIELD, IN_IGNORED, IN_TREE, OpenElements } from './elements.ts';
import { EntryReader } from './entries.ts';
import type { Outbox } from './finish.ts';
import { type Element, Names, type Scope, TAG_BLOCK, TAG_ENTRY, TAG_FEED, TAG_READING } from './names.ts';
import { MAX_RAW, type Problems } from './problems.ts';
import { findNextEntry } from './recovery.ts';
import { brokenBeforeRoot, notAFeed, notXml, refusedDoctype } from './refusals.ts';
import { Doctype, END, isSpace, Malformed, MORE, Scanner, START, TEXT } from './scanner.ts';
import { ReadingStats } from './stats.ts';
import { matchReadings, Templates } from './template.ts';
import { decodeReferences } from './text.ts';
import { Window } from './window.ts';

/** An entry that is not an IntervalBlock is held in memory; a larger one is damage. */
const MAX_ENTRY = 32 << 20;
/** A reading longer than this is not learned from. */
const MAX_LEARN = 8192;
/** Scopes that templates are kept for. */
const MAX_SCOPES = 64;
/** At most this many entities and blocks wait for the sink. */
const MAX_WAITING = 2048;
/** At most this many characters of raw text wait for the sink. */
const MAX_WEIGHT = 8 << 20;

/** Why {@link FeedDocument.run} returned. */
export type RunState = 'more' | 'flush' | 'done';

/** Reads one document: bytes in, columns and an outbox of entities and blocks out. Knows nothing of time or disks. */
export class FeedDocument {
  readonly window = new Window();
  readonly stats = new ReadingStats();
  readonly outbox: Outbox = {
    events: [],
    payloads: {},
    entries: 0,
    hollow: false,
    consistency: new Consistency(),
    weight: 0,
  };
  /** The document ended before its root element was closed. */
  truncated = false;
  /** Its XML is broken in places. */
  damaged = false;

  readonly #columns: Columns;
  readonly #problems: Problems;
  readonly #fastPath: boolean;
  readonly #scanner = new Scanner(this.window);
  readonly #names = new Names();
  readonly #elements = new OpenElements(this.window, this.#scanner, this.#names, (prefix) =>
    this.#report(
      'undeclared_prefix',
      'info',
      `The prefix "${prefix}" of an attribute is not declared.`,
      `prefix ${prefix}`,
    ),
  );
  readonly #entries: EntryReader;
  readonly #templates = new Map<Scope, Templates>();
  /** The fast path is worth a try: a block was begun or one of its readings ended. */
  #tryFast = false;
  /** After damage, until the next entry is found. */
  #recovering = false;
  #rootSeen = false;

  /** @param fastPath off in tests only, to compare the two paths. */
  constructor(columns: Columns, problems: Problems, fastPath: boolean) {
    this.#columns = columns;
    this.#problems = problems;
    this.#fastPath = fastPath;
    this.#entries = new EntryReader({
      window: this.window,
      scanner: this.#scanner,
      elements: this.#elements,
      columns,
      stats: this.stats,
      outbox: this.outbox,
      problems,
      report: this.#report.bind(this),
    });
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
    const { outbox } = this;
    for (;;) {
      if (columns.full || outbox.events.length >= MAX_WAITING || outbox.weight >= MAX_WEIGHT) return 'flush';
      if (this.#recovering && !this.#recover()) return w.eof ? this.#finish() : 'more';
      if (this.#tryFast) {
        this.#tryFast = false;
        if (this.#fast()) return 'more';
        continue;
      }
      const token = this.#scanner.next();
      if (token === MORE) {
        if (w.eof) return this.#finish();
        if (this.#entries.current?.held && w.end - w.keep > MAX_ENTRY) {
          throw new Malformed('The entry is too large to be an ESPI resource.', w.pos);
        }
        return 'more';
      }
      if (token === TEXT) this.#onText();
      else if (token === START) this.#onStart();
      else if (token === END) {
        this.#elements.checkEnd();
        this.#close(this.#scanner.end);
      }
    }
  }

  /** Reads readings that match a template; true when it needs more bytes. */
  #fast(): boolean {
    const list = this.#templates.get(this.#elements.scope())?.list;
    if (!list || list.length === 0) return false;
    const needsMore = matchReadings(this.window, list, this.#columns, this.stats);
    // A full batch interrupts a run that may go on.
    this.#tryFast = needsMore || this.#columns.full;
    return needsMore;
  }

  #onText(): void {
    const { start, end, cdata } = this.#scanner;
    const context = this.#elements.context();
    if (context === IN_IGNORED) return;
    if (context === IN_FIELD) this.#entries.fieldText(this.#decode(start, end, cdata));
    else if (context === IN_TREE) this.#entries.tree.text(this.#decode(start, end, cdata));
    else if (context > IN_READING) this.#entries.block.text(context, this.#decode(start, end, cdata));
    else if (this.#blank(start, end)) return;
    else if (context >= IN_BLOCK) this.#entries.block.text(context, this.#decode(start, end, cdata));
    else this.#strayText(context);
  }

  #strayText(context: number): void {
    const entry = this.#entries.current;
    if (context === IN_CONTENT && entry) entry.contentText = true;
    else if (context === IN_DOCUMENT) {
      if (!this.#rootSeen) throw notXml(this.window.bytes.subarray(this.#scanner.start, this.#scanner.end));
      this.#report('text_after_end', 'warning', 'There is content after the end of the document.', 'text-after-end');
    } else this.#report('unexpected_text', 'info', 'There is text where only elements are allowed.', 'text-in-feed');
  }

  #onStart(): void {
    const { empty, end } = this.#scanner;
    const parent = this.#elements.context();
    const name = this.#elements.push();
    this.#elements.setContext(this.#enter(parent, this.#elements.scope().resolve(name)));
    if (empty) this.#close(end);
  }

  /** What an element means below `parent`; returns its context. */
  #enter(parent: number, element: Element): number {
    if (parent >= IN_BLOCK) return this.#entries.blockChild(parent, element);
    // An IntervalBlock counts wherever it stands.
    if (element.tag === TAG_BLOCK && parent !== IN_DOCUMENT) {
      this.#tryFast = this.#fastPath;
      return this.#entries.beginBlock(parent, element);
    }
    if (element.tag === TAG_READING && parent !== IN_DOCUMENT) this.#looseReading();
    switch (parent) {
      case IN_DOCUMENT:
        return this.#enterRoot(element);
      case IN_FEED:
        if (element.tag === TAG_ENTRY) return this.#entries.begin(false);
        return element.tag === TAG_FEED ? IN_FEED : this.#entries.beside(element);
      case IN_ENTRY:
      case IN_CONTENT:
        if (element.tag === TAG_ENTRY) return this.#entries.begin(false);
        if (element.tag === TAG_FEED) return IN_FEED;
        if (parent === IN_ENTRY) return this.#entries.child(element);
        return element.vocabulary === 'atom' && element.tag !== 0
          ? this.#atomInContent(element)
          : this.#entries.beginPayload(element);
      case IN_TREE:
        this.#entries.tree.open(element);
        return IN_TREE;
      default:
        return element.tag === TAG_ENTRY && this.#rootSeen ? this.#entryInWrapper() : IN_IGNORED;
    }
  }

  /** Without a block there is nothing that a reading could be joined by. */
  #looseReading(): void {
    const message =
      'Readings outside any IntervalBlock are kept in the raw text only; they are neither counted nor shown.';
    this.#report('reading_outside_block', 'error', message, 'reading-outside-block');
  }

  #entryInWrapper(): number {
    const message = 'Entries are inside an element that is not a feed; they are read anyway.';
    this.#report('entry_outside_feed', 'info', message, 'entry-outside-feed');
    return this.#entries.begin(false);
  }

  #enterRoot(element: Element): number {
    if (element.tag !== TAG_FEED && element.tag !== TAG_ENTRY) {
      if (!this.#rootSeen) throw notAFeed(element);
      this.#report('text_after_end', 'warning', 'There is content after the end of the document.', 'text-after-end');
      return IN_IGNORED;
    }
    if (this.#rootSeen) {
      const message = 'The file contains several documents; all of them are read.';
      this.#report('several_documents', 'warning', message, 'several-documents');
    }
    if (element.vocabulary !== 'atom') this.#entries.wrongNamespace(element);
    this.#rootSeen = true;
    return element.tag === TAG_ENTRY ? this.#entries.begin(false) : IN_FEED;
  }

  #atomInContent(element: Element): number {
    const message = `<${element.local}> is inside the content; it is read as if it were next to it.`;
    this.#report('atom_in_content', 'info', message, `atom-in-content-${element.local}`);
    return this.#entries.child(element);
  }

  /** The innermost element ends before `end`. */
  #close(end: number): void {
    const entries = this.#entries;
    const { depth } = this.#elements;
    const context = this.#elements.context();
    if (context === IN_ENTRY) entries.end(end);
    this.#elements.depth = depth - 1;
    if (context === IN_FIELD) entries.endField();
    else if (context === IN_TREE) entries.endPayloadElement(end);
    else if (context === IN_BLOCK && depth === entries.blockDepth) entries.endBlock(end);
    else if (context >= IN_BLOCK) {
      entries.block.close(context);
      if (context === IN_READING) this.#learn(end);
      // Behind the interval of a block come its readings.
      else if (this.#elements.context() === IN_BLOCK) this.#tryFast = this.#fastPath;
    }
  }

  /** Learns from the reading that has just ended, in the scope of its block. */
  #learn(end: number): void {
    const w = this.window;
    const start = w.keep;
    w.keep = -1;
    if (!this.#fastPath || start < 0 || end - start > MAX_LEARN || this.#elements.context() !== IN_BLOCK) return;
    const scope = this.#elements.scope();
    let templates = this.#templates.get(scope);
    if (!templates) {
      if (this.#templates.size >= MAX_SCOPES) return;
      templates = new Templates();
      this.#templates.set(scope, templates);
    }
    templates.learn(w.bytes, start, end, scope, this.#names);
    this.#tryFast = true;
  }

  #blank(start: number, end: number): boolean {
    const { bytes } = this.window;
    for (let i = start; i < end; i++) {
      // Byte order marks are not text: files that were put together have them in their midst.
      if (bytes[i] === 0xef && bytes[i + 1] === 0xbb && bytes[i + 2] === 0xbf) i += 2;
      else if ((bytes[i] ?? 0) > 32) return false;
    }
    return true;
  }

  #decode(start: number, end: number, cdata: boolean): string {
    const text = this.window.bytes.toString('utf8', start, end);
    if (text.includes('\ufffd')) {
      const message = 'Some bytes are not valid in the encoding of the document; they were replaced.';
      this.#report('invalid_encoding', 'warning', message, 'invalid-encoding');
    }
    if (hasControl(text)) {
      const message = 'Text holds control characters, which XML does not allow; they are kept.';
      this.#report('control_character', 'warning', message, 'control-character');
    }
    if (cdata) return text;
    return decodeReferences(text, (entity) => {
      this.#report(
        'unknown_entity',
        'warning',
        `"${entity.slice(0, 40)}" is not an XML entity; it is kept as written.`,
      );
    });
  }

  #report(code: string, severity: 'error' | 'warning' | 'info', message: string, once?: string): void {
    const w = this.window;
    const entry = this.#entries.current?.index;
    const problem = () => {
      const { start, end } = this.#scanner;
      let at = start;
      // Of text the first thing to be seen is meant, not the white space before it.
      while (at < end && isSpace(w.bytes[at] ?? 0)) at++;
      at = Math.max(at === end ? start : at, w.lineMark);
      return { code, severity, message, line: w.lineAt(at), column: w.columnAt(at), entry, raw: undefined };
    };
    if (once) this.#problems.once(once, problem);
    else this.#problems.add(problem());
  }

  /** The document is not well-formed here: what was read of the entry is passed on, and the next entry is looked for. */
  #damage(damage: Malformed): void {
    const w = this.window;
    if (!this.#rootSeen) throw brokenBeforeRoot(w.bytes.subarray(0, w.end), damage.message);
    const inside = this.#rootIsOpen();
    const cut = w.eof && damage.atEnd && inside;
    const entry = this.#entries.current;
    const at = Math.max(damage.index, w.lineMark);
    const line = w.lineAt(at);
    // What is surely still in memory: the entry, or the reading, or just the tag.
    const from = entry?.held ? entry.offset - w.base : w.keep >= 0 ? w.keep : damage.index;
    const to = Math.min(Math.max(w.pos, damage.index + 1), from + MAX_RAW);
    this.truncated ||= cut;
    this.damaged ||= inside && !cut;
    const loss = !entry
      ? ''
      : entry.count === 0
        ? ' Nothing of this entry can be read.'
        : ' This entry can be read up to here only.';
    this.#problems.add({
      code: cut ? 'feed_truncated' : 'malformed_xml',
      severity: 'error',
      message: `${damage.message}${loss}`,
      line,
      column: w.columnAt(at),
      entry: entry?.index,
      raw: withoutSecrets(w.bytes.toString('utf8', from, to)),
    });
    this.#entries.abandon();
    this.#scanner.reset();
    this.#tryFast = false;
    // At least the byte that was stumbled over is behind us.
    w.pos = Math.min(w.end, Math.max(w.pos, damage.index + 1));
    this.#recovering = true;
  }

  /** Looks for the next entry; false when more bytes are needed. */
  #recover(): boolean {
    if (!findNextEntry(this.window)) return false;
    this.#recovering = false;
    // Back to the children of the feed, whichever elements were open.
    const elements = this.#elements;
    elements.depth = elements.context(1) === IN_FEED && elements.depth > 0 ? 1 : 0;
    return true;
  }

  /** False once the root element is closed; what follows it may be open, too. */
  #rootIsOpen(): boolean {
    return this.#elements.depth > 0 && this.#elements.context(1) !== IN_IGNORED;
  }

  #finish(): RunState {
    const w = this.window;
    if (!this.#rootSeen) throw brokenBeforeRoot(w.bytes.subarray(0, w.end));
    if (this.outbox.entries === 0) this.#report('no_entries', 'info', 'The feed has no entries.', 'no-entries');
    if (this.#scanner.open) throw new Malformed('The document ends inside a comment.', w.pos, true);
    if (this.#elements.depth > 0) {
      const entry = this.#entries.current;
      const inFeed = this.#rootIsOpen();
      this.#entries.abandon();
      this.#elements.depth = 0;
      if (inFeed && !this.truncated) {
        this.truncated = true;
        const where = entry ? `inside entry ${entry.index + 1}` : 'before its feed does';
        this.#problems.add({
          code: 'feed_truncated',
          severity: 'error',
          message: `The document ends ${where}. What came before is kept.`,
          line: w.lineAt(w.end),
          column: w.columnAt(w.end),
          entry: entry?.index,
          raw: undefined,
        });
      }
    }
    return 'done';
  }
}

/** Control characters but tab, line feed and carriage return. */
function hasControl(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c < 32 && c !== 9 && c !== 10 && c !== 13) return true;
  }
  return false;
}
